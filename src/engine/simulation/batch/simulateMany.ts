import { EngineError } from '../../kernel/engineError';
import { checkScenario } from '../scenario/checkScenario';
import type { Scenario } from '../scenario/scenario';
import { RepeatedRun, type RunFigures } from './repeatedRun';

export interface ManyOptions {
  /** Asked between runs; true ends it with an EngineError `Aborted`. */
  readonly isAborted?: () => boolean;
}

/** Who plays many runs plays them in parts: what those of a scenario share is made once. Scenarios are never changed. */
const begun = new WeakMap<Scenario, RepeatedRun>();

/** Plays a scenario once for each seed, in their order, and hands over what each run came to. */
export function simulateMany(
  scenario: Scenario,
  seeds: Iterable<number>,
  onResult: (figures: RunFigures) => void,
  { isAborted }: ManyOptions = {},
): void {
  let repeated = begun.get(scenario);
  if (repeated === undefined) begun.set(scenario, (repeated = new RepeatedRun(checkScenario(scenario))));
  for (const seed of seeds) {
    if (isAborted?.() === true) throw new EngineError('Aborted', 'simulation', 'was canceled');
    onResult(repeated.play(seed));
  }
}
