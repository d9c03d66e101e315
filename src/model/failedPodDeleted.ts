import type { Time } from './time';

/** The DaemonSet controller has deleted a failed pod of a node: the next one there waits longer. */
export interface FailedPodDeleted {
  readonly node: string;
  readonly at: Time;
}
