/**
 * Ours: the counts that pkg/scheduler/framework/plugins/interpodaffinity and podtopologyspread make again for each pod,
 * kept up to date.
 */
import type { AffinityTerm } from './affinityTerm';
import type { NodeInfo } from './nodeInfo';
import type { PodInfo } from './podInfo';

/** How many pods of a kind are on each node, kept up to date instead of being counted again for each pod that is placed. */
export interface PodCounter {
  readonly matches: (info: PodInfo) => boolean;
  /** By the node's ordinal. */
  counts: Int32Array;
  /** The node order that `counts` is for. */
  order: number;
  lastUsed: number;
}

/** A counter is made for each selector in use; a rollout needs a handful. The least recently used go first. */
const MAX_COUNTERS = 48;

/** All counters of a cluster, found by a text that names what they count. */
export class PodCounters {
  readonly #counters = new Map<string, PodCounter>();
  #uses = 0;

  get(text: string, matches: (info: PodInfo) => boolean, nodes: readonly NodeInfo[], order: number): Int32Array {
    let counter = this.#counters.get(text);
    if (counter === undefined) {
      if (this.#counters.size >= MAX_COUNTERS) this.#forgetOne();
      counter = { matches, counts: new Int32Array(0), order: -1, lastUsed: 0 };
      this.#counters.set(text, counter);
    }
    counter.lastUsed = ++this.#uses;
    if (counter.order !== order) recount(counter, nodes, order);
    return counter.counts;
  }

  /** A pod came to (+1) or left (-1) a node. */
  update(info: PodInfo, ordinal: number, order: number, sign: 1 | -1): void {
    for (const counter of this.#counters.values()) {
      if (counter.order === order && counter.matches(info)) counter.counts[ordinal] = (counter.counts[ordinal] as number) + sign;
    }
  }

  #forgetOne(): void {
    let oldest: [string, PodCounter] | undefined;
    for (const entry of this.#counters) if (oldest === undefined || entry[1].lastUsed < oldest[1].lastUsed) oldest = entry;
    if (oldest !== undefined) this.#counters.delete(oldest[0]);
  }
}

function recount(counter: PodCounter, nodes: readonly NodeInfo[], order: number): void {
  counter.counts = new Int32Array(nodes.length);
  counter.order = order;
  for (const { pods, ordinal } of nodes) {
    let count = 0;
    for (const info of pods) if (counter.matches(info)) count++;
    counter.counts[ordinal] = count;
  }
}

/** A term that pods on the nodes have, and how many times on each node. */
export interface ExistingTerm {
  readonly term: AffinityTerm;
  /** Required anti-affinity refuses; all others add `weight` to the score. */
  readonly refuses: boolean;
  readonly weight: number;
  readonly counts: Int32Array;
  total: number;
}

/** The weight of an existing pod's required affinity in the score of those that it wants near. */
const HARD_POD_AFFINITY_WEIGHT = 1;

/** The (anti-)affinity terms of all pods on the nodes, those of equal content together. */
export class ExistingTerms {
  readonly #terms = new Map<string, ExistingTerm>();
  /** The node order that the counts are for, and how many nodes are in it. */
  #order = -1;
  #nodeCount = 0;

  all(nodes: readonly NodeInfo[], order: number): ReadonlyMap<string, ExistingTerm> {
    if (this.#order !== order) {
      this.#terms.clear();
      this.#order = order;
      this.#nodeCount = nodes.length;
      for (const { pods, ordinal } of nodes) for (const info of pods) this.#update(info, ordinal, 1);
    }
    return this.#terms;
  }

  update(info: PodInfo, ordinal: number, order: number, sign: 1 | -1): void {
    if (this.#order === order) this.#update(info, ordinal, sign);
  }

  #update({ affinity }: PodInfo, ordinal: number, sign: 1 | -1): void {
    for (const term of affinity.requiredAntiAffinity) this.#change(term, true, 0, ordinal, sign);
    for (const term of affinity.requiredAffinity) {
      this.#change(term, false, HARD_POD_AFFINITY_WEIGHT, ordinal, sign);
    }
    for (const { term, weight } of affinity.preferredAffinity) this.#change(term, false, weight, ordinal, sign);
    for (const { term, weight } of affinity.preferredAntiAffinity) this.#change(term, false, -weight, ordinal, sign);
  }

  #change(term: AffinityTerm, refuses: boolean, weight: number, ordinal: number, sign: 1 | -1): void {
    const text = `${refuses ? 'refuses' : weight}|${term.topologyKey}|${term.podsText}`;
    let existing = this.#terms.get(text);
    if (existing === undefined) {
      existing = { term, refuses, weight, counts: new Int32Array(this.#nodeCount), total: 0 };
      this.#terms.set(text, existing);
    }
    existing.counts[ordinal] = (existing.counts[ordinal] as number) + sign;
    existing.total += sign;
    if (existing.total === 0) this.#terms.delete(text);
  }
}
