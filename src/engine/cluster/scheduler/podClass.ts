/** Ours: pods that no plugin can tell apart share what is computed for one of them. */
import type { Pod, PodSpec } from '../../../model/apiTypes';
import { ClusterMemo } from './clusterMemo';
import type { ClusterSnapshot } from './clusterSnapshot';
import type { LocalScorer, NodeFilter } from './framework';
import { NodeInfo } from './nodeInfo';
import type { PodInfo } from './podInfo';
import { LOCAL_FILTERS, LOCAL_SCORES } from './profile';
import type { Status } from './frameworkStatus';

interface WeightedScorer {
  readonly scorer: LocalScorer;
  readonly weight: number;
}

/** A local score that is normalized over the nodes, with what it gave each node. */
interface NormalizedScorer extends WeightedScorer {
  raw: Float64Array;
  /** Nodes with a raw score other than 0. */
  nonZero: number;
  /** What nodes get when all have 0. */
  readonly scoreOfZero: number;
}

const NO_SCORES = new Float64Array(0);
const NO_GENERATIONS = new Int32Array(0);
const ONE_NODE: readonly NodeInfo[] = [new NodeInfo('')];

/** By the specification that they are made from and that pods of a template share, in many runs. */
const knownScorers = new WeakMap<PodSpec, readonly WeightedScorer[]>();

function localScorers(info: PodInfo): readonly WeightedScorer[] {
  return LOCAL_SCORES.flatMap((plugin) => {
    const scorer = plugin.preScore(info);
    return scorer === undefined ? [] : [{ scorer, weight: plugin.weight }];
  });
}

/** Room for the scores of all nodes, used again for each pod. */
export interface ScoreBoard {
  readonly totals: Float64Array;
  readonly scores: Float64Array;
}

/**
 * Pods that every one-node plugin treats alike, because they were made from one template. What those plugins say of a node is
 * remembered until the node changes: the next replica asks again about one node, not about all.
 */
export class PodClass {
  readonly filters: readonly NodeFilter[];
  /** Some plugin refuses the pods of this class whatever the node. */
  readonly refused: Status | undefined;
  #normalized: readonly NormalizedScorer[] = [];
  /** Scores that are taken as they are; their weighted sum is kept for each node. */
  #plain: readonly WeightedScorer[] = [];
  #plainSums = NO_SCORES;
  readonly #info: PodInfo;
  readonly #spec: PodSpec;
  #nodesVersion = -1;
  #filteredAt = NO_GENERATIONS;
  #scoredAt = NO_GENERATIONS;
  #statuses: (Status | undefined)[] = [];
  board: ScoreBoard = { totals: NO_SCORES, scores: NO_SCORES };

  constructor(info: PodInfo, cluster: ClusterSnapshot) {
    this.#info = info;
    this.#spec = info.pod.spec;
    const filters: NodeFilter[] = [];
    let refused: Status | undefined;
    for (const plugin of LOCAL_FILTERS) {
      const result = plugin.preFilter(info, cluster);
      if (result.kind === 'filter') filters.push(result.filter);
      else if (result.kind === 'refused') refused ??= result.status;
    }
    this.filters = filters;
    this.refused = refused;
  }

