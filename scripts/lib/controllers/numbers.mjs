import { Backoff } from '../../../src/engine/client/backoff';
import { BucketRateLimiter, ExponentialFailureRateLimiter } from '../../../src/engine/client/rateLimiter';
import {
  BURST_REPLICAS,
  FAILED_PODS_BACKOFF_MS,
  FAILED_PODS_MAX_BACKOFF_MS,
} from '../../../src/engine/controllers/daemon/daemonSync';
import { MAX_RETRIES } from '../../../src/engine/controllers/deployment/deploymentController';
import { EXPECTATIONS_TIMEOUT_MS } from '../../../src/engine/controllers/expectations';
import { RULES } from '../../../src/engine/controllers/replicaset/podRanking';
import { slowStartBatch } from '../../../src/engine/controllers/slowStart';
import { backoffMs } from '../../../src/engine/cluster/scheduler/schedulingQueue';
import { resolveBounds } from '../../../src/model/envelope';
import { formulaText } from '../../../src/engine/simulation/words/describeDecision';
import { formatDuration } from '../../../src/model/words';
import { proportionalScaling, staleCacheTable } from './machines.mjs';
import { stepsOf, syncsOf } from './runs.mjs';
import { list, table } from './tables.mjs';

/** @type {Readonly<Record<import('../../../src/engine/controllers/replicaset/podRanking').RankingRule, string>>} */
const RANKING_WORDS = {
  unassigned: 'a pod without a node before one with a node',
  phase: '`Pending` before `Unknown` before `Running`',
  notReady: 'not ready before ready',
  deletionCost: 'the lower `controller.kubernetes.io/pod-deletion-cost`',
  coLocated: 'the node with more active pods of the same owner (of a Deployment: of all its ReplicaSets)',
  readyMoreRecently: 'ready for a shorter time',
  restarts: 'more restarts of a container, then of a sidecar',
  createdMoreRecently: 'created more recently',
  uid: 'the lower uid, or as they were listed',
};

/** @param {number} ms */
const time = (ms) => (ms < 1000 ? `${Math.round(ms)} ms` : formatDuration(ms / 1000));
/** @param {number} seconds */
const moment = (seconds) => `${Math.round(seconds * 1000) / 1000} s`;

function bounds() {
  const rows = [1, 2, 3, 4, 10, 11, 100].map((replicas) => {
    const { surge, unavailable } = deploymentBounds(replicas);
    return [replicas, surge, unavailable, replicas + surge, replicas - unavailable];
  });
  return table(['replicas', 'maxSurge 25%', 'maxUnavailable 25%', 'ceiling', 'floor'], rows);
}

/** @param {number} replicas */
function deploymentBounds(replicas) {
  const found = resolveBounds('Deployment', { maxSurge: '25%', maxUnavailable: '25%' }, replicas);
  if (found === undefined) throw new Error('the default bounds cannot be read');
  return found;
}

function daemonBounds() {
  const rows = [1, 5, 10, 11, 250].map((nodes) => {
    const asked = ['10%', '25%'].map((maxUnavailable) => resolveBounds('DaemonSet', { maxUnavailable }, nodes)?.unavailable ?? 0);
    return [nodes, ...asked];
  });
  return table(['nodes that should run it', 'maxUnavailable 10%', 'maxUnavailable 25%'], rows);
}

function retries() {
  const limiter = new ExponentialFailureRateLimiter();
  const delays = Array.from({ length: 20 }, () => limiter.when('web'));
  const rows = [1, 2, 3, 5, 8, 10, 12, MAX_RETRIES, 20].map((failure) => [failure, time(delays[failure - 1] ?? 0)]);
  const bucket = new BucketRateLimiter({ now: 0 });
  const waits = Array.from({ length: 200 }, () => bucket.when());
  const atOnce = waits.filter((wait) => wait === 0).length;
  const after = `The bucket lets ${atOnce} keys through at once; of 200 that fail in one moment the last one waits ${time(waits.at(-1) ?? 0)} for its token.`;
  return `${table(['failure in a row', 'delay of the key'], rows)}\n\n${after}`;
}

/** So many requests are sent when those from `room` on are refused. @param {number} count @param {number} room */
function requests(count, room) {
  let sent = 0;
  const { successes } = slowStartBatch(count, 1, () => {
    if (sent++ >= room) throw new Error('exceeded quota');
  });
  return { sent, successes };
}

/** The sizes of the batches that are begun: who fails in a batch sees where it ends. @param {number} count @param {number} all */
function batches(count, all) {
  const sizes = [];
  for (let from = 0; from < all;) {
    const end = requests(count, from).sent;
    sizes.push(end - from);
    from = end;
  }
  return sizes;
}

function slowStart() {
  const cases = [
    { count: 10, room: Infinity },
    { count: 100, room: Infinity },
    { count: 500, room: Infinity },
    { count: 100, room: 5 },
    { count: 100, room: 0 },
  ];
  const rows = cases.map(({ count, room }) => {
    const { sent, successes } = requests(count, room);
    return [count, room === Infinity ? 'all' : room, batches(count, sent).join(', '), sent, successes, count - sent];
  });
  return table(['wanted', 'admitted', 'batches', 'requests', 'created', 'not tried'], rows);
}

