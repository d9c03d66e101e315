/**
 * Upstream: pkg/scheduler/framework/plugins/podtopologyspread/plugin.go, filtering.go, scoring.go (v1.36.4). Pods are
 * counted by node in the snapshot as they come and go, not again for each pod.
 */
import { matchesSelector } from '../../../../model/labelSelector';
import { HOSTNAME_LABEL } from '../../../../model/wellKnown';
import type { ClusterSnapshot } from '../clusterSnapshot';
import {
  filterWith,
  MAX_NODE_SCORE,
  SKIP,
  type FilterPlugin,
  type NodeFilter,
  type ClusterScorer,
  type ClusterScorePlugin,
} from '../framework';
import type { NodeInfo } from '../nodeInfo';
import type { PodInfo } from '../podInfo';
import {
  countSpreadPods,
  defaultSpreadConstraints,
  eligibleDomains,
  spreadConstraints,
  type SpreadConstraint,
} from '../spreadConstraints';
import { unresolvable, unschedulable, type Status } from '../frameworkStatus';
import type { Topology } from '../topology';

const NAME = 'PodTopologySpread';
const REASON = "node(s) didn't match pod topology spread constraints";
const TOO_SKEWED = unschedulable(NAME, REASON);
const LABEL_MISSING = unresolvable(NAME, `${REASON} (missing required label)`);
/** A domain in which no node counts. */
const ABSENT = -0x8000_0000;

/** Refuses nodes on which the pod would make its domain fuller than the emptiest one by more than maxSkew. */
export const podTopologySpread: FilterPlugin = {
  name: NAME,
  preFilter(info, cluster) {
    const { hard } = spreadConstraints(info.pod.spec.topologySpreadConstraints);
    return hard.length === 0 ? SKIP : filterWith(new SpreadFilter(newSpreadStates(hard, info, cluster), info));
  },
};

/** One constraint's counts. */
interface SpreadState {
  readonly constraint: SpreadConstraint;
  /** Domain of each node, -1 without the label. */
  readonly domains: Int32Array;
  /** The same for the nodes that count. */
  readonly eligible: Int32Array;
  /** 1 if the pod itself matches the selector. */
  readonly selfMatch: number;
  /** Matching pods by domain, ABSENT where no node counts. */
  readonly counts: Int32Array;
  readonly domainsNum: number;
  minimum: number;
}

function newSpreadStates(constraints: readonly SpreadConstraint[], info: PodInfo, cluster: ClusterSnapshot): SpreadState[] {
  const eligible = eligibleDomains(constraints, info, cluster, true);
  return constraints.map((constraint, index) => {
    const { domains, values } = cluster.topology(constraint.topologyKey);
    const own = eligible[index] as Int32Array;
    const podCounts = countSpreadPods(constraint, info.namespace, cluster);
    const counts = new Int32Array(values.length).fill(ABSENT);
    for (let ordinal = 0; ordinal < own.length; ordinal++) {
      const domain = own[ordinal] as number;
      if (domain >= 0) counts[domain] = countIn(counts, domain) + (podCounts[ordinal] as number);
    }
    const selfMatch = matchesSelector(constraint.selector, info.pod.metadata.labels) ? 1 : 0;
    return { constraint, domains, eligible: own, selfMatch, counts, ...summary(counts) };
  });
}

function countIn(counts: Int32Array, domain: number): number {
  const count = counts[domain] as number;
  return count === ABSENT ? 0 : count;
}

function summary(counts: Int32Array): { domainsNum: number; minimum: number } {
  let domainsNum = 0;
  let minimum = Infinity;
  for (const count of counts) {
    if (count === ABSENT) continue;
    domainsNum++;
    if (count < minimum) minimum = count;
  }
  return { domainsNum, minimum };
}

class SpreadFilter implements NodeFilter {
  readonly #states: readonly SpreadState[];
  readonly #info: PodInfo;

  constructor(states: readonly SpreadState[], info: PodInfo) {
    this.#states = states;
    this.#info = info;
  }

  filter({ ordinal }: NodeInfo): Status | undefined {
    for (const { constraint, domains, counts, selfMatch, domainsNum, minimum } of this.#states) {
      const domain = domains[ordinal] as number;
      if (domain < 0) return LABEL_MISSING;
      // With fewer domains than wanted the emptiest is one that does not exist yet.
      const globalMinimum = domainsNum < constraint.minDomains ? 0 : minimum;
      // 3 pods here, this one more, 2 in the emptiest domain: a skew of 2.
      const skew = countIn(counts, domain) + selfMatch - globalMinimum;
      if (skew > constraint.maxSkew) return TOO_SKEWED;
    }
    return undefined;
  }

