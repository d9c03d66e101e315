import { EngineError } from '../engine/kernel/engineError';
import { RunCollector } from '../engine/simulation/batch/statistics';
import { manyRunsText } from '../engine/simulation/words/manyText';
import { parseArguments, UsageError, wholeNumber } from './options';
import { readInput } from './readInput';
import { MOST_WORKERS, playOnWorkers, RunProblem, usualWorkers } from './runPool';
import type { Terminal } from './terminal';

export const MANY_USAGE = `Usage: npm run simulate -- many FILE [options]

Plays the rollout many times, each with other start times, and says how sure the answer is. Takes the options
of a single run but for --fail-on-stall, and:
  --runs N          how many (default: 1000)
  --workers N       on so many threads (default: one for each core, at most ${MOST_WORKERS})
  --seed N          seed of the first run; the others follow it
  --format F        text (default) or json
`;

const DEFAULT_RUNS = 1_000;
const MOST_RUNS = 100_000;
const MAX_SAFE_WORKERS = 64;

interface ManyOptions {
  readonly runs: number;
  readonly workers: number;
  readonly format: string;
  readonly rest: readonly string[];
}

function parseMany(args: readonly string[]): ManyOptions {
  const values = new Map<string, string>();
  const rest: string[] = [];
  for (let index = 0; index < args.length; index++) {
    const argument = args[index] ?? '';
    if (!['--runs', '--workers', '--format'].includes(argument)) {
      rest.push(argument);
      continue;
    }
    const value = args[++index];
    if (value === undefined) throw new UsageError(`${argument} needs a value`);
    values.set(argument, value);
  }
  const format = values.get('--format') ?? 'text';
  if (format !== 'text' && format !== 'json') throw new UsageError(`--format is text or json here, not ${format}`);
  const runs = values.get('--runs');
  const workers = values.get('--workers');
  return {
    runs: runs === undefined ? DEFAULT_RUNS : between('--runs', runs, MOST_RUNS),
    workers: workers === undefined ? usualWorkers() : between('--workers', workers, MAX_SAFE_WORKERS),
    format,
    rest,
  };
}

function between(option: string, text: string, most: number): number {
  const value = wholeNumber(option, text);
  if (value < 1 || value > most) throw new UsageError(`${option} is from 1 to ${most}, not ${text}`);
  return value;
}

/** `many FILE`: a distribution instead of one number. */
async function answer(args: readonly string[], terminal: Terminal): Promise<number> {
  const { runs, workers, format, rest } = parseMany(args);
  const options = parseArguments(rest);
  const { scenario, notes } = readInput(options);
  const seeds = Array.from({ length: runs }, (_, index) => options.seed + index);
  const collector = new RunCollector();
  await playOnWorkers(scenario, seeds, {
    workers,
    onFigures: (figures) => {
      collector.add(figures);
      if (terminal.isWatched && collector.count % 10 === 0) terminal.error(`\r${collector.count} of ${runs} runs (Ctrl-C ends)`);
    },
  });
  if (terminal.isWatched) terminal.error('\r\x1b[K');
  const summary = collector.summary();
  if (format === 'json') terminal.out(`${JSON.stringify({ ...summary, band: collector.band() }, undefined, 2)}\n`);
  else terminal.out([manyRunsText(summary), ...notes.map((note) => `- ${note}\n`)].join(''));
  return 0;
}

/** Returns the exit code: 0, or 2 when it could not be run. */
export async function runMany(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await answer(args, terminal);
  } catch (error) {
    if (error instanceof UsageError) terminal.error(`${error.message}\n\n${MANY_USAGE}`);
    else if (error instanceof EngineError || error instanceof RunProblem) terminal.error(`${error.message}\n`);
    else throw error;
    return 2;
  }
}
