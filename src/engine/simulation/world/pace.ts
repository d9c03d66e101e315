import { KINDS } from '../../api/kinds';
import type { ObjectStore, WatchEvent } from '../../api/objectStore';
import type { BucketRateLimiter } from '../../client/rateLimiter';
import { LogNormal } from '../../kernel/logNormal';
import type { RandomStream } from '../../kernel/random';
import type { ObjectMeta } from '../../../model/apiTypes';
import type { Time } from '../../../model/time';

/** About 10 ms per request, with all that belongs to it. */
const DEFAULT_LATENCY_MS = 10;
/** Half of the time things take less, as shares of the latency: fitted to the times of 171 runs of a real control plane. */
const MEDIANS = {
  /** From sending a request until its write is there to be seen. */
  update: 0.25,
  create: 0.32,
  delete: 0.4,
  /** From the write until the answer is there and the next request goes out. */
  answer: 0.3,
  /** From the write to the watch event that tells of it. */
  watch: 0.12,
  scheduling: 0.5,
  /** From a refused attempt to the deletion of each pod that makes room. */
  preemption: 0.8,
  firstReport: 0.4,
  /** What a kubelet needs on top of the process's own time; it needs as much again at least. */
  kubelet: 0.35,
  /** Until kubectl has started and read what it needs. */
  kubectl: 6.8,
  /** From its cordon to the first of its evictions, and from one of them to the next. */
  firstEviction: 2,
  nextEviction: 0.4,
} as const;
const MOST_DEVIATIONS = 2.5;
/** How far the logarithms of the times spread, in one run and from run to run. */
const TIMES = new LogNormal(0.85, MOST_DEVIATIONS);
const TIMES_OF_KUBECTL = new LogNormal(0.36, MOST_DEVIATIONS);
const SPREAD_OF_RUNS = 0.235;
/** So much longer a request takes for each other one under way, of four at most: fitted to the first half second of the runs. */
const CONTENTION = 0.8;
const MOST_OTHERS = 4;
/** What is longer ago is over. */
const KEPT = 32;
/** Between the answer to the last request of a sync and the next sync of the key. */
const AFTER_THE_LAST_MS = 1;
/** So many events about one object are sent, the rest is dropped: one more every five minutes, which are not counted here. */
const MOST_EVENTS = 25;

/**
 * How long things take on a control plane. Here a sync is over within an instant; on a real one its requests are sent one after
 * the other, pods are created in batches of 1, 2, 4 … and deleted all at once. Others learn of each write by its time.
 */
export class Pace {
  readonly #latencyMs: number;
  readonly #random: RandomStream;
  readonly #now: () => Time;
  /** The latest requests, each in the place of the one that is longest ago. */
  readonly #from = new Float64Array(KEPT);
  readonly #to = new Float64Array(KEPT);
  #oldest = 0;
  /** Later than any of them ends. */
  #lastEnd: Time = 0;
  #isSyncing = false;
  /** What the requests of the present sync have to wait for. */
  #client: BucketRateLimiter | undefined;
  #hasWaited = false;
  /** By kind and namespace, then by name: texts that are there already. */
  readonly #eventsSent = new Map<string, Map<string, Map<string, number>>>();
  #elapsedMs = 0;
  #isWarmingUp = true;
  #created = 0;
  /** When the requests of the present batch were sent. */
  #batchAt: number | undefined;
  /** When the answers to all requests so far are there. */
  #answeredMs = 0;

  /** `load`, from 0 to 1: how slow this control plane is, among others. */
  constructor(latencyMs: number | undefined, random: RandomStream, load = 0.5, now: () => Time = () => 0) {
    this.#now = now;
    this.#latencyMs = (latencyMs ?? DEFAULT_LATENCY_MS) * (load / (1 - load)) ** SPREAD_OF_RUNS;
    this.#random = random;
  }

