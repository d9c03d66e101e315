import { formatSpread } from '../../../model/words';
import type { LikelyRange } from '../batch/likelyRange';

/** `about 4 min (3–6)`, wherever it is told. */
export function spreadOf({ p10, p50, p90 }: LikelyRange): string {
  return formatSpread(p50, p10, p90);
}

/** The same as a part of a sentence. */
export function likelyText(range: LikelyRange): string {
  return `${spreadOf(range)} in eight of ten runs`;
}
