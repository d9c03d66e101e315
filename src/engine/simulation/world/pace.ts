import { KINDS } from '../../api/kinds';
import type { ObjectStore, WatchEvent } from '../../api/objectStore';
import type { RecordedEvent } from '../../client/eventRecorder';
import type { BucketRateLimiter } from '../../client/rateLimiter';
import type { RandomStream } from '../../kernel/random';

/** About 10 ms per request, as measured on an idle control plane. */
const DEFAULT_LATENCY_MS = 10;
/** The slowest request takes so many times as long as most. */
const MOST_TIMES_THE_MEAN = 6;
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
  #isSyncing = false;
  /** What the requests of the present sync have to wait for. */
  #client: BucketRateLimiter | undefined;
  #hasWaited = false;
  readonly #eventsSent = new Map<string, number>();
  #elapsedMs = 0;
  #isWarmingUp = true;
  #created = 0;
  #hasDeleted = false;

  constructor(latencyMs: number | undefined, random: RandomStream) {
    this.#latencyMs = latencyMs ?? DEFAULT_LATENCY_MS;
    this.#random = random;
  }

  /** Must hear of each write before those who learn of it late. */
  watch(store: ObjectStore): void {
    store.subscribe(KINDS, (event) => {
      if (!this.#isSyncing) return;
      this.#awaitTurn();
      if (this.#isNextRequest(event)) this.#elapsedMs += this.#draw(0.9);
    });
  }

  /** Events go by the controller's client as well, beside its sync: nobody waits for them, but they take their turns. */
  onEvent({ kind, namespace, name }: RecordedEvent): void {
    if (!this.#isSyncing || this.#client === undefined) return;
    const object = `${kind} ${namespace}/${name}`;
    const sent = this.#eventsSent.get(object) ?? 0;
    if (sent === MOST_EVENTS) return;
    this.#eventsSent.set(object, sent + 1);
    this.#client.when();
  }

  /** 30 pods are created at once, then 20 in a second. */
  #awaitTurn(): void {
    const wait = Math.round(this.#client?.when() ?? 0);
    if (wait <= this.#elapsedMs) return;
    this.#elapsedMs = wait;
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

  /** From now to the watch event that tells of the present write. */
  readonly travelMs = (): number => this.#elapsedMs + this.#draw(0.2);

  beginSync(client?: BucketRateLimiter): void {
    this.#isSyncing = true;
    this.#client = this.#isWarmingUp ? undefined : client;
    this.#hasWaited = false;
    this.#created = 0;
    this.#hasDeleted = false;
  }

  /** Returns how long the sync took. */
  endSync(): number {
    const took = this.#elapsedMs === 0 ? 0 : this.#elapsedMs + AFTER_THE_LAST_MS;
    this.#isSyncing = false;
    this.#hasWaited = false;
    this.#elapsedMs = 0;
    return took;
  }

  #isNextRequest(event: WatchEvent): boolean {
    if (event.kind !== 'Pod') return true;
    if (event.type === 'added') {
      this.#created++;
      return (this.#created & (this.#created - 1)) === 0;
    }
    if (!isDeletion(event as WatchEvent<'Pod'>)) return true;
    const isFirst = !this.#hasDeleted;
    this.#hasDeleted = true;
    return isFirst;
  }

  /** Around `share` of the latency: most are quick, some take long. */
  #draw(share: number): number {
    const mean = share * this.#latencyMs;
    return mean === 0 ? 0 : Math.round(Math.min(-Math.log(1 - this.#random()), MOST_TIMES_THE_MEAN) * mean);
  }

  /** From a change to the scheduler's attempt. */
  get schedulingMs(): number {
    return Math.round(this.#latencyMs * 0.5);
  }

  /** From the binding to the kubelet's first word about the pod. */
  get firstReportMs(): number {
    return Math.round(this.#latencyMs * 0.4);
  }

  /** What a start or a stop takes longer than it should. */
  jitterMs(): number {
    return this.#latencyMs === 0 ? 0 : Math.ceil(2 * this.#latencyMs * this.#random());
  }
}

function isDeletion({ type, object, previous }: WatchEvent<'Pod'>): boolean {
  return type === 'deleted' || object.metadata.deletionTimestamp !== previous?.metadata.deletionTimestamp;
}
