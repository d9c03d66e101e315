/** What a rollout of a DaemonSet costs, and a sync: `npm run bench -- daemonset`. Each line is the median of several runs. */
import type { DaemonSetUpdateStrategy } from '../../src/model/apiTypes';
import type { Decision } from '../../src/engine/controllers/decisions';
import { DaemonRollout } from '../support/daemonRollout';

interface Case {
  readonly name: string;
  readonly nodes: number;
  readonly rollingUpdate: NonNullable<DaemonSetUpdateStrategy['rollingUpdate']>;
  readonly runs: number;
  readonly decisions?: boolean;
  /** The most it may take, in milliseconds. */
  readonly bar?: number;
}

const CASES: readonly Case[] = [
  { name: '10 %', nodes: 100, rollingUpdate: { maxUnavailable: '10%', maxSurge: 0 }, runs: 15 },
  { name: '10 %', nodes: 1000, rollingUpdate: { maxUnavailable: '10%', maxSurge: 0 }, runs: 9, bar: 150 },
  {
    name: '10 %, decisions',
    nodes: 1000,
    rollingUpdate: { maxUnavailable: '10%', maxSurge: 0 },
    runs: 9,
    decisions: true,
    bar: 150,
  },
  { name: 'surge 10 %', nodes: 1000, rollingUpdate: { maxUnavailable: 0, maxSurge: '10%' }, runs: 9, bar: 150 },
  { name: 'one by one', nodes: 1000, rollingUpdate: { maxUnavailable: 1, maxSurge: 0 }, runs: 5 },
  { name: '10 %', nodes: 5000, rollingUpdate: { maxUnavailable: '10%', maxSurge: 0 }, runs: 3, bar: 1000 },
  { name: 'one by one', nodes: 5000, rollingUpdate: { maxUnavailable: 1, maxSurge: 0 }, runs: 3, bar: 3000 },
];

interface Result {
  readonly milliseconds: number;
  readonly syncs: number;
}

function run({ nodes, rollingUpdate, decisions = false }: Case): Result {
  const recorded: Decision[] = [];
  const onDecision = (decision: Decision): void => {
    recorded.push(decision);
  };
  const started = performance.now();
  const rollout = new DaemonRollout({
    nodes,
    updateStrategy: { type: 'RollingUpdate', rollingUpdate },
    ...(decisions ? { onDecision } : {}),
  });
  const created = rollout.runUntilComplete();
  rollout.roll('v2');
  if (!created || !rollout.runUntilComplete()) throw new Error('the rollout did not complete');
  return { milliseconds: performance.now() - started, syncs: rollout.syncs };
}

function median(results: readonly Result[]): Result {
  const sorted = results.toSorted((a, b) => a.milliseconds - b.milliseconds);
  return sorted[sorted.length >> 1] as Result;
}

let failed = false;
// The first runs are the compiler's.
for (const scenario of CASES.filter(({ nodes }) => nodes === 1000)) run(scenario);
for (const scenario of CASES) {
  const { milliseconds, syncs } = median(Array.from({ length: scenario.runs }, () => run(scenario)));
  const { name, nodes, bar = Infinity } = scenario;
  failed ||= milliseconds > bar;
  const columns = [
    `${nodes} nodes, ${name}`.padEnd(30),
    `${milliseconds.toFixed(1)} ms`.padStart(11),
    `${((milliseconds * 1000) / nodes).toFixed(1)} µs per node`.padStart(19),
    `${((milliseconds * 1000) / syncs).toFixed(1)} µs per sync`.padStart(19),
    `${syncs} syncs`.padStart(13),
    bar === Infinity ? '' : milliseconds > bar ? `  over the bar of ${bar} ms` : `  (bar ${bar} ms)`,
  ];
  console.log(columns.join(''));
}
process.exitCode = failed ? 1 : 0;
