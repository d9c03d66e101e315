import { getControllerOf, objectKey, type KubernetesObject } from '../../../../model/meta';
import { getPodCondition } from '../../../../model/podConditions';
import type { Pod } from '../../../../model/pod';
import type { Time } from '../../../../model/time';
import type { ControllerRevision, ReplicaSet, WorkloadCondition } from '../../../../model/workloads';
import type { WatchEvent, ObjectStore } from '../../../api/objectStore';
import type { RecordedEvent } from '../../../client/eventRecorder';
import type { ControllerName, Decision } from '../../../controllers/decisions';
import type { EventLoop } from '../../../kernel/eventLoop';
import type { ScenarioAction, Workload } from '../../scenario/scenario';
import {
  REVISION_COLUMNS,
  STATUS_COLUMNS,
  type ConditionChange,
  type Marker,
  type NodeChange,
  type NodeInfo,
  type RevisionColumn,
  type RevisionInfo,
  type TimelineDecision,
  type TimelineEvent,
} from '../timeline';
import { nodeChanges } from './nodeChanges';
import { PodLog } from './podLog';
import { SeriesLog } from './seriesLog';
import type { TargetChange } from './totals';
import { replicaSetRow, revisionHash, revisionImage, revisionNumber, statusRow } from './workloadRows';

const BEFORE_THE_STORY = -1;
const MIN_TOLD_RETRY_MS = 1000;

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

export interface RecorderOptions {
  readonly store: ObjectStore;
  readonly loop: EventLoop;
  /** The clock at second 0 of the timeline. */
  readonly origin: Time;
  readonly workload: { readonly kind: 'Deployment' | 'DaemonSet'; readonly key: string };
  /** Desired count, floor and ceiling that the present spec promises. */
  readonly promiseOf: (workload: Workload) => { readonly desired: number; readonly floor: number; readonly ceiling: number };
  readonly maxRecords: number;
}

/** When the controller will look again, or how often it has, is no other decision: a stuck rollout is looked at many times a second. */
function withoutTimers(_key: string, value: unknown): unknown {
  const isTimer = typeof value === 'object' && value !== null && 'step' in value && value.step === 'requeueStuckDeployment';
  return isTimer ? 'requeueStuckDeployment' : value;
}

/** Watches the store and keeps what a timeline tells. Nothing before `begin` is kept but the state at that moment. */
export class TimelineRecorder {
  readonly #options: RecorderOptions;
  readonly pods = new PodLog();
  readonly status = new SeriesLog(STATUS_COLUMNS);
  readonly revisions: Mutable<RevisionInfo>[] = [];
  readonly revisionCounts: SeriesLog<RevisionColumn>[] = [];
  readonly conditions: ConditionChange[] = [];
  readonly events: TimelineEvent[] = [];
  readonly decisions: TimelineDecision[] = [];
  readonly markers: Marker[] = [];
  readonly nodes: Mutable<NodeInfo>[] = [];
  readonly nodeChanges: NodeChange[] = [];
  readonly targets: TargetChange[] = [];
  readonly omissions = new Set<string>();
  /** The longest wait before a retry, in seconds. */
  longestRetry = 0;
  readonly #revisionByHash = new Map<string, number>();
  readonly #ownerUids = new Set<string>();
  readonly #nodeIndex = new Map<string, number>();
  readonly #lastDecision = new Map<string, string>();
  readonly #namespace: string;
  #minReadySeconds = 0;
  #begun = false;

  constructor(options: RecorderOptions) {
    this.#options = options;
    const { key } = options.workload;
    this.#namespace = key.slice(0, key.indexOf('/'));
  }

  get #t(): number {
    return (this.#options.loop.now - this.#options.origin) / 1000;
  }

  /** Takes the present state as the first rows and listens from now on. */
  begin(): void {
    const { store, workload } = this.#options;
    this.#begun = true;
    for (const node of store.list('Node')) this.#addNode(node.metadata.name, 0);
    const current = this.#workload();
    if (current !== undefined) {
      this.#onWorkload(current, undefined, store.resourceVersion);
      this.#dateBack();
    }
    if (workload.kind === 'Deployment')
      for (const replicaSet of store.list('ReplicaSet')) this.#onReplicaSet(replicaSet, 'added');
    else for (const revision of store.list('ControllerRevision')) this.#onControllerRevision(revision, 'added');
    for (const pod of store.list('Pod'))
      this.#onPod({ type: 'added', kind: 'Pod', object: pod, previous: undefined, resourceVersion: 0 });
    store.subscribe((event) => {
      this.#onWrite(event);
    });
  }

