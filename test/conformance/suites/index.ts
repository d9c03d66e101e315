import type { ConformanceSuite } from '../suite';
import { rolloutStatusSuite } from './rolloutStatus';

/** Every suite the replayer knows; a record goes to the first that accepts it. */
export const suites: readonly ConformanceSuite[] = [rolloutStatusSuite];
