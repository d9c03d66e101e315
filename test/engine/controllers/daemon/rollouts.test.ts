import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import type { DaemonSetUpdateStrategy, Pod } from '../../../../src/model/apiTypes';
import { getScaledValueFromIntOrPercent } from '../../../../src/model/intOrPercent';
import { isPodAvailable } from '../../../../src/model/podConditions';
import type { Decision } from '../../../../src/engine/controllers/decisions';
import { getTargetNodeName } from '../../../../src/engine/controllers/daemon/daemonUtil';
import { DaemonRollout, type RolloutOptions } from '../../../support/daemonRollout';

const withoutSurge = fc
  .oneof(fc.integer({ min: 1, max: 8 }), fc.constantFrom('1%', '10%', '34%', '100%'))
  .map((maxUnavailable): DaemonSetUpdateStrategy => ({ type: 'RollingUpdate', rollingUpdate: { maxUnavailable, maxSurge: 0 } }));
const withSurge = fc
  .oneof(fc.integer({ min: 1, max: 8 }), fc.constantFrom('1%', '10%', '34%', '100%'))
  .map((maxSurge): DaemonSetUpdateStrategy => ({ type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0, maxSurge } }));

function rolloutOf(updateStrategy: fc.Arbitrary<DaemonSetUpdateStrategy>): fc.Arbitrary<RolloutOptions> {
  return fc.record({
    nodes: fc.integer({ min: 1, max: 25 }),
    updateStrategy,
    minReadySeconds: fc.nat({ max: 4 }),
    seed: fc.nat(),
    slowest: fc.integer({ min: 1, max: 9 }),
  });
}

/** A wake-up per node can be lost; each costs one resync. */
const MOST_RESYNCS = 25;

/**
 * Creates, then rolls; calls `check` after everything that happens during the roll.
 *
 * Kubernetes loses a wake-up when a pod gets ready while an earlier one waits: the queue keeps one delayed entry per key,
 * the later is forgotten, and with surge nothing else tells the controller when that pod becomes available. It then looks
 * again only when its informer resyncs. So a rollout with minReadySeconds may need such a look to go on.
 */
function play(options: RolloutOptions, check: (rollout: DaemonRollout) => void = () => undefined): DaemonRollout {
  const rollout = new DaemonRollout(options);
  assert.ok(rollout.runUntilComplete(), 'the first pods are all there');
  rollout.roll('v2');
  const runOn = (): boolean =>
    rollout.runUntilComplete(() => {
      check(rollout);
    });
  let resyncs = (options.minReadySeconds ?? 0) > 0 ? MOST_RESYNCS : 0;
  let complete = runOn();
  for (; !complete && resyncs > 0; resyncs--) {
    rollout.resync();
    complete = runOn();
  }
  assert.ok(complete, 'the rollout completes');
  rollout.settle();
  return rollout;
}

function imageOf(pod: Pod): string | undefined {
  return pod.spec.containers[0]?.image;
}

function availableNodes(rollout: DaemonRollout, minReadySeconds = 0): number {
  const available = rollout.livePods().filter((pod) => isPodAvailable(pod, minReadySeconds, rollout.loop.now));
  return new Set(available.map(getTargetNodeName)).size;
}

function assertOneOldOneNew(rollout: DaemonRollout): void {
  const seen = new Set<string>();
  for (const pod of rollout.livePods()) {
    const place = `${getTargetNodeName(pod)} ${imageOf(pod) ?? ''}`;
    assert.ok(!seen.has(place), `two live pods of one template: ${place}`);
    seen.add(place);
  }
}

