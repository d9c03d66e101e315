/**
 * What one of many runs costs, in the thread's own time: `npm run bench -- batch`. Single runs take turns with runs of a batch,
 * so that whatever else the machine does hits them alike. `--strict` fails when a bar is missed.
 */
import process from 'node:process';
import { RunCollector } from '../../src/engine/simulation/batch/statistics';
import { simulateMany } from '../../src/engine/simulation/batch/simulateMany';
import type { Scenario } from '../../src/engine/simulation/scenario/scenario';
import { simulate } from '../../src/engine/simulation/simulate';
import { costOf, fixedWork, publish, type Figure } from './figures';
import { daemonSetRollout, deploymentRollout } from './rollouts';

interface Case {
  readonly name: string;
  readonly scenario: Scenario;
  readonly bar: number | undefined;
  readonly blocks: number;
  /** As many in a row as a worker plays between two reports: what a batch shares is made once for them. */
  readonly row: number;
}

const CASES: readonly Case[] = [
  { name: 'Deployment, 10 replicas', scenario: deploymentRollout(10), bar: 0.6, blocks: 40, row: 25 },
  { name: 'Deployment, 100 replicas', scenario: deploymentRollout(100), bar: 4, blocks: 20, row: 8 },
  { name: 'Deployment, 1,000 replicas', scenario: deploymentRollout(1000), bar: 45, blocks: 12, row: 2 },
  { name: 'DaemonSet, 10 nodes, 10 %', scenario: daemonSetRollout(10, '10%'), bar: undefined, blocks: 24, row: 25 },
];

interface Measured {
  readonly batch: number;
  readonly single: number;
  readonly work: number;
}

/**
 * The best block of each, in turn. The fixed work comes last: the full collections of garbage that it causes find no run alive,
 * and V8 forgets with the shapes of a run's objects the code that was made for them.
 */
function measure({ scenario, blocks, row }: Case): Measured {
  let [batch, single, work] = [Infinity, Infinity, Infinity];
  for (let block = 0; block < blocks; block++) {
    single = Math.min(
      single,
      costOf((turn) => simulate({ ...scenario, seed: turn + 1 })),
    );
    batch = Math.min(
      batch,
      costOf((turn) => {
        const seeds = Array.from({ length: row }, (_, index) => turn * row + index + 1);
        simulateMany(scenario, seeds, () => undefined);
      }) / row,
    );
  }
  for (let block = 0; block < blocks; block++) work = Math.min(work, costOf(fixedWork));
  return { batch, single, work };
}

function thousandRuns(): { readonly all: number; readonly first: number } {
  const collector = new RunCollector();
  const started = performance.now();
  let first = 0;
  simulateMany(
    deploymentRollout(10),
    Array.from({ length: 1000 }, (_, index) => index),
    (figures) => {
      collector.add(figures);
      if (collector.count !== 100) return;
      collector.summary();
      first = performance.now() - started;
    },
  );
  collector.summary();
  collector.band();
  return { all: performance.now() - started, first };
}

let missed = 0;
const figures: Figure[] = [];
for (const example of CASES) {
  const { batch, single, work } = measure(example);
  const { name, bar } = example;
  const isOver = bar !== undefined && batch > bar;
  if (isOver) missed++;
  const judged = bar === undefined ? '' : `  ${isOver ? 'OVER' : 'within'} ${bar} ms (${(batch / bar).toFixed(2)}×)`;
  const share = `${(batch / single).toFixed(2)}× a single run (${single.toFixed(2)} ms), ${(batch / work).toFixed(2)}× the fixed work`;
  console.log(`${name.padEnd(30)} ${batch.toFixed(2).padStart(8)} ms, ${share}${judged}`);
  const beside = { what: 'a single run', ratio: batch / single };
  figures.push({ bench: 'batch', name: `one of many runs: ${name}`, value: batch, bar, work: batch / work, beside });
}
const { all, first } = thousandRuns();
console.log(
  `1,000 runs of 10 replicas on one thread: ${all.toFixed(0)} ms, the first hundred summed up after ${first.toFixed(0)} ms`,
);
figures.push({ bench: 'batch', name: '1,000 runs of 10 replicas, summed up, on one thread', value: all });
publish(figures);
if (missed > 0) {
  console.log(`${missed} of the bars missed`);
  if (process.argv.includes('--strict')) process.exitCode = 1;
}
