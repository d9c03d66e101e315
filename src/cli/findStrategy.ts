import { GOALS, StrategySearch, type SearchQuestion } from '../engine/simulation/batch/strategySearch';
import { searchText } from '../engine/simulation/words/strategyText';
import { between, takeValues } from './manyOptions';
import { parseArguments, UsageError } from './options';
import { readInput } from './readInput';
import { playOnWorkers, usualWorkers, workersOf } from './runPool';
import type { Terminal } from './terminal';

export const STRATEGY_USAGE = `Usage: npm run simulate -- strategy FILE [options]

Which maxSurge and maxUnavailable reach a goal? Takes the options of a single run but for --fail-on-stall, and:
  --goal G            ${GOALS.join(', ')} (default: shortest); fewestFailures also tries minReadySeconds
  --min-available N   so many pods stay available
  --max-pods N        no more pods than that at any moment
  --within S          complete within so many seconds
  --runs N            how often a promising strategy is played (default: 60); limits hold in 95 % of them
  --workers N         on so many threads
  --format F          text (default) or json
`;

const OWN = ['--goal', '--min-available', '--max-pods', '--within', '--runs', '--workers', '--format'] as const;
const MOST_RUNS = 10_000;
const MOST_PODS = 1_000_000;

function questionOf(values: ReadonlyMap<string, string>): SearchQuestion {
  const goal = GOALS.find((known) => known === (values.get('--goal') ?? 'shortest'));
  if (goal === undefined) throw new UsageError(`--goal is one of ${GOALS.join(', ')}, not ${values.get('--goal') ?? ''}`);
  const number = (option: string, most: number): number | undefined => {
    const text = values.get(option);
    return text === undefined ? undefined : between(option, text, most);
  };
  return {
    goal,
    minAvailable: number('--min-available', MOST_PODS),
    maxPods: number('--max-pods', MOST_PODS),
    withinSeconds: number('--within', MOST_PODS),
    runs: number('--runs', MOST_RUNS),
  };
}

/** `strategy FILE`: the strategy that reaches the goal within the limits. Exit code 1 where none does. */
export async function findStrategy(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, rest } = takeValues(args, OWN);
  const question = questionOf(values);
  const format = values.get('--format') ?? 'text';
  if (format !== 'text' && format !== 'json') throw new UsageError(`--format is text or json here, not ${format}`);
  const workers = workersOf(values.get('--workers')) ?? usualWorkers();
  const { scenario } = readInput(parseArguments(rest));
  const search = new StrategySearch(scenario, question);
  for (let orders = search.nextOrders(); orders.length > 0; orders = search.nextOrders()) {
    const all = orders.reduce((sum, { seeds }) => sum + seeds.length, 0);
    let played = 0;
    await playOnWorkers(orders, {
      workers,
      onFigures: (figures, { candidate }) => {
        search.add(candidate, figures);
        if (terminal.isWatched && ++played % 10 === 0) terminal.error(`\r${played} of ${all} runs (Ctrl-C ends)`);
      },
    });
    if (terminal.isWatched) terminal.error('\r\x1b[K');
  }
  const answer = search.answer();
  terminal.out(format === 'json' ? `${JSON.stringify(answer, undefined, 2)}\n` : searchText(answer, question));
  return answer.chosen === undefined ? 1 : 0;
}
