import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { RunFigures } from '../../engine/simulation/batch/repeatedRun';
import type { Scenario } from '../../engine/simulation/scenario/scenario';
import { between } from '../arguments/arguments';

/** More do not help: they share one memory. */
export const MOST_WORKERS = 4;
/** So many runs a worker gets at a time: few enough that all end together. */
const RUNS_AT_A_TIME = 16;
/** What may be asked for. */
const MAX_SAFE_WORKERS = 64;
/** Runs make many short-lived objects; a small young generation would be cleared all the time. */
const YOUNG_GENERATION_MB = 64;

/** What is asked for. */
export interface RunOrder {
  readonly scenario: Scenario;
  readonly seeds: readonly number[];
}

/** What a worker is told; without a scenario to go on with the last one. */
export interface RunMessage {
  readonly scenario: Scenario | undefined;
  readonly seeds: readonly number[];
}

/** What it says: the figures of some runs, or why there are none. */
export type RunAnswer = { readonly figures: readonly RunFigures[] } | { readonly problem: string };

/** What keeps the runs from being played, in words for whoever asked. */
export class RunProblem extends Error {
  override readonly name = 'RunProblem';
}

interface PoolOptions<O extends RunOrder> {
  readonly workers: number;
  readonly onFigures: (figures: RunFigures, order: O) => void;
}

export function usualWorkers(): number {
  return Math.min(MOST_WORKERS, availableParallelism());
}

/** What `--workers` says, if it was given. */
export function workersOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : between('--workers', text, MAX_SAFE_WORKERS);
}

/** Plays all orders on several threads; which thread plays what changes nothing. Rejects with the first problem. */
export async function playOnWorkers<O extends RunOrder>(
  orders: readonly O[],
  { workers, onFigures }: PoolOptions<O>,
): Promise<void> {
  const parts = orders.flatMap((order) => inParts(order));
  const waiting = parts.values();
  const needed = Math.min(workers, parts.length);
  const threads = Array.from({ length: needed }, startThread);
  try {
    await Promise.all(threads.map((thread) => workOff(thread, waiting, onFigures)));
  } finally {
    await Promise.all(threads.map((thread) => thread.terminate()));
  }
}

/** The packed command is one file, which knows that it is a thread; its sources a thread must learn to read first. */
function startThread(): Worker {
  const resourceLimits = { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB };
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL(import.meta.url), { resourceLimits });
  const loader = createRequire(import.meta.url).resolve('tsx/cjs');
  const worker = fileURLToPath(new URL('./runWorker.ts', import.meta.url));
  return new Worker(`require(${JSON.stringify(loader)}); require(${JSON.stringify(worker)}).answerOrders();`, {
    eval: true,
    resourceLimits,
  });
}

interface Part<O extends RunOrder> {
  readonly order: O;
  readonly seeds: readonly number[];
}

function inParts<O extends RunOrder>(order: O): Part<O>[] {
  const count = Math.ceil(order.seeds.length / RUNS_AT_A_TIME);
  const seedsOf = (part: number): readonly number[] => order.seeds.slice(part * RUNS_AT_A_TIME, (part + 1) * RUNS_AT_A_TIME);
  return Array.from({ length: count }, (_, part) => ({ order, seeds: seedsOf(part) }));
}

function workOff<O extends RunOrder>(
  thread: Worker,
  waiting: Iterator<Part<O>>,
  onFigures: (figures: RunFigures, order: O) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let order: O | undefined;
    const giveOrder = (): void => {
      const next = waiting.next();
      if (next.done === true) {
        resolve();
        return;
      }
      const isSame = next.value.order === order;
      order = next.value.order;
      thread.postMessage({ scenario: isSame ? undefined : order.scenario, seeds: next.value.seeds } satisfies RunMessage);
    };
    thread.on('message', (answer: RunAnswer) => {
      if ('problem' in answer) {
        reject(new RunProblem(answer.problem));
        return;
      }
      for (const figures of answer.figures) onFigures(figures, order as O);
      giveOrder();
    });
    thread.on('error', reject);
    giveOrder();
  });
}
