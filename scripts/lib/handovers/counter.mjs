/** Counts the calls that cross a file. It is bundled with the instrumented program, which knows it as `$handovers`. */

/** No file is at work: the program's outside. */
const OUTSIDE = -1;

let current = OUTSIDE;
let calls = 0;
/** @type {Map<number, number>} */
let pairs = new Map();
/** @type {((name: string, file: number) => boolean) | undefined} */
let opens;
/** How deep we are in the function that opens the window; counted is only what happens inside. */
let depth = 0;
/** @type {import('./journeys.mjs').Count[]} */
let counts = [];

function close() {
  counts.push({ calls, pairs: [...pairs].map(([pair, times]) => [Math.floor(pair / 1e4) - 1, pair % 1e4, times]) });
  calls = 0;
  pairs = new Map();
}

/** @public The instrumented program calls it. */
export const $handovers = {
  /** @param {number} file @param {string} name */
  enter(file, name) {
    const caller = current;
    if (file !== caller) {
      if (depth > 0) {
        calls++;
        const pair = (caller + 1) * 1e4 + file;
        pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
      }
      current = file;
    }
    if (opens?.(name, file) === true) depth++;
    return caller;
  },
  /** @param {number} caller @param {string} name */
  leave(caller, name) {
    if (opens?.(name, current) === true && --depth === 0) close();
    current = caller;
  },
  /** @template T @param {number} caller @param {T} value */
  pause(caller, value) {
    current = caller;
    return value;
  },
  current: () => current,
  /** @template T @param {T} value @param {number} _caller @param {number} file */
  resume(value, _caller, file) {
    current = file;
    return value;
  },
};

/**
 * Counts during a run: all of it, or one count for each call of the function that opens a window.
 * @public The journeys call it in the bundle.
 * @param {() => unknown} run
 * @param {(name: string, file: number) => boolean} [window]
 */
export async function countDuring(run, window) {
  counts = [];
  opens = window;
  depth = window === undefined ? 1 : 0;
  current = OUTSIDE;
  calls = 0;
  pairs = new Map();
  await run();
  opens = undefined;
  depth = 0;
  if (window === undefined) close();
  return counts;
}
