import { syncBudget, type BudgetEvent } from '../../../src/engine/cluster/disruption/syncBudget';
import type { PodControllers } from '../../../src/engine/cluster/disruption/podControllers';
import { evictPod } from '../../../src/engine/cluster/eviction/eviction';
import { isPodTerminal } from '../../../src/model/podConditions';
import type { Deployment, Pod, PodDisruptionBudget, PodDisruptionBudgetStatus, ReplicaSet } from '../../../src/model/apiTypes';
import { parseTime, decodeTimes, type Time } from '../../../src/model/time';
import { compareValues } from '../compare';
import type { ConformanceSuite } from '../suite';

interface Input {
  readonly now: string;
  readonly podDisruptionBudgets: readonly PodDisruptionBudget[];
  readonly deployments?: readonly Deployment[] | null;
  readonly replicaSets?: readonly ReplicaSet[] | null;
  readonly pods?: readonly Pod[] | null;
  readonly evict?: readonly string[] | null;
  readonly controllerSynced?: boolean;
}

/** The recording's cluster: an in-memory pod store, and a scale endpoint that knows nothing. */
class Cluster {
  budgets: PodDisruptionBudget[];
  pods: Pod[];
  readonly controllers: PodControllers;

  constructor(input: Input) {
    this.budgets = input.podDisruptionBudgets.map(decodeDisruptedPods);
    this.pods = [...(input.pods ?? [])].sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
    this.controllers = {
      getReplicaSet: (_namespace, name) => input.replicaSets?.find((item) => item.metadata.name === name),
      getDeployment: (_namespace, name) => input.deployments?.find((item) => item.metadata.name === name),
      getScale: () => undefined,
    };
  }

  sync(now: Time): BudgetEvent[] {
    const results = this.budgets.map((budget) => syncBudget(budget, this.pods, this.controllers, now));
    this.budgets = this.budgets.map((budget, index) => ({ ...budget, status: results[index]?.status }));
    return results.flatMap(({ events }) => events);
  }

  evict(name: string, now: Time): unknown {
    const pod = this.pods.find((item) => item.metadata.name === name);
    if (pod === undefined) throw new Error(`no pod ${name}`);
    const result = evictPod(pod, this.budgets, now);
    if (!result.allowed) return { pod: name, ...result, retryAfterSeconds: undefined, disruptionsAllowed: this.#allowed() };
    const { budget } = result;
    this.budgets = this.budgets.map((item) => (item.metadata.name === budget?.metadata.name ? budget : item));
    const stays = (pod.spec.nodeName ?? '') !== '' && !isPodTerminal(pod);
    const terminating = { ...result.pod, metadata: { ...pod.metadata, deletionTimestamp: now } };
    this.pods = stays ? this.pods.map((item) => (item === pod ? terminating : item)) : this.pods.filter((item) => item !== pod);
    return { pod: name, allowed: true, disruptionsAllowed: this.#allowed() };
  }

  #allowed(): Record<string, number> {
    return Object.fromEntries(this.budgets.map(({ metadata, status }) => [metadata.name, status?.disruptionsAllowed ?? 0]));
  }

  status(): Record<string, unknown> {
    return Object.fromEntries(this.budgets.map(({ metadata, status }) => [metadata.name, statusFields(status ?? {})]));
  }
}

/** `disruptedPods` is a map from names to times, which the general decoder cannot know. */
function decodeDisruptedPods(budget: PodDisruptionBudget): PodDisruptionBudget {
  const entries = Object.entries(budget.status?.disruptedPods ?? {}) as [string, unknown][];
  if (entries.length === 0) return budget;
  const disruptedPods = Object.fromEntries(entries.map(([name, time]) => [name, parseTime(String(time)) ?? 0]));
  return { ...budget, status: { ...budget.status, disruptedPods } };
}

function statusFields(status: PodDisruptionBudgetStatus): unknown {
  const disruptedPods = Object.keys(status.disruptedPods ?? {}).sort();
  const { type, status: value, reason, message } = status.conditions?.[0] ?? {};
  return {
    expectedPods: status.expectedPods ?? 0,
    desiredHealthy: status.desiredHealthy ?? 0,
    currentHealthy: status.currentHealthy ?? 0,
    disruptionsAllowed: status.disruptionsAllowed ?? 0,
    observedGeneration: status.observedGeneration ?? 0,
    disruptedPods: disruptedPods.length > 0 ? disruptedPods : undefined,
    condition: { type, status: value, reason, message },
  };
}

function replay(input: Input): unknown {
  const now = parseTime(input.now) ?? 0;
  const cluster = new Cluster(input);
  const synced = input.controllerSynced !== false;
  const events = synced ? cluster.sync(now).map((event) => `${event.type} ${event.reason} ${event.message}`) : [];
  const status = synced ? cluster.status() : undefined;
  const evictions = (input.evict ?? []).map((name) => cluster.evict(name, now));
  const evicted = evictions.length > 0;
  if (evicted) cluster.sync(now + 1000);
  const statusAfterEvictions = evicted ? cluster.status() : undefined;
  return { status, events: events.length > 0 ? events.sort() : undefined, evictions, statusAfterEvictions };
}

export const disruptionSuite: ConformanceSuite = {
  name: 'disruption budgets and evictions',
  accepts: (record) => record['fn'] === 'disruption',
  label: (record) => String(record['case']),
  replay: (record) => compareValues(record['out'], replay(decodeTimes<Input>(record['in']))),
};
