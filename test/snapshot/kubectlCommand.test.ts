import assert from 'node:assert/strict';
import { contextProblem, kubectlCommands, namespacesIn, namespacesProblem } from '../../src/snapshot/kubectlCommand';

describe('the command that takes a snapshot', () => {
  it('asks for all namespaces at once, for neither Secrets nor ConfigMaps, and for no more than it shows', () => {
    const commands = kubectlCommands({ context: undefined, namespaces: [] }, '/tmp/a b.json');
    assert.equal(commands.length, 1);
    assert.match(commands[0] ?? '', /^kubectl get nodes,[a-z,]+,events -A -o json > "\/tmp\/a b\.json"$/);
    assert.doesNotMatch(commands.join(), /secrets|configmaps/);
  });

  it('asks for what the cluster has once, and for each namespace what is in it', () => {
    const [first, ...rest] = kubectlCommands({ context: 'prod', namespaces: ['shop', 'ops'] }, 'x.json');
    assert.match(first ?? '', /^kubectl --context prod get nodes,namespaces,[a-z,]+ -o json > "x\.json"$/);
    assert.deepEqual(
      rest.map((line) => / -n (\w+) -o json >> "x\.json"$/.exec(line)?.[1]),
      ['shop', 'ops'],
    );
  });

  for (const name of [
    'prod',
    'arn:aws:eks:eu-1:123:cluster/prod',
    'gke_team_europe-west1_prod',
    'admin@prod.example.com',
    'default/api:6443/me',
  ])
    it(`takes the context ${name}`, () => {
      assert.equal(contextProblem(name), undefined);
    });

  for (const name of ['a b', 'a;rm -rf /', '$(id)', '`id`', '"', '--kubeconfig=x', 'a&b', 'a|b', 'a\nb', ''])
    it(`refuses ${JSON.stringify(name)} as a context: a shell would read more into it`, () => {
      assert.match(contextProblem(name) ?? '', /^A name of letters/);
    });

  it('takes names of namespaces apart, and refuses what is none', () => {
    assert.deepEqual(namespacesIn(' shop, ops  shop'), ['shop', 'ops']);
    assert.equal(namespacesProblem('shop ops-1'), undefined);
    assert.match(namespacesProblem('shop $(id)') ?? '', /^“\$\(id\)” is no name of a namespace\.$/);
  });
});
