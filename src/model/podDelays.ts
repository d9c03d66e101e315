/** Seconds that a pod takes where a scenario says nothing of it. */
export const UNSTATED_DELAYS = { imagePull: 0, start: 1, warmUp: 1, shutDown: 1 } as const;

/** Between SIGTERM and SIGKILL, even where the preStop hook has used up the grace period. */
const LEAST_STOP_SECONDS = 2;

/** How long a process has to stop that is told to so many seconds after the deletion of its pod. */
export function secondsToStop(graceSeconds: number, signalAfter: number): number {
  return Math.max(LEAST_STOP_SECONDS, graceSeconds - Math.floor(signalAfter));
}
