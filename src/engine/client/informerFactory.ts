/**
 * Upstream: staging/src/k8s.io/client-go/informers/factory.go, staging/src/k8s.io/client-go/tools/cache/reflector.go
 * (v1.36.4). The lag of a watch is explicit here.
 */
import type { Kind } from '../api/kinds';
import type { ObjectStore, WatchEvent } from '../api/objectStore';
import type { EventLoop } from '../kernel/eventLoop';
import { Arrivals } from './arrivals';
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
  /** What travels on the loop. */
  readonly #arrivals = new Arrivals();
  #isStopped = false;

  constructor(store: ObjectStore, delivery: Delivery) {
    this.#store = store;
    this.#delivery = delivery;
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
    return this.#pending.length === 0 && this.#arrivals.isEmpty;
  }

  #enqueue(event: WatchEvent, order: NewsOrder): void {
    if (this.#isStopped) return;
    const delivery = this.#delivery;
    if (delivery.mode === 'manual') {
      this.#pending.push(event);
      return;
    }
    const { loop, phase, lagMs, delayMs } = delivery;
    const { now } = loop;
    let dueAt = now + (lagMs?.(event.kind) ?? 0);
    if (delayMs !== undefined) dueAt = order.arrivalOf(event.key, now, now + delayMs(), dueAt);
    if (this.#arrivals.add(dueAt, event)) loop.schedule(dueAt, phase, this.#arrive);
  }

  /** One task for each instant: the first of them is now. */
  readonly #arrive = (): void => {
    this.#arrivals.take(this.#deliverEvent);
  };

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

  readonly #deliverEvent = (event: WatchEvent): void => {
    if (!this.#isStopped) this.#informers.get(event.kind)?.deliver(event);
  };
}
