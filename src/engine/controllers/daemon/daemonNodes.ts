/** Ours: the judgments of all nodes, kept from sync to sync (ADR 5); upstream looks at all nodes in each. */
import type { Node, Pod } from '../../../model/apiTypes';
import type { Time } from '../../../model/time';
import { CONTROLLER_REVISION_HASH_LABEL } from '../../../model/wellKnown';
import { violated, INVARIANTS } from '../../kernel/engineError';
import { Heap } from '../../kernel/heap';
import type { RandomStream } from '../../kernel/random';
import { SortedList } from '../../kernel/sortedList';
import type { DaemonRevision } from './daemonRevision';
import { getTargetNodeName } from './daemonUtil';
import { judgeNode, type NodeJudgment, type NodeStatusShare, type RollRole } from './judgeNode';
import type { Placement } from './nodeShouldRunDaemonPod';
import { BY_NAME, type NodeOrder } from './nodeOrder';
import { NodePlaces } from './nodePlaces';
import { isScheduled } from './podsShouldBeOnNode';

/** A node as one DaemonSet sees it: the node if it exists, the DaemonSet's pods on it or meant for it, what follows from both. */
export interface DaemonNode {
  readonly name: string;
  readonly node: Node | undefined;
  /** In name order, with those that are on their way out. */
  readonly pods: readonly Pod[];
  /** Undefined for a node that does not exist. */
  readonly placement: Placement | undefined;
  readonly judgment: NodeJudgment;
}

interface Entry {
  readonly name: string;
  node: Node | undefined;
  pods: readonly Pod[];
  placement: Placement | undefined;
  /** By which the placement was found. */
  placedBy: DaemonRevision['nodeShouldRunDaemonPod'] | undefined;
  judgment: NodeJudgment;
}

interface Due {
  readonly at: Time;
  readonly entry: Entry;
}

const NOT_JUDGED: NodeJudgment = {
  manage: 'quiet',
  roll: 'absent',
  newPod: undefined,
  oldPod: undefined,
  surgeAvailable: false,
  status: { desired: 0, current: 0, misscheduled: 0, ready: 0, updated: 0, available: 0 },
  until: Infinity,
};

/**
 * All nodes as one DaemonSet sees them, kept up to date by what changes, so that a sync after one pod has changed looks at
 * one node and not at five thousand. Each node is judged again when it, its pods or the DaemonSet have changed, and when
 * time makes a pod available; the rest is lists of nodes by role and sums, which each judgment leaves and enters.
 */
export class DaemonNodes {
  readonly #entries = new Map<string, Entry>();
  /** Pods counted by their hash label. */
  readonly #hashes = new Map<string, number>();
  readonly #dirty = new Set<Entry>();
  readonly #due = new Heap<Due>((a, b) => a.at < b.at);
  #revision: DaemonRevision | undefined;

  /** Nodes that need a pod and nothing else. */
  readonly needingPods = new SortedList<Entry>();
  /** Nodes that `manage` has to look at in each sync. */
  readonly busy = new SortedList<Entry>();
  /** Names of nodes that do not exist and have pods that were never scheduled. */
  readonly withUnscheduledPods = new SortedList<Entry>();
  readonly #byRoll = new Map<RollRole, SortedList<Entry>>();
  readonly #totals = { desired: 0, current: 0, misscheduled: 0, ready: 0, updated: 0, available: 0 };
  #surgeAvailable = 0;
  readonly #places = new NodePlaces();

  get revision(): DaemonRevision | undefined {
    return this.#revision;
  }

  /** The sums of what the nodes add to the status. */
  get totals(): NodeStatusShare {
    return this.#totals;
  }

  /** How many nodes count as available while surging. */
  get surgeAvailable(): number {
    return this.#surgeAvailable;
  }

  /** Nodes with this role in a rolling update, in name order. */
  withRoll(role: RollRole): SortedList<DaemonNode> {
    return this.#roll(role);
  }

