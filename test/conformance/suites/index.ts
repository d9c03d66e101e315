import type { ConformanceSuite } from '../suite';

/** Every suite the replayer knows; a record goes to the first that accepts it. */
export const suites: readonly ConformanceSuite[] = [];
