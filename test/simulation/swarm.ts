import assert from 'node:assert/strict';
import type { ScalableGroup, ScenarioAction } from '../../src/engine/simulation/scenario/actions';
import type { PodBehavior, Scenario } from '../../src/engine/simulation/scenario/scenario';
import { simulate } from '../../src/engine/simulation/simulate';
import { serializeTimeline } from '../../src/engine/simulation/timeline/serializeTimeline';
import type { Timeline } from '../../src/engine/simulation/timeline/timeline';
import { valuesAt } from '../../src/engine/simulation/timeline/timelineQueries';
import type { DaemonSet, Deployment } from '../../src/model/apiTypes';
import { Draw } from '../support/draw';

/** Steps that a small scenario never needs; pods that are evicted and made anew every few milliseconds take up to 1,500,000. */
const MAX_STEPS = 2_000_000;
/** So rarely a scenario is played twice, to compare the bytes. */
const TWICE = 10;

/** A small scenario of anything that the language can say: each switches features on and off and draws its own shares. */
export function swarmScenario(seed: number): Scenario {
  const draw = new Draw('swarm', seed);
  const isDaemon = draw.chance(0.3);
  const nodeCount = 1 + draw.upTo(4);
  const template = templateOf(draw);
  const workload = (image: string): Deployment | DaemonSet => workloadOf(isDaemon, image, template);
  const eventful = draw.chance(0.7) ? draw.upTo(5) : 0;
  const beside = new Draw('swarm beside', seed);
  const around = beside.chance(0.4) ? Array.from({ length: 1 + beside.upTo(2) }, () => aroundOf(beside, nodeCount)) : [];
  const own = Array.from({ length: eventful }, () => actionOf(draw, nodeCount));
  const actions = [...own, ...around].sort((a, b) => a.at - b.at);
  const before = draw.chance(0.85) ? { before: workload('web:1') } : {};
  const down = beside.chance(0.15) ? [{ name: 'dead', count: 1 + beside.upTo(1), notReady: true }] : [];
  const cluster = draw.chance(0.5)
    ? { nodeCount }
    : {
        groups: [
          { name: 'node', count: nodeCount, allocatable: { cpu: draw.of(['1', '2', '4']) }, ...growthOf(nodeCount, seed) },
          ...down,
        ],
      };
  const quota = draw.chance(0.2) ? { resourceQuotas: [quotaOf(draw)] } : {};
  const budget = draw.chance(0.2) ? { podDisruptionBudgets: [budgetOf(draw)] } : {};
  return JSON.parse(
    JSON.stringify({
      version: 1,
      seed,
      horizonSeconds: 60 + draw.upTo(300),
      stopAt: draw.of(['settled', 'deadline', 'horizon']),
      cluster: { ...cluster, ...quota, ...budget },
      workload: { ...before, after: workload(draw.chance(0.9) ? 'web:2' : 'web:1') },
      behavior: { default: behaviorOf(draw), revisions: draw.chance(0.3) ? { after: { failure: failureOf(draw) } } : {} },
      ...(beside.chance(0.3) ? { others: [...othersOf(beside), ...standingOf(seed)] } : {}),
      actions,
      latencyMs: draw.of([0, 2, 10, 10, 50]),
      informerLagMs: new Draw('swarm lag', seed).of([0, 0, 0, 40, 300, 1000]),
      ...machineOf(seed),
      limits: { maxSteps: MAX_STEPS, maxPods: 2_000 },
    }),
  ) as Scenario;
}

