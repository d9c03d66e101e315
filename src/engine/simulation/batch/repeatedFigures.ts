import { Rollout } from '../rollout';
import type { Scenario } from '../scenario/scenario';
import { withoutNulls } from '../scenario/withoutNulls';
import type { RolloutFigures } from '../timeline/ending';
import { AdmissionMemo } from '../world/admissionMemo';

/** What one of many runs came to: the same numbers as `simulate` gives for its seed, without the story. */
export interface SeededFigures extends RolloutFigures {
  readonly seed: number;
}

/** Plays a scenario that has been checked, once for each seed it is given. What no seed changes is made once. */
export class RepeatedFigures {
  /** As the API server reads it. */
  readonly scenario: Scenario;
  readonly #memo = new AdmissionMemo();

  constructor(scenario: Scenario) {
    this.scenario = withoutNulls(scenario);
  }

  play(seed: number): SeededFigures {
    return { seed, ...this.rollout(seed, true).figures() };
  }

  /** Played to its end. */
  rollout(seed: number, figuresOnly: boolean): Rollout {
    const rollout = this.begin(seed, figuresOnly);
    while (rollout.advance(Infinity));
    return rollout;
  }

  /** To be played by whoever asks. */
  begin(seed: number, figuresOnly: boolean): Rollout {
    return new Rollout({ ...this.scenario, seed }, { figuresOnly, memo: this.#memo });
  }
}
