/** Ours: what a sync of any controller has at hand; upstream passes it from function to function. */
import type { KubernetesObject, PodTemplateSpec } from '../../model/apiTypes';
import type { Time } from '../../model/time';
import type { ObjectStore } from '../api/objectStore';
import type { EventRecorder, EventType } from '../client/eventRecorder';
import type { InformerFactory } from '../client/informerFactory';
import type { RateLimitingQueue } from '../client/workQueue';
import type { Clock } from '../kernel/eventLoop';
import type { ControllerName, DecisionRecorder, DecisionStep } from './decisions';
import type { ControllerExpectations } from './expectations';
import type { PodControl } from './podControl';

/** What a controller is made of; time, names, hashes and the queue come from outside. */
export interface ControllerOptions {
  readonly store: ObjectStore;
  readonly informers: InformerFactory;
  readonly clock: Clock;
  /** The objects to sync, by key. */
  readonly queue: RateLimitingQueue;
  readonly recorder: EventRecorder;
  readonly decisions: DecisionRecorder;
  /** Absent: the usual ones. The Deployment controller has neither. */
  readonly expectations?: ControllerExpectations;
  readonly podControl?: PodControl;
}

/** The name of a template among its versions; a collision count other than 0 gives another name. */
export type TemplateHash = (template: PodTemplateSpec, collisionCount: number | undefined) => string;

/** One sync under way, of an object as the cache had it at the start, with what its controller shares among all syncs. */
export abstract class ObjectSync<C extends ControllerOptions> {
  readonly context: C;
  readonly key: string;
  /** The moment of the sync. */
  readonly now: Time;
  readonly #kind: string;
  readonly #object: KubernetesObject;

  constructor(context: C, kind: string, key: string, object: KubernetesObject) {
    this.context = context;
    this.key = key;
    this.now = context.clock.now;
    this.#kind = kind;
    this.#object = object;
  }

  event(type: EventType, reason: string, message: string): void {
    this.context.recorder.event(this.#kind, this.#object, type, reason, message);
  }

  /** Whether anybody hears what is decided: else it need not be put together. */
  get isTold(): boolean {
    return this.context.decisions.enabled;
  }

  /** Notes a step of this sync's decision. */
  decide(step: DecisionStep): void {
    this.context.decisions.record(step);
  }

  requeueAfter(delayMs: number): void {
    this.context.queue.addAfter(this.key, delayMs);
  }
}

/** Runs one sync of a controller; what it decided, and the error that ended it, belong together. */
export function runSync<C extends ControllerOptions>(
  context: C,
  controller: ControllerName,
  key: string,
  sync: (context: C, key: string) => void,
): void {
  const { clock, decisions } = context;
  if (!decisions.enabled) {
    sync(context, key);
    return;
  }
  try {
    sync(context, key);
  } catch (error) {
    decisions.finish(clock.now, controller, key, error);
    throw error;
  }
  decisions.finish(clock.now, controller, key);
}
