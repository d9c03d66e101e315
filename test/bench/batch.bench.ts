/**
 * What one of many runs costs, in the thread's own time: `npm run bench -- batch`. Runs of a batch are played by one worker that
 * plays nothing else, as in the page and on the command line; single runs take turns with them, on this thread, so that whatever
 * else the machine does hits them alike, and so does the engine that the bars were set from: machines and their hours differ, so
 * the bars are ratios to it, and milliseconds are judged only where it is not to be had. `--strict` fails when a bar is missed.
 */
import { once } from 'node:events';
import process from 'node:process';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { RunCollector } from '../../src/engine/simulation/batch/statistics';
import { simulateMany } from '../../src/engine/simulation/batch/simulateMany';
import type { Scenario } from '../../src/engine/simulation/scenario/scenario';
import { simulate } from '../../src/engine/simulation/simulate';
import { engineBefore, TOOK_MS, type EngineBefore, type Replicas } from './engineBefore';
import { costInTurn, fixedWork, publish, type Figure } from './figures';
import { daemonSetRollout, deploymentRollout } from './rollouts';

interface Case {
  readonly name: string;
  readonly scenario: Scenario;
  readonly bar: number | undefined;
  /** Of so many replicas the engine before plays a rollout in turn with it. */
  readonly before?: Replicas;
  readonly blocks: number;
  /** As many in a row as a worker plays between two reports: what a batch shares is made once for them. */
  readonly row: number;
}

const CASES: readonly Case[] = [
  {
    name: 'Deployment, 10 replicas',
    scenario: deploymentRollout(10),
    bar: 0.6,
    before: 10,
    blocks: 40,
    row: 25,
  },
  {
    name: 'Deployment, 100 replicas',
    scenario: deploymentRollout(100),
    bar: 4,
    before: 100,
    blocks: 20,
    row: 8,
  },
  {
    name: 'Deployment, 1,000 replicas',
    scenario: deploymentRollout(1000),
    bar: 45,
    before: 1000,
    blocks: 12,
    row: 2,
  },
  { name: 'DaemonSet, 10 nodes, 10 %', scenario: daemonSetRollout(10, '10%'), bar: undefined, blocks: 15, row: 25 },
];

interface Measured {
  readonly batch: number;
  readonly single: number;
  readonly work: number;
  /** Of the engine before; Infinity: it is not to be had. */
  readonly old: number;
}

/** What the worker is asked for: a block of a case's runs, or of the fixed work. */
type Order = { readonly batch: number } | 'fixed work' | 'a thousand runs';

function play(order: Order): number | ThousandRuns {
  if (order === 'a thousand runs') return thousandRuns();
  if (order === 'fixed work') return costInTurn(fixedWork);
  const { scenario, row } = CASES[order.batch] as Case;
  const block = costInTurn((turn) => {
    const seeds = Array.from({ length: row }, (_, index) => turn * row + index + 1);
    simulateMany(scenario, seeds, () => undefined);
  });
  return block / row;
}

class Player {
  readonly #worker = new Worker(new URL(import.meta.url), { argv: process.argv.slice(2) });

  async play(order: Order): Promise<number | ThousandRuns> {
    const answer = once(this.#worker, 'message');
    this.#worker.postMessage(order);
    const [result] = (await answer) as [number | ThousandRuns];
    return result;
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}

/** The best block of each, in turn. */
async function measure(player: Player, before: EngineBefore | undefined, index: number): Promise<Measured> {
  const { scenario, blocks, before: set } = CASES[index] as Case;
  let [batch, single, work, old] = [Infinity, Infinity, Infinity, Infinity];
  for (let block = 0; block < blocks; block++) {
    single = Math.min(
      single,
      costInTurn((turn) => simulate({ ...scenario, seed: turn + 1 })),
    );
    batch = Math.min(batch, (await player.play({ batch: index })) as number);
    if (before !== undefined && set !== undefined) old = Math.min(old, await before.costOf(set));
  }
  // Last: the full collections of garbage that it causes make V8 forget the code that was made for runs.
  for (let block = 0; block < blocks; block++) work = Math.min(work, (await player.play('fixed work')) as number);
  return { batch, single, work, old };
}

interface ThousandRuns {
  readonly all: number;
  readonly first: number;
}

function thousandRuns(): ThousandRuns {
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

/** The bar in words, and whether it is missed: as a ratio to the engine that it was set from, where that is there. */
function judged({ bar, before }: Case, { batch, old }: Measured): { readonly text: string; readonly isMissed: boolean } {
  if (bar === undefined || before === undefined) return { text: '', isMissed: false };
  const took = TOOK_MS[before];
  const [ratio, most] = [batch / old, bar / took];
  const isMissed = old === Infinity ? batch > bar : ratio > most;
  const verdict = isMissed ? 'OVER' : 'within';
  if (old === Infinity) return { text: `  ${verdict} ${bar} ms (${(batch / bar).toFixed(2)}×)`, isMissed };
  const told = `${ratio.toFixed(3)}× the engine before (${old.toFixed(1)} ms here)`;
  const set = `${most.toFixed(3)}× (${bar} ms where that takes ${took})`;
  return { text: `\n${' '.repeat(31)}${told}: ${verdict} ${set}`, isMissed };
}

async function main(): Promise<void> {
  const player = new Player();
  const before = engineBefore();
  if (before === undefined)
    console.log(
      'The history here does not reach back to the engine that the bars were set from: they are judged in milliseconds.',
    );
  let missed = 0;
  const figures: Figure[] = [];
  for (const [index, example] of CASES.entries()) {
    const measured = await measure(player, before, index);
    const { batch, single, work, old } = measured;
    const { name, bar } = example;
    const { text, isMissed } = judged(example, measured);
    if (isMissed) missed++;
    const share = `${(batch / single).toFixed(2)}× a single run (${single.toFixed(2)} ms), ${(batch / work).toFixed(2)}× the fixed work`;
    console.log(`${name.padEnd(30)} ${batch.toFixed(2).padStart(8)} ms, ${share}${text}`);
    const beside =
      old === Infinity
        ? { what: 'a single run', ratio: batch / single }
        : {
            what: 'the engine that the bar was set from',
            ratio: batch / old,
            bar: bar && example.before && bar / TOOK_MS[example.before],
          };
    figures.push({ bench: 'batch', name: `one of many runs: ${name}`, value: batch, bar, work: batch / work, beside });
  }
  const { all, first } = (await player.play('a thousand runs')) as ThousandRuns;
  await player.end();
  before?.end();
  console.log(
    `1,000 runs of 10 replicas by one worker: ${all.toFixed(0)} ms, the first hundred summed up after ${first.toFixed(0)} ms`,
  );
  figures.push({ bench: 'batch', name: '1,000 runs of 10 replicas, summed up, by one worker', value: all });
  publish(figures);
  if (missed === 0) return;
  console.log(`${missed} of the bars missed`);
  if (process.argv.includes('--strict')) process.exitCode = 1;
}

if (isMainThread) await main();
else parentPort?.on('message', (order: Order) => parentPort?.postMessage(play(order)));
