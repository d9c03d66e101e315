/** Upstream: pkg/scheduler/backend/queue/scheduling_queue.go, backoff_queue.go, active_queue.go (v1.36.4). */
import type { Pod } from '../../../model/apiTypes';
import { objectKey } from '../../../model/meta';
import type { Time } from '../../../model/time';
import { violated } from '../../kernel/engineError';
import { Heap } from '../../kernel/heap';
import type { ClusterEvent } from './clusterEvents';
import type { ClusterSnapshot } from './clusterSnapshot';
import { podKey, podPriority } from './podInfo';
import { mayHelp } from './queueingHints';

const INITIAL_BACKOFF_MS = 1000;
const MAX_BACKOFF_MS = 10_000;
/** Ends of backoff fall on whole seconds. */
const BACKOFF_WINDOW_MS = 1000;
const MAX_IN_UNSCHEDULABLE_MS = 5 * 60_000;
const FLUSH_EVERY_MS = 30_000;
const NO_PLUGINS: ReadonlySet<string> = new Set();
const NO_EVENTS: readonly ClusterEvent[] = [];

/** Where a pod waits; `inFlight` while it is being tried. */
export type QueuePlace = 'active' | 'backoff' | 'unschedulable' | 'gated' | 'inFlight';

/** A pod in the queue. */
export interface QueuedPod {
  readonly key: string;
  /** Its key in caches and stores. */
  readonly name: string;
  pod: Pod;
  place: QueuePlace;
  /** Tries so far. */
  attempts: number;
  /** Tries that found no node; they make the backoff longer. */
  unschedulableCount: number;
  /** When it came into the queue, the last time. */
  timestamp: Time;
  /** Until when it should not be tried again. */
  backoffUntil: Time;
  /** Who refused it at the last try; empty after an error. */
  plugins: ReadonlySet<string>;
  /** Order of entry, for what is otherwise equal. */
  sequence: number;
  /** Events that happened while it was being tried: the outcome may not know of them. */
  missed: readonly ClusterEvent[];
}

/**
 * Pods that wait for a node: ready to be tried (active), ready but for their backoff, or waiting for an event that can help
 * (unschedulable). Time is a parameter; the queue has no timers of its own, but says when it wants to be looked at (`nextAt`).
 */
