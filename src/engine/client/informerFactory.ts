/**
 * Upstream: staging/src/k8s.io/client-go/informers/factory.go, staging/src/k8s.io/client-go/tools/cache/reflector.go
 * (v1.36.4). The lag of a watch is explicit here.
 */
import type { Kind } from '../api/kinds';
import type { ObjectStore, WatchEvent } from '../api/objectStore';
import type { EventLoop } from '../kernel/eventLoop';
import { Informer } from './informer';
import { NewsOrder } from './newsOrder';

/** How watch events travel: on the loop after a lag per kind, or only when `deliver` is called. */
export type Delivery =
  | { readonly mode: 'manual' }
  | {
      readonly mode: 'loop';
      readonly loop: EventLoop;
      readonly phase: number;
      readonly lagMs?: (kind: Kind) => number;
      /**
       * How much later than now the present write happens: a sync is over in an instant, its requests are not. Lags are drawn,
       * but of one kind nothing is told of before an earlier write, and nothing of one object before what was stored earlier.
       */
      readonly delayMs?: () => number;
    };

/** The shared informers of one controller manager: a cache per kind, fed by watch events in the order of the writes. */
export class InformerFactory {
  readonly #store: ObjectStore;
  readonly #delivery: Delivery;
  readonly #informers = new Map<Kind, Informer>();
  /** Manual mode: what waits for `deliver`. */
  #pending: WatchEvent[] = [];
  /** What travels on the loop, by the instant at which it arrives, counted from the beginning: small numbers are found faster. */
  readonly #arrivals = new Map<number, WatchEvent[]>();
  readonly #start: number;
  #isStopped = false;

  constructor(store: ObjectStore, delivery: Delivery) {
    this.#store = store;
    this.#delivery = delivery;
    this.#start = delivery.mode === 'loop' ? delivery.loop.now : 0;
  }

  /** The informer of a kind; on first use it lists what exists. */
  informer<K extends Kind>(kind: K): Informer<K> {
    let informer = this.#informers.get(kind) as Informer<K> | undefined;
    if (informer === undefined) {
      informer = new Informer(kind);
      informer.seed(this.#store.list(kind));
      this.#informers.set(kind, informer as unknown as Informer);
      const order = new NewsOrder();
      this.#store.subscribe([kind], (event) => {
        this.#enqueue(event, order);
      });
    }
    return informer;
  }

  /** The caches have been filled: their handlers hear of each object. */
  announce(): void {
    for (const informer of this.#informers.values()) informer.announce();
  }

  /** The process is no more: what is under way arrives nowhere. */
  stop(): void {
    this.#isStopped = true;
  }

  /** Manual mode: events not yet delivered, in the order of the writes. */
  get pendingEvents(): readonly WatchEvent[] {
    return this.#pending;
  }

  /** Nothing is on its way. */
  get isUpToDate(): boolean {
    return this.#pending.length === 0 && this.#arrivals.size === 0;
  }

  #enqueue(event: WatchEvent, order: NewsOrder): void {
    if (this.#isStopped) return;
    const delivery = this.#delivery;
    if (delivery.mode === 'manual') {
      this.#pending.push(event);
      return;
    }
    const { loop, lagMs, delayMs } = delivery;
    const { now } = loop;
    let dueAt = now + (lagMs?.(event.kind) ?? 0);
    if (delayMs !== undefined) dueAt = order.arrivalOf(event.key, now, now + delayMs(), dueAt);
    const arrival = this.#arrivals.get(dueAt - this.#start);
    if (arrival === undefined) this.#expect(dueAt, event, delivery);
    else arrival.push(event);
  }

  /** Beside the above, for what a task sees is kept for it, also where there is no task. */
  #expect(dueAt: number, event: WatchEvent, { loop, phase }: Extract<Delivery, { readonly mode: 'loop' }>): void {
    const events = [event];
    this.#arrivals.set(dueAt - this.#start, events);
    loop.schedule(dueAt, phase, () => {
      this.#arrivals.delete(dueAt - this.#start);
      for (const arrived of events) this.#deliverEvent(arrived);
    });
  }

  /** Manual mode: delivers the first `max` pending events of these kinds. Handlers may cause no writes. */
  deliver(options: { readonly kinds?: readonly Kind[]; readonly max?: number } = {}): number {
    const { kinds, max = Infinity } = options;
    const chosen: WatchEvent[] = [];
    const rest: WatchEvent[] = [];
    for (const event of this.#pending) {
      const wanted = chosen.length < max && (kinds === undefined || kinds.includes(event.kind));
      (wanted ? chosen : rest).push(event);
    }
    this.#pending = rest;
    for (const event of chosen) this.#deliverEvent(event);
    return chosen.length;
  }

  #deliverEvent(event: WatchEvent): void {
    if (!this.#isStopped) this.#informers.get(event.kind)?.deliver(event);
  }
}