  /** Made when nodes are to be compared: a pod that can go to one node only needs none. */
  #makeScorers(): void {
    let scorers = knownScorers.get(this.#spec);
    if (scorers === undefined) knownScorers.set(this.#spec, (scorers = localScorers(this.#info)));
    this.#plain = scorers.filter(({ scorer }) => scorer.normalize === undefined);
    this.#normalized = scorers
      .filter(({ scorer }) => scorer.normalize !== undefined)
      .map(({ scorer, weight }) => ({ scorer, weight, raw: NO_SCORES, nonZero: 0, scoreOfZero: scoreOfZero(scorer) }));
  }

  /** Whether one-node plugins see no difference: they read these fields and nothing else. */
  covers({ spec }: Pod): boolean {
    const own = this.#spec;
    return (
      spec.containers === own.containers &&
      spec.initContainers === own.initContainers &&
      spec.tolerations === own.tolerations &&
      spec.affinity === own.affinity &&
      spec.nodeSelector === own.nodeSelector &&
      spec.overhead === own.overhead &&
      spec.resources === own.resources &&
      spec.nodeName === own.nodeName
    );
  }

  /** Call before asking about nodes. */
  prepare(cluster: ClusterSnapshot): void {
    const count = cluster.nodes.length;
    if (this.#nodesVersion === cluster.nodesVersion) return;
    if (this.#nodesVersion < 0) this.#makeScorers();
    this.#nodesVersion = cluster.nodesVersion;
    this.#filteredAt = new Int32Array(count).fill(-1);
    this.#scoredAt = new Int32Array(count).fill(-1);
    this.#statuses = new Array<Status | undefined>(count).fill(undefined);
    this.board = { totals: new Float64Array(count), scores: new Float64Array(count) };
    this.#plainSums = new Float64Array(count);
    for (const cached of this.#normalized) {
      cached.raw = new Float64Array(count);
      cached.nonZero = 0;
    }
  }

  filter(node: NodeInfo): Status | undefined {
    const { ordinal, generation } = node;
    if (this.#filteredAt[ordinal] === generation) return this.#statuses[ordinal];
    const status = runFilters(this.filters, node);
    this.#filteredAt[ordinal] = generation;
    this.#statuses[ordinal] = status;
    return status;
  }

  /** Writes the weighted sum of all local scores of these nodes into the board's totals. */
  scoreNodes(nodes: readonly NodeInfo[]): void {
    for (const node of nodes) if (this.#scoredAt[node.ordinal] !== node.generation) this.#rescore(node);
    let common = 0;
    for (const { nonZero, scoreOfZero: score, weight } of this.#normalized) if (nonZero === 0) common += weight * score;
    const { totals } = this.board;
    for (let index = 0; index < nodes.length; index++) {
      totals[index] = (this.#plainSums[(nodes[index] as NodeInfo).ordinal] as number) + common;
    }
    for (const cached of this.#normalized) if (cached.nonZero > 0) this.#addNormalized(cached, nodes);
  }

  #rescore(node: NodeInfo): void {
    const { ordinal, generation } = node;
    this.#scoredAt[ordinal] = generation;
    let sum = 0;
    for (const { scorer, weight } of this.#plain) sum += weight * scorer.score(node);
    this.#plainSums[ordinal] = sum;
    for (const cached of this.#normalized) {
      const score = cached.scorer.score(node);
      cached.nonZero += Math.sign(score) - Math.sign(cached.raw[ordinal] as number);
      cached.raw[ordinal] = score;
    }
  }

  #addNormalized({ scorer, weight, raw }: NormalizedScorer, nodes: readonly NodeInfo[]): void {
    const { totals, scores } = this.board;
    for (let index = 0; index < nodes.length; index++) scores[index] = raw[(nodes[index] as NodeInfo).ordinal] as number;
    scorer.normalize?.(scores, nodes);
    for (let index = 0; index < nodes.length; index++)
      totals[index] = (totals[index] as number) + weight * (scores[index] as number);
  }
}

function scoreOfZero(scorer: LocalScorer): number {
  const scores = new Float64Array(1);
  scorer.normalize?.(scores, ONE_NODE);
  return scores[0] as number;
}

/** The first refusal, in order. */
export function runFilters(filters: readonly NodeFilter[], node: NodeInfo): Status | undefined {
  for (const filter of filters) {
    const status = filter.filter(node);
    if (status !== undefined) return status;
  }
  return undefined;
}

const MAX_CLASSES = 12;
const classes = new ClusterMemo((): PodClass[] => []);

/** The class of a pod; those of the last few templates are remembered. */
export function podClass(info: PodInfo, cluster: ClusterSnapshot): PodClass {
  const known = classes.of(cluster);
  for (const candidate of known) if (candidate.covers(info.pod)) return candidate;
  const added = new PodClass(info, cluster);
  known.unshift(added);
  known.length = Math.min(known.length, MAX_CLASSES);
  return added;
}
