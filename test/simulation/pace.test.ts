import assert from 'node:assert/strict';
import { deployment, play } from './support';

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