  /** Whether some pod has this hash label. */
  hasHash(hash: string): boolean {
    return this.#hashes.has(hash);
  }

  /** A node has come, changed, or gone (undefined). */
  setNode(name: string, node: Node | undefined): void {
    const entry = this.#entries.get(name) ?? (node === undefined ? undefined : this.#addEntry(name));
    if (entry === undefined) return;
    this.#places.setNode(name, entry.node !== undefined, node !== undefined);
    entry.node = node;
    entry.placedBy = undefined;
    this.#dirty.add(entry);
  }

  /** The order of one loop over the nodes that exist; without a stream by name. */
  orderOfNodes(random: RandomStream | undefined): NodeOrder {
    return random === undefined ? BY_NAME : this.#places.ofNodes(random);
  }

  /** The order of one loop over the nodes that have pods. */
  orderOfPods(random: RandomStream | undefined): NodeOrder {
    return random === undefined ? BY_NAME : this.#places.ofPods(random);
  }

  /** A pod has become one of the DaemonSet's, or is one no longer. */
  listPod(pod: Pod, isListed: boolean): void {
    this.#places.setPod(pod, isListed);
  }

  /** A pod of the DaemonSet. One that is meant for no node is not counted anywhere. */
  addPod(pod: Pod): void {
    const entry = this.#entryOf(pod, true);
    if (entry === undefined) return;
    const { pods } = entry;
    const after = pods.findIndex((other) => other.metadata.name > pod.metadata.name);
    entry.pods = after < 0 ? [...pods, pod] : pods.toSpliced(after, 0, pod);
    this.#dirty.add(entry);
    this.#countHash(pod, 1);
  }

  removePod(pod: Pod): void {
    const entry = this.#entryOf(pod, false);
    if (entry === undefined) return;
    const rest = entry.pods.filter((other) => other.metadata.name !== pod.metadata.name);
    if (rest.length === entry.pods.length) return;
    entry.pods = rest;
    this.#dirty.add(entry);
    this.#countHash(pod, -1);
  }

