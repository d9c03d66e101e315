import assert from 'node:assert/strict';
import { seededRandom } from '../../src/model/seededRandom';
import type { Scenario } from '../../src/engine/simulation/scenario/scenario';
import { simulate } from '../../src/engine/simulation/simulate';
import { Pace } from '../../src/engine/simulation/world/pace';
import { deployment, play, scenario } from './support';

/** The times of events with this reason, in the order of the first of each, with how many there are. */
function bursts(timeline: ReturnType<typeof play>, wanted: string): number[] {
  const counts = new Map<number, number>();
  for (const { reason, t } of timeline.events) if (reason === wanted) counts.set(t, (counts.get(t) ?? 0) + 1);
  return [...counts.values()];
}

describe('The requests of one sync', () => {
  const surge = deployment(7, { maxSurge: '100%', maxUnavailable: 0 });

  it('reach the scheduler some time apart: one pod first, the others in larger batches', () => {
    const [first, ...others] = bursts(play(surge, { latencyMs: 100 }), 'Scheduled');
    assert.equal(first, 1);
    assert.equal(
      others.reduce((sum, count) => sum + count, 0),
      6,
    );
  });

  it('take no time without latency', () => {
    assert.deepEqual(bursts(play(surge, { latencyMs: 0 }), 'Scheduled'), [7]);
  });

  it('take another time with another seed', () => {
    const lengths = [1, 2, 3].map((seed) => {
      const times = play(surge, { latencyMs: 100, seed })
        .events.filter(({ reason }) => reason === 'Scheduled')
        .map(({ t }) => t);
      return Math.max(...times) - Math.min(...times);
    });
    assert.equal(new Set(lengths).size, 3);
  });
});

describe('Requests that are under way at once', () => {
  it('slow each other down, up to four of them, and no later one', () => {
    let now = 0;
    const pace = new Pace(
      1000,
      () => 0.5,
      0.5,
      () => now,
    );
    const atOnce = Array.from({ length: 6 }, () => pace.schedulingMs());
    const [alone = 0] = atOnce;
    assert.deepEqual(
      atOnce.map((took) => Math.round((10 * took) / alone) / 10),
      [1, 1.8, 2.6, 3.4, 4.2, 4.2],
    );
    now = 10_000;
    assert.equal(pace.schedulingMs(), alone);
  });
});

describe('What the client of a controller may send', () => {
  const many = 200;

  /** So many pods where none were, or none where so many were. */
  function scaled(before: number, after: number, rest: Partial<Scenario> = {}): ReturnType<typeof simulate> {
    const made = scenario(deployment(after), { nodeCount: 10, latencyMs: 10 });
    return simulate({ ...made, workload: { before: deployment(before), after: deployment(after) }, ...rest });
  }

  function secondsUntilLastOf(createdAt: Iterable<number>): number {
    return Math.max(...createdAt);
  }

  it('holds many new pods up: 30 requests at once, then 20 in a second', () => {
    const { pods, events, outcome } = scaled(0, many);
    const last = secondsUntilLastOf(pods.createdAt);
    // 200 pods, 25 events that are sent, and a few words of the ReplicaSet: about (225 − 30) / 20 seconds.
    assert.ok(last > 9.5 && last < 12, String(last));
    const inFirstSecond = [...pods.createdAt].filter((t) => t < 1).length;
    assert.ok(inFirstSecond < 50, String(inFirstSecond));
    assert.equal(outcome.kind, 'complete');
    const told = events.filter(({ reason }) => reason === 'SuccessfulCreate').map(({ t }) => t);
    assert.equal(secondsUntilLastOf(told), last);
    assert.deepEqual(
      told,
      told.toSorted((a, b) => a - b),
    );
  });

  it('holds deletions up as well', () => {
    const { outcome, totals } = scaled(many, 0);
    assert.ok(outcome.at > 9.5 && outcome.at < 16, String(outcome.at));
    const terminating = totals.columns.indexOf('terminating');
    const most = Math.max(...[...totals.times].map((_, row) => totals.values[row * totals.columns.length + terminating] ?? 0));
    assert.ok(most < 120, String(most));
  });

  it('lets both sides of a rolling update have their turns', () => {
    const made = scenario(deployment(400, { maxSurge: '25%', maxUnavailable: '25%' }), { nodeCount: 20, latencyMs: 10 });
    const { facts, outcome } = simulate(made);
    assert.ok(facts.minAvailable < 380, String(facts.minAvailable));
    assert.ok(facts.maxPods > 420, String(facts.maxPods));
    // 400 new pods and 400 deletions of the one ReplicaSet controller.
    assert.ok(outcome.at > 35 && outcome.at < 60, String(outcome.at));
  });

  it('is as much as one likes with 0 per second, or where requests take no time', () => {
    for (const rest of [{ clientLimits: { qps: 0, burst: 1 } }, { latencyMs: 0 }])
      assert.ok(secondsUntilLastOf(scaled(0, many, rest).pods.createdAt) < 1);
    const slow = scaled(0, 20, { clientLimits: { qps: 1, burst: 1 } });
    assert.ok(secondsUntilLastOf(slow.pods.createdAt) > 19);
  });
});

describe('What is written', () => {
  const lags = (latencyMs: number): readonly number[] => {
    const pace = new Pace(latencyMs, seededRandom(1));
    return Array.from({ length: 200 }, () => pace.travelMs());
  };

  it('is heard of by nobody in the same moment', () => {
    assert.ok(lags(10).every((ms) => ms >= 1));
    assert.ok(lags(1).every((ms) => ms === 1));
  });

  it('is heard of at once without latency', () => {
    assert.deepEqual([...new Set(lags(0))], [0]);
  });
});
