import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { RunFigures } from '../engine/simulation/batch/simulateMany';
import type { Scenario } from '../engine/simulation/scenario/scenario';

/** More do not help: they share one memory. */
export const MOST_WORKERS = 4;
/** So many runs a worker gets at a time: few enough that all end together. */
const RUNS_AT_A_TIME = 16;
/** Runs make many short-lived objects; a small young generation would be cleared all the time. */
const YOUNG_GENERATION_MB = 64;

/** What a worker is asked for. */
export interface RunOrder {
  readonly scenario: Scenario;
  readonly seeds: readonly number[];
}

/** What it says: the figures of some runs, or why there are none. */
export type RunAnswer = { readonly figures: readonly RunFigures[] } | { readonly problem: string };

/** What keeps the runs from being played, in words for whoever asked. */
export class RunProblem extends Error {
  override readonly name = 'RunProblem';
}

export interface PoolOptions {
  readonly workers: number;
  readonly onFigures: (figures: RunFigures) => void;
}

export function usualWorkers(): number {
  return Math.min(MOST_WORKERS, availableParallelism());
}

/** Plays the seeds on several threads; which thread plays which changes nothing. Rejects with the first problem. */
export async function playOnWorkers(
  scenario: Scenario,
  seeds: readonly number[],
  { workers, onFigures }: PoolOptions,
): Promise<void> {
  let next = 0;
  const nextOrder = (): RunOrder | undefined => {
    if (next >= seeds.length) return undefined;
    const order = { scenario, seeds: seeds.slice(next, next + RUNS_AT_A_TIME) };
    next += RUNS_AT_A_TIME;
    return order;
  };
  const needed = Math.min(workers, Math.ceil(seeds.length / RUNS_AT_A_TIME));
  const threads = Array.from({ length: needed }, startThread);
  try {
    await Promise.all(threads.map((thread) => workOff(thread, nextOrder, onFigures)));
  } finally {
    await Promise.all(threads.map((thread) => thread.terminate()));
  }
}

/** The command runs from its sources, which a thread of it must learn to read, too. */
function startThread(): Worker {
  const loader = createRequire(import.meta.url).resolve('tsx/cjs');
  const program = fileURLToPath(new URL('./runWorker.ts', import.meta.url));
  return new Worker(`require(${JSON.stringify(loader)}); require(${JSON.stringify(program)});`, {
    eval: true,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
  });
}

function workOff(thread: Worker, nextOrder: () => RunOrder | undefined, onFigures: (figures: RunFigures) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveOrder = (): void => {
      const order = nextOrder();
      if (order === undefined) resolve();
      else thread.postMessage(order);
    };
    thread.on('message', (answer: RunAnswer) => {
      if ('problem' in answer) {
        reject(new RunProblem(answer.problem));
        return;
      }
      answer.figures.forEach(onFigures);
      giveOrder();
    });
    thread.on('error', reject);
    giveOrder();
  });
}
