/**
 * What it costs to record the inside of a rollout: `npm run bench -- inside`. The same rollout is played with and without in
 * turns, so that whatever else the machine does hits both alike. `--strict` fails when the bar is missed.
 */
import process from 'node:process';
import { InsideRecorder } from '../../src/engine/simulation/inside/insideRecorder';
import { Rollout } from '../../src/engine/simulation/rollout';
import { checkScenario } from '../../src/engine/simulation/scenario/checkScenario';
import type { Scenario } from '../../src/engine/simulation/scenario/scenario';
import { originOf } from '../../src/engine/simulation/setUp';
import { publish, threadMs } from './figures';
import { daemonSetRollout, deploymentRollout } from './rollouts';

interface Case {
  readonly name: string;
  readonly scenario: Scenario;
  readonly turns: number;
  /** Runs in a turn: the system counts in ticks. */
  readonly runs: number;
}

const CASES: readonly Case[] = [
  { name: 'Deployment, 10 replicas', scenario: deploymentRollout(10), turns: 24, runs: 40 },
  { name: 'Deployment, 100 replicas', scenario: deploymentRollout(100), turns: 20, runs: 6 },
  { name: 'Deployment, 1,000 replicas', scenario: deploymentRollout(1000), turns: 12, runs: 1 },
  { name: 'DaemonSet, 100 nodes', scenario: daemonSetRollout(100, '10%'), turns: 20, runs: 6 },
];
/** So many times as long it may take with recording. */
const MOST_RATIO = 1.25;

/** The thread's own time where the system tells it: others on the machine do not count then. */
const clock = (): number => threadMs() ?? performance.now();

interface Turn {
  readonly ms: number;
  readonly rows: number;
}

function played({ scenario, runs }: Case, isRecorded: boolean): Turn {
  const started = clock();
  let last: InsideRecorder | undefined;
  for (let run = 0; run < runs; run++) {
    const probe = isRecorded ? new InsideRecorder(originOf(scenario)) : undefined;
    const rollout = new Rollout(checkScenario(scenario), { probe });
    while (rollout.advance(Infinity));
    rollout.timeline();
    last = probe;
  }
  const ms = (clock() - started) / runs;
  // The steps of the syncs are found now: whoever does not look does not pay for them.
  return { ms, rows: last?.recording().rows.length ?? 0 };
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

let missed = 0;
for (const measured of CASES) {
  const { name, turns } = measured;
  const plain: Turn[] = [];
  const recorded: Turn[] = [];
  for (let turn = 0; turn < turns; turn++) {
    // Who comes first finds the garbage of the other.
    const order = turn % 2 === 0 ? [false, true] : [true, false];
    for (const isRecorded of order) (isRecorded ? recorded : plain).push(played(measured, isRecorded));
  }
  const [without, with_] = [plain, recorded].map((all) => median(all.slice(turns >> 2).map(({ ms }) => ms))) as [number, number];
  const ratio = with_ / without;
  if (ratio > MOST_RATIO) missed++;
  const rows = recorded[0]?.rows ?? 0;
  console.log(
    `${name.padEnd(28)} ${without.toFixed(2).padStart(8)} ms, recorded ${with_.toFixed(2).padStart(8)} ms: ${ratio.toFixed(2)}× (${ratio <= MOST_RATIO ? 'within' : 'OVER'} ${MOST_RATIO}×); ${rows} rows`,
  );
  publish([
    {
      bench: 'inside',
      name: `${name}, recorded`,
      value: with_,
      beside: { what: 'the same without', ratio },
      bar: without * MOST_RATIO,
    },
  ]);
}
if (missed > 0 && process.argv.includes('--strict')) process.exitCode = 1;
