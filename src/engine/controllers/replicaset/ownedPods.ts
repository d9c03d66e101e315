/**
 * Upstream: claimPods and getIndirectlyRelatedPods of pkg/controller/replicaset/replica_set.go (v1.36.4); what need not be
 * looked at is counted by tallies.
 */
import { getControllerOf } from '../../../model/meta';
import type { Pod, ReplicaSet } from '../../../model/apiTypes';
import { isPodActive } from '../../../model/podConditions';
import type { ObjectStore } from '../../api/objectStore';
import type { RandomStream } from '../../kernel/random';
import type { Index, Informer } from '../../client/informer';
import type { ConsistencyStore } from '../consistency';
import { claimObjects } from '../controllerRefManager';
import { matcherOf, orphanPodsKey, podsByController, podsMatching, selectedTemplateHash, templateHash } from '../podIndex';
import { countActivePodsByNode, rankPod, type RankedPod } from './podRanking';
import { addCount, PodTallies, type PodTally } from './podTally';
import { countPods, fullyLabeledBy, type PodCounts } from './replicaSetStatus';

const NAME_INDEX = 'replicaSetsByController';

/** The pods of a replica set as a sync sees them; the active ones are listed only when they have to be looked at one by one. */
export interface ClaimedPods {
  /** Active pods. */
  readonly count: number;
  readonly terminating: number;
  list(): readonly Pod[];
  /** The active pods with what decides which of them would go first; with a stream in the order in which upstream lists them. */
  ranked(listOrder?: RandomStream): readonly RankedPod[];
  counts(now: number): PodCounts;
}

export interface OwnedPodsContext {
  readonly store: ObjectStore;
  readonly replicaSets: Informer<'ReplicaSet'>;
  readonly pods: Informer<'Pod'>;
  readonly consistency: ConsistencyStore;
}

/** Knows whose pods are whose, kept up with the caches so that a sync need not look at every pod. */
export class OwnedPods {
  readonly #context: OwnedPodsContext;
  readonly #replicaSetsByController: Index<ReplicaSet>;
  readonly #podsByController: Index<Pod>;
  readonly #tallies: PodTallies;
  /** Active pods by the hash of their template, whoever owns them. */
  readonly #activeByHash = new Map<string, number>();

