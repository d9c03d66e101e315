import type { LikelyRange } from '../../src/engine/simulation/batch/likelyRange';
import type { State } from './state';

/** Between which times the rollout on show is likely to end, once that was worked out. */
export function rangeOf({ likely, shown }: Pick<State, 'likely' | 'shown'>): LikelyRange | undefined {
  return likely !== undefined && likely.scenario === shown?.scenario ? likely.range : undefined;
}
