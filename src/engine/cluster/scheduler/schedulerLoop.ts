/**
 * Upstream: pkg/scheduler/scheduler.go, pkg/scheduler/eventhandlers.go, pkg/scheduler/schedule_one.go (v1.36.4). A task
 * of the event loop for each pod; binding succeeds at once.
 */
import { draftOf, draftOfPodSpec, draftOfPodStatus } from '../../../model/copies';
import { isPodTerminal } from '../../../model/podConditions';
import type { Pod, PodSpec } from '../../../model/apiTypes';
import { KINDS, type Kind, type KindMap } from '../../api/kinds';
import type { ObjectStore, WatchEvent } from '../../api/objectStore';
import type { EventRecorder } from '../../client/eventRecorder';
import type { EventLoop } from '../../kernel/eventLoop';
import { withCondition, withStatus } from '../kubelet/podStatus';
import type { ClusterEvent } from './clusterEvents';
import { isSchedulerObjectKind, type ClusterObjectKind } from './clusterObjects';
import { ClusterSnapshot } from './clusterSnapshot';
import { eventMessage } from './fitError';
import { PreemptionExecutor } from './preemptionExecutor';
import { preparePod } from './preparePod';
import { schedule, type UnschedulableResult } from './scheduleOne';
import { SchedulingQueue, type QueuedPod } from './schedulingQueue';
import { movedBy } from './searchStart';

export interface SchedulerLoopOptions {
  readonly store: ObjectStore;
  readonly loop: EventLoop;
  readonly phase: number;
  readonly recorder: EventRecorder;
  readonly random: () => number;
  /** What else happens to a pod in the write that binds it. */
  readonly withBinding?: ((pod: Pod, now: number) => Pod) | undefined;
  /** The node where a pod is not put as long as another one takes it. */
  readonly elsewhereThan?: ((pod: Pod) => string | undefined) | undefined;
  /** From a change to the attempt that it leads to. */
  readonly latencyMs?: () => number;
  /** From the choice of a victim to its deletion. */
  readonly preemptionMs?: () => number;
  /** How much later than now the present write happens. */
  readonly delayMs?: () => number;
  /** Absent: the usual one. */
  readonly newQueue?: ((cluster: ClusterSnapshot, start: number) => SchedulingQueue) | undefined;
}

/** Why a pod fits nowhere: the refusals of each node. */
export interface PlacementExplanation {
  readonly message: string | undefined;
  readonly nodes: ReadonlyMap<string, readonly string[]>;
}

const OBJECT_KINDS = KINDS.filter(isSchedulerObjectKind);

/** The scheduler of a running cluster: binds pods without a node or says why not, and tries again as the real queue does. */
export class SchedulerLoop {
  readonly #options: SchedulerLoopOptions;
  readonly #cluster = new ClusterSnapshot();
  readonly #queue: SchedulingQueue;
  #wakeAt: number | undefined;
  readonly #preemptions: PreemptionExecutor;
  /** The specification bound last, with what it is on each node. */
  #bound: { readonly from: PodSpec | undefined; readonly byNode: Map<string, PodSpec> } = { from: undefined, byNode: new Map() };

