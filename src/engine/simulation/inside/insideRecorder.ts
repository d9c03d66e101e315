/** Ours: sees a simulated cluster at work and writes down what it does; where nobody asks for it, it is not even loaded. */
import type { ObjectMeta } from '../../../model/apiTypes';
import type { Draft } from '../../../model/copies';
import { objectKey } from '../../../model/meta';
import type { Time } from '../../../model/time';
import { KINDS, type Kind } from '../../api/kinds';
import type { WatchEvent, WatchEventType } from '../../api/objectStore';
import type { InformerFactory } from '../../client/informerFactory';
import type { LoopQueueOptions, LoopWorkQueue } from '../../client/workQueue';
import type { PodWorkersOptions } from '../../cluster/kubelet/podWorkers';
import type { ClusterSnapshot } from '../../cluster/scheduler/clusterSnapshot';
import { errorText } from '../../controllers/aggregateError';
import type { ControllerName, Decision } from '../../controllers/decisions';
import type { SyncHandler } from '../../controllers/worker';
import type { Guards, Probe, ProbedCluster } from '../world/probe';
import { InsideLog } from './insideLog';
import { READS, type InsideRecording, type QueueName, type SyncRow, type SyncStep } from './insideRows';
import { RecordedExpectations } from './recordedExpectations';
import { RecordedPodControl } from './recordedPodControl';
import { RecordedQueue } from './recordedQueue';
import { RecordedPodWorkers, RecordedSchedulingQueue } from './recordedScheduler';
import { daemonSetSteps, deploymentSteps, replicaSetSteps, type EndedSync } from './syncSteps';

/** A run of a thousand pods has fewer. */
const MAX_ROWS = 1_000_000;

const OWN_KIND = { deployment: 'Deployment', replicaset: 'ReplicaSet', daemonset: 'DaemonSet' } as const;

interface PartsOf {
  readonly guards: Guards;
  readonly expectations: RecordedExpectations;
  readonly podControl: RecordedPodControl;
}

const NOTHING: readonly never[] = [];

function stepsOf(queue: QueueName, object: unknown, sync: EndedSync): readonly SyncStep[] {
  if (queue === 'deployment') return deploymentSteps(object as Parameters<typeof deploymentSteps>[0], sync);
  if (queue === 'replicaset') return replicaSetSteps(object as Parameters<typeof replicaSetSteps>[0], sync);
  return daemonSetSteps(object as Parameters<typeof daemonSetSteps>[0], sync);
}

export class InsideRecorder implements Probe {
  readonly #log: InsideLog;
  readonly #parts = new Map<ControllerName, PartsOf>();
  readonly #queues = new Map<QueueName, RecordedQueue>();
  /** When each version was written. */
  readonly #writtenAt: Time[] = [];
  #world: ProbedCluster | undefined;
  readonly #informers = new Map<ControllerName, InformerFactory>();
  #decision: Decision | undefined;
  /** Syncs whose steps nobody has asked for. */
  readonly #ended: { readonly row: Draft<SyncRow>; readonly object: unknown; readonly sync: EndedSync }[] = [];
  #wroteOwner = false;

  constructor(origin: Time, maxRows = MAX_ROWS) {
    this.#log = new InsideLog(origin, maxRows);
  }

  /** The steps of the syncs so far are found now: most recordings are made to be looked at in few places, or not at all. */
  recording(): InsideRecording {
    for (const { row, object, sync } of this.#ended) row.steps = stepsOf(row.queue, object, sync);
    this.#ended.length = 0;
    return this.#log.recording();
  }

  attach(world: ProbedCluster): void {
    this.#world = world;
    this.#log.begin(world.loop);
    world.store.subscribe(KINDS, (event) => {
      this.#onWrite(event, world);
    });
  }

  #onWrite({ type, kind, key, resourceVersion }: WatchEvent, { loop, pace }: ProbedCluster): void {
    const log = this.#log;
    const sync = log.sync;
    if (sync?.key === key && kind === OWN_KIND[sync.queue as ControllerName]) this.#wroteOwner = true;
    const { delayMs } = pace;
    this.#writtenAt[resourceVersion] = loop.now;
    log.add({
      t: log.t,
      row: 'write',
      type,
      kind,
      key,
      version: resourceVersion,
      by: sync?.name,
      sentMs: delayMs > 0 ? delayMs : undefined,
    });
  }

