/**
 * `run`: started at `from`, answers from `until` on. `stop`: told to stop at `from`, ended or killed by `until`.
 * `end`: ended at `from`, or out of reach.
 */
export const PROCESS_CHANGES = ['run', 'stop', 'end'] as const;

/** In the order of time. A pod from before 0 of which nothing is told has long been answering. */
export interface ProcessTable {
  readonly count: number;
  /** Index into `pods`. */
  readonly pod: Int32Array;
  /** Index into PROCESS_CHANGES. */
  readonly change: Uint8Array;
  readonly from: Float64Array;
  readonly until: Float64Array;
}
