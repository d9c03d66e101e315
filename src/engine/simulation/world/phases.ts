/** Ours: the order of things that are due at the same instant. */
export const PHASE = { timer: 0, cluster: 1, scheduler: 2, deliver: 3, nodeQueue: 4, sync: 5 } as const;
