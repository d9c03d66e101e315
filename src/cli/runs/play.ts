import { likelyRange, type LikelyRange } from '../../engine/simulation/batch/likelyRange';
import { Rollout, type RolloutOptions } from '../../engine/simulation/rollout';
import type { Scenario } from '../../engine/simulation/scenario/scenario';
import { formatMoment } from '../../model/words';
import { clearProgress, showProgress, type Terminal } from '../terminal';

const SLICE_STEPS = 5_000;

/** Plays in slices, so that a long run shows how far it is. */
export function play(scenario: Scenario, terminal: Terminal, options: RolloutOptions = {}): Rollout {
  const rollout = new Rollout(scenario, options);
  while (rollout.advance(SLICE_STEPS)) {
    const { t, steps } = rollout.progress;
    showProgress(terminal, `${formatMoment(t)} simulated, ${steps} steps`);
  }
  clearProgress(terminal);
  return rollout;
}

/** Between which times it is likely to end; one run of it takes so many steps. */
export function playRange(scenario: Scenario, steps: number): LikelyRange | undefined {
  const runs = likelyRange(scenario, steps);
  for (;;) {
    const { value, done } = runs.next();
    if (done === true) return value;
  }
}
