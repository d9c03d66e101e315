import { objectKey } from '../../../model/meta';
import { isPodTerminal } from '../../../model/podConditions';
import type { Pod } from '../../../model/pod';
import type { Kind, KindMap } from '../../api/kinds';
import type { ObjectStore, WatchEvent } from '../../api/objectStore';
import type { EventRecorder } from '../../client/eventRecorder';
import type { EventLoop } from '../../kernel/eventLoop';
import { withCondition } from '../kubelet/podStatus';
import type { ClusterEvent } from './clusterEvents';
import { isSchedulerObjectKind } from './clusterObjects';
import { ClusterSnapshot } from './clusterSnapshot';
import { eventMessage } from './fitError';
import { preparePod } from './preparePod';
import { schedule, type UnschedulableResult } from './scheduleOne';
import { SchedulingQueue, type QueuedPod } from './schedulingQueue';

export interface SchedulerLoopOptions {
  readonly store: ObjectStore;
  readonly loop: EventLoop;
  readonly phase: number;
  readonly recorder: EventRecorder;
  readonly random: () => number;
  /** What else happens to a pod in the write that binds it. */
  readonly withBinding?: ((pod: Pod, now: number) => Pod) | undefined;
}

/** Why a pod fits nowhere: the refusals of each node. */
export interface PlacementExplanation {
  readonly message: string | undefined;
  readonly nodes: ReadonlyMap<string, readonly string[]>;
}

/** The scheduler of a running cluster: sees pods without a node in the store, binds them or says why not, tries again as the real queue does. */
export class SchedulerLoop {
  readonly #options: SchedulerLoopOptions;
  readonly #cluster = new ClusterSnapshot();
  readonly #queue: SchedulingQueue;
  #wakeAt: number | undefined;

  constructor(options: SchedulerLoopOptions) {
    this.#options = options;
    this.#queue = new SchedulingQueue(this.#cluster, options.loop.now);
    options.store.subscribe((event) => {
      this.#onWrite(event);
    });
  }

  /** What the scheduler thinks of a pod now, node by node. */
  explain(pod: Pod): PlacementExplanation {
    const result = schedule(preparePod(pod), this.#cluster, () => 0, { explain: true });
    if (result.kind !== 'unschedulable') return { message: undefined, nodes: new Map() };
    const { statuses, absent } = result.nodeStatuses;
    const nodes = this.#cluster.nodes.map(({ name }) => [name, (statuses.get(name) ?? absent).reasons] as const);
    return { message: result.message, nodes: new Map(nodes) };
  }

  #onWrite(event: WatchEvent): void {
    if (event.kind === 'Pod') this.#onPod(event as WatchEvent<'Pod'>);
    else if (event.kind === 'Node') this.#onNode(event as WatchEvent<'Node'>);
    else if (isSchedulerObjectKind(event.kind)) this.#onObject(event);
  }