/** Some have another machine, or one in which something goes wrong. Drawn by itself. */
function machineOf(seed: number): Pick<Scenario, 'machine'> {
  const draw = new Draw('swarm machine', seed);
  if (draw.chance(0.7)) return {};
  const lags = (): object => ({
    watchLagMs: { [draw.of(['Pod', 'ReplicaSet', 'Node', 'DaemonSet'])]: draw.of([10, 200, 1500]) },
  });
  const controller = (): object => ({
    ...(draw.chance(0.3) ? lags() : {}),
    ...(draw.chance(0.3) ? { workers: 1 + draw.upTo(2) } : {}),
    ...(draw.chance(0.3) ? { retries: { baseMs: draw.of([1, 500]), qps: draw.of([0.5, 10]) } } : {}),
  });
  const ofPods = (): object => ({
    ...controller(),
    ...(draw.chance(0.3) ? { burstReplicas: 1 + draw.upTo(2) } : {}),
    ...(draw.chance(0.3) ? { staleControllerConsistency: false } : {}),
  });
  return { machine: { ...lags(), deployment: controller(), replicaset: ofPods(), daemonset: ofPods() } };
}

/** Some clusters grow. Drawn by itself. */
function growthOf(nodeCount: number, seed: number): Pick<ScalableGroup, 'max' | 'readyAfterSeconds'> {
  const draw = new Draw('swarm growth', seed);
  return draw.chance(0.4) ? { max: nodeCount + draw.upTo(3), readyAfterSeconds: draw.of([0, 5, 30, 120]) } : {};
}

interface Template {
  readonly spec: Readonly<Record<string, unknown>>;
  readonly strategy: Readonly<Record<string, unknown>>;
  readonly replicas: number;
  readonly minReadySeconds: number;
}

function templateOf(draw: Draw): Template {
  const surge = draw.of([0, 1, 2, '25%', '50%']);
  const unavailable = surge === 0 ? draw.of([1, 2, '50%']) : draw.of([0, 1, '25%']);
  const toleration = { key: 'maint', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: draw.of([0, 3, 10]) };
  return {
    replicas: draw.upTo(8),
    minReadySeconds: draw.of([0, 0, 3]),
    strategy: { maxSurge: surge, maxUnavailable: unavailable, recreate: draw.chance(0.15) },
    spec: {
      ...(draw.chance(0.3) ? { tolerations: [toleration] } : {}),
      ...(draw.chance(0.15) ? { hostNetwork: false } : {}),
      requests: { cpu: draw.of(['100m', '500m', '900m']) },
    },
  };
}

function workloadOf(
  isDaemon: boolean,
  image: string,
  { spec, strategy, replicas, minReadySeconds }: Template,
): Deployment | DaemonSet {
  const { requests, ...podSpec } = spec;
  const { maxSurge, maxUnavailable, recreate } = strategy;
  const container = { name: 'app', image, resources: { requests } };
  const common = {
    minReadySeconds,
    selector: { matchLabels: { app: 'web' } },
    template: { metadata: { labels: { app: 'web' } }, spec: { ...podSpec, containers: [container] } },
  };
  const head = {
    apiVersion: 'apps/v1',
    kind: isDaemon ? 'DaemonSet' : 'Deployment',
    metadata: { name: 'web', namespace: 'default' },
  };
  const rollingUpdate = isDaemon ? daemonBounds(maxSurge, maxUnavailable) : { maxSurge, maxUnavailable };
  const rolling = { type: 'RollingUpdate', rollingUpdate };
  const own = isDaemon ? { updateStrategy: rolling } : { replicas, strategy: recreate === true ? { type: 'Recreate' } : rolling };
  return { ...head, spec: { ...common, ...own } } as unknown as Deployment | DaemonSet;
}

/** A DaemonSet has either a surge or pods that may be missing. */
function daemonBounds(maxSurge: unknown, maxUnavailable: unknown): Readonly<Record<string, unknown>> {
  return maxSurge === 0 ? { maxSurge, maxUnavailable } : { maxSurge, maxUnavailable: 0 };
}

function behaviorOf(draw: Draw): PodBehavior {
  return { imagePull: draw.of([0, 0, 2]), start: draw.upTo(6), warmUp: draw.upTo(3), shutDown: draw.upTo(5) };
}

function failureOf(draw: Draw): PodBehavior['failure'] {
  return draw.of([
    { kind: 'neverReady' },
    { kind: 'crash', after: draw.upTo(5), times: 1 + draw.upTo(3) },
    { kind: 'crash', after: draw.upTo(5) },
    { kind: 'imagePullError' },
    { kind: 'failsOnNodes', nodes: ['node-1'] },
    { kind: 'flaky', probability: 0.3 },
    { kind: 'neverAnswers' },
    { kind: 'exclusive' },
    { kind: 'exclusive', slots: 1 + draw.upTo(3) },
    { kind: 'missingObject' },
  ] as const);
}

