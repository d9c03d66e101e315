/**
 * Upstream: pkg/scheduler/framework/plugins/interpodaffinity/plugin.go, filtering.go, scoring.go (v1.36.4). Pods are
 * counted by node in the snapshot as they come and go, not again for each pod.
 */
import type { LabelSelector } from '../../../../model/apiTypes';
import { matchesAffinityTerm, withNamespaces, type AffinityTerm } from '../affinityTerm';
import type { ClusterSnapshot } from '../clusterSnapshot';
import { filterWith, MAX_NODE_SCORE, SKIP, type FilterPlugin, type NodeFilter, type ClusterScorePlugin } from '../framework';
import type { NodeInfo } from '../nodeInfo';
import type { PodInfo } from '../podInfo';
import { unresolvable, unschedulable, type Status } from '../frameworkStatus';
import { sumByDomain, type Topology } from '../topology';

const NAME = 'InterPodAffinity';
const NO_COUNTS: readonly TopologyCounts[] = [];
const AFFINITY = unresolvable(NAME, "node(s) didn't match pod affinity rules");
const ANTI_AFFINITY = unschedulable(NAME, "node(s) didn't match pod anti-affinity rules");
const EXISTING_ANTI_AFFINITY = unschedulable(NAME, "node(s) didn't satisfy existing pods anti-affinity rules");

/** Refuses nodes for the pod's required (anti-)affinity, and for the required anti-affinity of the pods already there. */
export const interPodAffinity: FilterPlugin = {
  name: NAME,
  preFilter(info, cluster) {
    const { requiredAffinity, requiredAntiAffinity } = info.affinity;
    const existing = existingAntiAffinity(info, cluster);
    if (existing.length === 0 && requiredAffinity.length === 0 && requiredAntiAffinity.length === 0) return SKIP;
    const affinityTerms = resolveNamespaces(requiredAffinity, cluster);
    const antiAffinityTerms = resolveNamespaces(requiredAntiAffinity, cluster);
    const state: AffinityState = {
      info,
      cluster,
      affinityTerms,
      antiAffinityTerms,
      existing: [...existing],
      affinity: affinityCounts(affinityTerms, cluster),
      antiAffinity: antiAffinityCounts(antiAffinityTerms, cluster),
    };
    return filterWith(new AffinityFilter(state));
  },
};

/** Numbers of matching pods or terms by domain, for each topology key. */
type CountsByTopology = TopologyCounts[];
interface TopologyCounts {
  readonly topology: Topology;
  readonly counts: Float64Array;
}

interface AffinityState {
  readonly info: PodInfo;
  readonly cluster: ClusterSnapshot;
  readonly affinityTerms: readonly AffinityTerm[];
  readonly antiAffinityTerms: readonly AffinityTerm[];
  /** Existing pods' anti-affinity terms that match the pod. */
  readonly existing: CountsByTopology;
  /** Existing pods that match all of the pod's affinity terms. */
  readonly affinity: CountsByTopology;
  /** Existing pods that match one of its anti-affinity terms. */
  readonly antiAffinity: CountsByTopology;
}

function resolveNamespaces(terms: readonly AffinityTerm[], cluster: ClusterSnapshot): readonly AffinityTerm[] {
  if (terms.every(({ namespaceSelector }) => namespaceSelector === undefined)) return terms;
  const select = (selector: LabelSelector): string[] => cluster.selectNamespaces(selector);
  return terms.map((term) => withNamespaces(term, select));
}

function countsFor(counts: CountsByTopology, key: string, cluster: ClusterSnapshot): TopologyCounts {
  for (const own of counts) if (own.topology.key === key) return own;
  const topology = cluster.topology(key);
  const added = { topology, counts: new Float64Array(topology.values.length) };
  counts.push(added);
  return added;
}

function existingAntiAffinity(info: PodInfo, cluster: ClusterSnapshot): readonly TopologyCounts[] {
  const existing = cluster.existingTerms();
  if (existing.size === 0) return NO_COUNTS;
  const result: CountsByTopology = [];
  const namespaceLabels = cluster.namespaceLabels(info.namespace);
  for (const { term, refuses, counts } of existing.values()) {
    if (!refuses || !matchesAffinityTerm(term, info.pod, namespaceLabels)) continue;
    const own = countsFor(result, term.topologyKey, cluster);
    sumByDomain(own.topology, counts, own.counts);
  }
  return result;
}

function affinityCounts(terms: readonly AffinityTerm[], cluster: ClusterSnapshot): CountsByTopology {
  const result: CountsByTopology = [];
  if (terms.length === 0) return result;
  const text = terms.map(({ podsText }) => podsText).join('&');
  const counts = cluster.countPods(`all|${text}`, ({ pod }) => terms.every((term) => matchesAffinityTerm(term, pod, undefined)));
  for (const { topologyKey } of terms) {
    const own = countsFor(result, topologyKey, cluster);
    sumByDomain(own.topology, counts, own.counts);
  }
  return result;
}

function antiAffinityCounts(terms: readonly AffinityTerm[], cluster: ClusterSnapshot): CountsByTopology {
  const result: CountsByTopology = [];
  for (const term of terms) {
    const own = countsFor(result, term.topologyKey, cluster);
    sumByDomain(own.topology, countTermPods(term, cluster), own.counts);
  }
  return result;
}

function countTermPods(term: AffinityTerm, cluster: ClusterSnapshot): Int32Array {
  return cluster.countPods(`all|${term.podsText}`, ({ pod }) => matchesAffinityTerm(term, pod, undefined));
}

class AffinityFilter implements NodeFilter {
  readonly #state: AffinityState;

  constructor(state: AffinityState) {
    this.#state = state;
  }