  /** Must hear of each write before those who learn of it late. */
  watch(store: ObjectStore): void {
    store.subscribe(KINDS, (event) => {
      if (!this.#isSyncing) return;
      this.#awaitTurn();
      this.#send(event);
    });
  }

  /** Events go by the controller's client as well, beside its sync: nobody waits for them, but they take their turns. */
  readonly onEvent = (kind: string, { namespace = '', name }: ObjectMeta): void => {
    if (!this.#isSyncing || this.#client === undefined) return;
    const objects = within(within(this.#eventsSent, kind), namespace);
    const sent = objects.get(name) ?? 0;
    if (sent === MOST_EVENTS) return;
    objects.set(name, sent + 1);
    this.#client.when();
  };

  /** 30 pods are created at once, then 20 in a second. */
  #awaitTurn(): void {
    const wait = Math.round(this.#client?.when() ?? 0);
    if (wait <= this.#elapsedMs) return;
    this.#elapsedMs = this.#answeredMs = wait;
    this.#batchAt = wait;
    this.#hasWaited = true;
  }

  /** Until now nobody waits: the running version came about at some time or other. */
  endWarmUp(): void {
    this.#isWarmingUp = false;
  }

  /** How much later than now the write happens that is being told of. */
  get delayMs(): number {
    return this.#elapsedMs;
  }

  /** The same, but for what is too short to be seen: 0 unless the client has kept a request waiting. */
  get waitMs(): number {
    return this.#hasWaited ? this.#elapsedMs : 0;
  }

  /** From now to the watch event that tells of the present write: nobody hears of it in the moment that it happens. */
  readonly travelMs = (): number => this.#elapsedMs + (this.isInstant ? 0 : Math.max(1, this.#draw(MEDIANS.watch)));

  /** A controller is at work. */
  get isSyncing(): boolean {
    return this.#isSyncing;
  }

  beginSync(client?: BucketRateLimiter): void {
    this.#isSyncing = true;
    this.#client = this.#isWarmingUp ? undefined : client;
    this.#hasWaited = false;
    this.#created = 0;
    this.#batchAt = undefined;
    this.#answeredMs = 0;
  }

  /** Returns how long the sync took. */
  endSync(): number {
    const took = this.#answeredMs === 0 ? 0 : this.#answeredMs + AFTER_THE_LAST_MS;
    this.#isSyncing = false;
    this.#hasWaited = false;
    this.#elapsedMs = 0;
    return took;
  }

  /** Pods are created in batches, and deleted, by requests side by side; what comes next waits for the last answer. */
  #send(event: WatchEvent): void {
    const kind = requestFor(event);
    if (kind === 'create' && isPowerOfTwo(++this.#created)) this.#batchAt = this.#answeredMs;
    if (kind === 'update') this.#batchAt = undefined;
    const sentAt = kind === 'update' ? this.#answeredMs : (this.#batchAt ??= this.#answeredMs);
    this.#elapsedMs = Math.max(this.#elapsedMs, sentAt + this.#request(MEDIANS[kind], sentAt));
    this.#answeredMs = Math.max(this.#answeredMs, this.#elapsedMs + this.#draw(MEDIANS.answer));
  }

  /** Requests that are under way at once slow each other down. */
  #request(share: number, sentInMs = 0): number {
    const from = this.#now() + sentInMs;
    let others = 0;
    const starts = this.#from;
    const ends = this.#to;
    // Most of the time all of them are over.
    for (let other = 0; from < this.#lastEnd && other < KEPT && others < MOST_OTHERS; other++)
      if (from < (ends[other] as Time) && (starts[other] as Time) <= from) others++;
    const took = Math.round(this.#draw(share) * (1 + CONTENTION * others));
    starts[this.#oldest] = from;
    ends[this.#oldest] = from + took;
    this.#oldest = (this.#oldest + 1) % KEPT;
    this.#lastEnd = Math.max(this.#lastEnd, from + took);
    return took;
  }

  #draw(share: number, times = TIMES, random = this.#random): number {
    return this.#latencyMs === 0 ? 0 : times.draw(share * this.#latencyMs, random);
  }

  /** Nothing takes any time. */
  get isInstant(): boolean {
    return this.#latencyMs === 0;
  }

  /** From the command to its first request: 40 to 140 ms with the usual latency. */
  readonly kubectlMs = (random: RandomStream): number => this.#draw(MEDIANS.kubectl, TIMES_OF_KUBECTL, random);

  /** From the cordon of a drain to its first eviction, or from one to the next. */
  readonly evictionMs = (isFirst: boolean, random: RandomStream): number =>
    this.#draw(isFirst ? MEDIANS.firstEviction : MEDIANS.nextEviction, TIMES_OF_KUBECTL, random);

  /** From a change to the scheduler's attempt. */
  readonly schedulingMs = (): number => this.#request(MEDIANS.scheduling);

  /** From the choice of a pod that makes room for another one to its deletion: the scheduler does not wait for it. */
  readonly preemptionMs = (): number => this.#request(MEDIANS.preemption);

  /** From the binding to the kubelet's first word about the pod. */
  get firstReportMs(): number {
    return this.#request(MEDIANS.firstReport);
  }

  /** What a start or a stop takes longer than it should. */
  jitterMs(): number {
    return Math.round(MEDIANS.kubelet * this.#latencyMs) + this.#draw(MEDIANS.kubelet);
  }
}

function within<V>(maps: Map<string, Map<string, V>>, key: string): Map<string, V> {
  let map = maps.get(key);
  if (map === undefined) maps.set(key, (map = new Map<string, V>()));
  return map;
}

function isPowerOfTwo(count: number): boolean {
  return (count & (count - 1)) === 0;
}

function requestFor(event: WatchEvent): 'create' | 'delete' | 'update' {
  if (event.kind !== 'Pod') return 'update';
  if (event.type === 'added') return 'create';
  return isDeletion(event as WatchEvent<'Pod'>) ? 'delete' : 'update';
}

function isDeletion({ type, object, previous }: WatchEvent<'Pod'>): boolean {
  return type === 'deleted' || object.metadata.deletionTimestamp !== previous?.metadata.deletionTimestamp;
}
