import { Rollout } from './rollout';
import { checkScenario } from './scenario/checkScenario';
import type { Scenario } from './scenario/scenario';
import type { Timeline } from './timeline/timeline';

/**
 * Plays a rollout to its end on a virtual clock and tells what happened. Pure: the same scenario gives the same timeline,
 * byte for byte. Throws an EngineError for a scenario that is none, and when a limit is hit.
 * The façade's first function: the bundles play the same in steps.
 */
export function simulate(scenario: Scenario): Timeline {
  const rollout = new Rollout(checkScenario(scenario));
  while (rollout.advance(Infinity));
  return rollout.timeline();
}
