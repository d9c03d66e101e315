import { EngineError } from '../../kernel/engineError';
import { checkScenario } from '../scenario/checkScenario';
import type { Scenario } from '../scenario/scenario';
import { RepeatedRun, type RunFigures } from './repeatedRun';

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
  const repeated = new RepeatedRun(checkScenario(scenario));
  for (const seed of seeds) {
    if (isAborted?.() === true) throw new EngineError('Aborted', 'simulation', 'was canceled');
    onResult(repeated.play(seed));
  }
}
