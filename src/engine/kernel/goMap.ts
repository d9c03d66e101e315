import type { RandomStream } from './random';

/** A map of Go that has never had more entries is one group of so many slots. */
export const SMALL_GO_MAP = 8;

/**
 * The order in which Go loops over a small map: slot by slot, filled in the order of the insertions, beginning at a slot that is
 * drawn. So the first entry mostly stays the first: of three, six times in eight.
 */
export function inGoMapOrder<T>(entries: readonly T[], random: RandomStream): readonly T[] {
  const start = Math.floor(SMALL_GO_MAP * random());
  return start === 0 || start >= entries.length ? entries : [...entries.slice(start), ...entries.slice(0, start)];
}
