import assert from 'node:assert/strict';
import { computeDiagnostics } from '../../../src/features/diagnostics';
import { OpenWorkspace, saidOf } from './openWorkspace';

const OVERLAY = 'prod/kustomization.yaml';
const WEB = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: 'web:1'}]}
`;

const said = (files: Readonly<Record<string, string>>, path: string): readonly string[] => saidOf(files, path, ['not-built']);

describe('What an overlay cannot be built for', () => {
  it('is told of the file of configurations that nobody can read', () => {
    const names = 'nameReference: [{kind: Vault, name: v, fieldSpecs: []}]\n';
    const found = said({ [OVERLAY]: 'configurations: [names.yaml]\nnamePrefix: a-\n', 'prod/names.yaml': names }, OVERLAY);
    assert.match(found.join('\n'), /^error not-built: names\.yaml: json: unknown field "name"$/m);
  });

  it('is told at the key that is there twice', () => {
    const twice = 'apiVersion: a/v1\nkind: Vault\nmetadata: {name: v}\nspec:\n  key: a\n  key: b\n';
    const files = { [OVERLAY]: 'resources: [web.yaml, vault.yaml]\n', 'prod/web.yaml': WEB, 'prod/vault.yaml': twice };
    const workspace = new OpenWorkspace(files);
    const [found, ...others] = computeDiagnostics(workspace.open('prod/vault.yaml'));
    assert.deepEqual([found?.ruleId, twice.slice(found?.start, found?.end), others], ['not-built', 'key', []]);
    assert.equal(found?.start, twice.lastIndexOf('key'));
    assert.deepEqual(said(files, OVERLAY), []);
  });

  it('is told once where a namespace gives two objects one name', () => {
    const namespaces = ['a', 'b'].map((name) => `kind: Namespace\napiVersion: v1\nmetadata: {name: ${name}}\n`).join('---\n');
    const files = { [OVERLAY]: 'namespace: c\nresources: [all.yaml]\n', 'prod/all.yaml': namespaces };
    const [found, ...others] = said(files, OVERLAY);
    assert.match(found ?? '', /^error not-built: namespace transformation produces ID conflict/);
    assert.deepEqual(others, []);
  });

  it('is no mistake while another kustomization has it commented out, unless somebody applies it', () => {
    const files = {
      'config/hooks/kustomization.yaml': 'resources: [made.yaml]\n',
      'config/all/kustomization.yaml': 'resources:\n  - ../web\n# - ../hooks\n',
      'config/web/kustomization.yaml': 'resources: [web.yaml]\n',
      'config/web/web.yaml': WEB,
    };
    const [found, ...others] = said(files, 'config/hooks/kustomization.yaml');
    assert.match(found ?? '', /^information not-built: .*doesn't exist; all\/kustomization\.yaml has it commented out$/);
    assert.deepEqual(others, []);
    const told = { ...files, 'config/all/kustomization.yaml': '# Beside it:\n# - ../hooks\nresources: [../web]\n' };
    assert.match(said(told, 'config/hooks/kustomization.yaml').join('\n'), /^error not-built: .*doesn't exist$/);
    const flux =
      'apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: h}\nspec: {path: ./config/hooks}\n';
    assert.match(said({ ...files, 'flux/h.yaml': flux }, 'config/hooks/kustomization.yaml').join('\n'), /^error not-built/);
  });
});

describe('A Node that an overlay applies', () => {
  const NODE = 'apiVersion: v1\nkind: Node\nmetadata: {name: a}\nspec: {taints: [{key: gpu, effect: NoSchedule}]}\n';
  const rules = (node: string): readonly string[] => {
    const files = { [OVERLAY]: 'resources: [web.yaml, node.yaml]\n', 'prod/web.yaml': WEB, 'prod/node.yaml': node };
    return computeDiagnostics(new OpenWorkspace(files).open('prod/web.yaml')).map(({ ruleId }) => ruleId);
  };

  it('is one of the nodes that are there, unless it has a status', () => {
    assert.ok(!rules(NODE).includes('stall-placement'));
    assert.ok(rules(`${NODE}status: {}\n`).includes('stall-placement'));
  });
});