  /** QUIRK: terminating pods, which were not counted, are subtracted all the same; and an empty selector matches here. */
  update(info: PodInfo, { ordinal }: NodeInfo, sign: 1 | -1): void {
    if (info.namespace !== this.#info.namespace) return;
    for (const state of this.#states) {
      const domain = state.eligible[ordinal] as number;
      if (domain < 0 || !matchesSelector(state.constraint.selector, info.pod.metadata.labels)) continue;
      state.counts[domain] = countIn(state.counts, domain) + sign;
      state.minimum = summary(state.counts).minimum;
    }
  }

  clone(): NodeFilter {
    const states = this.#states.map((state) => ({ ...state, counts: state.counts.slice() }));
    return new SpreadFilter(states, this.#info);
  }
}

/** Nodes in emptier domains are better, for the pod's ScheduleAnyway constraints or else the built-in ones. */
export const podTopologySpreadScore: ClusterScorePlugin = {
  name: NAME,
  weight: 2,
  preScore(info, cluster, nodes) {
    const ownConstraints = info.pod.spec.topologySpreadConstraints ?? [];
    const requireAllKeys = ownConstraints.length > 0;
    const constraints = requireAllKeys ? spreadConstraints(ownConstraints).soft : defaultSpreadConstraints(info, cluster);
    return constraints.length === 0 ? undefined : newSpreadScorer(constraints, info, cluster, nodes, requireAllKeys);
  },
};

/** One constraint's part of the score. */
interface SpreadScore {
  readonly domains: Int32Array;
  readonly podCounts: Int32Array;
  /** Matching pods by domain; undefined for host names, where each node is its own domain. */
  readonly domainCounts: readonly number[] | undefined;
  /** The more domains, the more a pod in one of them weighs: ln(domains + 2). */
  readonly weight: number;
  /** maxSkew − 1. */
  readonly offset: number;
}

/** Marks nodes that lack a label and get no score. */
const IGNORED = -1;

function newSpreadScorer(
  constraints: readonly SpreadConstraint[],
  info: PodInfo,
  cluster: ClusterSnapshot,
  nodes: readonly NodeInfo[],
  requireAllKeys: boolean,
): ClusterScorer {
  const allDomains = requireAllKeys ? constraints.map(({ topologyKey }) => cluster.topology(topologyKey).domains) : NO_DOMAINS;
  const candidates = requireAllKeys ? nodes.filter((node) => !isIgnored(allDomains, node)) : nodes;
  const eligible = eligibleDomains(constraints, info, cluster, requireAllKeys);
  const parts = constraints.map((constraint, index): SpreadScore => {
    const topology = cluster.topology(constraint.topologyKey);
    const { domains, values } = topology;
    const podCounts = countSpreadPods(constraint, info.namespace, cluster);
    const isHostname = constraint.topologyKey === HOSTNAME_LABEL;
    const size = isHostname ? candidates.length : countDomains(topology, candidates);
    const domainCounts = isHostname ? undefined : sumEligible(eligible[index] as Int32Array, podCounts, values.length);
    return { domains, podCounts, domainCounts, weight: Math.log(size + 2), offset: constraint.maxSkew - 1 };
  });
  return new SpreadScorer(parts, candidates.length < nodes.length ? allDomains : NO_DOMAINS);
}

const NO_DOMAINS: readonly Int32Array[] = [];

function isIgnored(allDomains: readonly Int32Array[], { ordinal }: NodeInfo): boolean {
  for (const domains of allDomains) if ((domains[ordinal] as number) < 0) return true;
  return false;
}

class SpreadScorer implements ClusterScorer {
  readonly #parts: readonly SpreadScore[];
  /** Of the keys that a node has to have; empty when all of them have them. */
  readonly #required: readonly Int32Array[];

  constructor(parts: readonly SpreadScore[], required: readonly Int32Array[]) {
    this.#parts = parts;
    this.#required = required;
  }

  scoreNodes(nodes: readonly NodeInfo[], scores: Float64Array): void {
    spreadScores(this.#parts, nodes, scores);
    if (this.#required.length === 0) return;
    for (const [index, node] of nodes.entries()) if (isIgnored(this.#required, node)) scores[index] = IGNORED;
  }

  normalize(scores: Float64Array, nodes: readonly NodeInfo[]): void {
    normalizeSpread(scores, nodes.length);
  }
}

/** QUIRK: nodes without the label together count as one more domain. */
function countDomains({ domains, values, isMissing }: Topology, nodes: readonly NodeInfo[]): number {
  if (nodes.length === domains.length) return values.length + (isMissing ? 1 : 0);
  const seen = new Uint8Array(values.length + 1);
  let count = 0;
  for (const { ordinal } of nodes) {
    const place = (domains[ordinal] as number) + 1;
    if (seen[place] === 1) continue;
    seen[place] = 1;
    count++;
  }
  return count;
}

function sumEligible(eligible: Int32Array, podCounts: Int32Array, domainCount: number): number[] {
  const sums = new Array<number>(domainCount).fill(0);
  for (let ordinal = 0; ordinal < eligible.length; ordinal++) {
    const domain = eligible[ordinal] as number;
    if (domain >= 0) sums[domain] = (sums[domain] as number) + (podCounts[ordinal] as number);
  }
  return sums;
}

/** Two pods here, of 4 nodes, maxSkew 3: 2 × ln 6 + (3 − 1) = 5.58. The larger maxSkew, the less differences show. */
function spreadScores(parts: readonly SpreadScore[], nodes: readonly NodeInfo[], scores: Float64Array): void {
  for (let index = 0; index < nodes.length; index++) {
    const { ordinal } = nodes[index] as NodeInfo;
    let score = 0;
    for (const { domains, podCounts, domainCounts, weight, offset } of parts) {
      const domain = domains[ordinal] as number;
      if (domain < 0) continue;
      const count = (domainCounts === undefined ? podCounts[ordinal] : domainCounts[domain]) as number;
      score += count * weight + offset;
    }
    scores[index] = Math.round(score);
  }
}

/** The fullest gets 100 × emptiest / fullest, the emptiest 100. */
function normalizeSpread(scores: Float64Array, nodeCount: number): void {
  let lowest = Infinity;
  let highest = 0;
  for (let index = 0; index < nodeCount; index++) {
    const score = scores[index] as number;
    if (score === IGNORED) continue;
    if (score < lowest) lowest = score;
    if (score > highest) highest = score;
  }
  for (let index = 0; index < nodeCount; index++) {
    const score = scores[index] as number;
    if (score === IGNORED) scores[index] = 0;
    else if (highest === 0) scores[index] = MAX_NODE_SCORE;
    else scores[index] = Math.trunc((MAX_NODE_SCORE * (highest + lowest - score)) / highest);
  }
}
