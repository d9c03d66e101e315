import type { Workload } from '../manifest/workload';

/** Whose surroundings are asked for: the workload of an open file, or one beside it. */
export type Subject = Pick<Workload, 'name' | 'writtenNamespace' | 'pod'> & { readonly kind: string };

/** What takes room and quota. */
export interface Running extends Subject {
  /** As written. */
  readonly replicas: number | undefined;
}
/** Pods of which only matters that they are there: their controller is not simulated. */
export interface Standing extends Running {
  /** They come and go: those of Jobs, tests, hooks. */
  readonly atTimes: boolean;
  /** One after the other, each when those before it are ready. */
  readonly inOrder: boolean;
  /** Their node is written. */
  readonly isPinned: boolean;
}
