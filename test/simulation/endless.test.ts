import assert from 'node:assert/strict';
import type { ScenarioAction } from '../../src/engine/simulation/scenario/actions';
import { simulate } from '../../src/engine/simulation/simulate';
import { assertStalls, daemonSet, deployment, play, scenario } from './support';

/** What has run without an end, or to an end without a reason. */
describe('rollouts that would not end', function () {
  this.timeout(60_000);

  const lost = (down: number, drained: number): readonly ScenarioAction[] => [
    { at: down, action: 'nodeDown', node: 'node-1' },
    { at: drained, action: 'drain', node: 'node-1' },
  ];
  for (const [down, drained] of [
    [1, 32],
    [2, 40],
    [31, 32],
    [32, 32],
    [45, 50],
  ] as const)
    for (const latencyMs of [0, 5])
      it(`a Recreate goes on when a node is down at ${down} s and drained at ${drained} s, requests taking ${latencyMs} ms`, () => {
        const slow = { all: { start: 30, shutDown: 5 }, actions: lost(down, drained), latencyMs };
        const { outcome } = play(deployment(3, { recreate: true }), slow);
        assert.ok(outcome.kind === 'complete' || outcome.kind === 'stalled', outcome.sentence);
        assert.ok(outcome.kind === 'complete' || (outcome.blockers[0]?.sentence ?? '') !== '', 'a stall has a reason');
      });

  it('nodes are counted over all groups, given ones and those of a number', () => {
    const groups = [1, 2, 3].map((group) => ({ name: `g${group}`, count: 6_000 }));
    const cluster = { nodeCount: 6_000, groups };
    assert.throws(() => simulate({ ...scenario(deployment(1)), cluster }), /20000/);
  });

  it('a DaemonSet that misses its wake-up with a surge says so', () => {
    const behavior = { default: { imagePull: 0, start: { min: 1, max: 20 }, warmUp: 0, shutDown: 1 } };
    const surging = daemonSet({ maxSurge: '100%', maxUnavailable: 0, minReadySeconds: 10 });
    const timeline = simulate({ ...scenario(surging, { nodeCount: 2, latencyMs: 5, informerLagMs: 1000 }), behavior, seed: 2 });
    assertStalls(
      timeline,
      'nothing wakes the controller up after minReadySeconds: 1 old pod stays beside its available successor until the next event',
    );
    assert.match(timeline.outcome.blockers[0]?.remedy ?? '', /touch the DaemonSet/);
  });
});
