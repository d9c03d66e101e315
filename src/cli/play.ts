import { Rollout, type RolloutOptions } from '../engine/simulation/rollout';
import type { Scenario } from '../engine/simulation/scenario/scenario';
import { formatMoment } from '../model/words';
import type { Terminal } from './terminal';

const SLICE_STEPS = 5_000;

/** Plays in slices, so that a long run shows how far it is. */
export function play(scenario: Scenario, terminal: Terminal, options: RolloutOptions = {}): Rollout {
  const rollout = new Rollout(scenario, options);
  while (rollout.advance(SLICE_STEPS)) {
    const { t, steps } = rollout.progress;
    if (terminal.isWatched) terminal.error(`\r${formatMoment(t)} simulated, ${steps} steps (Ctrl-C ends)`);
  }
  if (terminal.isWatched) terminal.error('\r\x1b[K');
  return rollout;
}
