import { trafficOf } from '../../traffic/trafficReport';
import { Rollout } from '../rollout';
import type { Scenario } from '../scenario/scenario';
import { withoutNulls } from '../scenario/withoutNulls';
import type { RolloutFigures } from '../timeline/ending';
import { AdmissionMemo } from '../world/admissionMemo';

/** What one of many runs came to: the same numbers as `simulate` gives for its seed, without the story. */
export interface RunFigures extends RolloutFigures {
  readonly seed: number;
  /** How many requests fail, where the scenario asks. */
  readonly failedRequests?: number | undefined;
}

/** Plays a scenario that `checkScenario` has let through, once for each seed it is given. What no seed changes is made once. */
export class RepeatedRun {
  readonly #scenario: Scenario;
  readonly #memo = new AdmissionMemo();

  constructor(scenario: Scenario) {
    this.#scenario = withoutNulls(scenario);
  }

  play(seed: number): RunFigures {
    const scenario = { ...this.#scenario, seed };
    const isAsked = scenario.traffic !== undefined;
    const rollout = new Rollout(scenario, { figuresOnly: !isAsked, memo: this.#memo });
    while (rollout.advance(Infinity));
    if (!isAsked) return { seed, ...rollout.figures() };
    // What becomes of requests is read from the story.
    const failedRequests = trafficOf(rollout.timeline(), scenario)?.failed;
    return { seed, ...rollout.figures(), failedRequests };
  }
}