function failedPods() {
  const clock = { now: 0 };
  const backoff = new Backoff(clock, FAILED_PODS_BACKOFF_MS, FAILED_PODS_MAX_BACKOFF_MS);
  const waits = Array.from({ length: 11 }, () => {
    backoff.next('node');
    const wait = backoff.get('node');
    clock.now += wait;
    return time(wait);
  });
  return `After each failed pod of a node in turn: ${waits.join(', ')}.`;
}

function schedulerBackoff() {
  const waits = [1, 2, 3, 4, 5, 6].map((count) => time(backoffMs(count)));
  return `After each try in turn: ${waits.join(', ')}.`;
}

/** The first decisions of a run by this step: formula with its numbers, and what came out. */
function firstSteps(/** @type {import('./runs.mjs').RunName} */ run, /** @type {any} */ name, most = 4) {
  const all = stepsOf(run, name).map(({ t, step }) => [moment(t), formulaText(step) ?? '', step.verdict]);
  const rows = all.filter(([, formula], index) => formula !== all[index - 1]?.[1]).slice(0, most);
  return table(['at', 'formula with its numbers', 'verdict'], rows);
}

/** What the Deployment controller did in a rolling update, sync by sync. */
function rolling() {
  const rows = [];
  for (const { t, steps } of syncsOf('rolling', 'deployment')) {
    const scaled = steps.flatMap(({ step, verdict, subjects = [] }) =>
      subjects
        .filter(({ facts }) => facts !== undefined && 'to' in facts)
        .map(({ facts }) => `\`${step}\` ${verdict}: ${facts?.['from'] ?? 0} → ${facts?.['to'] ?? 0}`),
    );
    if (scaled.length > 0) rows.push([moment(t), scaled.join('<br>')]);
  }
  const more = rows.length > 8 ? `\n\nAnd so on: ${rows.length} syncs in all change a size.` : '';
  return table(['at', 'what the sync scales'], rows.slice(0, 8)) + more;
}

function syncRolloutStatus() {
  const rows = stepsOf('rolling', 'syncRolloutStatus')
    .filter((_, index, all) => index % Math.ceil(all.length / 5) === 0 || index === all.length - 1)
    .map(({ t, step: { inputs, verdict } }) => [moment(t), ...Object.values(inputs), verdict]);
  return table(['at', 'replicas', 'updated', 'ready', 'available', 'verdict'], rows);
}

function burstOfReplicaSets() {
  const [first] = stepsOf('rolling', 'manageReplicas');
  if (first === undefined) throw new Error('no pod is created');
  return String(first.step.inputs.burstReplicas);
}

/** Each name that the texts may use between double braces, and what stands there: all of it computed by the engine. */
export function computedTexts() {
  const one = deploymentBounds(1);
  const limiter = new ExponentialFailureRateLimiter();
  const delays = Array.from({ length: 17 }, () => limiter.when('web'));
  /** @type {Readonly<Record<string, string>>} */
  const texts = {
    bounds: bounds(),
    'oneReplica.replicas': '1',
    'oneReplica.floor': String(1 - one.unavailable),
    maxRetries: String(MAX_RETRIES),
    expectationsTimeout: time(EXPECTATIONS_TIMEOUT_MS),
    firstRetry: time(delays[0] ?? 0),
    delayAfterTwelve: time(delays[11] ?? 0),
    delayAfterSeventeen: time(delays[16] ?? 0),
    burstReplicasOfReplicaSets: burstOfReplicaSets(),
    burstReplicasOfDaemonSets: String(BURST_REPLICAS),
    retries: retries(),
    slowStart: slowStart(),
    staleCache: staleCacheTable(),
    rolling: rolling(),
    reconcileNewReplicaSet: firstSteps('rolling', 'reconcileNewReplicaSet'),
    reconcileOldReplicaSets: firstSteps('rolling', 'reconcileOldReplicaSets', 5),
    scaleDownOldReplicaSetsForRollingUpdate: firstSteps('rolling', 'scaleDownOldReplicaSetsForRollingUpdate'),
    requeueStuckDeployment: firstSteps('stuck', 'requeueStuckDeployment'),
    syncRolloutStatus: syncRolloutStatus(),
    proportional: proportionalScaling(),
    manageReplicas: firstSteps('rolling', 'manageReplicas', 5),
    podRanking: list(RULES.map(([rule]) => RANKING_WORDS[rule])),
    daemonBounds: daemonBounds(),
    failedPods: failedPods(),
    withoutSurge: firstSteps('daemonset', 'rollingUpdate', 5),
    withSurge: firstSteps('daemonset-surge', 'rollingUpdate', 5),
    daemonStatus: firstSteps('daemonset', 'updateDaemonSetStatus', 5),
    schedulerBackoff: schedulerBackoff(),
  };
  return texts;
}
