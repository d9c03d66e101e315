/** Ours: what pods of a workload take from each other, which no manifest tells: a lease, a lock, a database's connections. */
import { getControllerOf } from '../../../model/meta';
import { revisionHashIn } from '../../../model/wellKnown';
import type { Pod } from '../../../model/apiTypes';
import type { PodWorker, PodWorkers } from './podWorkers';

interface Group {
  readonly slots: number;
  /** In the order in which they took one. */
  readonly holders: Set<PodWorker>;
  /** In the order in which they asked, with what is done when one is free. */
  readonly waiting: Map<PodWorker, () => void>;
}

/** What a pod waits for before it says that it is ready: how many slots there are, and who has them. */
export interface SlotWait {
  readonly slots: number;
  readonly holders: readonly string[];
}

/** A pod takes a slot when its probes succeed and keeps it until its process ends. Those that ran before each have one. */
export class ReadySlots {
  readonly #workers: PodWorkers;
  readonly #groups = new Map<string, Group>();

  constructor(workers: PodWorkers) {
    this.#workers = workers;
  }

  /** A pod that will ask is here. Who runs when the first of them comes holds what there is. */
  admit({ behavior: { slots } }: PodWorker, pod: Pod): void {
    if (slots === undefined || this.#groups.has(groupOf(pod))) return;
    const holders = new Set<PodWorker>();
    for (const other of this.#workers.all()) {
      const otherPod = other.running && other.ready ? other.pod : undefined;
      if (otherPod !== undefined && groupOf(otherPod) === groupOf(pod)) holders.add(inLine(other));
    }
    const before = holders.size === 0 ? Infinity : holders.size;
    this.#groups.set(groupOf(pod), { slots: slots === 'as before' ? before : slots, holders, waiting: new Map() });
  }

  /** True: the pod may be ready now; otherwise `then` is called when it may. */
  take(worker: PodWorker, then: () => void): boolean {
    const { pod } = worker;
    if (pod === undefined) return true;
    this.admit(worker, pod);
    const group = this.#groups.get(groupOf(pod));
    if (group === undefined) return true;
    if (group.holders.size < group.slots) {
      group.holders.add(inLine(worker));
      return true;
    }
    worker.readyAt = undefined;
    group.waiting.set(inLine(worker), then);
    return false;
  }

  /** The pod's process has ended: the next one may have what it held. */
  release(worker: PodWorker): void {
    for (const group of this.#groups.values()) {
      group.waiting.delete(worker);
      if (!group.holders.delete(worker)) continue;
      const [next] = group.waiting;
      if (next === undefined || group.holders.size >= group.slots) continue;
      const [other, then] = next;
      group.waiting.delete(other);
      group.holders.add(other);
      then();
    }
  }

  /** What a pod waits for; undefined where it waits for nothing. */
  waitOf(worker: PodWorker): SlotWait | undefined {
    const group = [...this.#groups.values()].find(({ waiting }) => waiting.has(worker));
    if (group === undefined) return undefined;
    return {
      slots: group.slots,
      holders: [...group.holders].flatMap((holder) => holder.pod?.metadata.name ?? []),
    };
  }
}

/** The pods of all versions of a workload: `web-6d4cf` owns those of one, `web` those of all. */
function groupOf(pod: Pod): string {
  const owner = getControllerOf(pod)?.name ?? pod.metadata.name;
  const hash = revisionHashIn(pod.metadata.labels);
  const workload = hash !== undefined && owner.endsWith(`-${hash}`) ? owner.slice(0, -hash.length - 1) : owner;
  return `${pod.metadata.namespace ?? ''}/${workload}`;
}

function inLine(worker: PodWorker): PodWorker {
  worker.inLine = true;
  return worker;
}
