import assert from 'node:assert/strict';
import type { ScenarioAction } from '../../src/engine/simulation/scenario/actions';
import { EndpointsWatch } from '../../src/engine/simulation/endpointsWatch';
import { Rollout } from '../../src/engine/simulation/rollout';
import { simulate } from '../../src/engine/simulation/simulate';
import { PHASE } from '../../src/engine/simulation/world/phases';
import type { World } from '../../src/engine/simulation/world/world';
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

  it('two that undo each other’s work within an instant are ended early, and it is said who wakes whom', () => {
    const made = scenario(deployment(2), { latencyMs: 0 });
    let steps = 0;
    const quarrel = (world: World, origin: number): EndpointsWatch => {
      const { store, loop } = world;
      // Somebody who changes the spec whenever the controller has seen the last change of it.
      store.subscribe(['Deployment'], ({ key, object }) => {
        steps = loop.steps;
        if (loop.now < origin || object.status?.observedGeneration !== object.metadata.generation) return;
        loop.schedule(loop.now, PHASE.cluster, () => {
          store.patch('Deployment', key, ({ spec, ...rest }) => ({ ...rest, spec: { ...spec, paused: spec.paused !== true } }));
        });
      });
      return new EndpointsWatch(world, origin);
    };
    const rollout = new Rollout(made, { watchEndpoints: quarrel });
    assert.throws(() => {
      while (rollout.advance(Infinity));
    }, /the time does not go on: (?=.*cluster wakes deliver)(?=.*deliver wakes sync)(?!.*(?:timer|scheduler|nodeQueue))/);
    assert.ok(steps < 250_000, `ended after ${steps} steps`);
  });

  it('a controller that has not heard yet that its workload is gone creates what is deleted at once, and time goes on', () => {
    const timeline = simulate({
      ...scenario(deployment(2), { latencyMs: 0 }),
      stopAt: 'horizon',
      horizonSeconds: 20,
      others: [{ before: daemonSet({ maxSurge: '25%', maxUnavailable: 0 }) }],
      actions: [{ at: 3, action: 'deleteObject', kind: 'DaemonSet', namespace: 'default', name: 'agent' }],
      machine: { daemonset: { watchLagMs: { DaemonSet: 10 } } },
    });
    assert.equal(timeline.outcome.kind, 'complete');
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