  #entryOf(pod: Pod, create: boolean): Entry | undefined {
    let name: string;
    try {
      name = getTargetNodeName(pod);
    } catch {
      return undefined;
    }
    return this.#entries.get(name) ?? (create ? this.#addEntry(name) : undefined);
  }

  #addEntry(name: string): Entry {
    const entry: Entry = { name, node: undefined, pods: [], placement: undefined, placedBy: undefined, judgment: NOT_JUDGED };
    this.#entries.set(name, entry);
    return entry;
  }

  #countHash(pod: Pod, change: number): void {
    const hash = pod.metadata.labels?.[CONTROLLER_REVISION_HASH_LABEL] ?? '';
    if (hash === '') return;
    const count = (this.#hashes.get(hash) ?? 0) + change;
    if (!(count >= 0)) violated(hash, 'is the hash of fewer than no pods');
    if (count === 0) this.#hashes.delete(hash);
    else this.#hashes.set(hash, count);
  }

  /** Judges what needs to be judged. */
  refresh(revision: DaemonRevision, now: Time): void {
    if (revision !== this.#revision) {
      this.#revision = revision;
      // In name order, the lists are built by appending.
      const names = [...this.#entries.keys()].sort();
      for (const name of names) this.#dirty.add(this.#entries.get(name) as Entry);
    }
    for (let due = this.#due.peek(); due !== undefined && due.at <= now; due = this.#due.peek()) {
      this.#due.pop();
      if (due.entry.judgment.until === due.at) this.#dirty.add(due.entry);
    }
    for (const entry of this.#dirty) this.#judge(entry, revision, now);
    this.#dirty.clear();
    const { desired, current, ready, available, misscheduled } = this.#totals;
    const plausible = desired >= current && current >= ready && ready >= available && available >= 0 && misscheduled >= 0;
    if (!plausible) violated('nodes of a DaemonSet', 'the sums of the judgments are not those of nodes');
    if (INVARIANTS.costly) this.#checkLists();
  }

  #judge(entry: Entry, revision: DaemonRevision, now: Time): void {
    if (entry.placedBy !== revision.nodeShouldRunDaemonPod) {
      entry.placement = entry.node === undefined ? undefined : revision.nodeShouldRunDaemonPod(entry.node);
      entry.placedBy = revision.nodeShouldRunDaemonPod;
    }
    const judgment = judgeNode(entry.placement, entry.pods, revision, now);
    const alreadyDue = entry.judgment.until === judgment.until;
    this.#enter(entry, judgment);
    if (judgment.until !== Infinity && !alreadyDue) this.#due.push({ at: judgment.until, entry });
    if (entry.node === undefined && entry.pods.length === 0) this.#entries.delete(entry.name);
  }

  #enter(entry: Entry, judgment: NodeJudgment): void {
    const previous = entry.judgment;
    entry.judgment = judgment;
    if (previous.manage !== judgment.manage) {
      if (this.#managed(previous)?.delete(entry.name) === false) violated(entry.name, 'was not in the list of its role');
      this.#managed(judgment)?.set(entry);
    }
    if (previous.roll !== judgment.roll) {
      const left = !isListed(previous.roll) || this.#roll(previous.roll).delete(entry.name);
      if (!left) violated(entry.name, 'was not in the list of its role in the update');
      if (isListed(judgment.roll)) this.#roll(judgment.roll).set(entry);
    }
    if (entry.node === undefined && entry.pods.some((pod) => !isScheduled(pod))) this.withUnscheduledPods.set(entry);
    else if (this.withUnscheduledPods.size > 0) this.withUnscheduledPods.delete(entry.name);
    this.#surgeAvailable += Number(judgment.surgeAvailable) - Number(previous.surgeAvailable);
    this.#addShare(previous.status, -1);
    this.#addShare(judgment.status, 1);
  }

  /** Each node is in the lists of its roles and in no others, and the sums are those of all nodes. */
  #checkLists(): void {
    const entries = [...this.#entries.values()];
    const lists: [SortedList<Entry>, (entry: Entry) => boolean][] = [
      [this.busy, ({ judgment }) => judgment.manage === 'busy'],
      [this.needingPods, ({ judgment }) => judgment.manage === 'needsPod'],
    ];
    for (const [role, list] of this.#byRoll) lists.push([list, ({ judgment }) => judgment.roll === role]);
    for (const [list, belongs] of lists) {
      const listed = entries.every((entry) => belongs(entry) === (list.get(entry.name) !== undefined));
      if (!listed) violated('nodes of a DaemonSet', 'a node is in a list of another role');
    }
    for (const name of Object.keys(this.#totals) as (keyof NodeStatusShare)[]) {
      const sum = entries.reduce((total, { judgment }) => total + judgment.status[name], 0);
      if (sum !== this.#totals[name]) violated(name, 'is not the sum over all nodes');
    }
  }

  #managed({ manage }: NodeJudgment): SortedList<Entry> | undefined {
    if (manage === 'quiet') return undefined;
    return manage === 'busy' ? this.busy : this.needingPods;
  }

  #roll(role: RollRole): SortedList<Entry> {
    let list = this.#byRoll.get(role);
    if (list === undefined) this.#byRoll.set(role, (list = new SortedList()));
    return list;
  }

  #addShare(share: NodeStatusShare, sign: 1 | -1): void {
    const totals = this.#totals;
    totals.desired += sign * share.desired;
    totals.current += sign * share.current;
    totals.misscheduled += sign * share.misscheduled;
    totals.ready += sign * share.ready;
    totals.updated += sign * share.updated;
    totals.available += sign * share.available;
  }
}

/** A node that is done, or not looked at, is of no interest one by one. */
function isListed(role: RollRole): boolean {
  return role !== 'absent' && role !== 'newAvailable';
}
