/** Ours: between which times a rollout is likely to end, from a few runs: for places where nobody waits for a thousand. */
import type { Scenario } from '../scenario/scenario';
import { RepeatedFigures } from './repeatedFigures';
import { quantile } from './statistics';

/** Seconds until the rollout is complete, as the runs from the scenario's seed on have them. */
export interface LikelyRange {
  readonly runs: number;
  /** Eight of ten runs end between these; Infinity: not all of them do. */
  readonly p10: number;
  readonly p50: number;
  readonly p90: number;
}

/** About 30 ms of a warm engine. Steps, not time, decide: the same question has the same answer everywhere. */
export const RANGE_STEPS = 12_000;
const MOST_RUNS = 40;
/** Fewer have no tenth. */
const LEAST_RUNS = 10;
/** Other runs may take longer than the one that is known: so much more in all is too much. */
const MOST_OVER = 1.25;

/** How many runs a rollout gets, one of which took so many steps; 0: too few to tell anything. */
function likelyRuns(steps: number): number {
  const runs = Math.min(MOST_RUNS, Math.floor(RANGE_STEPS / Math.max(1, steps)));
  return runs < LEAST_RUNS ? 0 : runs;
}

/**
 * Plays a scenario that has been checked a few times, one run at a time; one run is known to take so many steps. Undefined:
 * half of them are never complete, or it takes more than anybody gives it.
 */
export function* likelyRange(scenario: Scenario, steps: number): Generator<undefined, LikelyRange | undefined> {
  const runs = likelyRuns(steps);
  const repeated = new RepeatedFigures(scenario);
  const durations: number[] = [];
  let left = RANGE_STEPS * MOST_OVER;
  for (let run = 0; run < runs; run++) {
    const rollout = repeated.begin(scenario.seed + run, true);
    if (rollout.advance(left)) return undefined;
    left -= rollout.progress.steps;
    durations.push(rollout.figures().facts.duration ?? Infinity);
    yield;
  }
  const sorted = Float64Array.from(durations).sort();
  const [p10, p50, p90] = [quantile(sorted, 0.1), quantile(sorted, 0.5), quantile(sorted, 0.9)];
  return runs === 0 || p50 === Infinity ? undefined : { runs, p10, p50, p90 };
}
