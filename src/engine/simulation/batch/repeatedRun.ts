import { trafficOf } from '../../traffic/trafficReport';
import type { Scenario } from '../scenario/scenario';
import { RepeatedFigures, type SeededFigures } from './repeatedFigures';

/** What one of many runs came to, and what became of requests. */
export interface RunFigures extends SeededFigures {
  /** How many requests fail, where the scenario asks. */
  readonly failedRequests?: number | undefined;
}

/** Plays a scenario that `checkScenario` has let through, once for each seed it is given. */
export class RepeatedRun {
  readonly #repeated: RepeatedFigures;

  constructor(scenario: Scenario) {
    this.#repeated = new RepeatedFigures(scenario);
  }

  play(seed: number): RunFigures {
    const { scenario } = this.#repeated;
    if (scenario.traffic === undefined) return this.#repeated.play(seed);
    // What becomes of requests is read from the story.
    const rollout = this.#repeated.rollout(seed, false);
    const failedRequests = trafficOf(rollout.timeline(), { ...scenario, seed })?.failed;
    return { seed, ...rollout.figures(), failedRequests };
  }
}
