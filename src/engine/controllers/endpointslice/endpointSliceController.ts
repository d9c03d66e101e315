/** Upstream: pkg/controller/endpointslice/endpointslice_controller.go (v1.36.4), without the topology queue. */
import type { EndpointSlice, Pod, Service } from '../../../model/apiTypes';
import { objectKey } from '../../../model/meta';
import { formatTime, type Time } from '../../../model/time';
import { LAST_CHANGE_TRIGGER_TIME_ANNOTATION } from '../../../model/wellKnown';
import { hasStatusCause, isApiError } from '../../api/apiError';
import type { EventRecorder } from '../../client/eventRecorder';
import type { Informer } from '../../client/informer';
import type { InformerFactory } from '../../client/informerFactory';
import type { RateLimitingQueue } from '../../client/workQueue';
import { isOwnMistake } from '../../kernel/engineError';
import { aggregateErrors, withContext } from '../aggregateError';
import { EndpointSliceTracker } from './endpointSliceTracker';
import { selects, servicesOf, servicesToUpdate } from './podServices';
import { byName } from './portMapping';
import { reconcile, type ReconcilerOptions } from './reconciler';
import { isManaged, serviceKeyOf } from './sliceLabels';
import type { SliceChanges } from './trafficHints';
import { TriggerTimeTracker } from './triggerTimeTracker';

/** How the controller writes; answers that are no success are thrown. */
export interface EndpointSliceClient {
  create(slice: EndpointSlice): EndpointSlice;
  update(slice: EndpointSlice): EndpointSlice;
  delete(slice: EndpointSlice): void;
}

export interface EndpointSliceControllerOptions {
  readonly client: EndpointSliceClient;
  readonly informers: InformerFactory;
  readonly queue: RateLimitingQueue;
  readonly recorder: EventRecorder;
  /** How long changes of pods are collected before a sync (`--endpointslice-updates-batch-period`). */
  readonly batchPeriodMs?: number;
  readonly maxEndpointsPerSlice?: number;
}

const MAX_RETRIES = 15;
/** So long after somebody else's change of a slice, at the least. */
const SLICE_CHANGE_MIN_DELAY_MS = 1000;
const DEFAULT_MAX_ENDPOINTS = 100;
/** What a key waits for after its failures; other controllers begin with 5 ms. */
export const ENDPOINT_SLICE_RETRY = { baseMs: 1000, maxMs: 1_000_000 };

/** Keeps the slices of every Service with a selector. */
export class EndpointSliceController {
  readonly #options: EndpointSliceControllerOptions;
  readonly #services: Informer<'Service'>;
  readonly #pods: Informer<'Pod'>;
  readonly #slices: Informer<'EndpointSlice'>;
  readonly #tracker = new EndpointSliceTracker();
  readonly #triggerTimes = new TriggerTimeTracker();
  readonly #reconciler: Omit<ReconcilerOptions, 'finalize'>;

