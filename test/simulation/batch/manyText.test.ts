import assert from 'node:assert/strict';
import type { RunFigures } from '../../../src/engine/simulation/batch/repeatedRun';
import { simulateMany } from '../../../src/engine/simulation/batch/simulateMany';
import { RunCollector } from '../../../src/engine/simulation/batch/statistics';
import type { Scenario } from '../../../src/engine/simulation/scenario/scenario';
import { scenarioFor } from '../../../src/engine/simulation/scenario/scenarioFor';
import { simulate } from '../../../src/engine/simulation/simulate';
import { valuesAt } from '../../../src/engine/simulation/timeline/timelineQueries';
import { causesSentence, chanceRows, durationSentence } from '../../../src/engine/simulation/words/manyText';
import { deployment } from '../support';

const SCENARIO: Scenario = {
  ...scenarioFor(deployment(6), { cluster: { nodeCount: 3 } }),
  behavior: { default: { start: { min: 2, max: 40 } } },
};

function collected(figures: Iterable<RunFigures>): RunCollector {
  const collector = new RunCollector();
  for (const run of figures) collector.add(run);
  return collector;
}

function played(count: number): readonly RunFigures[] {
  const runs: RunFigures[] = [];
  const seeds = Array.from({ length: count }, (_, index) => index + 1);
  simulateMany(SCENARIO, seeds, (run) => {
    runs.push(run);
  });
  return runs;
}

/** Runs that are like the first but for what is said. */
function madeUp(count: number, change: (run: RunFigures, index: number) => Partial<RunFigures>): RunCollector {
  const [run] = played(1);
  assert.ok(run !== undefined);
  return collected(Array.from({ length: count }, (_, index) => ({ ...run, seed: index, ...change(run, index) })));
}

const rowsOf = (collector: RunCollector): Readonly<Record<string, string>> =>
  Object.fromEntries(chanceRows(collector.summary()).map(({ label, value }) => [label, value]));

describe('many runs in words', () => {
  it('the duration, in half, nine of ten and 99 of 100 runs', () => {
    const durations = madeUp(1000, ({ facts }, index) => ({ facts: { ...facts, duration: 181 + index / 10 } }));
    assert.equal(
      durationSentence(durations.summary()),
      '1,000 runs: complete after about 3 min 51 s; nine times out of ten within 4 min 31 s, 99 times out of 100 within 4 min 40 s',
    );
  });

  it('how often the deadline is missed, and the floor is fallen below', () => {
    const collector = madeUp(1000, ({ facts, outcome }, index) => ({
      outcome: { ...outcome, deadlineExceededAt: index < 20 ? 600 : undefined },
      facts: { ...facts, secondsBelowFloor: index < 5 ? 3 : 0 },
    }));
    const rows = rowsOf(collector);
    assert.match(
      rows['Progress deadline missed'] ?? '',
      /^20 of 1,000 runs \(2 %; the true share lies between 1\.3 % and 3\.1 %\)$/,
    );
    assert.match(rows['Fewer available than wanted'] ?? '', /^5 of 1,000 runs \(0\.5 %; /);
    assert.match(rows['Not completed'] ?? '', /^in none of 1,000 runs/);
    assert.equal('Failed requests' in rows, false);
  });

  it('lost requests as a range, where somebody asks', () => {
    const rows = rowsOf(madeUp(1000, (_, index) => ({ failedRequests: index })));
    assert.equal(rows['Failed requests'], 'about 499; 99 to 899 in eight of ten runs');
  });

  it('what matters most', () => {
    const causes = [
      { name: 'warmUp', low: 190, high: 300, share: 0.7 },
      { name: 'start', low: 220, high: 267, share: 0.3 },
    ] as const;
    assert.equal(causesSentence(causes), 'warm-up (readiness) makes 70 % of the spread (3 min 10 s to 5 min), start-up 30 %');
  });
});

describe('the band of available pods', () => {
  it('holds eight of ten runs at each moment, as their timelines have them', () => {
    const runs = played(20);
    const { times, p10, p50, p90 } = collected(runs).band(30);
    const timelines = runs.map(({ seed }) => simulate({ ...SCENARIO, seed }));
    for (const [index, t] of times.entries()) {
      const available = timelines.map(({ totals }) => valuesAt(totals, t)?.available ?? 0).sort((a, b) => a - b);
      assert.deepEqual([p10[index], p50[index], p90[index]], [available[1], available[9], available[17]], `at ${t} s`);
    }
    assert.ok(
      times.some((_, index) => (p10[index] ?? 0) < (p90[index] ?? 0)),
      'the runs differ',
    );
  });
});
