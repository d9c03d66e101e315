/** Ours: many small changes in the order of time. */

/** Columns: when, whose, and to what. */
export interface Changes {
  readonly count: number;
  readonly t: Float64Array;
  readonly life: Int32Array;
  readonly to: Uint8Array;
}

/** Finer is nothing that is known of the moments at which pods change. */
const TICKS_PER_SECOND = 50;
/** So many moments are looked at one by one; more are taken together by twos, fours and so on. */
const MOST_MOMENTS = 400;
/** A tick, a life and a code are one number, which sorts fast. */
const CODES = 4;
const LIVES = 2 ** 17;

/** Those of one moment in the order of lives and codes. What was before 0 comes first, what never comes is left out. */
export function orderedChanges(collect: (add: (t: number, life: number, to: number) => void) => void): Changes {
  const keys: number[] = [];
  collect((t, life, to) => {
    if (t < Infinity) keys.push(keyOf(Math.max(0, Math.round(t * TICKS_PER_SECOND)), life, to));
  });
  const sorted = Float64Array.from(keys).sort();
  const coarse = coarseness(sorted);
  const count = sorted.length;
  const changes = { count, t: new Float64Array(count), life: new Int32Array(count), to: new Uint8Array(count) };
  sorted.forEach((key, index) => {
    const tick = Math.floor(key / (CODES * LIVES));
    const rest = key - tick * (CODES * LIVES);
    changes.t[index] = (coarse === 1 ? tick : Math.round(tick / coarse) * coarse) / TICKS_PER_SECOND;
    changes.life[index] = Math.floor(rest / CODES);
    changes.to[index] = rest % CODES;
  });
  return changes;
}

function keyOf(tick: number, life: number, to: number): number {
  return (tick * LIVES + life) * CODES + to;
}

/** How many ticks are taken for one moment. */
function coarseness(sorted: Float64Array): number {
  for (let coarse = 1; ; coarse *= 2) {
    let [moments, last] = [0, -1];
    for (const key of sorted) {
      const moment = Math.round(Math.floor(key / (CODES * LIVES)) / coarse);
      if (moment !== last) moments++;
      last = moment;
    }
    if (moments <= MOST_MOMENTS) return coarse;
  }
}
