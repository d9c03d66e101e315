/**
 * What a simulated rollout costs: `npm run bench -- simulate`. All workloads take turns within one run, so that whatever
 * else the machine does hits them alike; the best turn counts. The engine that the bars were set from takes its turns as well:
 * how much longer it takes than on the machine that they are from, so much longer may a rollout take here. `--strict` fails when
 * a bar is missed.
 */
import { serialize } from 'node:v8';
import process from 'node:process';
import { simulate } from '../../src/engine/simulation/simulate';
import { trafficOf } from '../../src/engine/traffic/trafficReport';
import type { Scenario } from '../../src/engine/simulation/scenario/scenario';
import { engineBefore, type EngineBefore, type Replicas } from './engineBefore';
import { costOf, fixedWork, IS_PUBLISHING, publish, threadMs } from './figures';
import { daemonSetRollout as daemonSet, deploymentRollout as deployment, behindService } from './rollouts';

interface Case {
  readonly name: string;
  readonly pods: number;
  readonly scenario: Scenario;
  /** Milliseconds that must hold, where the engine before takes what it took for so many replicas. */
  readonly bar?: number;
  readonly like?: Replicas;
  /** What the real controllers, written in Go, took on a fake client; recorded on the same kind of machine. */
  readonly goMs?: number;
  readonly turns: number;
}

const CASES: readonly Case[] = [
  { name: 'Deployment, 10 replicas, 25 %/25 %', pods: 10, scenario: deployment(10), bar: 2, like: 10, turns: 200 },
  { name: 'Deployment, 100 replicas', pods: 100, scenario: deployment(100), turns: 30 },
  { name: 'Deployment, 1,000 replicas', pods: 1000, scenario: deployment(1000), bar: 75, like: 1000, goMs: 730, turns: 12 },
  { name: 'Deployment, 5,000 replicas', pods: 5000, scenario: deployment(5000), turns: 3 },
  { name: 'DaemonSet, 10 nodes, 10 %', pods: 10, scenario: daemonSet(10, '10%'), turns: 60 },
  { name: 'DaemonSet, 100 nodes, 10 %', pods: 100, scenario: daemonSet(100, '10%'), turns: 30 },
  {
    name: 'DaemonSet, 1,000 nodes, 10 %',
    pods: 1000,
    scenario: daemonSet(1000, '10%'),
    bar: 85,
    like: 1000,
    goMs: 1500,
    turns: 12,
  },
  { name: 'DaemonSet, 5,000 nodes, 10 %', pods: 5000, scenario: daemonSet(5000, '10%'), bar: 1000, like: 1000, turns: 4 },
  { name: 'DaemonSet, 5,000 nodes, one by one', pods: 5000, scenario: daemonSet(5000, 1), bar: 750, like: 1000, turns: 3 },
];
const MEMORY_BAR_MB = 64;
const PUBLISHED_BLOCKS = 6;

interface Turn {
  readonly wall: number;
  readonly cpu: number | undefined;
}

function timed(scenario: Scenario): Turn {
  const cpuStarted = threadMs();
  const started = performance.now();
  const { outcome } = simulate(scenario);
  if (outcome.kind !== 'complete')
    throw new Error(`a rollout that should complete ended as ${outcome.kind}: ${outcome.sentence}`);
  const wall = performance.now() - started;
  const cpuEnded = threadMs();
  return { wall, cpu: cpuStarted === undefined || cpuEnded === undefined ? undefined : cpuEnded - cpuStarted };
}

/** How many times as long as on the machine that the bars are from the engine before takes here, at best. */
type Paces = Map<Replicas, number>;
/** After so many turns of the smallest it has its own. */
const PACE_TURNS = 20;

async function addPaces(paces: Paces, before: EngineBefore): Promise<void> {
  for (const replicas of [10, 1000] as const)
    paces.set(replicas, Math.min(paces.get(replicas) ?? Infinity, await before.paceOf(replicas)));
}

interface Measured {
  readonly best: number;
  readonly median: number;
  readonly cpu: number;
}

/** The best and the middle turn of each case, all cases in turn. */
async function measure(before: EngineBefore | undefined, paces: Paces): Promise<readonly Measured[]> {
  const times = CASES.map((): Turn[] => []);
  const most = Math.max(...CASES.map(({ turns }) => turns));
  for (let turn = 0; turn < most; turn++) {
    if (before !== undefined && turn % PACE_TURNS === 0) await addPaces(paces, before);
    for (const [index, { scenario, turns }] of CASES.entries()) if (turn < turns) times[index]?.push(timed(scenario));
  }
  return times.map((values) => {
    const sorted = values.map(({ wall }) => wall).toSorted((a, b) => a - b);
    const cpu = Math.min(...values.map(({ wall, cpu: own }) => own ?? wall));
    return { best: sorted[0] ?? 0, median: sorted[sorted.length >> 1] ?? 0, cpu };
  });
}

let missed = 0;

