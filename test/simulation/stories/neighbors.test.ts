import assert from 'node:assert/strict';
import { podStateAt } from '../../../src/engine/simulation/timeline/timelineQueries';
import type { OtherInfo, Timeline } from '../../../src/engine/simulation/timeline/timeline';
import { verdict, verdictText } from '../../../src/engine/simulation/verdict/verdict';
import type { ResourceQuota } from '../../../src/model/apiTypes';
import { assertCompletes, assertStalls, daemonSet, deployment, named, nodesWith, play } from '../support';

function quota(pods: number): { readonly resourceQuotas: readonly ResourceQuota[] } {
  return { resourceQuotas: [{ metadata: { name: 'team' }, spec: { hard: { pods: String(pods) } } }] };
}

const careful = { maxSurge: 1, maxUnavailable: 0 };
const asking = (cpu: string): { readonly container: object } => ({ container: { resources: { requests: { cpu } } } });
const api = named(deployment(3, careful), 'api');

function other({ others = [] }: Timeline): OtherInfo {
  const [first] = others;
  assert.ok(first);
  return first;
}

function notesOf({ notes = [] }: Timeline): string[] {
  return notes.map(({ sentence }) => sentence);
}

describe('story: two Deployments and one quota', () => {
  const workload = deployment(3, careful);

  it('stalls, and the verdict says who has the rest of it, and where that is written', () => {
    const others = [{ before: api, source: 'api.yaml' }];
    const timeline = play(workload, { others, surroundings: quota(6) });
    assertStalls(
      timeline,
      'the quota admits no further pod (exceeded quota: team, requested: pods=1, used: pods=6, limited: pods=6; Deployment api (api.yaml) uses pods=3 of it)',
    );
  });

  it('completes with room for one more', () => {
    assertCompletes(play(workload, { others: [{ before: api }], surroundings: quota(7) }));
  });

  it('completes when the other is in another namespace', () => {
    const elsewhere = { ...api, metadata: { ...api.metadata, namespace: 'elsewhere' } };
    assertCompletes(play(workload, { others: [{ before: elsewhere }], surroundings: quota(6) }));
  });

  it('takes turns when both roll at once: the one place that is left is fought for, and both complete', () => {
    const after = { ...api, spec: { ...api.spec, template: named(deployment(3, { image: 'api:3' }), 'api').spec.template } };
    const timeline = play(workload, { others: [{ before: api, after }], surroundings: quota(7) });
    assert.equal(timeline.outcome.kind, 'complete');
    assert.ok(
      (timeline.notes ?? []).every(({ kind }) => kind === 'refusals'),
      notesOf(timeline).join(),
    );
    assert.equal(other(timeline).pods.count, 6, 'three pods of either version');
  });
});

describe('the timeline of one workload among others', () => {
  const timeline = play(deployment(2), { others: [{ before: api, source: 'api.yaml' }, { after: named(daemonSet(), 'logs') }] });

  it('tells the story of this one only', () => {
    assertCompletes(timeline);
    assert.equal(timeline.pods.count, 4);
    assert.ok(timeline.events.every(({ kind, name }) => kind === 'Node' || name.startsWith('web')));
    assert.ok(timeline.decisions.every(({ key }) => key.startsWith('default/web')));
    assert.equal(verdict(timeline).tone, 'good');
  });

  it('shows the pods of the others on their nodes', () => {
    const shown = (timeline.others ?? []).map(({ kind, name, source, desired, pods }) => ({
      ...{ kind, name, source, desired },
      nodes: Array.from(pods.node, (node) => timeline.nodes[node]?.name).sort(),
      states: Array.from({ length: pods.count }, (_, pod) => podStateAt(pods, pod, timeline.end)),
    }));
    const nodes = ['node-1', 'node-2', 'node-3'];
    const states = ['Available', 'Available', 'Available'];
    assert.deepEqual(shown, [
      { kind: 'Deployment', name: 'api', source: 'api.yaml', desired: 3, nodes, states },
      { kind: 'DaemonSet', name: 'logs', source: undefined, desired: 3, nodes, states },
    ]);
  });

  it('has none where there are none', () => {
    assert.equal(play(deployment(1)).others, undefined);
  });
});

describe('story: a critical DaemonSet among the pods of a Deployment', () => {
  const pod = { priorityClassName: 'system-node-critical' };
  const before = daemonSet({ ...asking('200m'), pod, image: 'agent:1' });
  const workload = daemonSet({ ...asking('700m'), pod });
  const others = [{ before: named(deployment(2, { ...careful, ...asking('800m') }), 'shop'), source: 'shop.yaml' }];

  it('takes a pod of it away, whatever its strategy promises, and the verdict says what is left', () => {
    const timeline = play(workload, { before, nodes: nodesWith('2', 'a'), others });
    assertCompletes(timeline);
    assert.deepEqual(notesOf(timeline), [
      '1 pod of Deployment shop (shop.yaml) is preempted to make room: its priority is lower',
      'Deployment shop (shop.yaml) is left with 1 of 2 available pods',
    ]);
    assert.equal(verdict(timeline).tone, 'warning');
  });

  it('is told from the other side, too', () => {
    const timeline = play(deployment(2, { ...careful, ...asking('800m') }), {
      before: deployment(2, { ...careful, ...asking('800m') }),
      nodes: nodesWith('2', 'a'),
      others: [{ before: named(before, 'agents'), after: named(workload, 'agents') }],
    });
    assert.match(verdictText(timeline), /1 pod of this workload is preempted by DaemonSet agents: the priority there is higher/);
  });
});

describe('story: a node that is full of another Deployment', () => {
  it('has no room, and the verdict says whose pods run there', () => {
    const others = [{ before: named(deployment(2, asking('400m')), 'api'), source: 'api.yaml' }];
    const timeline = play(deployment(1, asking('700m')), { nodes: nodesWith('2', 'a'), others });
    assertStalls(
      timeline,
      'the new pod fits on no node (not enough cpu on 1/1: it asks for 700m, at most 500m is free; 2 pods of Deployment api (api.yaml) run there)',
    );
  });
});
