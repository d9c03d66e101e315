import assert from 'node:assert/strict';
import { POD_STATES, type PodState, type Timeline } from '../../src/engine/simulation/timeline/timeline';
import { countUntil, podLife, podsAt, podStateAt, rowOf, valuesAt } from '../../src/engine/simulation/timeline/timelineQueries';
import { deployment, play } from './support';

const TIMELINE = play(deployment(8), {
  all: { start: { min: 1, max: 6 }, shutDown: { min: 1, max: 3 } },
  actions: [
    { at: 4, action: 'killPod' },
    { at: 9, action: 'breakRevision', revision: 'after', failure: { kind: 'crash', after: 3, times: 2 } },
  ],
});

/** The state of every pod at t, by replaying all changes from the beginning. */
function replayed({ pods }: Timeline, t: number): (PodState | undefined)[] {
  const states: (PodState | undefined)[] = Array.from({ length: pods.count }, () => undefined);
  for (let pod = 0; pod < pods.count; pod++) {
    for (let index = pods.changeOffsets[pod] ?? 0; index < (pods.changeOffsets[pod + 1] ?? 0); index++) {
      if ((pods.changeTimes[index] ?? Infinity) <= t) states[pod] = POD_STATES[pods.changeStates[index] ?? -1];
    }
  }
  return states;
}

/** Moments before, at, between and after all changes. */
const MOMENTS = [
  -10,
  ...new Set(TIMELINE.pods.changeTimes),
  ...[...new Set(TIMELINE.pods.changeTimes)].flatMap((t) => [t - 0.05, t + 0.05]),
  TIMELINE.end,
  TIMELINE.end + 100,
];

describe('questions to a timeline', () => {
  it('find the state of each pod at any moment, as a replay from the beginning does', () => {
    for (const t of MOMENTS) {
      const states = Array.from({ length: TIMELINE.pods.count }, (_, pod) => podStateAt(TIMELINE.pods, pod, t));
      assert.deepEqual(states, replayed(TIMELINE, t), `at ${t}`);
    }
  });

  it('list the pods that exist, in the order of creation', () => {
    for (const t of MOMENTS) {
      const expected = replayed(TIMELINE, t).flatMap((state, pod) =>
        state === undefined || state === 'Gone' ? [] : [{ pod, state }],
      );
      assert.deepEqual(podsAt(TIMELINE, t), expected, `at ${t}`);
    }
  });

  it('count the same as the totals say', () => {
    for (const t of MOMENTS.filter((moment) => moment >= 0)) {
      const pods = podsAt(TIMELINE, t);
      const totals = valuesAt(TIMELINE.totals, t);
      const count = (...wanted: readonly PodState[]): number => pods.filter(({ state }) => wanted.includes(state)).length;
      assert.equal(totals?.available, count('Available'), `available at ${t}`);
      assert.equal(totals.ready, count('Ready', 'Available'), `ready at ${t}`);
      assert.equal(totals.terminating, count('Terminating'), `terminating at ${t}`);
      assert.equal(totals.total, count('Unscheduled', 'Creating', 'Running', 'Ready', 'Available', 'CrashLoop'), `total at ${t}`);
      assert.equal(totals.newPods + totals.oldPods, totals.total);
    }
  });

  it('give the whole life of a pod', () => {
    const life = podLife(TIMELINE.pods, 0);
    assert.deepEqual([life[0]?.state, life.at(-1)?.state], ['Available', 'Gone']);
  });

  it('know nothing before the first row of a series', () => {
    assert.equal(valuesAt(TIMELINE.totals, -1), undefined);
  });

  it('take the last of several rows of one moment', () => {
    const { times } = TIMELINE.totals;
    const row = times.findIndex((t, index) => times[index + 1] === t);
    assert.ok(row >= 0, 'there is such a moment');
    const last = times.lastIndexOf(times[row] ?? 0);
    assert.deepEqual(valuesAt(TIMELINE.totals, times[row] ?? 0), rowOf(TIMELINE.totals, last));
  });

  it('count what has happened so far', () => {
    const items = [{ t: 0 }, { t: 1 }, { t: 1 }, { t: 4 }];
    assert.deepEqual(
      [-1, 0, 1, 3.9, 4, 9].map((t) => countUntil(items, t)),
      [0, 1, 3, 3, 4, 4],
    );
  });
});