function quotaOf(draw: Draw): unknown {
  return { metadata: { name: 'team', namespace: 'default' }, spec: { hard: { pods: String(1 + draw.upTo(9)) } } };
}

function budgetOf(draw: Draw): unknown {
  const spec = { selector: { matchLabels: { app: 'web' } }, minAvailable: draw.of([0, 1, '50%', '100%']) };
  return { metadata: { name: 'pdb', namespace: 'default' }, spec };
}

function actionOf(draw: Draw, nodeCount: number): ScenarioAction {
  const at = draw.upTo(50);
  const node = `node-${1 + draw.upTo(nodeCount - 1)}`;
  const effect = draw.of(['NoSchedule', 'NoExecute'] as const);
  return draw.of<ScenarioAction>([
    { at, action: 'setImage', image: draw.of(['web:2', 'web:3']) },
    { at, action: 'scale', replicas: draw.upTo(8) },
    { at, action: 'pause' },
    { at, action: 'resume' },
    { at, action: 'restart' },
    { at, action: 'undo' },
    { at, action: 'killPod', count: 1 + draw.upTo(2), choose: draw.of(['oldest', 'newest']) },
    { at, action: 'breakRevision', revision: 'after', failure: { kind: 'crash', after: 1 } },
    { at, action: 'cordon', node },
    { at, action: 'uncordon', node },
    { at, action: 'drain', node },
    { at, action: 'nodeDown', node, ...(draw.chance(0.6) ? { forSeconds: 1 + draw.upTo(80) } : {}) },
    { at, action: 'addNode', node: { name: `extra-${at}`, count: 1 } },
    { at, action: 'removeNode', node },
    { at, action: 'taintNode', node, taint: { key: draw.of(['maint', 'other']), effect } },
    { at, action: 'untaintNode', node, key: 'maint' },
    { at, action: 'createErrors', count: 1 + draw.upTo(10) },
  ]);
}

/** One or two workloads that run or roll out beside it, some of them kept from sharing its nodes. */
/** Pods whose controllers are not simulated. */
function standingOf(seed: number): unknown[] {
  const draw = new Draw('swarm standing', seed);
  if (draw.chance(0.5)) return [];
  const kind = draw.of(['StatefulSet', 'StatefulSet', 'ReplicaSet', 'Pod']);
  const containers = [{ name: 'db', image: 'db:1', resources: { requests: { cpu: draw.of(['100m', '900m']) } } }];
  const priorityClassName = draw.chance(0.2) ? 'system-node-critical' : undefined;
  const pod = { metadata: { name: 'db', labels: { app: 'db' } }, spec: { containers, priorityClassName } };
  const count = kind === 'Pod' ? 1 : draw.upTo(4);
  return [{ standing: { kind, count, inOrder: kind === 'StatefulSet' && draw.chance(0.6), pod } }];
}

function othersOf(draw: Draw): unknown[] {
  return ['api', 'logs'].slice(0, 1 + draw.upTo(1)).map((name) => {
    const isDaemon = draw.chance(0.3);
    const template = templateOf(draw);
    const version = (image: string): unknown =>
      JSON.parse(JSON.stringify(workloadOf(isDaemon, image, template)).replaceAll('"web"', `"${name}"`));
    const before = draw.chance(0.8);
    const after = !before || draw.chance(0.5);
    return { ...(before ? { before: version('a:1') } : {}), ...(after ? { after: version('a:2') } : {}) };
  });
}

