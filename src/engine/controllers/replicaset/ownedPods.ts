/**
 * Upstream: claimPods and getIndirectlyRelatedPods of pkg/controller/replicaset/replica_set.go (v1.36.4); what need not be
 * looked at is counted by tallies.
 */
import { matchesSelector } from '../../../model/labelSelector';
import { getControllerOf } from '../../../model/meta';
import type { Pod, ReplicaSet } from '../../../model/apiTypes';
import { isPodActive } from '../../../model/podConditions';
import type { ObjectStore } from '../../api/objectStore';
import type { RandomStream } from '../../kernel/random';
import type { Index, Informer } from '../../client/informer';
import type { ConsistencyStore } from '../consistency';
import { claimObjects } from '../controllerRefManager';
import { orphanPodsKey, podsByController, podsMatching, remembering, selectedTemplateHash, templateHash } from '../podIndex';
import { countActivePodsByNode, rankPod, type RankedPod } from './podRanking';
import { addCount, PodTallies, type PodTally } from './podTally';
import { countPods, labelMatcher, type PodCounts } from './replicaSetStatus';

const NAME_INDEX = 'replicaSetsByController';

/** The active pods of a replica set; listed only when they have to be looked at one by one. */
export interface ActivePods {
  readonly count: number;
  list(): readonly Pod[];
  /** The same pods with what decides which of them would go first; with a stream in the order in which upstream lists them. */
  ranked(listOrder?: RandomStream): readonly RankedPod[];
}

/** The pods of a replica set as a sync sees them. */
export interface ClaimedPods {
  readonly active: ActivePods;
  readonly counts: (now: number) => PodCounts;
  readonly terminating: number;
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
    const matches = remembering((labels) => matchesSelector(replicaSet.spec.selector, labels));
    const tally = this.#tallies.of(uid);
    const terminating = tally.terminatingWith(matches);
    const { activeCount } = tally;
    const hasStrangers = activeCount > 0 && tally.activeWith(matches) < activeCount;
    const orphans: Pod[] = [];
    for (const pod of this.#podsByController.group(orphanPodsKey(namespace))) {
      if (isPodActive(pod) && matches(pod.metadata.labels)) orphans.push(pod);
    }
    if (!hasStrangers && orphans.length === 0) return { ...claimedTally(replicaSet, tally, activeCount), terminating };
    const claimed = this.#adoptAndRelease(replicaSet, key, [...tally.active(), ...orphans]);
    const active = { count: claimed.length, list: () => claimed, ranked: () => claimed.map(rankPod) };
    return { active, counts: (now) => countPods(replicaSet, claimed, now), terminating };
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
      const matching = tally.activeWith((labels) => matchesSelector(spec.selector, labels));
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
function claimedTally(replicaSet: ReplicaSet, tally: PodTally, count: number): Omit<ClaimedPods, 'terminating'> {
  const active: ActivePods = { count, list: () => tally.active(), ranked: (listOrder) => tally.ranked(listOrder) };
  const { minReadySeconds = 0, template } = replicaSet.spec;
  const { readyCount } = tally;
  const fullyLabeled = count === 0 ? 0 : tally.activeWith(labelMatcher(template.metadata?.labels ?? {}));
  const settled = { active: count, fullyLabeled, ready: readyCount, available: readyCount };
  return { active, counts: (now) => (minReadySeconds === 0 ? settled : countPods(replicaSet, active.list(), now)) };
}