  /** What was so before the story begins has no place in it, but is shown at its beginning. */
  #dateBack(): void {
    this.conditions.forEach((condition, index) => {
      this.conditions[index] = { ...condition, t: BEFORE_THE_STORY };
    });
  }

  #workload(): Workload | undefined {
    const { store, workload } = this.#options;
    return store.get(workload.kind, workload.key);
  }

  #onWrite(event: WatchEvent): void {
    switch (event.kind) {
      case 'Pod':
        this.#onPod(event as WatchEvent<'Pod'>);
        break;
      case 'ReplicaSet':
        this.#onReplicaSet(event.object as ReplicaSet, event.type);
        break;
      case 'ControllerRevision':
        this.#onControllerRevision(event.object as ControllerRevision, event.type);
        break;
      case 'Deployment':
      case 'DaemonSet':
        if (objectKey(event.object) === this.#options.workload.key && event.type !== 'deleted') {
          this.#onWorkload(event.object as Workload, event.previous as Workload | undefined, event.resourceVersion);
        }
        break;
      case 'Node':
        this.#onNode(event as WatchEvent<'Node'>);
        break;
      default:
    }
  }

  #onWorkload(workload: Workload, previous: Workload | undefined, version: number): void {
    this.#minReadySeconds = workload.spec.minReadySeconds ?? 0;
    this.#ownerUids.add(workload.metadata.uid ?? '');
    this.status.push(this.#t, statusRow(workload), version);
    this.#recordConditions(previous?.status?.conditions ?? [], workload.status?.conditions ?? []);
    this.#recordTarget();
  }

  /** The target moves when the spec or the newest revision does. */
  #recordTarget(): void {
    const workload = this.#workload();
    if (workload === undefined) return;
    const promise = this.#options.promiseOf(workload);
    let revision = -1;
    this.revisions.forEach((candidate, index) => {
      if (
        candidate.goneAt === undefined &&
        (revision < 0 || candidate.revision >= (this.revisions[revision] as RevisionInfo).revision)
      )
        revision = index;
    });
    const last = this.targets.at(-1);
    const same =
      last?.revision === revision &&
      last.desired === promise.desired &&
      last.floor === promise.floor &&
      last.ceiling === promise.ceiling;
    if (!same) this.targets.push({ t: this.#t, step: this.#options.loop.steps, ...promise, revision });
  }

  #recordConditions(before: readonly WorkloadCondition[], after: readonly WorkloadCondition[]): void {
    const t = this.#t;
    for (const condition of after) {
      const old = before.find((candidate) => candidate.type === condition.type);
      if (old?.status === condition.status && old.reason === condition.reason && old.message === condition.message) continue;
      const { type, status, reason = '', message = '' } = condition;
      this.conditions.push({ t, type, status, reason, message });
    }
    for (const { type } of before) {
      if (!after.some((condition) => condition.type === type))
        this.conditions.push({ t, type, status: 'Removed', reason: '', message: '' });
    }
  }

  #onReplicaSet(replicaSet: ReplicaSet, type: WatchEvent['type']): void {
    const workload = this.#workload();
    if (getControllerOf(replicaSet)?.uid !== workload?.metadata.uid) return;
    const { name, uid = '' } = replicaSet.metadata;
    const image = replicaSet.spec.template.spec.containers[0]?.image ?? '';
    const index = this.#revisionIndex(revisionHash(replicaSet), name, image, this.#createdAt(replicaSet));
    this.#ownerUids.add(uid);
    const info = this.revisions[index] as Mutable<RevisionInfo>;
    if (type === 'deleted') info.goneAt = this.#t;
    else info.revision = revisionNumber(replicaSet);
    this.revisionCounts[index]?.push(
      this.#t,
      replicaSetRow(type === 'deleted' ? undefined : replicaSet),
      replicaSet.metadata.resourceVersion ?? 0,
    );
    this.#recordTarget();
  }

  #onControllerRevision(revision: ControllerRevision, type: WatchEvent['type']): void {
    if (getControllerOf(revision)?.uid !== this.#workload()?.metadata.uid) return;
    const index = this.#revisionIndex(
      revisionHash(revision),
      revision.metadata.name,
      revisionImage(revision),
      this.#createdAt(revision),
    );
    const info = this.revisions[index] as Mutable<RevisionInfo>;
    if (type === 'deleted') info.goneAt = this.#t;
    else info.revision = revision.revision;
    this.#recordTarget();
  }

  #revisionIndex(hash: string, name: string, image: string, createdAt: number): number {
    let index = this.#revisionByHash.get(hash);
    if (index === undefined) {
      index = this.revisions.length;
      this.#revisionByHash.set(hash, index);
      this.revisions.push({ name, hash, revision: 0, image, createdAt, goneAt: undefined, current: false });
      this.revisionCounts.push(new SeriesLog(REVISION_COLUMNS));
    }
    return index;
  }

  #onPod(event: WatchEvent<'Pod'>): void {
    const pod = event.object;
    const step = this.#options.loop.steps;
    if (event.type === 'deleted') {
      this.pods.gone(pod, this.#t, step);
      return;
    }
    if (this.pods.indexOf(pod) === undefined && !this.#addPod(pod)) return;
    const { origin } = this.#options;
    const readySince = getPodCondition(pod, 'Ready')?.lastTransitionTime;
    const node = this.#nodeIndex.get(pod.spec.nodeName ?? '') ?? -1;
    this.pods.observe(
      pod,
      node,
      this.#t,
      step,
      this.#minReadySeconds,
      readySince === undefined ? undefined : (readySince - origin) / 1000,
    );
  }

  #addPod(pod: Pod): boolean {
    if (!this.#ownerUids.has(getControllerOf(pod)?.uid ?? '')) return false;
    const { labels = {} } = pod.metadata;
    const hash = labels['pod-template-hash'] ?? labels['controller-revision-hash'] ?? '';
    const createdAt = this.#createdAt(pod);
    const revision =
      this.#revisionByHash.get(hash) ?? this.#revisionIndex(hash, hash, pod.spec.containers[0]?.image ?? '', createdAt);
    this.pods.add(pod, revision, createdAt);
    return true;
  }

  /** To the millisecond for what is created now; what was there before 0 tells only its whole second. */
  #createdAt({ metadata }: KubernetesObject): number {
    const { origin, loop } = this.#options;
    const existed = metadata.creationTimestamp !== undefined && metadata.creationTimestamp < origin;
    return ((existed ? (metadata.creationTimestamp ?? origin) : loop.now) - origin) / 1000;
  }

  #onNode(event: WatchEvent<'Node'>): void {
    const { name } = event.object.metadata;
    if (event.type === 'added') this.#addNode(name, this.#t);
    const index = this.#nodeIndex.get(name);
    if (index === undefined) return;
    if (event.type === 'deleted') {
      (this.nodes[index] as Mutable<NodeInfo>).goneAt = this.#t;
      this.#nodeIndex.delete(name);
    }
    this.nodeChanges.push(...nodeChanges(event, index, this.#t));
    this.#recordTarget();
  }

  #addNode(name: string, addedAt: number): void {
    this.#nodeIndex.set(name, this.nodes.length);
    this.nodes.push({ name, addedAt, goneAt: undefined });
  }

  onEvent(event: RecordedEvent): void {
    if (!this.#begun || !this.#hasRoom(this.events, 'events')) return;
    const { kind, name, type, reason, message, namespace } = event;
    const isOurs = kind === 'Pod' && namespace === this.#namespace;
    const index = isOurs ? this.pods.indexOfName(name) : undefined;
    // Pods of others (and pods that are gone already) have no place in this timeline.
    if (kind === 'Pod' && index === undefined) return;
    this.events.push({ t: this.#t, type, reason, kind, name, message, ...(index === undefined ? {} : { pod: index }) });
  }

  /** A sync that decided just what the one before it did tells nothing new. */
  onDecision(decision: Decision): void {
    if (!this.#begun || !this.#hasRoom(this.decisions, 'decisions')) return;
    const { controller, key, steps, error } = decision;
    const content = JSON.stringify([steps, error], withoutTimers);
    const place = `${controller} ${key}`;
    if (this.#lastDecision.get(place) === content) return;
    this.#lastDecision.set(place, content);
    this.decisions.push({ t: this.#t, controller, key, steps, error });
  }

  /** Conflicts are retried within milliseconds; worth telling is what makes people wait. */
  onRetry(controller: ControllerName, key: string, delayMs: number, failures: number): void {
    if (!this.#begun || delayMs < MIN_TOLD_RETRY_MS || !this.#hasRoom(this.decisions, 'decisions')) return;
    const seconds = delayMs / 1000;
    this.longestRetry = Math.max(this.longestRetry, seconds);
    const formula = 'delay = min(5 ms × 2^earlierFailures, 1000 s)';
    const inputs = { earlierFailures: failures - 1 };
    const step = { step: 'addRateLimited', formula, inputs, outcome: `${seconds} s`, verdict: 'requeued' };
    this.decisions.push({ t: this.#t, controller, key, steps: [step], error: undefined });
  }

  mark(kind: Marker['kind'], label: string, action: number, source: ScenarioAction, problem: string | undefined): void {
    this.markers.push({ t: this.#t, kind, label, action, source, ...(problem === undefined ? {} : { problem }) });
  }

  #hasRoom(records: readonly unknown[], what: string): boolean {
    if (records.length < this.#options.maxRecords) return true;
    this.omissions.add(`${what} after the first ${this.#options.maxRecords} are not recorded`);
    return false;
  }
}