describe('A healthy rollout of a DaemonSet', function () {
  this.timeout(60_000);

  it('without surge never leaves more than maxUnavailable nodes without an available pod, and completes', () => {
    fc.assert(
      fc.property(rolloutOf(withoutSurge), (options) => {
        const most = getScaledValueFromIntOrPercent(options.updateStrategy.rollingUpdate?.maxUnavailable, options.nodes, true);
        const rollout = play(options, (running) => {
          assert.ok(options.nodes - availableNodes(running, options.minReadySeconds) <= most);
          assertOneOldOneNew(running);
          assert.ok(running.livePods().length <= options.nodes);
        });
        assert.deepEqual(rollout.livePods().map(imageOf), Array(options.nodes).fill('v2'));
      }),
      { numRuns: 40 },
    );
  });

  it('with surge keeps every node available, never has more than maxSurge extra pods, and completes', () => {
    fc.assert(
      fc.property(rolloutOf(withSurge), (options) => {
        const most = getScaledValueFromIntOrPercent(options.updateStrategy.rollingUpdate?.maxSurge, options.nodes, true);
        const rollout = play(options, (running) => {
          assert.equal(availableNodes(running, options.minReadySeconds), options.nodes);
          assertOneOldOneNew(running);
          assert.ok(running.livePods().length <= options.nodes + most);
        });
        assert.deepEqual(rollout.livePods().map(imageOf), Array(options.nodes).fill('v2'));
      }),
      { numRuns: 40 },
    );
  });

  it('can lose the wake-up of a pod that gets ready while an earlier one waits, as in Kubernetes, and goes on at the next look', () => {
    const rollout = new DaemonRollout({
      nodes: 2,
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0, maxSurge: 2 } },
      minReadySeconds: 3,
      seed: 839236474,
      slowest: 7,
    });
    assert.ok(rollout.runUntilComplete());
    rollout.roll('v2');
    assert.equal(rollout.runUntilComplete(), false);
    assert.equal(rollout.daemonSet?.status?.updatedNumberScheduled, 1);
    rollout.resync();
    assert.ok(rollout.runUntilComplete());
  });

  it('gives the same bytes for the same seed', () => {
    const history = (options: RolloutOptions): string => {
      const seen: unknown[] = [];
      const note = (item: unknown): void => {
        seen.push(item);
      };
      const rollout = play({ ...options, onDecision: note, onEvent: note });
      return JSON.stringify([seen, [...rollout.store.list('Pod')], rollout.daemonSet]);
    };
    fc.assert(
      fc.property(rolloutOf(fc.oneof(withoutSurge, withSurge)), (options) => {
        assert.equal(history(options), history(options));
      }),
      { numRuns: 15 },
    );
  });

  it('says the same whether or not decisions are recorded', () => {
    const options: RolloutOptions = {
      nodes: 12,
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 3 } },
    };
    const recorded: Decision[] = [];
    const quiet = play(options);
    const explained = play({ ...options, onDecision: (decision) => recorded.push(decision) });
    assert.deepEqual([...explained.store.list('Pod')], [...quiet.store.list('Pod')]);
    assert.ok(recorded.length > 0);
  });
});

describe('A DaemonSet on 300 nodes', () => {
  const decisions: Decision[] = [];
  const rollout = new DaemonRollout({
    nodes: 300,
    updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '100%', maxSurge: 0 } },
    onDecision: (decision) => decisions.push(decision),
  });
  const outcomes = (step: string): unknown[] =>
    decisions
      .flatMap(({ steps }) => steps.filter((candidate) => candidate.step === step))
      .map(({ inputs, subjects = [] }) => [
        'creations' in inputs ? inputs.creations : 'allowedReplacements' in inputs && inputs.allowedReplacements,
        subjects.filter(({ role }) => role === 'created' || role === 'deleted').length,
      ]);

  it('creates 250 pods in the first sync and the rest when they have been seen', () => {
    assert.ok(rollout.runUntilComplete());
    assert.deepEqual(outcomes('manage').slice(0, 2), [
      [300, 250],
      [50, 50],
    ]);
  });

  it('deletes 250 pods at most in one sync, too', () => {
    decisions.length = 0;
    rollout.roll('v2');
    assert.ok(rollout.runUntilComplete());
    const deleted = outcomes('rollingUpdate').map((outcome) => (outcome as number[])[1]);
    assert.equal(deleted[0], 250);
    assert.equal(
      deleted.reduce((sum = 0, count = 0) => sum + count, 0),
      300,
    );
  });
});
