/** A thread that plays runs: started by runPool.ts, which sends it seeds. */
import { parentPort } from 'node:worker_threads';
import { EngineError } from '../../engine/kernel/engineError';
import type { RunFigures } from '../../engine/simulation/batch/repeatedRun';
import { simulateMany } from '../../engine/simulation/batch/simulateMany';
import type { RunAnswer, RunOrder } from './runPool';

function answerTo({ scenario, seeds }: RunOrder): RunAnswer {
  const figures: RunFigures[] = [];
  try {
    simulateMany(scenario, seeds, (run) => {
      figures.push(run);
    });
  } catch (error) {
    if (error instanceof EngineError) return { problem: error.message };
    throw error;
  }
  return { figures };
}

export function answerOrders(): void {
  parentPort?.on('message', (order: RunOrder) => {
    parentPort?.postMessage(answerTo(order));
  });
}
