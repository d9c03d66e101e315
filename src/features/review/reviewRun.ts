import { likelyRange, type LikelyRange } from '../../engine/simulation/batch/likelyRange';
import { Rollout } from '../../engine/simulation/rollout';
import type { Scenario } from '../../engine/simulation/scenario/scenario';
import type { Timeline } from '../../engine/simulation/timeline/timeline';
import { valuesAt } from '../../engine/simulation/timeline/timelineQueries';
import { verdict } from '../../engine/simulation/verdict/verdict';
import { EngineError } from '../../engine/kernel/engineError';
import { grouped } from '../../model/words';

/** What a simulated apply came to. */
export interface ReviewRun {
  readonly tone: 'good' | 'warning' | 'bad';
  readonly headline: string;
  readonly details: readonly string[];
  /** Until it is complete; undefined where it never is. */
  readonly seconds: number | undefined;
  /** What it took to play it. */
  readonly steps: number;
  readonly desired: number;
  /** Available pods at even distances in time, from the apply to the end. */
  readonly available: readonly number[];
}

/** Between two steps the caller may do something else, or stop. */
const STEPS_A_SLICE = 2_000;
/** Beyond this nobody waits for a review. */
const MAX_STEPS = 200_000;

/** What hovers and lenses say of a rollout: its run, and where its times vary, between which times it is likely to end. */
export interface EstimatedRun extends ReviewRun {
  readonly likely?: LikelyRange | undefined;
}

/** The run first, for whoever waits for it; then a batch for idle time. `varies`: is there a range to tell? */
export function* estimateInSteps(
  scenario: Scenario,
  stepsASlice: number,
  varies: boolean,
): Generator<EstimatedRun | undefined, EstimatedRun | string> {
  const run = yield* playInSteps(scenario, stepsASlice);
  if (typeof run === 'string' || !varies || run.seconds === undefined) return run;
  yield run;
  return { ...run, likely: yield* likelyRange(scenario, run.steps) };
}

/** Plays a scenario in slices; a text instead of a result says why there is none. */
export function* playInSteps(scenario: Scenario, stepsASlice = STEPS_A_SLICE): Generator<undefined, ReviewRun | string> {
  try {
    const rollout = new Rollout(scenario);
    while (rollout.advance(stepsASlice)) {
      if (rollout.progress.steps > MAX_STEPS)
        return `Not simulated: it takes more than ${grouped(MAX_STEPS)} steps. Open it in the simulator.`;
      yield;
    }
    return runOf(rollout.timeline(), rollout.progress.steps);
  } catch (error) {
    if (error instanceof EngineError) return `Not simulated: ${error.message}`;
    throw error;
  }
}

function runOf(timeline: Timeline, steps: number): ReviewRun {
  const { tone, headline, details } = verdict(timeline);
  const { duration, desired } = timeline.facts;
  return { tone, headline, details, seconds: duration, steps, desired, available: samplesOf(timeline) };
}

const SAMPLES = 40;

/** Of each stretch of time its worst moment: a short outage must not fall between two samples. */
function samplesOf(timeline: Timeline): number[] {
  const { totals, end } = timeline;
  const column = totals.columns.indexOf('available');
  const width = totals.columns.length;
  const samples = Array.from({ length: SAMPLES }, (_, index) => valuesAt(totals, (end * index) / SAMPLES)?.available ?? 0);
  for (let row = 0; row < totals.times.length; row++) {
    const t = totals.times[row] ?? 0;
    // Of several states within one instant nobody notices but the last.
    if (t < 0 || totals.times[row + 1] === t) continue;
    const at = Math.min(SAMPLES - 1, Math.floor((t / Math.max(end, 1e-9)) * SAMPLES));
    samples[at] = Math.min(samples[at] ?? 0, totals.values[row * width + column] ?? 0);
  }
  return samples;
}
