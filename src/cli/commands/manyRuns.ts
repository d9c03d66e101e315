import { CauseCollector, leverSeeds, leversOf, type Cause } from '../../engine/simulation/batch/causes';
import { RunCollector } from '../../engine/simulation/batch/statistics';
import type { Scenario } from '../../engine/simulation/scenario/scenario';
import { manyRunsText } from '../../engine/simulation/words/manyText';
import { between, type Arguments } from '../arguments/arguments';
import type { Command } from '../arguments/command';
import { readInput } from '../input/readInput';
import { simulationOptions, SIMULATION_OPTIONS } from '../input/simulationOptions';
import { MOST_WORKERS, playOnWorkers, usualWorkers, workersOf } from '../runs/runPool';
import { clearProgress, showProgress, type Terminal } from '../terminal';

const DEFAULT_RUNS = 1_000;
const MOST_RUNS = 100_000;

export const MANY: Command = {
  name: 'many',
  summary: 'how sure is that: many runs, each with other start times',
  operands: 'FILE',
  about: 'Plays the rollout many times, each with other start times, and says how sure the answer is.',
  options: {
    ...SIMULATION_OPTIONS,
    runs: { takes: 'N', says: [`how many (default: ${DEFAULT_RUNS})`] },
    workers: { takes: 'N', says: [`on so many threads (default: one for each core, at most ${MOST_WORKERS})`] },
    seed: { takes: 'N', says: ['seed of the first run; the others follow it (default: 1)'] },
    format: { takes: 'F', choices: ['text', 'json'], says: ['text (default) or json'] },
  },
  examples: [['rollout-lens many web.yaml --runs 1000', 'a distribution, and the chances of what goes wrong']],
  run: manyRuns,
};

/** A distribution instead of one number. */
async function manyRuns(input: Arguments, terminal: Terminal): Promise<number> {
  const runs = between('--runs', input.value('runs') ?? String(DEFAULT_RUNS), MOST_RUNS);
  const workers = workersOf(input.value('workers')) ?? usualWorkers();
  const options = simulationOptions(input);
  const { scenario, notes } = readInput(options);
  const seeds = Array.from({ length: runs }, (_, index) => options.seed + index);
  const collector = new RunCollector();
  await playOnWorkers([{ scenario, seeds }], {
    workers,
    onFigures: (figures) => {
      collector.add(figures);
      if (collector.count % 10 === 0) showProgress(terminal, `${collector.count} of ${runs} runs`);
    },
  });
  const causes = await causesOf(scenario, workers);
  clearProgress(terminal);
  const summary = collector.summary();
  if (input.value('format') === 'json')
    terminal.out(`${JSON.stringify({ ...summary, causes, band: collector.band() }, undefined, 2)}\n`);
  else terminal.out([manyRunsText(summary, causes), ...notes.map((note) => `- ${note}\n`)].join(''));
  return 0;
}

async function causesOf(scenario: Scenario, workers: number): Promise<readonly Cause[]> {
  const levers = leversOf(scenario);
  const collector = new CauseCollector(levers);
  const seeds = leverSeeds(scenario.seed);
  const orders = levers.flatMap((lever, index) =>
    (['low', 'high'] as const).map((side) => ({ index, side, scenario: lever[side], seeds })),
  );
  await playOnWorkers(orders, {
    workers,
    onFigures: (figures, { index, side }) => {
      collector.add(index, side, figures);
    },
  });
  return collector.causes();
}
