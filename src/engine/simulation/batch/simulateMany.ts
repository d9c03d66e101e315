import { EngineError } from '../../kernel/engineError';
import { Rollout } from '../rollout';
import type { RolloutFigures } from '../timeline/ending';
import { AdmissionMemo } from '../world/admissionMemo';
import { checkScenario } from '../scenario/checkScenario';
import type { Scenario } from '../scenario/scenario';
import { withoutNulls } from '../scenario/withoutNulls';

/** What one of many runs came to: the same numbers as `simulate` gives for its seed, without the story. */
export interface RunFigures extends RolloutFigures {
  readonly seed: number;
}

export interface ManyOptions {
  /** Asked between runs; true ends it with an EngineError `Aborted`. */
  readonly isAborted?: () => boolean;
}

/** Plays a scenario once for each seed, in their order, and hands over what each run came to. */
export function simulateMany(
  scenario: Scenario,
  seeds: Iterable<number>,
  onResult: (figures: RunFigures) => void,
  { isAborted }: ManyOptions = {},
): void {
  const valid = withoutNulls(checkScenario(scenario));
  const memo = new AdmissionMemo();
  for (const seed of seeds) {
    if (isAborted?.() === true) throw new EngineError('Aborted', 'simulation', 'was canceled');
    const rollout = new Rollout({ ...valid, seed }, { figuresOnly: true, memo });
    while (rollout.advance(Infinity));
    onResult({ seed, ...rollout.figures() });
  }
}
