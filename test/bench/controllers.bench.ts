/**
 * What the Deployment and ReplicaSet controllers cost: `npm run bench -- controllers`. A whole life is: create, get ready, roll
 * to a new image 25 % / 25 %, with pods that start in a second. Medians of several runs, each on a fresh world; the first, cold
 * one apart.
 */
import { strict as assert } from 'node:assert';
import { DeploymentWorld, KEY, webDeployment } from '../support/deploymentWorld';
import { DeploymentController } from '../../src/engine/controllers/deployment/deploymentController';
import { DecisionRecorder } from '../../src/engine/controllers/decisions';
import { EventRecorder } from '../../src/engine/client/eventRecorder';
import { InformerFactory } from '../../src/engine/client/informerFactory';

const RUNS = 9;
/** The real Go controllers on a fake client and virtual time, for the same life, in milliseconds. */
const GO: Readonly<Record<number, number>> = { 10: 26, 100: 49, 1000: 730 };

interface Life {
  readonly milliseconds: number;
  readonly steps: number;
}

function life(replicas: number, startup: (index: number) => number, decisions: boolean): Life {
  let recorded = 0;
  const count = (): void => {
    recorded++;
  };
  const world = new DeploymentWorld({
    startupSeconds: (_image, index) => startup(index),
    ...(decisions && { onDecision: count }),
  });
  const started = performance.now();
  world.create(webDeployment({ replicas }));
  world.runUntil(30);
  assert.ok(world.isComplete, 'the creation is not complete');
  world.at(30.5, () => {
    world.setImage('app:v2');
  });
  world.runUntil(1800);
  const milliseconds = performance.now() - started;
  assert.ok(world.isComplete, 'the rollout is not complete');
  if (decisions && recorded === 0) throw new Error('no decisions were recorded');
  return { milliseconds, steps: world.loop.steps };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;
}

function report(name: string, run: () => Life, note = ''): void {
  const first = run();
  const rest = Array.from({ length: RUNS }, () => run().milliseconds);
  const middle = median(rest).toFixed(1);
  const cold = first.milliseconds.toFixed(1);
  console.log(`${name.padEnd(52)} ${middle.padStart(8)} ms  (cold ${cold} ms, ${first.steps} steps)${note}`);
}

for (const replicas of [10, 100, 1000]) {
  report(`life of ${replicas} replicas`, () => life(replicas, () => 1, false), `  Go: ${GO[replicas] ?? '?'} ms`);
}
report('life of 1000 replicas, decisions recorded', () => life(1000, () => 1, true));
report('life of 1000 replicas, starts spread over 10 s', () => life(1000, (index) => 1 + (index % 100) / 10, false));
report('life of 1000 replicas, every start at its own time', () =>
  life(1000, (index) => 1 + ((index * 7919) % 1000) / 100, false),
);

/** One sync of a settled Deployment, which writes nothing. */
function benchSync(replicas: number): void {
  const world = new DeploymentWorld();
  world.create(webDeployment({ replicas }));
  world.runUntil(30);
  const ignore = (): void => undefined;
  const controller = new DeploymentController({
    store: world.store,
    informers: new InformerFactory(world.store, { mode: 'manual' }),
    queue: { add: ignore, addAfter: ignore, addRateLimited: ignore, forget: ignore, numRequeues: () => 0 },
    clock: world.loop,
    recorder: new EventRecorder(ignore),
    decisions: new DecisionRecorder(),
    podTemplateHash: () => 'hash',
  });
  const before = world.store.resourceVersion;
  const rounds = 20_000;
  for (let round = 0; round < rounds; round++) controller.sync(KEY);
  const started = performance.now();
  for (let round = 0; round < rounds; round++) controller.sync(KEY);
  const each = ((performance.now() - started) / rounds) * 1000;
  if (world.store.resourceVersion !== before) throw new Error('a sync with nothing to do wrote something');
  console.log(`${`one idle sync of a Deployment of ${replicas}`.padEnd(52)} ${each.toFixed(2).padStart(8)} µs`);
}

benchSync(10);
benchSync(1000);
