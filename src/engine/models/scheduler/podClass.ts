import type { Pod, PodSpec } from '../../../model/pod';
import type { ClusterSnapshot } from './clusterSnapshot';
import type { LocalScorer, NodeFilter } from './framework';
import type { NodeInfo } from './nodeInfo';
import type { PodInfo } from './podInfo';
import { LOCAL_FILTERS, LOCAL_SCORES } from './profile';
import type { Status } from './status';

/** A local score with what it gave each node. */
interface CachedScorer {
  readonly scorer: LocalScorer;
  readonly weight: number;
  raw: Float64Array;
}

const NO_SCORES = new Float64Array(0);
const NO_GENERATIONS = new Int32Array(0);

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
  readonly scorers: readonly CachedScorer[];
  readonly #spec: PodSpec;
  #nodesVersion = -1;
  #filteredAt = NO_GENERATIONS;
  #scoredAt = NO_GENERATIONS;
  #statuses: (Status | undefined)[] = [];
  board: ScoreBoard = { totals: NO_SCORES, scores: NO_SCORES };

  constructor(info: PodInfo, cluster: ClusterSnapshot) {
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
    this.scorers = LOCAL_SCORES.flatMap((plugin) => {
      const scorer = plugin.preScore(info);
      return scorer === undefined ? [] : [{ scorer, weight: plugin.weight, raw: NO_SCORES }];
    });
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
    this.#nodesVersion = cluster.nodesVersion;
    this.#filteredAt = new Int32Array(count).fill(-1);
    this.#scoredAt = new Int32Array(count).fill(-1);
    this.#statuses = new Array<Status | undefined>(count).fill(undefined);
    this.board = { totals: new Float64Array(count), scores: new Float64Array(count) };
    for (const cached of this.scorers) cached.raw = new Float64Array(count);
  }

  filter(node: NodeInfo): Status | undefined {
    const { ordinal, generation } = node;
    if (this.#filteredAt[ordinal] === generation) return this.#statuses[ordinal];
    const status = runFilters(this.filters, node);
    this.#filteredAt[ordinal] = generation;
    this.#statuses[ordinal] = status;
    return status;
  }

  /** Brings the raw scores of a node up to date; they are then in `scorers`. */
  score(node: NodeInfo): void {
    const { ordinal, generation } = node;
    if (this.#scoredAt[ordinal] === generation) return;
    this.#scoredAt[ordinal] = generation;
    for (const { scorer, raw } of this.scorers) raw[ordinal] = scorer.score(node);
  }
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
const classes = new WeakMap<ClusterSnapshot, PodClass[]>();

/** The class of a pod; those of the last few templates are remembered. */
export function podClass(info: PodInfo, cluster: ClusterSnapshot): PodClass {
  let known = classes.get(cluster);
  if (known === undefined) classes.set(cluster, (known = []));
  for (const candidate of known) if (candidate.covers(info.pod)) return candidate;
  const added = new PodClass(info, cluster);
  known.unshift(added);
  known.length = Math.min(known.length, MAX_CLASSES);
  return added;
}
