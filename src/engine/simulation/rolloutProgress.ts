/** How far a simulation is. */
export interface RolloutProgress {
  /** Virtual seconds since the new version was applied; negative while the running version is set up. */
  readonly t: number;
  /** Tasks of the event loop so far. */
  readonly steps: number;
}
