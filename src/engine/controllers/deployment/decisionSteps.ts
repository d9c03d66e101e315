/** Ours: how steps can come out. */
import type { DecisionStep } from '../decisions';

/** How a step of the Deployment controller can come out. */
export type DeploymentVerdict =
  | 'selectingAll'
  | 'statusOnly'
  | 'paused'
  | 'resumed'
  | 'rolledBack'
  | 'rollbackFailed'
  | 'scalingEvent'
  | 'rolling'
  | 'recreating'
  | 'found'
  | 'created'
  | 'updated'
  | 'collision'
  | 'refused'
  | 'scaledUp'
  | 'scaledDown'
  | 'atMaximum'
  | 'atMinimum'
  | 'waiting'
  | 'nothingToDo'
  | 'complete'
  | 'progressing'
  | 'timedOut'
  | 'unchanged'
  | 'requeued'
  | 'cleanedUp'
  | 'swallowedError';

/** A step whose verdict is one of the Deployment controller's. */
export interface DeploymentStep extends DecisionStep {
  readonly verdict: DeploymentVerdict;
}
