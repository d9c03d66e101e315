/** A thread that plays runs: started by runPool.ts, which sends it seeds. */
import { parentPort } from 'node:worker_threads';
import { EngineError } from '../../engine/kernel/engineError';
import type { RunFigures } from '../../engine/simulation/batch/repeatedRun';
import { simulateMany } from '../../engine/simulation/batch/simulateMany';
import type { Scenario } from '../../engine/simulation/scenario/scenario';
import type { RunAnswer, RunMessage } from './runPool';

function answerTo(scenario: Scenario, seeds: readonly number[]): RunAnswer {
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
  let last: Scenario | undefined;
  parentPort?.on('message', ({ scenario = last, seeds }: RunMessage) => {
    if (scenario === undefined) return;
    last = scenario;
    parentPort?.postMessage(answerTo(scenario, seeds));
  });
}
