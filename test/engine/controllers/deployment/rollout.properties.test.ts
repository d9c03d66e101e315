/** What must hold of any rollout, whatever sizes, bounds, starting times and edits; and no stored object ever changes. */
import type { ReplicaSet } from '../../../../src/model/apiTypes';
import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import type { IntOrString } from '../../../../src/model/intOrPercent';
import { isPodAvailable } from '../../../../src/model/podConditions';
import { KINDS } from '../../../../src/engine/api/kinds';
import { maxSurge, minAvailable } from '../../../../src/engine/controllers/deployment/deploymentUtil/fenceposts';
import { RandomSource } from '../../../../src/engine/kernel/random';
import { DeploymentWorld, webDeployment } from '../../../support/deploymentWorld';

interface Story {
  readonly seed: number;
  readonly replicas: number;
  readonly maxSurge: IntOrString;
  readonly maxUnavailable: IntOrString;
  readonly minReadySeconds: number;
  readonly lagMs: number;
  readonly terminationSeconds: number;
  readonly slowest: number;
  /** New images, by the second at which they are set. */
  readonly rollouts: readonly number[];
}

const bound = fc.oneof(
  fc.nat(6),
  fc.integer({ min: 0, max: 100 }).map((percent) => `${percent}%`),
);
const bounds = fc.tuple(bound, bound).filter(([surge, unavailable]) => !(isZero(surge) && isZero(unavailable)));

function isZero(value: IntOrString): boolean {
  return value === 0 || value === '0%';
}

const story: fc.Arbitrary<Story> = fc
  .record({
    seed: fc.nat(),
    replicas: fc.integer({ min: 1, max: 25 }),
    bounds,
    minReadySeconds: fc.constantFrom(0, 0, 0, 3),
    lagMs: fc.constantFrom(0, 0, 1, 40),
    terminationSeconds: fc.integer({ min: 0, max: 12 }),
    slowest: fc.integer({ min: 1, max: 9 }),
    rollouts: fc.array(fc.integer({ min: 20, max: 60 }), { minLength: 1, maxLength: 3 }),
  })
  .map(({ bounds: [surge, unavailable], ...rest }) => ({ ...rest, maxSurge: surge, maxUnavailable: unavailable }));

/** The same with caches that keep up with every write. */
const prompt = story.map((each): Story => ({ ...each, lagMs: 0 }));

/** What is seen of a running story. */
interface Observer {
  /** After each write to the store. */
  readonly onWrite?: (world: DeploymentWorld) => void;
}

function tell(
  { seed, replicas, minReadySeconds, lagMs, terminationSeconds, ...rest }: Story,
  observer: Observer = {},
): DeploymentWorld {
  const random = new RandomSource(seed).stream('startup');
  const world = new DeploymentWorld({
    startupSeconds: () => 1 + Math.floor(random() * rest.slowest * 10) / 10,
    terminationSeconds,
    lagMs: () => lagMs,
    freeze: true,
  });
  const rollingUpdate = { maxSurge: rest.maxSurge, maxUnavailable: rest.maxUnavailable };
  world.create(webDeployment({ replicas, minReadySeconds, strategy: { type: 'RollingUpdate', rollingUpdate } }));
  world.runUntil(19);
  if (observer.onWrite !== undefined) {
    world.store.subscribe(KINDS, () => observer.onWrite?.(world));
  }
  for (const [index, at] of rest.rollouts.toSorted((a, b) => a - b).entries()) {
    world.at(at, () => {
      world.setImage(`app:v${index + 2}`);
    });
  }
  world.runUntil(2000);
  return world;
}

function wantedPods(world: DeploymentWorld): number {
  let total = 0;
  for (const { spec } of world.store.list('ReplicaSet')) total += spec.replicas ?? 1;
  return total;
}

function availablePods({ store, loop, deployment }: DeploymentWorld): number {
  const { minReadySeconds = 0 } = deployment.spec;
  return Array.from(store.list('Pod')).filter(
    (pod) => pod.metadata.deletionTimestamp === undefined && isPodAvailable(pod, minReadySeconds, loop.now),
  ).length;
}

function assertFloor(world: DeploymentWorld): void {
  const least = minAvailable(world.deployment);
  const available = availablePods(world);
  assert.ok(available >= least, `${available} available, at least ${least} promised`);
}

