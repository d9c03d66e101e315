/** Seconds that a pod takes where a scenario says nothing of it. */
export const UNSTATED_DELAYS = { imagePull: 0, start: 1, warmUp: 1, shutDown: 1 } as const;
