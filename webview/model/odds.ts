import type { Cause } from '../../src/engine/simulation/batch/causes';
import type { Band, ManyRuns } from '../../src/engine/simulation/batch/statistics';
import type { Scenario } from '../../src/engine/simulation/scenario/scenario';

/** What many runs of a scenario come to, as far as they have been played. */
export interface Odds {
  readonly scenario: Scenario;
  readonly runs: number;
  readonly played: number;
  readonly running: boolean;
  /** Undefined before there are enough for a picture. */
  readonly summary: ManyRuns | undefined;
  readonly band: Band | undefined;
  readonly causes: readonly Cause[] | undefined;
  /** Why there is nothing to show. */
  readonly problem: string | undefined;
}

/** So many of the first runs make the first picture. */
export const FIRST_RUNS = 100;

/** A thousand of what is small; of what is large fewer say as much as anybody waits for, and fit into the memory. */
export function runsFor(desired: number): number {
  if (desired <= 100) return 1_000;
  return desired <= 1_000 ? 200 : 100;
}

/** Of so many pods in all the rollouts may be that are played before anybody asks: about a second of one worker. */
const PODS_AHEAD = 10_000;
const MOST_DESIRED_AHEAD = 100;

/** How many of them are played before anybody asks; of larger rollouts none. */
export function runsAhead(desired: number): number {
  return desired > MOST_DESIRED_AHEAD ? 0 : Math.min(runsFor(desired), Math.floor(PODS_AHEAD / Math.max(1, desired)));
}

const texts = new WeakMap<Scenario, string>();

function textWithoutSeed(scenario: Scenario): string {
  let text = texts.get(scenario);
  if (text === undefined) texts.set(scenario, (text = JSON.stringify({ ...scenario, seed: 0 })));
  return text;
}

/** The same question: only what happens by chance differs. */
export function isSameButForSeed(a: Scenario, b: Scenario): boolean {
  return a === b || textWithoutSeed(a) === textWithoutSeed(b);
}

/** Where available pods are in eight of ten runs of what is on show. */
export function bandOf(odds: Odds | undefined, shown: Scenario): Band | undefined {
  return odds?.band !== undefined && isSameButForSeed(odds.scenario, shown) ? odds.band : undefined;
}