describe('Any rollout with healthy pods', function () {
  this.timeout(120_000);

  it('completes, with nothing of the old versions left', () => {
    fc.assert(
      fc.property(story, (each) => {
        const world = tell(each);
        assert.ok(world.isComplete, 'not complete');
        const images = new Set(Array.from(world.store.list('Pod'), ({ spec }) => spec.containers[0]?.image));
        assert.deepEqual([...images], [`app:v${each.rollouts.length + 1}`]);
        assert.equal(world.store.count('Pod'), each.replicas);
      }),
      { numRuns: 150 },
    );
  });

  // A write protects the one ReplicaSet that it changes, not the sum: a controller that decides by a stale copy of another
  // ReplicaSet may go past the bounds for a moment, upstream as here. With caches that keep up they hold at every write.
  it('never asks for more pods than replicas and surge when the controllers see at once what they do', () => {
    fc.assert(
      fc.property(prompt, (each) => {
        tell(each, {
          onWrite: (world) => {
            const most = each.replicas + maxSurge(world.deployment);
            assert.ok(wantedPods(world) <= most, `${wantedPods(world)} pods asked for, ${most} allowed`);
          },
        });
      }),
      { numRuns: 150 },
    );
  });

  it('never has more active pods than replicas and surge when the controllers see at once what they do', () => {
    fc.assert(
      fc.property(prompt, (each) => {
        tell(each, {
          onWrite: (world) => {
            const active = Array.from(world.store.list('Pod')).filter(({ metadata }) => metadata.deletionTimestamp === undefined);
            assert.ok(active.length <= each.replicas + maxSurge(world.deployment));
          },
        });
      }),
      { numRuns: 100 },
    );
  });

  it('never falls below the minimum of ready pods by deletions of controllers that see at once what they do', () => {
    fc.assert(
      fc.property(prompt, (each) => {
        tell({ ...each, minReadySeconds: 0 }, { onWrite: assertFloor });
      }),
      { numRuns: 150 },
    );
  });

  it('never falls below the minimum of available pods when the one before it had become available', () => {
    fc.assert(
      fc.property(prompt, (each) => {
        tell({ ...each, rollouts: each.rollouts.slice(0, 1) }, { onWrite: assertFloor });
      }),
      { numRuns: 150 },
    );
  });

  // QUIRK: unavailable pods are taken from the oldest ReplicaSet first, and pods that share a node before those that are
  // ready for the shortest time: with minReadySeconds, an edit in the middle costs pods that were ready, upstream as here.
  it('may fall below the minimum when minReadySeconds has not passed for the version before', () => {
    const short: number[] = [];
    const each = { seed: 275_196_659, replicas: 21, lagMs: 0, terminationSeconds: 0, slowest: 4, rollouts: [33, 50, 51] };
    const onWrite = (world: DeploymentWorld): void => {
      if (availablePods(world) < minAvailable(world.deployment)) short.push(world.loop.now);
    };
    tell({ ...each, minReadySeconds: 3, maxSurge: 0, maxUnavailable: 6 }, { onWrite });
    assert.ok(short.length > 0);
    short.length = 0;
    tell({ ...each, minReadySeconds: 0, maxSurge: 0, maxUnavailable: 6 }, { onWrite });
    assert.deepEqual(short, []);
  });

  it('counts one revision per template, in the replica sets and the Deployment', () => {
    fc.assert(
      fc.property(story, (each) => {
        const world = tell(each);
        const revision = ({ metadata }: ReplicaSet): number =>
          Number(metadata.annotations?.['deployment.kubernetes.io/revision']);
        const revisions = Array.from(world.store.list('ReplicaSet'), revision).sort((a, b) => a - b);
        assert.equal(new Set(revisions).size, revisions.length);
        assert.equal(world.deployment.metadata.annotations?.['deployment.kubernetes.io/revision'], String(revisions.at(-1)));
      }),
      { numRuns: 60 },
    );
  });

  it('comes out the same, byte for byte, from the same seed', () => {
    fc.assert(
      fc.property(story, (each) => {
        const dump = (): string => {
          const world = tell(each);
          const objects = (['Deployment', 'ReplicaSet', 'Pod'] as const).map((kind) => [...world.store.list(kind)]);
          return JSON.stringify([objects, world.store.resourceVersion, world.loop.steps]);
        };
        assert.equal(dump(), dump());
      }),
      { numRuns: 30 },
    );
  });

  it('writes nothing more once it is complete', () => {
    fc.assert(
      fc.property(story, (each) => {
        const world = tell(each);
        const { resourceVersion } = world.store;
        world.runUntil(6000);
        assert.equal(world.store.resourceVersion, resourceVersion);
      }),
      { numRuns: 30 },
    );
  });
});
