/** Ours: caches, queues and expectations at any moment, rebuilt from the rows alone. */
import type { Kind } from '../../api/kinds';
import type { QueuePlace } from '../../cluster/scheduler/schedulingQueue';
import type { ControllerName } from '../../controllers/decisions';
import type {
  DeliveryRow,
  ExpectationsRow,
  InsideRow,
  KubeletRow,
  ListRow,
  QueueName,
  QueueRow,
  SchedulerRow,
  WriteRow,
} from './insideRows';

/** A work queue as client-go has it: a line, keys that are being processed, and of these the ones that are dirty. */
export interface QueueState {
  readonly line: string[];
  readonly processing: Set<string>;
  readonly dirty: Set<string>;
  /** Delayed keys with their seconds. */
  readonly delayed: Map<string, number>;
  readonly failures: Map<string, number>;
}

export interface ExpectationState {
  readonly adds: number;
  readonly deletes: number;
  readonly since: number;
}

/** `Pod`, or `replicaset Pod` where a controller has caches of its own. */
export type CacheName = Kind | `${ControllerName} ${Kind}`;

/** Applies rows one after the other. */
export class InsideState {
  readonly stored = new Map<Kind, Map<string, number>>();
  /** Those that all share by kind, those of one controller by its name and the kind. */
  readonly caches = new Map<CacheName, Map<string, number>>();
  readonly queues = new Map<QueueName, QueueState>();
  readonly expectations = new Map<ControllerName, Map<string, ExpectationState>>();
  readonly scheduler = new Map<string, QueuePlace>();
  /** Pods with a worker, and their nodes. */
  readonly kubelets = new Map<string, string>();
  t = -Infinity;

  apply(row: InsideRow): void {
    this.t = row.t;
    switch (row.row) {
      case 'write':
        this.#write(row);
        return;
      case 'manager':
        for (const lost of [this.caches, this.queues, this.expectations]) lost.clear();
        return;
      case 'list':
      case 'watch':
        this.#deliver(row);
        return;
      case 'queue':
        this.#queue(row);
        return;
      case 'expectations':
        this.#expect(row);
        return;
      case 'scheduler':
        this.#place(row);
        return;
      case 'kubelet':
        this.#work(row);
        return;
      case 'sync':
      case 'request':
      case 'slowStart':
        // What they change has rows of its own.
        return;
    }
  }

  #write({ type, kind, key, version }: WriteRow): void {
    setVersion(versionsOf(this.stored, kind), key, type === 'deleted' ? undefined : version);
  }

  #deliver(row: ListRow | DeliveryRow): void {
    const isDeleted = row.row === 'watch' && row.type === 'deleted';
    const { controller, kind } = row;
    setVersion(
      versionsOf(this.caches, controller === undefined ? kind : `${controller} ${kind}`),
      row.key,
      isDeleted ? undefined : row.version,
    );
  }

  /** Upstream's queue once more, from what was done with it. */
  #queue({ t, queue: name, op, key, delayMs = 0, failures }: QueueRow): void {
    const queue = this.#queueOf(name);
    switch (op) {
      case 'due':
        queue.delayed.delete(key);
        addTo(queue, key);
        return;
      case 'add':
        addTo(queue, key);
        return;
      case 'addAfter': {
        const at = t + delayMs / 1000;
        if (at < (queue.delayed.get(key) ?? Infinity)) queue.delayed.set(key, at);
        return;
      }
      case 'addRateLimited':
        queue.failures.set(key, failures ?? 0);
        return;
      case 'forget':
        queue.failures.delete(key);
        return;
      case 'get':
        queue.line.shift();
        queue.dirty.delete(key);
        queue.processing.add(key);
        return;
      case 'done':
        queue.processing.delete(key);
        if (queue.dirty.has(key)) queue.line.push(key);
    }
  }

  #queueOf(name: QueueName): QueueState {
    let queue = this.queues.get(name);
    if (queue === undefined) {
      queue = { line: [], processing: new Set(), dirty: new Set(), delayed: new Map(), failures: new Map() };
      this.queues.set(name, queue);
    }
    return queue;
  }

  #expect({ t, controller, key, op, adds, deletes }: ExpectationsRow): void {
    let known = this.expectations.get(controller);
    if (known === undefined) this.expectations.set(controller, (known = new Map<string, ExpectationState>()));
    const before = known.get(key);
    if (op === 'set') known.set(key, { adds, deletes, since: t });
    else if (op === 'deleted') known.delete(key);
    else if (op !== 'check' && before !== undefined)
      known.set(key, { adds: before.adds - adds, deletes: before.deletes - deletes, since: before.since });
  }

  #place({ pod, to }: SchedulerRow): void {
    if (to === 'gone') this.scheduler.delete(pod);
    else this.scheduler.set(pod, to);
  }

  #work({ pod, node, op }: KubeletRow): void {
    if (op === 'add') this.kubelets.set(pod, node);
    else if (op === 'forget') this.kubelets.delete(pod);
  }
}

/** A dirty key is in the line already, or comes there when its sync is done. */
function addTo(queue: QueueState, key: string): void {
  if (queue.dirty.has(key)) return;
  queue.dirty.add(key);
  if (!queue.processing.has(key)) queue.line.push(key);
}

function versionsOf<K>(kinds: Map<K, Map<string, number>>, kind: K): Map<string, number> {
  let versions = kinds.get(kind);
  if (versions === undefined) kinds.set(kind, (versions = new Map<string, number>()));
  return versions;
}

function setVersion(versions: Map<string, number>, key: string, version: number | undefined): void {
  if (version === undefined) versions.delete(key);
  else versions.set(key, version);
}

/** The state after all that happened up to a moment. */
export function insideAt(rows: readonly InsideRow[], t: number): InsideState {
  const state = new InsideState();
  for (const row of rows) {
    if (row.t > t) break;
    state.apply(row);
  }
  state.t = t;
  return state;
}
