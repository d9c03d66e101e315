/** Ours: the scheduler's queue and the kubelets' workers, which tell what happens to each pod. */
import type { Pod } from '../../../model/apiTypes';
import { objectKey } from '../../../model/meta';
import { isPodReady } from '../../../model/podConditions';
import type { Time } from '../../../model/time';
import type { DrawnBehavior } from '../../cluster/kubelet/behavior';
import { PodWorkers, type PodWorker, type PodWorkersOptions } from '../../cluster/kubelet/podWorkers';
import type { ClusterEvent } from '../../cluster/scheduler/clusterEvents';
import type { ClusterSnapshot } from '../../cluster/scheduler/clusterSnapshot';
import { podKey } from '../../cluster/scheduler/podInfo';
import { SchedulingQueue, type QueuedPod, type QueuePlace } from '../../cluster/scheduler/schedulingQueue';
import type { InsideLog } from './insideLog';
import type { KubeletRow } from './insideRows';

export class RecordedSchedulingQueue extends SchedulingQueue {
  readonly #log: InsideLog;
  readonly #places = new Map<string, QueuePlace>();
  /** Those that time or an event may move. */
  readonly #waiting = new Map<string, QueuedPod>();

  constructor(cluster: ClusterSnapshot, start: Time, log: InsideLog) {
    super(cluster, start);
    this.#log = log;
  }

  #note(queued: QueuedPod | undefined, why: string): void {
    if (queued === undefined) return;
    const { key, place, pod } = queued;
    const from = this.#places.get(key);
    if (from === place) return;
    this.#places.set(key, place);
    if (place === 'backoff' || place === 'unschedulable') this.#waiting.set(key, queued);
    else this.#waiting.delete(key);
    const log = this.#log;
    log.add({ t: log.t, row: 'scheduler', pod: objectKey(pod), from, to: place, why });
  }

  #noteWaiting(why: string): void {
    for (const queued of [...this.#waiting.values()]) this.#note(queued, why);
  }

  override add(pod: Pod, now: Time, name?: string): void {
    super.add(pod, now, name);
    this.#note(this.get(pod), 'pod added');
  }

  override update(pod: Pod, now: Time): void {
    super.update(pod, now);
    this.#note(this.get(pod), 'pod changed');
  }

  override remove(pod: Pod): void {
    super.remove(pod);
    const key = podKey(pod);
    const from = this.#places.get(key);
    if (from === undefined) return;
    this.#places.delete(key);
    this.#waiting.delete(key);
    const log = this.#log;
    const why = (pod.spec.nodeName ?? '') === '' ? 'pod gone' : `bound to ${pod.spec.nodeName ?? ''}`;
    log.add({ t: log.t, row: 'scheduler', pod: objectKey(pod), from, to: 'gone', why });
  }

  override pop(now: Time): QueuedPod | undefined {
    const queued = super.pop(now);
    this.#note(queued, 'its turn');
    return queued;
  }

  override addUnschedulable(queued: QueuedPod, plugins: ReadonlySet<string>, now: Time): void {
    super.addUnschedulable(queued, plugins, now);
    this.#note(queued, plugins.size === 0 ? 'error' : `refused by ${[...plugins].join(', ')}`);
  }

  override onEvent(event: ClusterEvent, now: Time): number {
    const moved = super.onEvent(event, now);
    if (moved > 0) this.#noteWaiting(`${event.resource} ${event.action}`);
    return moved;
  }

  override flush(now: Time): void {
    super.flush(now);
    if (this.#waiting.size > 0) this.#noteWaiting('time is over');
  }
}

export class RecordedPodWorkers extends PodWorkers {
  readonly #log: InsideLog;

  constructor(options: PodWorkersOptions, log: InsideLog) {
    super(options);
    this.#log = log;
  }

  #note({ key, node }: PodWorker, op: KubeletRow['op'], pod?: Pod): void {
    const log = this.#log;
    const phase = pod?.status?.phase;
    log.add({ t: log.t, row: 'kubelet', pod: key, node, op, phase, ready: pod && isPodReady(pod) });
  }

  override add(key: string, pod: Pod, behavior: DrawnBehavior): PodWorker {
    const worker = super.add(key, pod, behavior);
    this.#note(worker, 'add');
    return worker;
  }

  override forget(worker: PodWorker): void {
    super.forget(worker);
    this.#note(worker, 'forget');
  }

  override report(worker: PodWorker, change: (pod: Pod, now: Time) => Pod): void {
    super.report(worker, change);
    const { pod } = worker;
    if (pod !== undefined && !this.isSilent(worker.node)) this.#note(worker, 'report', pod);
  }
}
