/** Ours: the counts of upstream’s loops over a replica set’s pods, kept up with each watch event. */
import type { Pod, StringMap } from '../../../model/apiTypes';
import { isPodActive, isPodReady, isPodTerminating } from '../../../model/podConditions';
import type { Informer } from '../../client/informer';
import { violated, INVARIANTS } from '../../kernel/engineError';
import { GoMapKeys } from '../../kernel/goMap';
import type { RandomStream } from '../../kernel/random';
import { rankPod, type RankedPod } from './podRanking';

type Labels = StringMap | undefined;

interface ActivePod {
  pod: Pod;
  /** Found when it is asked for, which of most versions of a pod nobody does. */
  ranked: RankedPod | undefined;
}

/** Pods of a group by what a ReplicaSet asks of them, kept with each watch event so that no sync looks at every pod. */
export class PodTally {
  readonly #active = new Map<string, ActivePod>();
  readonly #activeLabels = new Map<Labels, number>();
  readonly #terminatingLabels = new Map<Labels, number>();
  readonly #byNode = new Map<string, number>();
  readonly #keys = new GoMapKeys();
  #ready = 0;

  get activeCount(): number {
    return this.#active.size;
  }

  /** Of the active pods. */
  get readyCount(): number {
    return this.#ready;
  }

  /** In the order in which they came. */
  active(): Pod[] {
    return Array.from(this.#active.values(), ({ pod }) => pod);
  }

  /** The same with what decides which of them would go first; with a stream as upstream lists them, in the order of a Go map. */
  ranked(listOrder?: RandomStream): RankedPod[] {
    const ranked: RankedPod[] = [];
    if (listOrder === undefined) {
      for (const active of this.#active.values()) ranked.push(rankedOf(active));
      return ranked;
    }
    for (const key of this.#keys.inOrder(listOrder)) {
      const active = this.#active.get(key);
      // A pod that is on its way out still has its slot.
      if (active !== undefined) ranked.push(rankedOf(active));
    }
    return ranked;
  }

  /** How many active pods each node has. */
  get activeByNode(): ReadonlyMap<string, number> {
    return this.#byNode;
  }

  /** How many of the active pods have such labels. Pods of one template share their labels, so few are asked about. */
  activeWith(matches: (labels: Labels) => boolean): number {
    return countWhere(this.#activeLabels, matches);
  }

  terminatingWith(matches: (labels: Labels) => boolean): number {
    return countWhere(this.#terminatingLabels, matches);
  }

  set(key: string, previous: Pod | undefined, next: Pod | undefined): void {
    const wasActive = previous !== undefined && isPodActive(previous);
    const isActive = next !== undefined && isPodActive(next);
    const active = this.#active.get(key);
    if ((active !== undefined) !== wasActive) violated(key, 'is not in the tally as it was');
    if (active !== undefined && wasActive && isActive) {
      active.pod = next;
      active.ranked = undefined;
      this.#moveActive(previous, next);
      return;
    }
    if (previous === undefined) this.#keys.add(key);
    else if (next === undefined) this.#keys.remove(key);
    if (wasActive) this.#countActive(previous, -1);
    else if (previous !== undefined && isPodTerminating(previous))
      addCount(this.#terminatingLabels, previous.metadata.labels, -1);
    if (isActive) {
      this.#active.set(key, { pod: next, ranked: undefined });
      this.#countActive(next, 1);
      return;
    }
    if (wasActive) this.#active.delete(key);
    if (next !== undefined && isPodTerminating(next)) addCount(this.#terminatingLabels, next.metadata.labels, 1);
  }

  /** Most changes of a pod leave it where it is, with the labels that it has. */
  #moveActive(previous: Pod, next: Pod): void {
    const isSame = previous.metadata.labels === next.metadata.labels && previous.spec.nodeName === next.spec.nodeName;
    if (isSame) this.#ready += Number(isPodReady(next)) - Number(isPodReady(previous));
    else {
      this.#countActive(previous, -1);
      this.#countActive(next, 1);
    }
  }

  #countActive(pod: Pod, change: 1 | -1): void {
    addCount(this.#activeLabels, pod.metadata.labels, change);
    addCount(this.#byNode, pod.spec.nodeName ?? '', change);
    if (isPodReady(pod)) this.#ready += change;
  }

  /** Whether the counts are those of the pods. */
  get isConsistent(): boolean {
    const pods = this.ranked();
    const onNodes = [...this.#byNode].every(([node, count]) => pods.filter((ranked) => ranked.node === node).length === count);
    return onNodes && this.activeWith(() => true) === pods.length && pods.filter(({ ready }) => ready).length === this.#ready;
  }

  get isEmpty(): boolean {
    return this.#keys.count === 0;
  }
}

function rankedOf(active: ActivePod): RankedPod {
  return (active.ranked ??= rankPod(active.pod));
}

export function addCount<K>(counts: Map<K, number>, key: K, change: number): void {
  const count = (counts.get(key) ?? 0) + change;
  if (!(count >= 0)) violated('pod tally', 'counts fewer than no pods');
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}

function countWhere(counts: ReadonlyMap<Labels, number>, matches: (labels: Labels) => boolean): number {
  let total = 0;
  for (const [labels, count] of counts) if (matches(labels)) total += count;
  return total;
}

const NOTHING = new PodTally();

/** A tally for each group of an informer's pods; a pod without group is in none. */
export class PodTallies {
  readonly #tallies = new Map<string, PodTally>();

  constructor(pods: Informer<'Pod'>, groupOf: (pod: Pod) => string | undefined) {
    pods.addView((key, previous, next) => {
      const before = previous === undefined ? undefined : groupOf(previous);
      const after = next === undefined ? undefined : groupOf(next);
      if (before !== undefined && before !== after) this.#change(before, key, previous, undefined);
      if (after !== undefined) this.#change(after, key, before === after ? previous : undefined, next);
    });
  }

  of(group: string): PodTally {
    return this.#tallies.get(group) ?? NOTHING;
  }

  #change(group: string, key: string, previous: Pod | undefined, next: Pod | undefined): void {
    let tally = this.#tallies.get(group);
    if (tally === undefined) this.#tallies.set(group, (tally = new PodTally()));
    tally.set(key, previous, next);
    if (INVARIANTS.costly && !tally.isConsistent) violated(group, 'its counts are not those of its active pods');
    if (tally.isEmpty) this.#tallies.delete(group);
  }
}
