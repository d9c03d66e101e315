import { hasKnownSpread } from '../engine/simulation/batch/knownSpread';
import type { Scenario } from '../engine/simulation/scenario/scenario';
import type { Analysis, PlacedWorkload } from './analysis';
import type { Assessment } from './assessment';
import type { EstimatedRun } from './review/reviewRun';
import type { simulationOf } from './simulation';
import { obstacleTo, simulationTargets } from './simulationTarget';

/** What the simulated rollout of a workload came to, or in words why it was not simulated. */
export type Estimate = (EstimatedRun & { readonly why?: undefined }) | { readonly why: string };

/**
 * Plays a scenario in slices, and where its times vary then a batch of it; what is known before that it yields. Given from
 * outside, for the engine is loaded once it is needed.
 */
type Play = (scenario: Scenario, varies: boolean) => Generator<EstimatedRun | undefined, EstimatedRun | string>;

/** What makes a scenario of a workload, and plays it. */
export interface Engine {
  readonly simulationOf: typeof simulationOf;
  readonly play: Play;
}

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
  /** Something is known of these, and more is to come. */
  readonly #unfinished = new WeakSet<Assessment>();
  #ranges = 0;

  /** Grows with each range that becomes known. */
  get ranges(): number {
    return this.#ranges;
  }

  /** Undefined: not simulated yet, or it cannot be. */
  of(assessment: Assessment): Estimate | undefined {
    return this.#byAssessment.get(assessment);
  }

  isMissing(found: PlacedWorkload): boolean {
    return !this.#byAssessment.has(found.assessment) && obstacleTo(found) === undefined;
  }

  /** All workloads of a file that are missing, the one at an offset first; whoever stops in between loses one of them. */
  *simulate(analysis: Analysis, engine: Engine, offset = 0): Generator<undefined, void> {
    const targets = simulationTargets(analysis);
    const next = targets.findLastIndex(({ start }) => start <= offset);
    const order = [...targets.slice(Math.max(0, next)), ...targets.slice(0, Math.max(0, next))];
    for (const target of order) {
      const found = analysis.workloads[target.index];
      if (found === undefined || !(this.isMissing(found) || this.#unfinished.has(found.assessment))) continue;
      const simulation = engine.simulationOf(analysis, target);
      if (simulation.problem === undefined) yield* this.#estimate(found.assessment, simulation.scenario, engine.play);
      yield;
    }
  }

  /** What is told before the batch is over is told at once; an edit in between loses the batch only. */
  *#estimate(assessment: Assessment, scenario: Scenario, play: Play): Generator<undefined, void> {
    const varies = hasKnownSpread(scenario, false);
    const key = `${varies} ${JSON.stringify(scenario)}`;
    let estimate = this.#byScenario.get(key);
    if (estimate === undefined) {
      const steps = play(scenario, varies);
      for (;;) {
        const { value, done } = steps.next();
        if (done === true) {
          estimate = estimateOf(value);
          break;
        }
        if (value !== undefined) {
          this.#byAssessment.set(assessment, value);
          this.#unfinished.add(assessment);
        }
        yield;
      }
    }
    this.#byAssessment.set(assessment, estimate);
    this.#unfinished.delete(assessment);
    if (estimate.why === undefined && estimate.likely !== undefined) this.#ranges++;
    this.#remember(key, estimate);
  }

  #remember(key: string, estimate: Estimate): void {
    this.#byScenario.delete(key);
    this.#byScenario.set(key, estimate);
    const [oldest] = this.#byScenario.keys();
    if (oldest !== undefined && this.#byScenario.size > MOST_REMEMBERED) this.#byScenario.delete(oldest);
  }
}

function estimateOf(outcome: EstimatedRun | string): Estimate {
  return typeof outcome === 'string' ? { why: outcome } : outcome;
}
