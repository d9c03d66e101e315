import assert from 'node:assert/strict';
import type { Timeline } from '../../src/engine/simulation/timeline/timeline';
import { podLife } from '../../src/engine/simulation/timeline/timelineQueries';
import { deployment, play } from './support';

const SEEDS = Array.from({ length: 64 }, (_, index) => index + 1);
const BUDGET = { metadata: { name: 'web' }, spec: { maxUnavailable: 1, selector: { matchLabels: { app: 'web' } } } };

/** The pods that have to go within a second, those first that do so first. */
function evicted({ pods }: Timeline, after: number): readonly (readonly [t: number, pod: number])[] {
  return Array.from({ length: pods.count }, (_, pod) => pod)
    .flatMap((pod) => podLife(pods, pod).flatMap(({ t, state }) => (state === 'Terminating' ? [[t, pod] as const] : [])))
    .filter(([t]) => t >= after && t < after + 1)
    .sort(([one], [other]) => one - other);
}

/** Of an earlier pod on the same node, both of before the drain. */
function isBefore({ pods }: Timeline, other: number, pod: number): boolean {
  const isThere = podLife(pods, other).every(({ t, state }) => state !== 'Gone' || t > 30);
  return isThere && other < pod && pods.node[other] === pods.node[pod];
}

describe('what a live system leaves to chance', () => {
  it('is how long kubectl takes to start a drain, and which pod it evicts first', () => {
    const first = new Set<number>();
    for (const seed of SEEDS.slice(0, 16)) {
      const timeline = play(deployment(4), {
        seed,
        latencyMs: 10,
        nodeCount: 2,
        surroundings: { podDisruptionBudgets: [BUDGET] },
        actions: [{ at: 30, action: 'drain', node: 'node-1' }],
      });
      const [[at, pod] = [0, -1]] = evicted(timeline, 30);
      assert.ok(at > 30.02 && at < 30.5, `${at} s`);
      const there = Array.from(timeline.pods.node.keys()).filter((other) => other !== pod && isBefore(timeline, other, pod));
      first.add(there.length);
    }
    assert.equal(first.size, 2);
  });

  it('is nothing of a drain where nothing takes time', () => {
    const timeline = play(deployment(4), { nodeCount: 2, actions: [{ at: 30, action: 'drain', node: 'node-1' }] });
    assert.deepEqual(
      evicted(timeline, 30).map(([t]) => t),
      [30, 30],
    );
  });

  it('is where the scheduler begins its first search: mostly with the first node, else rather with the second than the third', () => {
    const begins = new Map<string, number>();
    for (const seed of SEEDS) {
      const { pods, nodes } = play(deployment(1), { seed, nodeCount: 3, actions: [] });
      const name = nodes[pods.node[0] ?? -1]?.name ?? '';
      begins.set(name, (begins.get(name) ?? 0) + 1);
    }
    assert.deepEqual(Object.fromEntries([...begins].sort()), { 'node-1': 48, 'node-2': 8, 'node-3': 8 });
  });
});