/** What is done to nodes, to the other workloads and to what surrounds them. */
function aroundOf(draw: Draw, nodeCount: number): ScenarioAction {
  const at = draw.upTo(50);
  const node = `node-${1 + draw.upTo(nodeCount - 1)}`;
  const other = { kind: draw.of(['Deployment', 'DaemonSet'] as const), namespace: 'default', name: draw.of(['api', 'logs']) };
  const quota = { apiVersion: 'v1', kind: 'ResourceQuota', ...(quotaOf(draw) as object) };
  const budget = { apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', ...(budgetOf(draw) as object) };
  const verb = draw.of(['create', 'update', 'updateStatus', 'delete'] as const);
  return draw.of([
    { at, action: 'applyObject', object: draw.of([quota, budget]) },
    { at, action: 'restartControllers', awaySeconds: draw.of([0, 5, 15]) },
    { at, action: 'requestErrors', verb, count: 1 + draw.upTo(4) },
    { at, action: 'deleteObject', ...other },
    { at, action: 'deleteObject', kind: 'Deployment', namespace: 'default', name: 'web' },
    {
      at,
      action: 'deleteObject',
      kind: draw.of(['ResourceQuota', 'PodDisruptionBudget']),
      namespace: 'default',
      name: draw.of(['team', 'pdb']),
    },
    { at, action: 'deleteObject', kind: 'Node', name: node },
    { at, action: 'setImage', image: 'a:3', workload: other },
    { at, action: 'scale', replicas: draw.upTo(8), workload: other },
    { at, action: 'restart', workload: other },
    { at, action: 'undo', workload: other },
    { at, action: 'killPod', count: 1 + draw.upTo(2), workload: other },
    {
      at,
      action: 'addNode',
      node: { name: `late-${at}`, count: 1 },
      ...(draw.chance(0.7) ? { readyAfterSeconds: draw.upTo(30) } : {}),
    },
    {
      at,
      action: 'drain',
      node,
      disableEviction: draw.chance(0.5),
      gracePeriodSeconds: draw.upTo(5),
      timeoutSeconds: draw.upTo(30),
    },
    { at, action: 'drain', node, force: draw.chance(0.5), ignoreDaemonSets: draw.chance(0.5) },
    { at, action: 'drain', node, podSelector: { app: draw.of(['web', 'api']) } },
  ] as ScenarioAction[]);
}

/** Plays the scenario of a seed and checks what must hold whatever happens in it. */
export function playSwarm(seed: number): Timeline {
  const scenario = swarmScenario(seed);
  const timeline = simulate(scenario);
  checkCounts(timeline);
  if (scenario.actions.length === 0) checkBounds(timeline);
  if (seed % TWICE === 0)
    assert.equal(serializeTimeline(simulate(scenario)), serializeTimeline(timeline), 'the same seed, other bytes');
  return timeline;
}

/** What the workload says of itself at the moment of completion, and of its pods. */
function checkCounts({ outcome, status, workload, end }: Timeline): void {
  assert.ok(outcome.at >= 0 && outcome.at <= end, `the outcome at ${outcome.at} s lies outside of the timeline of ${end} s`);
  assert.ok(outcome.kind !== 'stalled' || outcome.blockers.length > 0, 'stalled, but nothing stands in the way');
  if (outcome.kind !== 'complete') return;
  const row = valuesAt(status, outcome.at);
  assert.equal(row?.updated, row?.desired, 'complete, but not all are updated');
  assert.equal(row?.available, row?.desired, 'complete, but not all are available');
  if (workload.kind === 'Deployment') assert.equal(row?.replicas, row?.desired, 'complete, but old pods are left');
}

/**
 * Nobody interferes: the ReplicaSets never want more pods than the ceiling allows. Of pods there may be more for a moment: the
 * new ones can be made before the old ones, no longer wanted, are deleted.
 */
function checkBounds({ revisionCounts, envelope, workload }: Timeline): void {
  if (workload.kind !== 'Deployment') return;
  const times = new Set(revisionCounts.flatMap((series) => [...series.times]));
  for (const t of times) {
    const wanted = revisionCounts.reduce((sum, series) => sum + (valuesAt(series, t)?.desired ?? 0), 0);
    assert.ok(wanted <= envelope.ceiling, `${wanted} pods are wanted at ${t} s, at most ${envelope.ceiling} are allowed`);
  }
}
