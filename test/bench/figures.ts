/**
 * What benches measure, for docs/performance.md: each figure beside a fixed piece of work that is measured in the same run, so
 * that figures of different machines can be compared.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import process from 'node:process';

export interface Figure {
  /** The bench that measured it. */
  readonly bench: string;
  readonly name: string;
  /** Milliseconds, but for `unit`. */
  readonly value: number;
  readonly unit?: string;
  /** What it must not exceed on the machine that the product is built on. */
  readonly bar?: number | undefined;
  /** How often the fixed piece of work fits into it. */
  readonly work?: number | undefined;
  /** Another figure of the same run, and how often that fits into it; with a bar it is that which is judged. */
  readonly beside?: { readonly what: string; readonly ratio: number; readonly bar?: number | undefined } | undefined;
}

/** Where `npm run bench -- --publish` collects the figures. */
const TARGET = process.env['ROLLOUT_LENS_FIGURES'];
/** Then nothing is measured but what is published. */
export const IS_PUBLISHING = TARGET !== undefined;

export function publish(figures: readonly Figure[]): void {
  if (TARGET === undefined) return;
  for (const figure of figures) appendFileSync(TARGET, `${JSON.stringify(figure)}\n`);
}

const OBJECTS = 20_000;

/** A fixed piece of work of the kind that the engine does: small objects, copied and looked up. */
export function fixedWork(): number {
  const objects = new Map<
    string,
    { readonly meta: { readonly name: string; readonly version: number }; readonly ready: boolean }
  >();
  for (let index = 0; index < OBJECTS; index++) {
    const name = `object-${index}`;
    objects.set(name, { meta: { name, version: index }, ready: index % 3 === 0 });
  }
  let ready = 0;
  for (const [name, object] of objects) {
    const next = { ...object, meta: { ...object.meta, version: object.meta.version + 1 }, ready: !object.ready };
    objects.set(name, next);
    if (objects.get(name)?.ready === true) ready++;
  }
  return ready;
}

/** What this thread has computed, in milliseconds; only Linux tells. Says more than the clock on a busy machine. */
export function threadMs(): number | undefined {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return undefined;
  }
}

/** The kernel counts a thread's time in ticks, and code gets fast by running: what is short is measured many times in a row. */
const BLOCK_MS = 120;

/** What one call costs, in milliseconds of this thread, in a block of calls. */
export function costOf(run: (turn: number) => unknown): number {
  const started = performance.now();
  const cpuStarted = threadMs();
  let turns = 0;
  let cost: number;
  do {
    run(turns++);
    const cpu = threadMs();
    cost = cpu === undefined || cpuStarted === undefined ? performance.now() - started : cpu - cpuStarted;
  } while (cost < BLOCK_MS);
  return cost / turns;
}

/** The better of two blocks, the second of which finds the caches as the first has left them: for those who take turns. */
export function costInTurn(run: (turn: number) => unknown): number {
  return Math.min(costOf(run), costOf(run));
}
