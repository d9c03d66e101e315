import { RunCollector } from '../engine/simulation/batch/statistics';
import { manyRunsText } from '../engine/simulation/words/manyText';
import { between, takeValues } from './manyOptions';
import { parseArguments, UsageError } from './options';
import { readInput } from './readInput';
import { MOST_WORKERS, playOnWorkers, usualWorkers, workersOf } from './runPool';
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

/** `many FILE`: a distribution instead of one number. */
export async function manyRuns(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, rest } = takeValues(args, ['--runs', '--workers', '--format']);
  const format = values.get('--format') ?? 'text';
  if (format !== 'text' && format !== 'json') throw new UsageError(`--format is text or json here, not ${format}`);
  const runs = between('--runs', values.get('--runs') ?? String(DEFAULT_RUNS), MOST_RUNS);
  const workers = workersOf(values.get('--workers')) ?? usualWorkers();
  const options = parseArguments(rest);
  const { scenario, notes } = readInput(options);
  const seeds = Array.from({ length: runs }, (_, index) => options.seed + index);
  const collector = new RunCollector();
  await playOnWorkers([{ scenario, seeds }], {
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
