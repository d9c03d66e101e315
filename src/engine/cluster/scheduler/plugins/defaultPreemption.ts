/**
 * Upstream: pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go,
 * pkg/scheduler/framework/preemption/preemption.go (v1.36.4).
 */
import { namespaceOf } from '../../../../model/meta';
import { isEmptySelector, matchesSelector } from '../../../../model/labelSelector';
import type { Pod, PodDisruptionBudget } from '../../../../model/apiTypes';
import { getPodCondition } from '../../../../model/podConditions';
import type { ClusterSnapshot } from '../clusterSnapshot';
import { fitErrorMessage, type NodeStatuses } from '../fitError';
import type { NodeFilter } from '../framework';
import type { NodeInfo } from '../nodeInfo';
import { cloneFilters, runFiltersWithNominatedPods } from '../nominatedPods';
import type { PodInfo } from '../podInfo';
import { unresolvable, type Status } from '../frameworkStatus';

const NAME = 'DefaultPreemption';
const NOT_HELPFUL = unresolvable(NAME, 'Preemption is not helpful for scheduling');
const NO_VICTIMS = unresolvable(NAME, 'No preemption victims found for incoming pod');
const MIN_CANDIDATE_NODES_PERCENTAGE = 10;
const MIN_CANDIDATE_NODES_ABSOLUTE = 100;

/** The pods to evict from a node so that another one fits. */
export interface Preemption {
  readonly node: string;
  /** The most important first. */
  readonly victims: readonly Pod[];
}

interface Candidate {
  readonly node: string;
  readonly victims: readonly PodInfo[];
  readonly pdbViolations: number;
}

export type PreemptionResult =
  { readonly kind: 'preempts'; readonly preemption: Preemption } | { readonly kind: 'refused'; readonly message: string };

/** Looks for a node on which the pod fits when pods of lower priority go. */
export function preempt(
  info: PodInfo,
  filters: readonly NodeFilter[],
  nodes: NodeStatuses,
  cluster: ClusterSnapshot,
  random: () => number,
): PreemptionResult {
  const ineligible = whyNotEligible(info, nodes, cluster);
  if (ineligible !== undefined) return { kind: 'refused', message: ineligible };
  const potential: NodeInfo[] = [];
  for (const [name, { code }] of nodes.statuses) {
    const node = code === 'Unschedulable' ? cluster.getNode(name) : undefined;
    if (node !== undefined) potential.push(node);
  }
  const { candidates, statuses } = dryRunPreemption(info, filters, potential, cluster, random);
  if (candidates.length === 0) {
    return { kind: 'refused', message: fitErrorMessage({ nodeCount: nodes.nodeCount, statuses, absent: NOT_HELPFUL }) };
  }
  const { node, victims } = pickOneNodeForPreemption(candidates);
  return { kind: 'preempts', preemption: { node, victims: victims.map(({ pod }) => pod) } };
}

function whyNotEligible({ pod, priority }: PodInfo, nodes: NodeStatuses, cluster: ClusterSnapshot): string | undefined {
  if (pod.spec.preemptionPolicy === 'Never') return 'not eligible due to preemptionPolicy=Never.';
  const nominated = pod.status?.nominatedNodeName ?? '';
  if (nominated === '') return undefined;
  // If the nominated node turned out hopeless, the pod may look for another.
  const status = nodes.statuses.get(nominated) ?? nodes.absent;
  if (status.code === 'UnschedulableAndUnresolvable') return undefined;
  const leaving = cluster.getNode(nominated)?.pods.some((other) => other.priority < priority && isBeingPreempted(other.pod));
  return leaving === true ? 'not eligible due to a terminating pod on the nominated node.' : undefined;
}

function isBeingPreempted(pod: Pod): boolean {
  if (pod.metadata.deletionTimestamp === undefined) return false;
  const condition = getPodCondition(pod, 'DisruptionTarget');
  return condition?.status === 'True' && condition.reason === 'PreemptionByScheduler';
}

interface DryRun {
  readonly candidates: readonly Candidate[];
  /** Why the other nodes are none. */
  readonly statuses: ReadonlyMap<string, Status>;
}

function dryRunPreemption(
  info: PodInfo,
  filters: readonly NodeFilter[],
  nodes: readonly NodeInfo[],
  cluster: ClusterSnapshot,
  random: () => number,
): DryRun {
  const candidates: Candidate[] = [];
  const statuses = new Map<string, Status>();
  const wanted = Math.max(Math.trunc((nodes.length * MIN_CANDIDATE_NODES_PERCENTAGE) / 100), MIN_CANDIDATE_NODES_ABSOLUTE);
  const budgets = [...cluster.objects.list('PodDisruptionBudget')];
  // Large clusters are searched in part only, from a place that is drawn.
  const offset = nodes.length > wanted ? Math.floor(random() * nodes.length) : 0;
  for (let index = 0; index < nodes.length && !isEnough(candidates, wanted); index++) {
    const node = nodes[(offset + index) % nodes.length] as NodeInfo;
    const result = selectVictimsOnNode(info, filters, node, budgets, cluster);
    if ('victims' in result) candidates.push(result);
    else statuses.set(node.name, result);
  }
  return { candidates, statuses };
}

