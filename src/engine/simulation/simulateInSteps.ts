import { EngineError } from '../kernel/engineError';
import { Rollout } from './rollout';
import type { RolloutProgress } from './rolloutProgress';
import type { Scenario } from './scenario/scenario';
import type { Timeline } from './timeline/timeline';

export type SimulationProgress = RolloutProgress;

export interface SimulationOptions {
  /** Asked between slices; true ends the simulation with an EngineError `Aborted`. */
  readonly isAborted?: () => boolean;
  /** Tasks between two reports. */
  readonly sliceSteps?: number;
}

/** What happened, and how many tasks that were. */
export interface SimulatedRun {
  readonly timeline: Timeline;
  readonly steps: number;
}

const SLICE_STEPS = 5_000;

/**
 * The same in slices, for a scenario that `checkScenario` has let through: yields progress so that a caller can pause, show
 * it and abort.
 */
export async function* simulateInSteps(
  scenario: Scenario,
  options: SimulationOptions = {},
): AsyncGenerator<SimulationProgress, SimulatedRun> {
  const rollout = new Rollout(scenario);
  while (rollout.advance(options.sliceSteps ?? SLICE_STEPS)) {
    if (options.isAborted?.() === true) throw new EngineError('Aborted', 'simulation', 'was canceled');
    yield await Promise.resolve(rollout.progress);
  }
  return { timeline: rollout.timeline(), steps: rollout.progress.steps };
}