  manager(op: 'starts' | 'stops'): void {
    const log = this.#log;
    for (const queue of this.#queues.values()) queue.stop();
    this.#queues.clear();
    log.add({ t: log.t, row: 'manager', op });
  }

  watch(informers: InformerFactory, readers: readonly ControllerName[], controller: ControllerName | undefined): void {
    for (const reader of readers) this.#informers.set(reader, informers);
    const kinds = new Set<Kind>(readers.flatMap((reader) => READS[reader]));
    for (const kind of kinds) {
      const informer = informers.informer(kind);
      for (const object of informer.list()) {
        const { t } = this.#log;
        const { resourceVersion: version = 0 } = object.metadata;
        this.#log.add({ t, row: 'list', controller, kind, key: objectKey(object), version });
      }
      informer.addHandlers({
        onAdd: ({ metadata }, key, isInInitialList) => {
          if (isInInitialList !== true) this.#onDelivery('added', kind, key, metadata, controller);
        },
        onUpdate: (_previous, { metadata }, key) => {
          this.#onDelivery('modified', kind, key, metadata, controller);
        },
        onDelete: ({ metadata }, key) => {
          this.#onDelivery('deleted', kind, key, metadata, controller);
        },
      });
    }
  }

  #onDelivery(
    type: WatchEventType,
    kind: Kind,
    key: string,
    { resourceVersion: version = 0 }: ObjectMeta,
    controller: ControllerName | undefined,
  ): void {
    const log = this.#log;
    const now = this.#world?.loop.now ?? 0;
    const lagMs = now - (this.#writtenAt[version] ?? now);
    log.add({ t: log.t, row: 'watch', controller, type, kind, key, version, lagMs });
  }

  newQueue(controller: ControllerName): (options: LoopQueueOptions) => LoopWorkQueue {
    return (options) => {
      const name: QueueName = controller === 'daemonset' && this.#queues.has('daemonset') ? 'daemonset nodes' : controller;
      const queue = new RecordedQueue(options, name, this.#log);
      this.#queues.set(name, queue);
      return queue;
    };
  }

  parts(controller: ControllerName, guards: Guards): PartsOf {
    if (this.#world === undefined) throw new Error('nothing is there to record');
    const podControl = new RecordedPodControl(this.#world, controller, this.#log);
    const onSet = (adds: number): void => {
      podControl.expect(adds);
    };
    const expectations = new RecordedExpectations(this.#world.loop, controller, this.#log, onSet, guards.isIgnored);
    const parts = { guards, expectations, podControl };
    this.#parts.set(controller, parts);
    return parts;
  }

  handler(handler: SyncHandler, queue: LoopWorkQueue): SyncHandler {
    const name = (queue as RecordedQueue).queueName;
    return {
      sync: (key) => {
        this.#sync(handler, name, key);
      },
      ...(handler.handleError === undefined ? {} : { handleError: handler.handleError.bind(handler) }),
    };
  }

  #sync(handler: SyncHandler, queue: QueueName, key: string): void {
    const log = this.#log;
    log.add({ t: log.t, row: 'sync', queue, key, phase: 'begin' });
    log.sync = { queue, key, name: `${queue} ${key}` };
    this.#decision = undefined;
    this.#wroteOwner = false;
    const parts = queue === 'daemonset nodes' ? undefined : this.#parts.get(queue);
    if (parts !== undefined) parts.expectations.checks = [];
    const before = this.#cached(queue, key);
    let error: string | undefined;
    try {
      handler.sync(key);
    } catch (caught) {
      error = errorText(caught);
      throw caught;
    } finally {
      parts?.podControl.end();
      log.sync = undefined;
      const row: Draft<SyncRow> = {
        t: log.t,
        row: 'sync',
        queue,
        key,
        phase: 'end',
        steps: undefined,
        decided: this.#decided(),
        error,
      };
      log.add(row);
      if (parts !== undefined || queue === 'deployment') this.#end(row, before, parts);
    }
  }

  /** What the sync finds in its cache. */
  #cached(queue: QueueName, key: string): unknown {
    return queue === 'daemonset nodes' ? undefined : this.#informers.get(queue)?.informer(OWN_KIND[queue]).get(key);
  }

  #decided(): Decision['steps'] | undefined {
    return this.#decision?.steps;
  }

  #end(row: Draft<SyncRow>, object: unknown, parts: PartsOf | undefined): void {
    const { decided: steps = NOTHING, error } = row;
    const checks = parts?.expectations.checks ?? NOTHING;
    const isGateOff = parts?.guards.staleControllerConsistency === false;
    const sync: EndedSync = { steps, checks, isGateOff, wroteOwner: this.#wroteOwner, error };
    this.#ended.push({ row, object, sync });
  }

  onDecision(decision: Decision): void {
    this.#decision = decision;
  }

  readonly newSchedulingQueue = (cluster: ClusterSnapshot, start: Time): RecordedSchedulingQueue =>
    new RecordedSchedulingQueue(cluster, start, this.#log);

  readonly newPodWorkers = (options: PodWorkersOptions): RecordedPodWorkers => new RecordedPodWorkers(options, this.#log);
}