  constructor(options: SchedulerLoopOptions) {
    this.#options = options;
    const { store, loop, newQueue } = options;
    this.#preemptions = new PreemptionExecutor(options, (victim) => {
      this.#notify({ resource: 'AssignedPod', action: 'delete', object: preparePod(victim) });
    });
    this.#queue = newQueue?.(this.#cluster, loop.now) ?? new SchedulingQueue(this.#cluster, loop.now);
    store.subscribe(['Pod'], (event) => {
      this.#onPod(event);
    });
    store.subscribe(['Node'], (event) => {
      this.#onNode(event);
    });
    store.subscribe(OBJECT_KINDS, (event) => {
      this.#onObject(event);
    });
  }

  get pendingChanges(): number {
    return this.#preemptions.pending.length;
  }

  /** What the scheduler thinks of a pod now, node by node. */
  explain(pod: Pod): PlacementExplanation {
    const result = schedule(preparePod(pod), this.#cluster, () => 0, { explain: true });
    if (result.kind !== 'unschedulable') return { message: undefined, nodes: new Map() };
    const { statuses, absent } = result.nodeStatuses;
    const nodes = this.#cluster.nodes.map(({ name }) => [name, (statuses.get(name) ?? absent).reasons] as const);
    return { message: result.message, nodes: new Map(nodes) };
  }

  /** Pods that are not told of have moved the place where the next search begins; `share`, from 0 to 1: how far. */
  moveSearch(share: number): void {
    const cluster = this.#cluster;
    const { length } = cluster.nodes;
    if (length > 1) cluster.nextStartNodeIndex = (cluster.nextStartNodeIndex + movedBy(share, length)) % length;
  }

  #onPod({ type, key, object, previous }: WatchEvent<'Pod'>): void {
    const { now } = this.#options.loop;
    const isBound = (object.spec.nodeName ?? '') !== '';
    if (type === 'deleted' || isPodTerminal(object)) {
      this.#queue.remove(object);
      this.#cluster.removePod(object);
      // A finished pod has left the scheduler's sight before its object goes.
      const isNews = type === 'deleted' ? !isPodTerminal(object) : previous === undefined || !isPodTerminal(previous);
      if (isBound && isNews && this.#queue.hasWaiting)
        this.#notify({ resource: 'AssignedPod', action: 'delete', object: preparePod(object) });
      return;
    }
    if (!isBound) {
      if (isNominated(object) || (previous !== undefined && isNominated(previous))) this.#cluster.updatePod(preparePod(object));
      // A status that only repeats the last refusal is no reason to try again.
      if (previous !== undefined && !changesPlacement(previous, object)) return;
      const delay = type === 'added' ? (this.#options.delayMs?.() ?? 0) : 0;
      if (delay === 0) this.#enqueue(key, object);
      else this.#enqueueLater(key, object, now + delay);
      return;
    }
    if (previous === undefined || (previous.spec.nodeName ?? '') === '') {
      const prepared = preparePod(object);
      this.#queue.remove(object);
      this.#cluster.updatePod(prepared);
      this.#notify({ resource: 'AssignedPod', action: 'add', object: prepared });
    } else if (changesPlacement(previous, object)) {
      const prepared = preparePod(object);
      this.#cluster.updatePod(prepared);
      if (this.#queue.hasWaiting)
        this.#notify({ resource: 'AssignedPod', action: 'update', object: prepared, old: preparePod(previous) });
    }
  }

  #enqueue(key: string, pod: Pod): void {
    const { now } = this.#options.loop;
    this.#queue.add(preparePod(pod), now, key);
    this.#wake(now + (this.#options.latencyMs?.() ?? 0));
  }

  #enqueueLater(key: string, { metadata }: Pod, at: number): void {
    const { loop, phase, store } = this.#options;
    loop.schedule(at, phase, () => {
      const pod = store.get('Pod', key);
      const isThere = pod !== undefined && pod.metadata.uid === metadata.uid;
      if (isThere && (pod.spec.nodeName ?? '') === '') this.#enqueue(key, pod);
    });
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
  #onObject({ type, kind, object, previous }: WatchEvent<Kind & ClusterObjectKind>): void {
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
    if (this.#queue.onEvent(event, now) > 0) this.#wake(now + (this.#options.latencyMs?.() ?? 0));
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
    const { store, loop, random, elsewhereThan } = this.#options;
    const key = queued.name;
    const pod = store.get('Pod', key);
    if (pod === undefined || (pod.spec.nodeName ?? '') !== '') {
      this.#queue.remove(queued.pod);
      return;
    }
    if (this.#preemptions.isFor(pod)) {
      this.#queue.addUnschedulable(queued, queued.plugins, loop.now);
      return;
    }
    // What it has been promised counts, and was not known when it came into the queue.
    if (isNominated(pod)) queued.pod = preparePod(pod);
    const result = schedule(queued.pod, this.#cluster, random, { elsewhereThan: elsewhereThan?.(pod) });
    if (result.kind === 'node') this.#bind(key, pod, result.node);
    else if (result.kind === 'unschedulable') {
      this.#queue.addUnschedulable(queued, result.plugins, loop.now);
      this.#report(key, pod, result);
    }
  }

  #bind(key: string, pod: Pod, node: string): void {
    const { store, loop, recorder, withBinding } = this.#options;
    store.patch(
      'Pod',
      key,
      (current) => {
        const next = bound(current, this.#boundSpec(current.spec, node), loop.now);
        return withBinding === undefined ? next : withBinding(next, loop.now);
      },
      'whole',
    );
    recorder.event('Pod', pod, 'Normal', 'Scheduled', `Successfully assigned ${key} to ${node}`);
  }

  /** Pods of a template that are bound to one node share what they are then: they are made, read and compared once. */
  #boundSpec(spec: PodSpec, nodeName: string): PodSpec {
    // A pod of a DaemonSet has an affinity of its own: it shares nothing.
    if (spec.affinity !== undefined) return onNode(spec, nodeName);
    if (this.#bound.from !== spec) this.#bound = { from: spec, byNode: new Map() };
    const { byNode } = this.#bound;
    let known = byNode.get(nodeName);
    if (known === undefined) byNode.set(nodeName, (known = onNode(spec, nodeName)));
    return known;
  }

  #report(key: string, pod: Pod, { message, preemption }: UnschedulableResult): void {
    const { store, loop, recorder } = this.#options;
    recorder.event('Pod', pod, 'Warning', 'FailedScheduling', eventMessage(message));
    store.patch('Pod', key, (current) => unscheduled(current, message, preemption?.node, loop.now), 'whole');
    for (const victim of preemption?.victims ?? []) this.#preemptions.evict(victim, pod, preemption?.node ?? '');
  }
}

function onNode(spec: PodSpec, nodeName: string): PodSpec {
  const next = draftOfPodSpec(spec);
  next.nodeName = nodeName;
  return next;
}

function isNominated(pod: Pod): boolean {
  return pod.status?.nominatedNodeName !== undefined;
}

function bound(pod: Pod, spec: PodSpec, now: number): Pod {
  const status = draftOfPodStatus(pod.status);
  status.conditions = withCondition(status.conditions, { type: 'PodScheduled', status: 'True' }, now);
  status.nominatedNodeName = undefined;
  const next = draftOf(pod);
  next.spec = spec;
  next.status = status;
  return next;
}

function unscheduled(pod: Pod, message: string, nominatedNodeName: string | undefined, now: number): Pod {
  const condition = { type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message } as const;
  const status = draftOfPodStatus(pod.status);
  status.conditions = withCondition(status.conditions, condition, now);
  // A nomination stands while the pods that made way for it are on their way out.
  status.nominatedNodeName = nominatedNodeName ?? status.nominatedNodeName;
  return withStatus(pod, status);
}

/** Whether a change of a pod on a node can matter to others: labels, its end, what it asks for. */
export function changesPlacement(previous: KindMap[Kind & 'Pod'], next: Pod): boolean {
  return (
    previous.spec !== next.spec ||
    previous.metadata.labels !== next.metadata.labels ||
    previous.metadata.deletionTimestamp !== next.metadata.deletionTimestamp
  );
}