/** `within 5 ms (0.8×)`. */
function judged(value: number, bar: number, unit: string): string {
  if (value > bar) missed++;
  return `${value <= bar ? 'within' : 'OVER'} ${Number(bar.toPrecision(3))} ${unit} (${(value / bar).toFixed(2)}×)`;
}

async function report(): Promise<void> {
  const before = engineBefore();
  const paces: Paces = new Map();
  const results = await measure(before, paces);
  before?.end();
  for (const [replicas, pace] of paces)
    console.log(`the engine before, ${replicas} replicas: ${pace.toFixed(2)}× of what it took on the machine of the bars`);
  const perPod = results.map(({ best }, index) => (best * 1000) / (CASES[index]?.pods ?? 1));
  for (const [index, { name, bar, like, goMs }] of CASES.entries()) {
    const { best, median, cpu } = results[index] ?? { best: 0, median: 0, cpu: 0 };
    const times = `(median ${median.toFixed(1)}${best > 30 ? `, thread ${cpu.toFixed(1)}` : ''})`;
    const notes = [
      ...(bar === undefined ? [] : [judged(best, bar * ((like && paces.get(like)) ?? 1), 'ms')]),
      ...(goMs === undefined ? [] : [`${(goMs / best).toFixed(1)}× faster than the Go controllers`]),
    ];
    console.log(
      `${name.padEnd(38)} ${best.toFixed(1).padStart(8)} ms ${times}, ${(perPod[index] ?? 0).toFixed(0).padStart(4)} µs per pod  ${notes.join('; ')}`,
    );
  }
  const growth = (from: number, to: number): string => ((perPod[to] ?? 0) / (perPod[from] ?? 1)).toFixed(2);
  console.log(`cost per pod, 5,000 against 100: Deployment ${growth(1, 3)}×, DaemonSet ${growth(5, 7)}×`);
}

const REQUESTS_BAR = 1.15;
const REQUEST_TURNS = 12;

/** What it costs to follow the requests of a Service, turn by turn beside the same rollout without. */
function reportRequests(): void {
  const pod = deployment(1000);
  const [without, asked] = [behindService(pod, false), behindService(pod, true)];
  const best = [Infinity, Infinity];
  for (let turn = 0; turn < REQUEST_TURNS; turn++)
    for (const [index, scenario] of [without, asked].entries()) {
      const cost = costOf(() => trafficOf(simulate(scenario), scenario));
      best[index] = Math.min(best[index] ?? Infinity, cost);
    }
  const [plain = 1, followed = 1] = best;
  console.log(
    `requests followed, 1,000 replicas: ${(followed / plain).toFixed(2)} × without  ${judged(followed / plain, REQUESTS_BAR, '×')}`,
  );
}

function reportMemory(): void {
  for (const [name, scenario] of [
    ['Deployment', deployment(5000)],
    ['DaemonSet', daemonSet(5000, '10%')],
  ] as const) {
    // The first run of a size leaves caches and grown tables behind: not the timeline's.
    simulate(scenario);
    globalThis.gc?.();
    const before = process.memoryUsage();
    const timeline = simulate(scenario);
    globalThis.gc?.();
    const after = process.memoryUsage();
    const megabytes = (after.heapUsed + after.external - before.heapUsed - before.external) / 2 ** 20;
    const cloned = serialize(timeline).byteLength / 2 ** 20;
    const note = globalThis.gc === undefined ? '(run with --expose-gc to judge)' : judged(megabytes, MEMORY_BAR_MB, 'MB');
    console.log(
      `timeline of a 5,000-pod ${name}: ${megabytes.toFixed(1)} MB held, ${cloned.toFixed(1)} MB as a message, ${timeline.pods.count} pods  ${note}`,
    );
  }
}

/** The thread's own time of each case, in turn, and of the fixed work: what others do at the same time does not count. */
function publishCosts(): void {
  const costs = CASES.map(() => Infinity);
  let work = Infinity;
  for (let block = 0; block < PUBLISHED_BLOCKS; block++) {
    for (const [index, { scenario }] of CASES.entries())
      costs[index] = Math.min(
        costs[index] ?? Infinity,
        costOf(() => simulate(scenario)),
      );
  }
  // Last: the full collections of garbage that it causes find no run alive, and V8 forgets the code made for one.
  for (let block = 0; block < PUBLISHED_BLOCKS; block++) work = Math.min(work, costOf(fixedWork));
  publish(
    CASES.map(({ name, bar, goMs }, index) => {
      const value = costs[index] ?? Infinity;
      const beside = goMs === undefined ? undefined : { what: 'the controllers in Go, as recorded', ratio: value / goMs };
      return { bench: 'simulate', name: `one run: ${name}`, value, bar, work: value / work, beside };
    }),
  );
}

if (IS_PUBLISHING) publishCosts();
else {
  await report();
  reportRequests();
  reportMemory();
}
if (missed > 0) {
  console.log(`${missed} of the bars missed`);
  if (process.argv.includes('--strict')) process.exitCode = 1;
}
