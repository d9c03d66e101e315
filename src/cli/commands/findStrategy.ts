import { GOALS, StrategySearch, type SearchQuestion } from '../../engine/simulation/batch/strategySearch';
import { checkScenario } from '../../engine/simulation/scenario/checkScenario';
import { searchText } from '../../engine/simulation/words/strategyText';
import { between, type Arguments } from '../arguments/arguments';
import type { Command } from '../arguments/command';
import { readInput } from '../input/readInput';
import { simulationOptions, SIMULATION_OPTIONS } from '../input/simulationOptions';
import { playOnWorkers, usualWorkers, workersOf } from '../runs/runPool';
import { clearProgress, showProgress, type Terminal } from '../terminal';

export const STRATEGY: Command = {
  name: 'strategy',
  summary: 'which maxSurge and maxUnavailable reach a goal',
  operands: 'FILE',
  about: 'Which maxSurge and maxUnavailable reach a goal within limits? Promising pairs are played many times.',
  options: {
    ...SIMULATION_OPTIONS,
    goal: {
      takes: 'G',
      choices: GOALS,
      says: [`${GOALS.join(', ')} (default: shortest); fewestFailures also tries minReadySeconds`],
    },
    'min-available': { takes: 'N', says: ['so many pods stay available'] },
    'max-pods': { takes: 'N', says: ['no more pods than that at any moment'] },
    within: { takes: 'S', says: ['complete within so many seconds'] },
    runs: { takes: 'N', says: ['how often a promising strategy is played (default: 60); limits hold in 95 % of them'] },
    workers: { takes: 'N', says: ['on so many threads'] },
    format: { takes: 'F', choices: ['text', 'json'], says: ['text (default) or json'] },
  },
  examples: [['rollout-lens strategy web.yaml --min-available 10 --max-pods 15', 'the fastest one that keeps both limits']],
  run: findStrategy,
};

const MOST_RUNS = 10_000;
const MOST_PODS = 1_000_000;

function questionOf(input: Arguments): SearchQuestion {
  const goal = GOALS.find((known) => known === input.value('goal')) ?? 'shortest';
  const number = (option: string, most: number): number | undefined => {
    const text = input.value(option);
    return text === undefined ? undefined : between(`--${option}`, text, most);
  };
  return {
    goal,
    minAvailable: number('min-available', MOST_PODS),
    maxPods: number('max-pods', MOST_PODS),
    withinSeconds: number('within', MOST_PODS),
    runs: number('runs', MOST_RUNS),
  };
}

/** The strategy that reaches the goal within the limits. Exit code 1 where none does. */
async function findStrategy(input: Arguments, terminal: Terminal): Promise<number> {
  const question = questionOf(input);
  const workers = workersOf(input.value('workers')) ?? usualWorkers();
  const { scenario } = readInput(simulationOptions(input));
  const search = new StrategySearch(checkScenario(scenario), question);
  for (let orders = search.nextOrders(); orders.length > 0; orders = search.nextOrders()) {
    const all = orders.reduce((sum, { seeds }) => sum + seeds.length, 0);
    let played = 0;
    await playOnWorkers(orders, {
      workers,
      onFigures: (figures, { candidate }) => {
        search.add(candidate, figures);
        if (++played % 10 === 0) showProgress(terminal, `${played} of ${all} runs`);
      },
    });
    clearProgress(terminal);
  }
  const answer = search.answer();
  terminal.out(input.value('format') === 'json' ? `${JSON.stringify(answer, undefined, 2)}\n` : searchText(answer, question));
  return answer.chosen === undefined ? 1 : 0;
}