  filter(node: NodeInfo): Status | undefined {
    if (!this.#satisfiesAffinity(node)) return AFFINITY;
    if (isAnyPositive(this.#state.antiAffinity, node)) return ANTI_AFFINITY;
    return isAnyPositive(this.#state.existing, node) ? EXISTING_ANTI_AFFINITY : undefined;
  }

  /** In every term's domain a pod matches all terms; or none does anywhere and the pod would be the first of its kind. */
  #satisfiesAffinity({ ordinal }: NodeInfo): boolean {
    const { affinity, affinityTerms, info } = this.#state;
    let found = true;
    for (const { topology, counts } of affinity) {
      const domain = topology.domains[ordinal] as number;
      if (domain < 0) return false;
      if ((counts[domain] as number) <= 0) found = false;
    }
    if (found) return true;
    for (const { counts } of affinity) if (counts.some((count) => count !== 0)) return false;
    return affinityTerms.every((term) => matchesAffinityTerm(term, info.pod, undefined));
  }

  update(updated: PodInfo, node: NodeInfo, sign: 1 | -1): void {
    const { info, cluster, affinityTerms, antiAffinityTerms, existing, affinity, antiAffinity } = this.#state;
    const namespaceLabels = cluster.namespaceLabels(info.namespace);
    for (const term of updated.affinity.requiredAntiAffinity) {
      if (matchesAffinityTerm(term, info.pod, namespaceLabels)) change(existing, term, node, cluster, sign);
    }
    if (affinityTerms.length > 0 && affinityTerms.every((term) => matchesAffinityTerm(term, updated.pod, undefined))) {
      for (const term of affinityTerms) change(affinity, term, node, cluster, sign);
    }
    for (const term of antiAffinityTerms) {
      if (matchesAffinityTerm(term, updated.pod, undefined)) change(antiAffinity, term, node, cluster, sign);
    }
  }

  clone(): NodeFilter {
    const { existing, affinity, antiAffinity } = this.#state;
    return new AffinityFilter({
      ...this.#state,
      existing: cloneCounts(existing),
      affinity: cloneCounts(affinity),
      antiAffinity: cloneCounts(antiAffinity),
    });
  }
}

function isAnyPositive(counts: CountsByTopology, { ordinal }: NodeInfo): boolean {
  for (const { topology, counts: byDomain } of counts) {
    const domain = topology.domains[ordinal] as number;
    if (domain >= 0 && (byDomain[domain] as number) > 0) return true;
  }
  return false;
}

function change(
  counts: CountsByTopology,
  term: AffinityTerm,
  { ordinal }: NodeInfo,
  cluster: ClusterSnapshot,
  sign: 1 | -1,
): void {
  const own = countsFor(counts, term.topologyKey, cluster);
  const domain = own.topology.domains[ordinal] as number;
  if (domain >= 0) own.counts[domain] = (own.counts[domain] as number) + sign;
}

function cloneCounts(counts: CountsByTopology): CountsByTopology {
  return counts.map((own) => ({ ...own, counts: own.counts.slice() }));
}

/** Nodes near the pods that the pod prefers, or that prefer or require it, and away from those where either prefers not. */
export const interPodAffinityScore: ClusterScorePlugin = {
  name: NAME,
  weight: 2,
  preScore(info, cluster) {
    const totals = affinityScores(info, cluster);
    if (totals.length === 0) return undefined;
    return {
      scoreNodes(nodes, scores) {
        scores.fill(0, 0, nodes.length);
        for (const { topology, counts } of totals) {
          for (let index = 0; index < nodes.length; index++) {
            const domain = topology.domains[(nodes[index] as NodeInfo).ordinal] as number;
            if (domain >= 0) scores[index] = (scores[index] as number) + (counts[domain] as number);
          }
        }
      },
      normalize(scores, nodes) {
        normalizeAffinity(scores, nodes.length);
      },
    };
  },
};

function affinityScores(info: PodInfo, cluster: ClusterSnapshot): readonly TopologyCounts[] {
  const { preferredAffinity, preferredAntiAffinity } = info.affinity;
  const existing = cluster.existingTerms();
  if (existing.size === 0 && preferredAffinity.length === 0 && preferredAntiAffinity.length === 0) return NO_COUNTS;
  const totals: CountsByTopology = [];
  const add = ({ topologyKey }: AffinityTerm, counts: Int32Array, weight: number): void => {
    const own = countsFor(totals, topologyKey, cluster);
    sumByDomain(own.topology, counts, own.counts, weight);
  };
  for (const [terms, sign] of [[preferredAffinity, 1] as const, [preferredAntiAffinity, -1] as const]) {
    for (const { term: unresolved, weight } of terms) {
      for (const term of resolveNamespaces([unresolved], cluster)) add(term, countTermPods(term, cluster), sign * weight);
    }
  }
  const namespaceLabels = cluster.namespaceLabels(info.namespace);
  for (const { term, refuses, weight, counts } of existing.values()) {
    if (!refuses && matchesAffinityTerm(term, info.pod, namespaceLabels)) add(term, counts, weight);
  }
  return totals;
}

/** The lowest gets 0, the highest 100; all equal get 0. */
function normalizeAffinity(scores: Float64Array, nodeCount: number): void {
  let lowest = Infinity;
  let highest = -Infinity;
  for (let index = 0; index < nodeCount; index++) {
    const score = scores[index] as number;
    if (score < lowest) lowest = score;
    if (score > highest) highest = score;
  }
  const range = highest - lowest;
  for (let index = 0; index < nodeCount; index++) {
    scores[index] = range > 0 ? Math.trunc(MAX_NODE_SCORE * (((scores[index] as number) - lowest) / range)) : 0;
  }
}