  constructor(options: EndpointSliceControllerOptions) {
    this.#options = options;
    const { informers, maxEndpointsPerSlice = DEFAULT_MAX_ENDPOINTS } = options;
    this.#services = informers.informer('Service');
    this.#pods = informers.informer('Pod');
    this.#slices = informers.informer('EndpointSlice');
    const nodes = informers.informer('Node');
    this.#reconciler = {
      nodeOf: (name) => nodes.get(name),
      maxEndpointsPerSlice,
      deleteSlice: (slice) => this.#deleteSlice(slice),
    };
    this.#addServiceHandlers();
    this.#addPodHandlers();
    this.#addSliceHandlers();
  }

  #addServiceHandlers(): void {
    const enqueue = (service: Service): void => {
      this.#options.queue.add(objectKey(service));
    };
    this.#services.addHandlers({
      onAdd: enqueue,
      onUpdate: (_, service) => {
        enqueue(service);
      },
      onDelete: enqueue,
    });
  }

  #addPodHandlers(): void {
    const { queue, batchPeriodMs = 0 } = this.#options;
    const enqueue = (keys: readonly string[]): void => {
      for (const key of keys) queue.addAfter(key, batchPeriodMs);
    };
    const enqueueServices = (pod: Pod): void => {
      enqueue(servicesOf(pod, [...this.#services.list()]));
    };
    this.#pods.addHandlers({
      onAdd: enqueueServices,
      onUpdate: (before, after) => {
        enqueue(servicesToUpdate(before, after, [...this.#services.list()]));
      },
      onDelete: enqueueServices,
    });
  }

  #addSliceHandlers(): void {
    const tracker = this.#tracker;
    this.#slices.addHandlers({
      onAdd: (slice) => {
        if (isManaged(slice) && tracker.shouldSync(slice)) this.#enqueueServiceOf(slice);
      },
      onUpdate: (before, after) => {
        const isOther = serviceKeyOf(before) !== serviceKeyOf(after);
        const isForeign = isManaged(before) !== isManaged(after) || (isManaged(after) && tracker.shouldSync(after));
        if (isOther || isForeign) this.#enqueueServiceOf(after);
        if (isOther) this.#enqueueServiceOf(before);
      },
      onDelete: (slice) => {
        if (isManaged(slice) && tracker.has(slice) && !tracker.handleDeletion(slice)) this.#enqueueServiceOf(slice);
      },
    });
  }

  #enqueueServiceOf(slice: EndpointSlice): void {
    const { queue, batchPeriodMs = 0 } = this.#options;
    queue.addAfter(serviceKeyOf(slice), Math.max(SLICE_CHANGE_MIN_DELAY_MS, batchPeriodMs));
  }

  sync(key: string): void {
    const service = this.#services.get(key);
    if (service === undefined) {
      this.#triggerTimes.deleteService(key);
      this.#tracker.deleteService(key);
      return;
    }
    if (service.spec?.type === 'ExternalName' || service.spec?.selector === undefined) return;
    const pods = [...this.#pods.list()].filter(
      ({ metadata }) => metadata.namespace === service.metadata.namespace && selects(service, metadata.labels),
    );
    pods.sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
    const slices = [...this.#slices.list()].filter((slice) => serviceKeyOf(slice) === key && isManaged(slice)).sort(byName);
    const present = slices.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
    if (this.#tracker.staleSlices(key, present)) throw new Error('EndpointSlice informer cache is out of date');
    const triggerTime = this.#triggerTimes.lastChangeTriggerTime(service, pods);
    const finalize = (_: Service, changes: SliceChanges): Error | undefined => this.#finalize(service, changes, triggerTime);
    const failed = aggregateErrors(reconcile(service, pods, present, { ...this.#reconciler, finalize }));
    if (failed === undefined) return;
    const { name, namespace = '' } = service.metadata;
    const message = `Error updating Endpoint Slices for Service ${namespace}/${name}: ${failed.message}`;
    if (!isOwnMistake(failed))
      this.#options.recorder.event('Service', service, 'Warning', 'FailedToUpdateEndpointSlices', message);
    throw failed;
  }

  /** After so many retries a Service is dropped until something happens to it. */
  handleError(_error: unknown, key: string, queue: RateLimitingQueue): void {
    if (queue.numRequeues(key) < MAX_RETRIES) queue.addRateLimited(key);
    else queue.forget(key);
  }

  /** First what is new, then what has changed, then what goes. */
  #finalize(service: Service, changes: SliceChanges, triggerTime: Time | undefined): Error | undefined {
    const { client } = this.#options;
    const { name, namespace = '', deletionTimestamp } = service.metadata;
    const what = `EndpointSlice for Service ${namespace}/${name}`;
    const isDeleted = deletionTimestamp !== undefined;
    for (const slice of isDeleted ? [] : changes.create) {
      try {
        this.#tracker.update(client.create(withTriggerTime(slice, triggerTime)));
      } catch (error) {
        // Nothing can be created there any more.
        if (hasStatusCause(error, 'NamespaceTerminating')) return undefined;
        return withContext(`failed to create ${what}`, error);
      }
    }
    for (const slice of changes.update) {
      try {
        this.#tracker.update(client.update(withTriggerTime(slice, triggerTime)));
      } catch (error) {
        return withContext(`failed to update ${slice.metadata.name} ${what}`, error);
      }
    }
    for (const slice of changes.delete) {
      const error = this.#deleteSlice(slice);
      if (error !== undefined) return withContext(`failed to delete ${slice.metadata.name} ${what}`, error);
    }
    return undefined;
  }

  /** One that is gone already is as good as deleted. */
  #deleteSlice(slice: EndpointSlice): Error | undefined {
    try {
      this.#options.client.delete(slice);
    } catch (error) {
      if (isApiError(error, 'NotFound')) return undefined;
      return error instanceof Error ? error : new Error(String(error));
    }
    this.#tracker.expectDeletion(slice);
    return undefined;
  }
}

function withTriggerTime(slice: EndpointSlice, time: Time | undefined): EndpointSlice {
  const { [LAST_CHANGE_TRIGGER_TIME_ANNOTATION]: _, ...others } = slice.metadata.annotations ?? {};
  const annotations = time === undefined ? others : { ...others, [LAST_CHANGE_TRIGGER_TIME_ANNOTATION]: formatTime(time) };
  return { ...slice, metadata: { ...slice.metadata, annotations } };
}