/** As soon as one candidate violates no budget, `wanted` of them are enough. */
function isEnough(candidates: readonly Candidate[], wanted: number): boolean {
  return candidates.length >= wanted && candidates.some(({ pdbViolations }) => pdbViolations === 0);
}

/** The fewest pods whose removal makes room: all of lower priority go, then come back by importance as far as they fit. */
function selectVictimsOnNode(
  info: PodInfo,
  filters: readonly NodeFilter[],
  node: NodeInfo,
  budgets: readonly PodDisruptionBudget[],
  cluster: ClusterSnapshot,
): Candidate | Status {
  if (node.lowestPriority >= info.priority) return NO_VICTIMS;
  const potentialVictims = node.pods.filter(({ priority }) => priority < info.priority);
  const trial = new Trial(info, filters, node, cluster);
  for (const victim of potentialVictims) trial.remove(victim);
  const status = trial.status();
  if (status !== undefined) return status;
  potentialVictims.sort(compareImportance);
  const { violating, others } = splitByBudgets(potentialVictims, budgets);
  const isVictim = (victim: PodInfo): boolean => !trial.reprieve(victim);
  const violatingVictims = violating.filter(isVictim);
  const victims = [...violatingVictims, ...others.filter(isVictim)].sort(compareImportance);
  return { node: node.name, victims, pdbViolations: violatingVictims.length };
}

/** A node on which pods are removed and added without consequences. */
class Trial {
  readonly #info: PodInfo;
  readonly #filters: readonly NodeFilter[];
  readonly #node: NodeInfo;
  readonly #cluster: ClusterSnapshot;

  constructor(info: PodInfo, filters: readonly NodeFilter[], node: NodeInfo, cluster: ClusterSnapshot) {
    this.#info = info;
    this.#filters = cloneFilters(filters);
    this.#node = node.clone();
    this.#cluster = cluster;
  }

  status(): Status | undefined {
    return runFiltersWithNominatedPods(this.#filters, this.#info, this.#node, this.#cluster);
  }

  remove(victim: PodInfo): void {
    this.#node.removePod(victim);
    for (const filter of this.#filters) filter.update?.(victim, this.#node, -1);
  }

  /** Puts a pod back if the other one still fits then. */
  reprieve(victim: PodInfo): boolean {
    this.#node.addPod(victim);
    for (const filter of this.#filters) filter.update?.(victim, this.#node, 1);
    if (this.status() === undefined) return true;
    this.remove(victim);
    return false;
  }
}

/** Higher priority first, then the longer running. A pod that has not started counts as started now. */
function compareImportance(a: PodInfo, b: PodInfo): number {
  if (a.priority !== b.priority) return b.priority - a.priority;
  const difference = startTime(a.pod) - startTime(b.pod);
  return Number.isNaN(difference) ? 0 : difference;
}

function startTime(pod: Pod): number {
  return pod.status?.startTime ?? Infinity;
}

/** Evicting `violating` pods would take more from their budgets than these allow. */
function splitByBudgets(
  pods: readonly PodInfo[],
  budgets: readonly PodDisruptionBudget[],
): { violating: PodInfo[]; others: PodInfo[] } {
  const left = budgets.map((budget) => budget.status?.disruptionsAllowed ?? 0);
  const violating: PodInfo[] = [];
  const others: PodInfo[] = [];
  for (const info of pods) {
    let violates = false;
    for (const [index, budget] of budgets.entries()) {
      if (!isCoveredBy(info, budget)) continue;
      left[index] = (left[index] ?? 0) - 1;
      if ((left[index] ?? 0) < 0) violates = true;
    }
    (violates ? violating : others).push(info);
  }
  return { violating, others };
}

function isCoveredBy({ pod, namespace }: PodInfo, budget: PodDisruptionBudget): boolean {
  const { spec, status } = budget;
  if (namespaceOf(budget) !== namespace || Object.keys(pod.metadata.labels ?? {}).length === 0) return false;
  if (isEmptySelector(spec?.selector) || !matchesSelector(spec?.selector, pod.metadata.labels)) return false;
  // Its eviction is under way and has been counted.
  return status?.disruptedPods?.[pod.metadata.name] === undefined;
}

/** Each criterion in turn, the smallest value wins, until one node is left. */
const CRITERIA: readonly ((candidate: Candidate) => number)[] = [
  ({ pdbViolations }) => pdbViolations,
  ({ victims }) => victims[0]?.priority ?? -Infinity,
  // Shifted so that every pod, whatever its priority, makes the sum larger.
  ({ victims }) => victims.reduce((sum, { priority }) => sum + priority + 0x8000_0000, 0),
  ({ victims }) => victims.length,
  // The latest start among the most important victims of each node: they have done the least.
  ({ victims }) => -earliestStart(victims),
];

function pickOneNodeForPreemption(candidates: readonly Candidate[]): Candidate {
  let best = candidates;
  for (const criterion of CRITERIA) {
    if (best.length === 1) break;
    const values = best.map(criterion);
    const lowest = values.reduce((a, b) => Math.min(a, b));
    best = best.filter((_, index) => values[index] === lowest);
  }
  return best[0] as Candidate;
}

function earliestStart(victims: readonly PodInfo[]): number {
  const highest = victims[0]?.priority;
  return victims.reduce(
    (earliest, { priority, pod }) => (priority === highest ? Math.min(earliest, startTime(pod)) : earliest),
    Infinity,
  );
}
