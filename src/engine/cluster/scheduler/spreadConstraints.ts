/** Upstream: pkg/scheduler/framework/plugins/podtopologyspread/common.go (v1.36.4). */
import type {
  Affinity,
  LabelSelector,
  LabelSelectorRequirement,
  StringMap,
  Toleration,
  TopologySpreadConstraint,
} from '../../../model/apiTypes';
import { isEmptySelector, matchesSelector } from '../../../model/labelSelector';
import { getControllerOf, namespaceOf } from '../../../model/meta';
import {
  DO_NOT_SCHEDULE_EFFECTS,
  findUntoleratedTaint,
  requiredNodeAffinityMatcher,
  type NodeMatcher,
} from '../../../model/scheduling';
import { HOSTNAME_LABEL, ZONE_LABEL } from '../../../model/wellKnown';
import { selectorText } from './affinityTerm';
import { ClusterMemo } from './clusterMemo';
import type { ClusterSnapshot } from './clusterSnapshot';
import type { NodeInfo } from './nodeInfo';
import type { PodInfo } from './podInfo';

/** A topology spread constraint with its defaults filled in. */
export interface SpreadConstraint {
  readonly maxSkew: number;
  readonly topologyKey: string;
  readonly selector: LabelSelector | undefined;
  readonly minDomains: number;
  readonly honorsNodeAffinity: boolean;
  readonly honorsNodeTaints: boolean;
}

interface ParsedConstraints {
  readonly hard: readonly SpreadConstraint[];
  readonly soft: readonly SpreadConstraint[];
}

const NONE: ParsedConstraints = { hard: [], soft: [] };
const parsedConstraints = new WeakMap<readonly TopologySpreadConstraint[], ParsedConstraints>();

/** A pod's own constraints, those that refuse and those that only score; parsed once for each list. */
export function spreadConstraints(constraints: readonly TopologySpreadConstraint[] | undefined): ParsedConstraints {
  if (constraints === undefined || constraints.length === 0) return NONE;
  let parsed = parsedConstraints.get(constraints);
  if (parsed === undefined) {
    const ofKind = (kind: string): SpreadConstraint[] =>
      constraints.filter(({ whenUnsatisfiable }) => whenUnsatisfiable === kind).map(newSpreadConstraint);
    parsed = { hard: ofKind('DoNotSchedule'), soft: ofKind('ScheduleAnyway') };
    parsedConstraints.set(constraints, parsed);
  }
  return parsed;
}

function newSpreadConstraint(constraint: TopologySpreadConstraint): SpreadConstraint {
  return {
    maxSkew: constraint.maxSkew,
    topologyKey: constraint.topologyKey,
    selector: constraint.labelSelector,
    minDomains: constraint.minDomains ?? 1,
    honorsNodeAffinity: constraint.nodeAffinityPolicy !== 'Ignore',
    honorsNodeTaints: constraint.nodeTaintsPolicy === 'Honor',
  };
}

const SYSTEM_DEFAULTS: readonly (readonly [topologyKey: string, maxSkew: number])[] = [
  [HOSTNAME_LABEL, 3],
  [ZONE_LABEL, 5],
];

const NO_CONSTRAINTS: readonly SpreadConstraint[] = [];
/** For the pods of a few templates. */
const MAX_CACHED = 8;
const systemDefaults = new ClusterMemo(() => new Map<LabelSelector, readonly SpreadConstraint[]>());

/** The built-in constraints of pods that have none of their own but belong to a Service or ReplicaSet. They only score. */
export function defaultSpreadConstraints(info: PodInfo, cluster: ClusterSnapshot): readonly SpreadConstraint[] {
  const selector = defaultSelector(info, cluster);
  if (selector === undefined) return NO_CONSTRAINTS;
  const known = systemDefaults.of(cluster);
  let constraints = known.get(selector);
  if (constraints === undefined) {
    if (known.size >= MAX_CACHED) known.clear();
    known.set(selector, (constraints = systemDefaultsFor(selector)));
  }
  return constraints;
}

