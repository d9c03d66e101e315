import assert from 'node:assert/strict';
import { goOnFrom, rolloutUnderWay } from '../../src/snapshot/rolloutUnderWay';
import { failedDaemonPods } from '../../src/snapshot/failedDaemonPods';
import { readSnapshot } from '../support/wholeSnapshot';
import { checkScenario } from '../../src/engine/simulation/scenario/checkScenario';
import { daemonSet, scenario } from '../simulation/support';
import { snapshotText } from '../support/snapshotText';

const agent = daemonSet();
const TEXT = snapshotText(scenario(daemonSet({ image: 'agent:2' }), { before: agent }), 1);

let number = 0;

/** What kubectl prints of what the controller said; `uid`: that of another DaemonSet of the same name. */
function event(message: string, { at, first = at, uid }: { at: string; first?: string; uid?: string }): object {
  const involvedObject = { kind: 'DaemonSet', namespace: 'default', name: 'agent', ...(uid === undefined ? {} : { uid }) };
  const metadata = { name: `agent.${number++}`, namespace: 'default' };
  const said = { type: 'Warning', reason: 'FailedDaemonPod', message, firstTimestamp: first, lastTimestamp: at };
  return { apiVersion: 'v1', kind: 'Event', metadata, involvedObject, ...said };
}
const found = (pod: string, node: string): string =>
  `Found failed daemon pod default/${pod} on node ${node}, will try to kill it`;

const [T1, T2, T3] = ['2000-01-01T00:00:01Z', '2000-01-01T00:00:02Z', '2000-01-01T00:00:03Z'] as const;
const EVENTS = [
  event(found('agent-b', 'node-1'), { at: T2 }),
  event(found('agent-a', 'node-1'), { at: T1 }),
  event(`(combined from similar events): ${found('agent-c', 'node-2')}`, { at: T3, first: T1 }),
  event(found('agent-d', 'node-3'), { at: T3, first: T2 }),
  event(found('agent-e', 'node-4'), { at: T1, uid: 'another' }),
  event('Error creating: no', { at: T1 }),
];

function stateOf(...events: readonly object[]): { readonly failedPodsDeleted?: unknown } | undefined {
  const list = JSON.parse(TEXT) as { items: { readonly kind: string }[] };
  const kept = list.items.filter(({ kind }) => kind !== 'Event');
  const snapshot = readSnapshot(JSON.stringify({ ...list, items: [...kept, ...events] }));
  assert.ok(!('problem' in snapshot));
  const underWay = rolloutUnderWay(snapshot, { kind: 'DaemonSet', namespace: 'default', name: 'agent' });
  assert.ok(underWay !== undefined);
  return checkScenario(goOnFrom(scenario(agent), underWay).scenario).state;
}

describe('failed daemon pods that were deleted', () => {
  it('are known from events, in the order of time', () => {
    assert.deepEqual(stateOf(...EVENTS)?.failedPodsDeleted, [
      { node: 'node-1', at: T1 },
      { node: 'node-1', at: T2 },
      { node: 'node-3', at: T2 },
      { node: 'node-2', at: T3 },
      { node: 'node-3', at: T3 },
    ]);
  });

  it('are none where the controller said nothing of any, and not known where nobody asked for events', () => {
    assert.deepEqual(stateOf(event('Error creating: no', { at: T1 }))?.failedPodsDeleted, []);
    const state = stateOf();
    assert.ok(state !== undefined && !('failedPodsDeleted' in state));
  });

  it('are read in the words of events.k8s.io, too', () => {
    const at = 1_000_000;
    const involvedObject = { kind: 'DaemonSet', namespace: 'default', name: 'agent' };
    const told = { metadata: { name: 'e' }, reason: 'FailedDaemonPod', message: found('a', 'n'), involvedObject, eventTime: at };
    assert.deepEqual(failedDaemonPods([told], agent), [{ node: 'n', at }]);
  });
});