  constructor(context: OwnedPodsContext) {
    const { replicaSets, pods } = context;
    this.#context = context;
    this.#replicaSetsByController = replicaSets.index(NAME_INDEX, (replicaSet) => getControllerOf(replicaSet)?.uid);
    this.#podsByController = podsByController(pods);
    this.#tallies = new PodTallies(pods, (pod) => getControllerOf(pod)?.uid);
    pods.addView((_key, previous, next) => {
      const before = previous !== undefined && isPodActive(previous) ? templateHash(previous) : undefined;
      const after = next !== undefined && isPodActive(next) ? templateHash(next) : undefined;
      if (before === after) return;
      if (before !== undefined) addCount(this.#activeByHash, before, -1);
      if (after !== undefined) addCount(this.#activeByHash, after, 1);
    });
  }

  /** The replica set's pods: active ones claimed (adopting, releasing what no longer matches), terminating ones counted. */
  claim(replicaSet: ReplicaSet, key: string): ClaimedPods {
    const { uid = '', namespace } = replicaSet.metadata;
    const { selector } = replicaSet.spec;
    const matches = matcherOf(selector);
    const tally = this.#tallies.of(uid);
    const terminating = tally.terminatingWith(matches);
    const hasStrangers = tally.activeWith(matches) < tally.activeCount;
    let orphans: Pod[] | undefined;
    for (const pod of this.#podsByController.group(orphanPodsKey(namespace))) {
      if (isPodActive(pod) && matches(pod.metadata.labels)) (orphans ??= []).push(pod);
    }
    if (!hasStrangers && orphans === undefined) return new TalliedPods(replicaSet, tally, terminating);
    const claimed = this.#adoptAndRelease(replicaSet, key, [...tally.active(), ...(orphans ?? [])]);
    return new ListedPods(replicaSet, claimed, terminating);
  }

  #adoptAndRelease(replicaSet: ReplicaSet, key: string, pods: readonly Pod[]): readonly Pod[] {
    const { store, consistency } = this.#context;
    const onAdopted = (pod: Pod): void => {
      consistency.wroteAt(key, 'Pod', pod.metadata.resourceVersion);
    };
    const claim = { store, kind: 'Pod', ownerKind: 'ReplicaSet', owner: replicaSet, onAdopted } as const;
    return claimObjects(claim, pods.toSorted(byPodName));
  }

  /** Active pods of all replica sets with the same owner, found by their selectors; a replica set without owner has none. */
  relatedPodsByNode(replicaSet: ReplicaSet): ReadonlyMap<string, number> {
    const owner = getControllerOf(replicaSet);
    if (owner === undefined) return new Map();
    const siblings = [...this.#replicaSetsByController.group(owner.uid)];
    return this.#talliedByNode(siblings) ?? this.#countedByNode(siblings);
  }

  /** Where each selector means just the pods of its replica set, these are counted already. */
  #talliedByNode(siblings: readonly ReplicaSet[]): ReadonlyMap<string, number> | undefined {
    const counts = new Map<string, number>();
    const hashes = new Set<string>();
    for (const { metadata, spec } of siblings) {
      const hash = selectedTemplateHash(spec.selector);
      if (hash === undefined || hashes.has(hash)) return undefined;
      hashes.add(hash);
      const tally = this.#tallies.of(metadata.uid ?? '');
      const matching = tally.activeWith(matcherOf(spec.selector));
      if (matching < tally.activeCount || matching < (this.#activeByHash.get(hash) ?? 0)) return undefined;
      for (const [node, count] of tally.activeByNode) counts.set(node, (counts.get(node) ?? 0) + count);
    }
    return counts;
  }

  #countedByNode(siblings: readonly ReplicaSet[]): ReadonlyMap<string, number> {
    // A pod that several of them select counts once.
    const related = new Set<Pod>();
    for (const { metadata, spec } of siblings) {
      for (const pod of podsMatching(this.#context.pods, metadata.namespace, spec.selector)) related.add(pod);
    }
    return countActivePodsByNode(related);
  }
}

export function byPodName(a: Pod, b: Pod): number {
  return a.metadata.name < b.metadata.name ? -1 : 1;
}

/** All pods of a tally, without looking at each where the tally knows. */
class TalliedPods implements ClaimedPods {
  readonly terminating: number;
  readonly #replicaSet: ReplicaSet;
  readonly #tally: PodTally;

  constructor(replicaSet: ReplicaSet, tally: PodTally, terminating: number) {
    this.terminating = terminating;
    this.#replicaSet = replicaSet;
    this.#tally = tally;
  }

  get count(): number {
    return this.#tally.activeCount;
  }

  list(): readonly Pod[] {
    return this.#tally.active();
  }

  ranked(listOrder?: RandomStream): readonly RankedPod[] {
    return this.#tally.ranked(listOrder);
  }

  counts(now: number): PodCounts {
    const { minReadySeconds = 0, template } = this.#replicaSet.spec;
    if (minReadySeconds !== 0) return countPods(this.#replicaSet, this.list(), now);
    const { activeCount, readyCount } = this.#tally;
    const fullyLabeled = this.#tally.activeWith(fullyLabeledBy(template));
    return { active: activeCount, fullyLabeled, ready: readyCount, available: readyCount };
  }
}

/** Pods of which some were adopted or released just now. */
class ListedPods implements ClaimedPods {
  readonly terminating: number;
  readonly #replicaSet: ReplicaSet;
  readonly #pods: readonly Pod[];

  constructor(replicaSet: ReplicaSet, pods: readonly Pod[], terminating: number) {
    this.terminating = terminating;
    this.#replicaSet = replicaSet;
    this.#pods = pods;
  }

  get count(): number {
    return this.#pods.length;
  }

  list(): readonly Pod[] {
    return this.#pods;
  }

  ranked(): readonly RankedPod[] {
    return this.#pods.map(rankPod);
  }

  counts(now: number): PodCounts {
    return countPods(this.#replicaSet, this.#pods, now);
  }
}
