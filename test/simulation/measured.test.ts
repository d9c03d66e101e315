import assert from 'node:assert/strict';
import type { Timeline } from '../../src/engine/simulation/timeline/timeline';
import { podLife } from '../../src/engine/simulation/timeline/timelineQueries';
import { deployment, play } from './support';

/** What was seen on a running control plane and has no other place. */
describe('as measured on a running cluster', () => {
  const moment = ({ nodeChanges }: Timeline, change: string): number =>
    nodeChanges.find((found) => found.change === change)?.t ?? Number.NaN;

  it('the taint of a cordon comes and goes some milliseconds after the field', () => {
    const timeline = play(deployment(2), {
      actions: [
        { at: 10, action: 'cordon', node: 'node-1' },
        { at: 20, action: 'uncordon', node: 'node-1' },
        { at: 30, action: 'pause' },
      ],
    });
    const delays = [moment(timeline, 'tainted') - 10, moment(timeline, 'untainted') - 20];
    assert.deepEqual([moment(timeline, 'cordoned'), moment(timeline, 'uncordoned')], [10, 20]);
    for (const delay of delays) assert.ok(delay > 0 && delay < 0.1, `after ${delay} s`);
  });

  it('pods of a removed node fail before they are gone, and are replaced at once then', () => {
    const timeline = play(deployment(3), { actions: [{ at: 20, action: 'removeNode', node: 'node-1' }] });
    const lives = Array.from({ length: timeline.pods.count }, (_, pod) => podLife(timeline.pods, pod));
    const failed = lives.flatMap((life) => life.filter(({ state }) => state === 'Failed'));
    assert.equal(failed.length, 1);
    const replaced = [...timeline.pods.createdAt].filter((t) => t > 20);
    assert.equal(replaced.length, 1);
    assert.ok(Math.abs((replaced[0] ?? 0) - (failed[0]?.t ?? 0)) < 0.1);
  });

  it('what happens together happens some milliseconds apart, and not at all without latency', () => {
    const readyTimes = (latencyMs: number): number => {
      const { pods } = play(deployment(6, { maxSurge: '100%' }), { latencyMs });
      const ready = [...pods.createdAt.keys()].flatMap((pod) =>
        pods.createdAt[pod] === undefined || pods.createdAt[pod] < 0
          ? []
          : podLife(pods, pod).filter(({ state }) => state === 'Available'),
      );
      return new Set(ready.map(({ t }) => t)).size;
    };
    assert.equal(readyTimes(0), 1);
    assert.ok(readyTimes(10) > 1);
  });
});
