import type { IntOrString } from '../model/intOrPercent';
import { matchesSelector, type LabelSelector } from '../model/labelSelector';
import type { StringMap } from '../model/meta';
import type { Taint } from '../model/node';
import { toleratesTaint } from '../model/scheduling';
import type { Workload } from '../manifest/workload';

interface Named {
  readonly uri: string;
  readonly name: string;
  readonly namespace: string;
}

export interface ServiceFact extends Named {
  readonly fact: 'service';
  readonly selector: StringMap;
}
export interface BudgetFact extends Named {
  readonly fact: 'budget';
  readonly selector: LabelSelector | undefined;
  readonly minAvailable: IntOrString | undefined;
  readonly maxUnavailable: IntOrString | undefined;
}
export interface AutoscalerFact extends Named {
  readonly fact: 'autoscaler';
  readonly targetKind: string;
  readonly targetName: string;
  readonly minReplicas: number;
  readonly maxReplicas: number | undefined;
}
export interface VolumeClaimFact extends Named {
  readonly fact: 'claim';
  readonly accessModes: readonly string[];
}
export interface QuotaFact extends Named {
  readonly fact: 'quota';
  readonly hard: Readonly<Record<string, string>>;
  /** Quotas with scopes count some pods only; they are left alone. */
  readonly scoped: boolean;
}
export interface LimitsFact extends Named {
  readonly fact: 'limits';
  readonly defaultRequests: Readonly<Record<string, string>>;
}
export interface NodeFact extends Named {
  readonly fact: 'node';
  readonly labels: StringMap;
  readonly unschedulable: boolean;
  /** Those that keep pods away. */
  readonly taints: readonly Taint[];
  readonly allocatable: Readonly<Record<string, string>>;
}

export type Fact = ServiceFact | BudgetFact | AutoscalerFact | VolumeClaimFact | QuotaFact | LimitsFact | NodeFact;

/** What is known of a workload's surroundings, from its own file and the others of the workspace. */
export interface ClusterFacts {
  /** By sort and namespace; nodes have none. */
  readonly index: ReadonlyMap<string, readonly Fact[]>;
  /** The index stopped at its limit: what is missing may exist. */
  readonly limited: boolean;
}

export function indexFacts(all: readonly Fact[], limited = false): ClusterFacts {
  const index = new Map<string, Fact[]>();
  for (const fact of all) {
    const key = indexKey(fact.fact, fact.fact === 'node' ? '' : fact.namespace);
    const known = index.get(key);
    if (known === undefined) index.set(key, [fact]);
    else known.push(fact);
  }
  return { index, limited };
}

export const NO_FACTS: ClusterFacts = indexFacts([]);

function indexKey(sort: Fact['fact'], namespace: string): string {
  return `${sort} ${namespace}`;
}

function factsOf<S extends Fact['fact']>(facts: ClusterFacts, sort: S, namespace: string): readonly Extract<Fact, { fact: S }>[] {
  return (facts.index.get(indexKey(sort, namespace)) ?? []) as readonly Extract<Fact, { fact: S }>[];
}

export function servicesOf(facts: ClusterFacts, workload: Workload): readonly ServiceFact[] {
  const { labels } = workload.pod;
  return factsOf(facts, 'service', workload.namespace).filter(
    ({ selector }) => Object.keys(selector).length > 0 && matchesSelector({ matchLabels: selector }, labels),
  );
}

export function budgetsOf(facts: ClusterFacts, workload: Workload): readonly BudgetFact[] {
  return factsOf(facts, 'budget', workload.namespace).filter(({ selector }) => matchesSelector(selector, workload.pod.labels));
}

export function autoscalersOf(facts: ClusterFacts, workload: Workload): readonly AutoscalerFact[] {
  if (workload.name === '') return [];
  return factsOf(facts, 'autoscaler', workload.namespace).filter(
    ({ targetKind, targetName }) => targetKind === workload.kind && targetName === workload.name,
  );
}

export function claimNamed(facts: ClusterFacts, namespace: string, name: string): VolumeClaimFact | undefined {
  return factsOf(facts, 'claim', namespace).find((fact) => fact.name === name);
}

export function quotasOf(facts: ClusterFacts, namespace: string): readonly QuotaFact[] {
  return factsOf(facts, 'quota', namespace).filter(({ scoped }) => !scoped);
}

export function limitsOf(facts: ClusterFacts, namespace: string): readonly LimitsFact[] {
  return factsOf(facts, 'limits', namespace);
}

/** All nodes that are known, whatever they take. */
export function allNodes(facts: ClusterFacts): readonly NodeFact[] {
  return factsOf(facts, 'node', '');
}

/** Nodes that take the workload's pods, as far as labels, cordons and taints tell. Daemon pods run on cordoned nodes too. */
export function nodesFor(facts: ClusterFacts, workload: Workload): readonly NodeFact[] {
  const { nodeSelector, tolerations } = workload.pod;
  return factsOf(facts, 'node', '').filter(
    (node) =>
      (!node.unschedulable || workload.kind === 'DaemonSet') &&
      matchesSelector({ matchLabels: nodeSelector }, node.labels) &&
      node.taints.every(
        (taint) => toleratedByDaemons(workload, taint) || tolerations.some((toleration) => toleratesTaint(toleration, taint)),
      ),
  );
}

/** The tolerations that the DaemonSet controller adds to its pods. */
const DAEMON_TOLERATIONS: ReadonlySet<string> = new Set([
  'node.kubernetes.io/not-ready:NoExecute',
  'node.kubernetes.io/unreachable:NoExecute',
  'node.kubernetes.io/disk-pressure:NoSchedule',
  'node.kubernetes.io/memory-pressure:NoSchedule',
  'node.kubernetes.io/pid-pressure:NoSchedule',
  'node.kubernetes.io/unschedulable:NoSchedule',
]);

function toleratedByDaemons({ kind, pod }: Workload, { key, effect }: Taint): boolean {
  if (kind !== 'DaemonSet') return false;
  const taint = `${key}:${effect}`;
  return DAEMON_TOLERATIONS.has(taint) || (pod.hostNetwork && taint === 'node.kubernetes.io/network-unavailable:NoSchedule');
}