export class SchedulingQueue {
  readonly #cluster: ClusterSnapshot;
  readonly #pods = new Map<string, QueuedPod>();
  readonly #active = new Heap<Entry>(isTriedBefore);
  readonly #backoff = new Heap<Entry>(
    (a, b) => a.backoffUntil < b.backoffUntil || (a.backoffUntil === b.backoffUntil && a.sequence < b.sequence),
  );
  readonly #unschedulable = new Map<string, QueuedPod>();
  /** Pods that are being tried, in most cases one. */
  readonly #inFlight: QueuedPod[] = [];
  readonly #start: Time;
  #sequence = 0;
  #lastLook: Time | undefined;

  /** `start` is when the scheduler came up: from then on it looks for forgotten pods every 30 s. */
  constructor(cluster: ClusterSnapshot, start: Time = 0) {
    this.#cluster = cluster;
    this.#start = start;
  }

  get size(): number {
    return this.#pods.size;
  }

  get(pod: Pod): QueuedPod | undefined {
    return this.#pods.get(podKey(pod));
  }

  /** Whether an event could mean something to any pod. */
  get hasWaiting(): boolean {
    return this.#unschedulable.size > 0 || this.#inFlight.length > 0;
  }

  /** All pods in the queue, in the order of their first entry. */
  list(): Iterable<QueuedPod> {
    return this.#pods.values();
  }

  /** A new pod that has no node. */
  add(pod: Pod, now: Time, name = objectKey(pod)): void {
    const known = this.get(pod);
    if (known !== undefined) {
      this.update(pod, now);
      return;
    }
    const queued: QueuedPod = {
      key: podKey(pod),
      name,
      pod,
      place: 'gated',
      attempts: 0,
      unschedulableCount: 0,
      timestamp: now,
      backoffUntil: now,
      plugins: NO_PLUGINS,
      sequence: this.#sequence++,
      missed: NO_EVENTS,
    };
    this.#pods.set(queued.key, queued);
    if (!isGated(pod)) this.#activate(queued);
  }

  /** The pod has changed. Changes of its status do not matter; others get it another try. */
  update(pod: Pod, now: Time): void {
    const queued = this.get(pod);
    if (queued === undefined) {
      this.add(pod, now);
      return;
    }
    const old = queued.pod;
    queued.pod = pod;
    if (old.spec === pod.spec && old.metadata.labels === pod.metadata.labels) return;
    if (queued.place === 'gated' && !isGated(pod)) this.#activate(queued);
    else if (queued.place === 'unschedulable') this.#moveToActiveOrBackoff(queued, now);
  }

  /** The pod is gone, or has a node. */
  remove(pod: Pod): void {
    const key = podKey(pod);
    const queued = this.#pods.get(key);
    if (queued === undefined) return;
    this.#pods.delete(key);
    this.#unschedulable.delete(key);
    this.#land(queued);
  }

  /**
   * The pod to be tried next: of higher priority, or longer in the queue. When none is active, one in backoff need not wait;
   * only after an error it must.
   */
  pop(now: Time): QueuedPod | undefined {
    this.flush(now);
    const queued = this.#take(this.#active, 'active') ?? this.#takeFromBackoff();
    if (queued === undefined) return undefined;
    queued.place = 'inFlight';
    queued.attempts++;
    queued.missed = NO_EVENTS;
    this.#inFlight.push(queued);
    return queued;
  }

  /** The try has failed; these plugins refused the pod. Without any it was an error, and time is all it takes. */
  addUnschedulable(queued: QueuedPod, plugins: ReadonlySet<string>, now: Time): void {
    if (this.#pods.get(queued.key) !== queued) return;
    if (queued.place !== 'inFlight') violated(queued.key, `was not tried: it is ${queued.place}`);
    const { missed } = queued;
    this.#land(queued);
    queued.plugins = plugins;
    queued.timestamp = now;
    queued.unschedulableCount++;
    const end = now + backoffMs(queued.unschedulableCount);
    queued.backoffUntil = Math.floor(end / BACKOFF_WINDOW_MS) * BACKOFF_WINDOW_MS;
    if (plugins.size === 0 || missed.some((event) => this.#isHelpedBy(queued, event))) this.#moveToActiveOrBackoff(queued, now);
    else {
      queued.place = 'unschedulable';
      this.#unschedulable.set(queued.key, queued);
    }
  }

  /** Something happened: pods that it may help leave the unschedulable ones. Returns how many. */
  onEvent(event: ClusterEvent, now: Time): number {
    for (const queued of this.#inFlight) queued.missed = [...queued.missed, event];
    let moved = 0;
    for (const queued of this.#unschedulable.values()) {
      if (!this.#isHelpedBy(queued, event)) continue;
      this.#moveToActiveOrBackoff(queued, now);
      moved++;
    }
    return moved;
  }

  /** It has been tried. */
  #land(queued: QueuedPod): void {
    const place = this.#inFlight.indexOf(queued);
    if (place >= 0) this.#inFlight.splice(place, 1);
  }

  #isHelpedBy({ plugins, pod }: QueuedPod, event: ClusterEvent): boolean {
    for (const plugin of plugins) if (mayHelp(plugin, pod, event, this.#cluster)) return true;
    return false;
  }

  /** Moves what has waited long enough. `pop` does this by itself. */
  flush(now: Time): void {
    for (let entry = this.#backoff.peek(); entry !== undefined && entry.backoffUntil <= now; entry = this.#backoff.peek()) {
      this.#backoff.pop();
      if (isCurrent(entry, 'backoff', this.#pods)) this.#activate(entry.queued);
    }
    // Looked for every 30 s only: at 330 s, say, those that wait since before 30 s.
    const lastLook = now - ((now - this.#start) % FLUSH_EVERY_MS);
    if (lastLook === this.#lastLook) return;
    this.#lastLook = lastLook;
    for (const queued of this.#unschedulable.values()) {
      if (lastLook - queued.timestamp > MAX_IN_UNSCHEDULABLE_MS) this.#moveToActiveOrBackoff(queued, now);
    }
  }

  /** When there will be something to pop; undefined if only an event can bring that about. */
  nextAt(now: Time): Time | undefined {
    this.flush(now);
    if (this.#peek(this.#active, 'active') !== undefined) return now;
    const inBackoff = this.#peek(this.#backoff, 'backoff');
    let next = inBackoff === undefined ? Infinity : inBackoff.queued.plugins.size > 0 ? now : inBackoff.backoffUntil;
    // The first has waited longest: they are in the order in which they came.
    for (const { timestamp } of this.#unschedulable.values()) {
      next = Math.min(next, this.#flushTime(timestamp));
      break;
    }
    return next === Infinity ? undefined : next;
  }

  #flushTime(timestamp: Time): Time {
    const due = timestamp + MAX_IN_UNSCHEDULABLE_MS - this.#start;
    return this.#start + (Math.floor(due / FLUSH_EVERY_MS) + 1) * FLUSH_EVERY_MS;
  }

  #activate(queued: QueuedPod): void {
    queued.place = 'active';
    this.#active.push(entryOf(queued));
  }

  #moveToActiveOrBackoff(queued: QueuedPod, now: Time): void {
    this.#unschedulable.delete(queued.key);
    if (queued.backoffUntil <= now) {
      this.#activate(queued);
      return;
    }
    queued.place = 'backoff';
    this.#backoff.push(entryOf(queued));
  }

  #peek(heap: Heap<Entry>, place: QueuePlace): Entry | undefined {
    for (let entry = heap.peek(); entry !== undefined; entry = heap.peek()) {
      if (isCurrent(entry, place, this.#pods)) return entry;
      heap.pop();
    }
    return undefined;
  }

  #take(heap: Heap<Entry>, place: QueuePlace): QueuedPod | undefined {
    const entry = this.#peek(heap, place);
    if (entry !== undefined) heap.pop();
    return entry?.queued;
  }

  #takeFromBackoff(): QueuedPod | undefined {
    const entry = this.#peek(this.#backoff, 'backoff');
    return entry === undefined || entry.queued.plugins.size === 0 ? undefined : this.#take(this.#backoff, 'backoff');
  }
}

/** What a heap holds: a pod as it was when it was put in; pods that have moved on since are skipped. */
interface Entry {
  readonly queued: QueuedPod;
  readonly priority: number;
  readonly timestamp: Time;
  readonly backoffUntil: Time;
  readonly sequence: number;
}

function entryOf(queued: QueuedPod): Entry {
  const { timestamp, backoffUntil, sequence } = queued;
  return { queued, priority: podPriority(queued.pod), timestamp, backoffUntil, sequence };
}

function isCurrent({ queued, timestamp }: Entry, place: QueuePlace, pods: ReadonlyMap<string, QueuedPod>): boolean {
  return queued.place === place && queued.timestamp === timestamp && pods.get(queued.key) === queued;
}

function isTriedBefore(a: Entry, b: Entry): boolean {
  if (a.priority !== b.priority) return a.priority > b.priority;
  if (a.timestamp !== b.timestamp) return a.timestamp < b.timestamp;
  return a.sequence < b.sequence;
}

/** 1, 2, 4, 8, 10, 10 … seconds. */
export function backoffMs(count: number): number {
  return Math.min(INITIAL_BACKOFF_MS * 2 ** (count - 1), MAX_BACKOFF_MS);
}

function isGated({ spec }: Pod): boolean {
  return (spec.schedulingGates ?? []).length > 0;
}