function systemDefaultsFor(selector: LabelSelector): readonly SpreadConstraint[] {
  return SYSTEM_DEFAULTS.map(([topologyKey, maxSkew]) => ({
    maxSkew,
    topologyKey,
    selector,
    minDomains: 1,
    honorsNodeAffinity: true,
    honorsNodeTaints: false,
  }));
}

const combinedSelectors = new WeakMap<LabelSelector, LabelSelector>();

/** What all the pod's Services and its ReplicaSet select; undefined if there are none. */
function defaultSelector(info: PodInfo, cluster: ClusterSnapshot): LabelSelector | undefined {
  const fromServices = serviceSelector(info, cluster);
  const owner = getControllerOf(info.pod);
  const isReplicaSet = owner?.kind === 'ReplicaSet' && owner.apiVersion === 'apps/v1';
  const replicaSet = isReplicaSet ? cluster.objects.get('ReplicaSet', owner.name, info.namespace) : undefined;
  const fromOwner = replicaSet?.spec.selector;
  if (fromOwner === undefined || isEmptySelector(fromOwner)) {
    return fromServices === undefined ? undefined : { matchLabels: fromServices };
  }
  if (fromServices === undefined) return fromOwner;
  let combined = combinedSelectors.get(fromOwner);
  if (combined === undefined || !isSameMap(combined.matchLabels, fromServices)) {
    // Both may name the same label: the ReplicaSet's part goes into expressions.
    combined = { matchLabels: fromServices, matchExpressions: asRequirements(fromOwner) };
    combinedSelectors.set(fromOwner, combined);
  }
  return combined;
}

function serviceSelector({ pod, namespace }: PodInfo, cluster: ClusterSnapshot): StringMap | undefined {
  if (cluster.objects.count('Service') === 0) return undefined;
  let merged: Record<string, string> | undefined;
  for (const service of cluster.objects.list('Service')) {
    const selector = service.spec?.selector;
    // A Service without a selector selects nothing.
    if (selector === undefined || namespaceOf(service) !== namespace) continue;
    if (matchesSelector({ matchLabels: selector }, pod.metadata.labels)) merged = { ...merged, ...selector };
  }
  return merged === undefined || Object.keys(merged).length === 0 ? undefined : merged;
}

function asRequirements({ matchLabels, matchExpressions = [] }: LabelSelector): LabelSelectorRequirement[] {
  const fromLabels = Object.entries(matchLabels ?? {}).map(([key, value]) => ({ key, operator: 'In' as const, values: [value] }));
  return [...fromLabels, ...matchExpressions];
}

function isSameMap(a: StringMap | undefined, b: StringMap): boolean {
  const keys = Object.keys(b);
  return keys.length === Object.keys(a ?? {}).length && keys.every((key) => a?.[key] === b[key]);
}

/**
 * How many pods of the namespace the constraint counts on each node. Terminating pods do not count.
 * QUIRK: an empty selector counts no pods, although it matches every one.
 */
export function countSpreadPods(constraint: SpreadConstraint, namespace: string, cluster: ClusterSnapshot): Int32Array {
  const { text, matches } = countedPods(constraint, namespace);
  return cluster.countPods(text, matches);
}

/** Pods that a constraint counts, and a text by which the counters find them at once. */
interface CountedPods {
  readonly namespace: string;
  readonly text: string;
  readonly matches: (info: PodInfo) => boolean;
}

/** Asked for each pod: made once for each constraint. */
const countedOf = new WeakMap<SpreadConstraint, CountedPods>();

function countedPods(constraint: SpreadConstraint, namespace: string): CountedPods {
  let counted = countedOf.get(constraint);
  if (counted?.namespace === namespace) return counted;
  const { selector } = constraint;
  const never = selector === undefined || isEmptySelector(selector);
  counted = {
    namespace,
    text: `spread|${namespace}|${never ? '' : selectorText(selector)}`,
    matches: (info) => {
      if (never || info.namespace !== namespace || info.pod.metadata.deletionTimestamp !== undefined) return false;
      return matchesSelector(selector, info.pod.metadata.labels);
    },
  };
  countedOf.set(constraint, counted);
  return counted;
}