  #onPod({ type, object, previous }: WatchEvent<'Pod'>): void {
    const { now } = this.#options.loop;
    const isBound = (object.spec.nodeName ?? '') !== '';
    if (type === 'deleted' || isPodTerminal(object)) {
      this.#queue.remove(object);
      this.#cluster.removePod(object);
      if (isBound) this.#notify({ resource: 'AssignedPod', action: 'delete', object });
      return;
    }
    if (!isBound) {
      this.#queue.add(preparePod(object), now);
      this.#wake(now);
      return;
    }
    if (previous === undefined || (previous.spec.nodeName ?? '') === '') {
      this.#queue.remove(object);
      this.#cluster.updatePod(preparePod(object));
      this.#notify({ resource: 'AssignedPod', action: 'add', object });
    } else if (changesPlacement(previous, object)) {
      this.#cluster.updatePod(preparePod(object));
      this.#notify({ resource: 'AssignedPod', action: 'update', object, old: previous });
    }
  }

  #onNode({ type, object, previous }: WatchEvent<'Node'>): void {
    if (type === 'deleted') {
      this.#cluster.removeNode(object.metadata.name);
      this.#notify({ resource: 'Node', action: 'delete', object });
      return;
    }
    this.#cluster.updateNode(object);
    if (previous === undefined || type === 'added') this.#notify({ resource: 'Node', action: 'add', object });
    else this.#notify({ resource: 'Node', action: 'update', object, old: previous });
  }

  /** Sizes of ReplicaSets and the like change all the time and mean nothing for placement. */
  #onObject({ type, kind, object, previous }: WatchEvent): void {
    if (!isSchedulerObjectKind(kind)) return;
    if (kind === 'ReplicaSet' && type === 'modified') return;
    if (type === 'deleted') this.#cluster.objects.remove(kind, object);
    else this.#cluster.objects.set(kind, object);
    const change = {
      resource: kind,
      action: type === 'added' ? 'add' : type === 'deleted' ? 'delete' : 'update',
      object,
      old: previous,
    };
    if (kind === 'PersistentVolumeClaim' || kind === 'PersistentVolume' || kind === 'StorageClass')
      this.#notify(change as unknown as ClusterEvent);
  }

  #notify(event: ClusterEvent): void {
    const { now } = this.#options.loop;
    if (this.#queue.onEvent(event, now) > 0) this.#wake(now);
  }

  #wake(at: number): void {
    if (this.#wakeAt !== undefined && this.#wakeAt <= at) return;
    this.#wakeAt = at;
    const { loop, phase } = this.#options;
    loop.schedule(at, phase, () => {
      if (this.#wakeAt !== at) return;
      this.#wakeAt = undefined;
      this.#scheduleAll();
    });
  }

  /** Tries every pod that is ready to be tried. */
  #scheduleAll(): void {
    const { loop } = this.#options;
    for (let queued = this.#queue.pop(loop.now); queued !== undefined; queued = this.#queue.pop(loop.now))
      this.#scheduleOne(queued);
    const next = this.#queue.nextAt(loop.now);
    if (next !== undefined) this.#wake(next);
  }

  #scheduleOne(queued: QueuedPod): void {
    const { store, loop, random } = this.#options;
    const key = objectKey(queued.pod);
    const pod = store.get('Pod', key);
    if (pod === undefined || (pod.spec.nodeName ?? '') !== '') {
      this.#queue.remove(queued.pod);
      return;
    }
    const result = schedule(queued.pod, this.#cluster, random);
    if (result.kind === 'node') this.#bind(key, pod, result.node);
    else if (result.kind === 'unschedulable') {
      this.#queue.addUnschedulable(queued, result.plugins, loop.now);
      this.#report(key, pod, result);
    }
  }

  /** DEVIATION: the kubelet's first word about its new pod comes with the binding; it would follow within milliseconds. */
  #bind(key: string, pod: Pod, node: string): void {
    const { store, loop, recorder, withBinding } = this.#options;
    store.patch(
      'Pod',
      key,
      (current) => {
        const next = bound(current, node, loop.now);
        return withBinding === undefined ? next : withBinding(next, loop.now);
      },
      'whole',
    );
    recorder.event('Pod', pod, 'Normal', 'Scheduled', `Successfully assigned ${key} to ${node}`);
  }

  #report(key: string, pod: Pod, { message, preemption }: UnschedulableResult): void {
    const { store, loop, recorder } = this.#options;
    recorder.event('Pod', pod, 'Warning', 'FailedScheduling', eventMessage(message));
    store.patch('Pod', key, (current) => unscheduled(current, message, preemption?.node, loop.now), 'whole');
    for (const victim of preemption?.victims ?? []) {
      recorder.event(
        'Pod',
        victim,
        'Normal',
        'Preempted',
        `Preempted by pod ${pod.metadata.uid ?? ''} on node ${preemption?.node ?? ''}`,
      );
      if (store.get('Pod', objectKey(victim)) !== undefined) store.delete('Pod', objectKey(victim));
    }
  }
}

function bound(pod: Pod, nodeName: string, now: number): Pod {
  const conditions = withCondition(pod.status?.conditions, { type: 'PodScheduled', status: 'True' }, now);
  const containerStatuses = pod.spec.containers.map(({ name, image }) => ({
    name,
    image,
    ready: false,
    restartCount: 0,
    state: { waiting: { reason: 'ContainerCreating' } },
  }));
  return { ...pod, spec: { ...pod.spec, nodeName }, status: { ...pod.status, conditions, containerStatuses } };
}

function unscheduled(pod: Pod, message: string, nominatedNodeName: string | undefined, now: number): Pod {
  const condition = { type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message } as const;
  const conditions = withCondition(pod.status?.conditions, condition, now);
  const nomination = nominatedNodeName === undefined ? {} : { nominatedNodeName };
  return { ...pod, status: { ...pod.status, ...nomination, conditions } };
}

/** Whether a change of a pod on a node can matter to others: labels, its end, what it asks for. */
function changesPlacement(previous: KindMap[Kind & 'Pod'], next: Pod): boolean {
  return (
    previous.spec !== next.spec ||
    previous.metadata.labels !== next.metadata.labels ||
    previous.metadata.deletionTimestamp !== next.metadata.deletionTimestamp
  );
}
