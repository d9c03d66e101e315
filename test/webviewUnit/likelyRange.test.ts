import assert from 'node:assert/strict';
import { likelyRange, type LikelyRange } from '../../src/engine/simulation/batch/likelyRange';
import { hasKnownSpread } from '../../src/engine/simulation/batch/knownSpread';
import { Rollout } from '../../src/engine/simulation/rollout';
import type { Scenario } from '../../src/engine/simulation/scenario/scenario';
import { scenarioFor } from '../../src/engine/simulation/scenario/scenarioFor';
import { createWorkerClient, type WorkerClient } from '../../webview/link/workerClient';
import type { Event } from '../../webview/model/events';
import { deployment } from '../simulation/support';
import { fakeWorkers } from './fakeWorkers';

const measured = (seed: number): Scenario => ({
  ...scenarioFor(deployment(3), { cluster: { nodeCount: 2 } }),
  behavior: { default: { start: { list: [2, 9, 31, 5, 14] } } },
  seed,
});

function expected(scenario: Scenario): LikelyRange | undefined {
  const rollout = new Rollout(scenario);
  while (rollout.advance(Infinity));
  const runs = likelyRange(scenario, rollout.progress.steps);
  for (;;) {
    const { value, done } = runs.next();
    if (done === true) return value;
  }
}

interface Page {
  readonly client: WorkerClient;
  readonly heard: () => readonly string[];
  /** The ranges that become known, in turn. */
  readonly next: () => Promise<Extract<Event, { type: 'likelyKnown' }>>;
}

function openPage(): Page {
  const { workers, create } = fakeWorkers(() => 0);
  const known: Extract<Event, { type: 'likelyKnown' }>[] = [];
  let wake: (() => void) | undefined;
  const client = createWorkerClient({
    createWorker: create,
    dispatch: (event) => {
      if (event.type !== 'likelyKnown') return;
      known.push(event);
      wake?.();
    },
    tellsRange: (scenario) => hasKnownSpread(scenario, false),
  });
  const next: Page['next'] = async () => {
    if (known.length === 0)
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    return known.shift() as Extract<Event, { type: 'likelyKnown' }>;
  };
  return { client, heard: () => workers.flatMap(({ heard }) => heard), next };
}

describe('the range beside the verdict', () => {
  it('is that of the hover: the same runs, worked out once nothing else is asked for', async () => {
    const { client, next, heard } = openPage();
    const scenario = measured(1);
    client.simulate(scenario);
    assert.deepEqual(heard(), ['simulate']);
    const { scenario: about, range } = await next();
    assert.equal(about, scenario);
    assert.ok(range !== undefined && range.p90 > range.p10);
    assert.deepEqual(range, expected(scenario));
  });

  it('is not worked out for what was edited before it came to it', async () => {
    const { client, next, heard } = openPage();
    for (const seed of [1, 2, 3]) client.simulate(measured(seed));
    const { scenario } = await next();
    assert.equal(scenario.seed, 3);
    assert.equal(heard().filter((type) => type === 'likely').length, 1);
  });

  it('ends at the next edit, and is told of that only', async () => {
    const { client, next, heard } = openPage();
    const isAsked = (): boolean => heard().includes('likely');
    client.simulate(measured(1));
    while (!isAsked()) await new Promise((resolve) => setTimeout(resolve, 1));
    client.simulate(measured(2));
    assert.equal((await next()).scenario.seed, 2);
  });

  it('is remembered: an edit that is taken back plays nothing again', async () => {
    const { client, next, heard } = openPage();
    const [first, second] = [measured(1), measured(2)];
    for (const scenario of [first, second]) {
      client.simulate(scenario);
      await next();
    }
    client.simulate(structuredClone(first));
    const { range } = await next();
    assert.deepEqual(range, expected(first));
    assert.equal(heard().filter((type) => type === 'likely').length, 2);
  });
});