/** For each constraint the domain of each node that counts, -1 for the others. */
export type EligibleDomains = readonly Int32Array[];

interface CachedDomains {
  readonly constraints: readonly SpreadConstraint[];
  readonly affinity: Affinity | undefined;
  readonly nodeSelector: StringMap | undefined;
  readonly tolerations: readonly Toleration[] | undefined;
  readonly requireAllKeys: boolean;
  readonly domains: EligibleDomains;
}

/** Remembered until the nodes change. */
const cachedDomains = new ClusterMemo((): { nodesVersion: number; entries: CachedDomains[] } => ({
  nodesVersion: -1,
  entries: [],
}));

/**
 * Which nodes count: those that have the topology keys of all constraints (`requireAllKeys`), and that each constraint's
 * node inclusion policies let count.
 */
export function eligibleDomains(
  constraints: readonly SpreadConstraint[],
  info: PodInfo,
  cluster: ClusterSnapshot,
  requireAllKeys: boolean,
): EligibleDomains {
  const cache = cachedDomains.of(cluster);
  if (cache.nodesVersion !== cluster.nodesVersion) {
    cache.nodesVersion = cluster.nodesVersion;
    cache.entries = [];
  }
  const { affinity, nodeSelector, tolerations } = info.pod.spec;
  for (const entry of cache.entries) {
    if (
      isSameConstraints(entry.constraints, constraints) &&
      entry.affinity === affinity &&
      entry.nodeSelector === nodeSelector &&
      entry.tolerations === tolerations &&
      entry.requireAllKeys === requireAllKeys
    ) {
      return entry.domains;
    }
  }
  const domains = computeEligibleDomains(constraints, info, cluster, requireAllKeys);
  cache.entries.unshift({ constraints, affinity, nodeSelector, tolerations, requireAllKeys, domains });
  cache.entries.length = Math.min(cache.entries.length, MAX_CACHED);
  return domains;
}

function isSameConstraints(a: readonly SpreadConstraint[], b: readonly SpreadConstraint[]): boolean {
  if (a === b) return true;
  return (
    a.length === b.length &&
    a.every((constraint, index) => {
      const other = b[index];
      return (
        constraint.topologyKey === other?.topologyKey &&
        constraint.honorsNodeAffinity === other.honorsNodeAffinity &&
        constraint.honorsNodeTaints === other.honorsNodeTaints
      );
    })
  );
}

function computeEligibleDomains(
  constraints: readonly SpreadConstraint[],
  info: PodInfo,
  cluster: ClusterSnapshot,
  requireAllKeys: boolean,
): EligibleDomains {
  const { nodes } = cluster;
  const topologies = constraints.map(({ topologyKey }) => cluster.topology(topologyKey).domains);
  const result = constraints.map(() => new Int32Array(nodes.length).fill(-1));
  const fitsNodeAffinity = requiredNodeAffinityMatcher(info.pod.spec);
  for (const node of nodes) {
    const { ordinal } = node;
    if (requireAllKeys && topologies.some((domains) => (domains[ordinal] as number) < 0)) continue;
    for (const [index, constraint] of constraints.entries()) {
      const own = result[index] as Int32Array;
      if (matchesNodeInclusionPolicies(constraint, info, node, fitsNodeAffinity))
        own[ordinal] = (topologies[index] as Int32Array)[ordinal] as number;
    }
  }
  return result;
}

function matchesNodeInclusionPolicies(
  constraint: SpreadConstraint,
  { pod }: PodInfo,
  { node }: NodeInfo,
  fitsNodeAffinity: NodeMatcher,
): boolean {
  if (node === undefined) return false;
  if (constraint.honorsNodeAffinity && !fitsNodeAffinity(node)) return false;
  if (!constraint.honorsNodeTaints) return true;
  return findUntoleratedTaint(node.spec?.taints, pod.spec.tolerations, DO_NOT_SCHEDULE_EFFECTS) === undefined;
}
