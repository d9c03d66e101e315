import assert from 'node:assert/strict';
import type { PodLog } from '../../src/engine/simulation/timeline/recording/podLog';
import { timelineFacts } from '../../src/engine/simulation/timeline/scenarioFacts';
import type { Series } from '../../src/engine/simulation/timeline/series';
import { TOTALS_COLUMNS, type TimelineFacts, type TotalsColumn } from '../../src/engine/simulation/timeline/timeline';

/** Five replicas, seven pods at most. */
function totalsOf(pods: readonly (readonly [t: number, total: number])[]): Series<TotalsColumn> {
  const values = pods.flatMap(([, total]) =>
    TOTALS_COLUMNS.map((column) => (column === 'total' ? total : column === 'ceiling' ? 7 : column === 'floor' ? 4 : 5)),
  );
  const times = Float64Array.from(pods, ([t]) => t);
  return { columns: TOTALS_COLUMNS, times, values: Int32Array.from(values), versions: new Int32Array(pods.length) };
}

function factsOf(pods: readonly (readonly [t: number, total: number])[]): TimelineFacts {
  const log = { count: 0 } as PodLog;
  return timelineFacts({ totals: totalsOf(pods), pods: log, end: 10, completeAt: 10, podSpec: { containers: [] } });
}

describe('the peak of a rollout', () => {
  it('is the most pods that there are for any time', () => {
    const { maxPods, maxPodsAt } = factsOf([
      [0, 5],
      [1, 7],
      [1.003, 6],
      [2, 5],
    ]);
    assert.deepEqual([maxPods, maxPodsAt], [7, 1]);
  });

  it('is not where pods of one ReplicaSet come some milliseconds before those go that had to make room', () => {
    const { maxPods } = factsOf([
      [0, 5],
      [1, 7],
      [1.652, 8],
      [1.655, 7],
      [2, 5],
    ]);
    assert.equal(maxPods, 7);
  });

  it('is where more pods than allowed stay, however many writes they see', () => {
    const { maxPods, maxPodsAt } = factsOf([
      [0, 5],
      [1, 8],
      [1.02, 9],
      [1.04, 8],
      [1.06, 8],
      [2, 5],
    ]);
    assert.deepEqual([maxPods, maxPodsAt], [8, 1]);
  });
});
