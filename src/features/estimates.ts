import type { Scenario } from '../engine/simulation/scenario/scenario';
import type { Analysis, PlacedWorkload } from './analysis';
import type { Assessment } from './assessment';
import type { ReviewRun } from './review/reviewRun';
import { obstacleTo, simulationOf, simulationTargets } from './simulation';

/** What the simulated rollout of a workload came to, or in words why it was not simulated. */
export type Estimate = (ReviewRun & { readonly why?: undefined }) | { readonly why: string };

/** Plays a scenario in slices: given from outside, for the engine is loaded once it is needed. */
export type Play = (scenario: Scenario) => Generator<undefined, ReviewRun | string>;

/** Scenarios whose outcome is remembered: an edit that is taken back costs nothing. */
const MOST_REMEMBERED = 200;

/**
 * What the simulator would say of each workload, for hovers that stand beside it: the same scenario, the same seed. Reading
 * never simulates; `simulate` does, in slices.
 */
export class Estimates {
  readonly #byAssessment = new WeakMap<Assessment, Estimate>();
  /** By the scenario's text, the one used last at the end. */
  readonly #byScenario = new Map<string, Estimate>();

  /** Undefined: not simulated yet, or it cannot be. */
  of(assessment: Assessment): Estimate | undefined {
    return this.#byAssessment.get(assessment);
  }

  isMissing(found: PlacedWorkload): boolean {
    return !this.#byAssessment.has(found.assessment) && obstacleTo(found) === undefined;
  }

  /** All workloads of a file that are missing, the one at an offset first; whoever stops in between loses one of them. */
  *simulate(analysis: Analysis, play: Play, offset = 0): Generator<undefined, void> {
    const targets = simulationTargets(analysis);
    const next = targets.findLastIndex(({ start }) => start <= offset);
    const order = [...targets.slice(Math.max(0, next)), ...targets.slice(0, Math.max(0, next))];
    for (const target of order) {
      const found = analysis.workloads[target.index];
      if (found === undefined || !this.isMissing(found)) continue;
      const simulation = simulationOf(analysis, target);
      if (simulation.problem === undefined)
        this.#byAssessment.set(found.assessment, yield* this.#outcomeOf(simulation.scenario, play));
      yield;
    }
  }

  *#outcomeOf(scenario: Scenario, play: Play): Generator<undefined, Estimate> {
    const key = JSON.stringify(scenario);
    const outcome = this.#byScenario.get(key) ?? estimateOf(yield* play(scenario));
    this.#byScenario.delete(key);
    this.#byScenario.set(key, outcome);
    const [oldest] = this.#byScenario.keys();
    if (oldest !== undefined && this.#byScenario.size > MOST_REMEMBERED) this.#byScenario.delete(oldest);
    return outcome;
  }
}

function estimateOf(outcome: ReviewRun | string): Estimate {
  return typeof outcome === 'string' ? { why: outcome } : outcome;
}
