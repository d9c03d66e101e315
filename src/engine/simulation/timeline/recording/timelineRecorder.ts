import { getControllerOf, objectKey } from '../../../../model/meta';
import { getPodCondition } from '../../../../model/podConditions';
import type { ControllerRevision, DeploymentCondition, Pod, ReplicaSet, Service } from '../../../../model/apiTypes';
import type { Envelope } from '../../../../model/envelope';
import type { Time } from '../../../../model/time';
import { revisionHashIn } from '../../../../model/wellKnown';
import type { WatchEvent } from '../../../api/objectStore';
import type { EventLoop } from '../../../kernel/eventLoop';
import type { Workload } from '../../scenario/scenario';
import { promiseOf, promisedBy } from '../promise';
import { STATUS_COLUMNS, type ConditionChange, type NodeChange, type NodeInfo } from '../timeline';
import { nodeChanges } from './nodeChanges';
import { OtherLog } from './otherLog';
import { PodLog } from './podLog';
import { ProcessLog } from './processLog';
import { PolicyLog } from './policyLog';
import { RevisionLog } from './revisionLog';
import { SeriesLog } from './seriesLog';
import { StoryLog, type StoryOptions } from './storyLog';
import { TimelineClock } from './timelineClock';
import { statusRow } from './workloadRows';

const BEFORE_THE_STORY = -1;
const NO_CONDITIONS: readonly DeploymentCondition[] = [];

export interface RecorderOptions extends StoryOptions {
  readonly loop: EventLoop;
  /** The clock at second 0 of the timeline. */
  readonly origin: Time;
  /** How long the present write waits to be sent. */
  readonly waitMs: () => number;
  /** What the requests go to whose fate is asked for. */
  readonly service: Service | undefined;
  /** Only what the figures of the rollout need: of many runs nobody looks at the story. */
  readonly figuresOnly: boolean;
}

export function isDeadlineExceeded({ type, reason }: Pick<DeploymentCondition, 'type' | 'reason'>): boolean {
  return type === 'Progressing' && reason === 'ProgressDeadlineExceeded';
}

/** Whether more has changed than its counts, which only the story tells. */
function tellsOfRevision({ metadata: next }: ReplicaSet, previous: ReplicaSet | undefined): boolean {
  const before = previous?.metadata;
  return (
    before?.annotations !== next.annotations || before?.labels !== next.labels || before?.ownerReferences !== next.ownerReferences
  );
}

/** Watches the store and keeps what a timeline tells. Nothing before `begin` is kept but the state at that moment. */
export class TimelineRecorder {
  readonly #options: RecorderOptions;
  readonly #clock: TimelineClock;
  readonly pods: PodLog;
  readonly processes: ProcessLog | undefined;
  readonly revisions: RevisionLog;
  readonly story: StoryLog;
  readonly others: OtherLog;
  readonly policies: PolicyLog;
  readonly status = new SeriesLog(STATUS_COLUMNS);
  readonly conditions: ConditionChange[] = [];
  readonly nodes: NodeInfo[] = [];
  readonly nodeChanges: NodeChange[] = [];
  readonly #ownerUids = new Set<string>();
  readonly #nodeIndex = new Map<string, number>();
  #minReadySeconds = 0;
  #workloadSeen: Workload | undefined;
  /** What its newest version promises. */
  #promise: { readonly strategy: unknown; readonly envelope: Envelope } | undefined;

  constructor(options: RecorderOptions) {
    this.#options = options;
    this.#clock = new TimelineClock(options.loop, options.origin, options.waitMs);
    this.pods = new PodLog(this.#clock, !options.figuresOnly);
    this.processes = options.service && new ProcessLog(this.#clock, this.pods, options.service);
    this.revisions = new RevisionLog(this.#clock, options.figuresOnly);
    this.story = new StoryLog(this.#clock, this.pods, options);
    this.others = new OtherLog(this.#clock, options.store, options.figuresOnly ? [] : options.others);
    const { key } = options.workload;
    this.policies = new PolicyLog(this.#clock, options.store, key.slice(0, key.indexOf('/')));
  }

  /** Takes the present state as the first rows and listens from now on. */
  begin(): void {
    const { store, workload, figuresOnly } = this.#options;
    if (!figuresOnly) for (const node of store.list('Node')) this.#addNode(node.metadata.name, 0);
    const current = this.#workload();
    if (current !== undefined) {
      this.#onWorkload(current, undefined, store.resourceVersion);
      this.#dateBack();
    }
    if (workload.kind === 'Deployment')
      for (const replicaSet of store.list('ReplicaSet')) this.#onReplicaSet(replicaSet, 'added');
    else for (const revision of store.list('ControllerRevision')) this.#onControllerRevision(revision, 'added');
    for (const pod of store.list('Pod')) this.#onPod(pod, 'added');
    this.#clock.begin();
    this.#listen(this.#options);
    if (figuresOnly) return;
    this.policies.begin();
    store.subscribe(['Node'], (event) => {
      this.#onNode(event);
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

  #listen({ store, figuresOnly, workload: { kind, key } }: RecorderOptions): void {
    store.subscribe(['Pod'], ({ object, type }) => {
      this.#onPod(object, type);
    });
    store.subscribe(['ReplicaSet'], ({ object, type, previous }) => {
      if (!figuresOnly || type !== 'modified' || tellsOfRevision(object, previous)) this.#onReplicaSet(object, type);
    });
    store.subscribe(['ControllerRevision'], ({ object, type }) => {
      this.#onControllerRevision(object, type);
    });
    store.subscribe([kind], (event) => {
      if (event.key === key && event.type !== 'deleted') this.#onWorkload(event.object, event.previous, event.resourceVersion);
    });
  }

  #onWorkload(workload: Workload, previous: Workload | undefined, version: number): void {
    this.#minReadySeconds = workload.spec.minReadySeconds ?? 0;
    this.#ownerUids.add(workload.metadata.uid ?? '');
    if (!this.#options.figuresOnly) this.status.push(this.#clock.t, statusRow(workload), version);
    this.#recordConditions(previous?.status?.conditions ?? NO_CONDITIONS, workload.status?.conditions ?? NO_CONDITIONS);
    // What a Deployment promises follows from its spec; most writes are of its status.
    if (this.#options.workload.kind === 'DaemonSet' || previous?.spec !== workload.spec) this.#recordTarget();
  }

  #recordTarget(): void {
    const workload = this.#workload();
    if (workload === undefined) return;
    if (this.#workloadSeen !== workload) {
      this.#workloadSeen = workload;
      const { strategy, desired } = promisedBy(workload);
      const known = this.#promise;
      if (known === undefined || known.strategy !== strategy || known.envelope.desired !== desired)
        this.#promise = { strategy, envelope: promiseOf(workload) };
    }
    if (this.#promise !== undefined) this.revisions.aim(this.#promise.envelope);
  }

  #recordConditions(before: readonly DeploymentCondition[], after: readonly DeploymentCondition[]): void {
    if (before === after) return;
    const { t } = this.#clock;
    for (const condition of after) {
      if (this.#options.figuresOnly && !isDeadlineExceeded(condition)) continue;
      const old = before.find((candidate) => candidate.type === condition.type);
      if (old?.status === condition.status && old.reason === condition.reason && old.message === condition.message) continue;
      const { type, status, reason = '', message = '' } = condition;
      this.conditions.push({ t, type, status, reason, message });
    }
    if (this.#options.figuresOnly) return;
    for (const { type } of before) {
      if (!after.some((condition) => condition.type === type))
        this.conditions.push({ t, type, status: 'Removed', reason: '', message: '' });
    }
  }

  #isOurs(object: ReplicaSet | ControllerRevision): boolean {
    return getControllerOf(object)?.uid === this.#workload()?.metadata.uid;
  }

  #onReplicaSet(replicaSet: ReplicaSet, type: WatchEvent['type']): void {
    if (!this.#isOurs(replicaSet)) return;
    this.#ownerUids.add(replicaSet.metadata.uid ?? '');
    this.story.replicaSets.add(objectKey(replicaSet));
    this.revisions.onReplicaSet(replicaSet, type);
    this.#recordTarget();
  }

  #onControllerRevision(revision: ControllerRevision, type: WatchEvent['type']): void {
    if (!this.#isOurs(revision)) return;
    this.revisions.onControllerRevision(revision, type);
    this.#recordTarget();
  }

  #onPod(pod: Pod, type: WatchEvent['type']): void {
    const node = this.#nodeIndex.get(pod.spec.nodeName ?? '') ?? -1;
    const index = this.pods.indexOf(pod) ?? (type === 'deleted' ? undefined : this.#addPod(pod));
    if (index === undefined) {
      this.others.onPod(pod, type, node);
      return;
    }
    if (type === 'deleted') {
      this.pods.gone(index);
      return;
    }
    const readySince = getPodCondition(pod, 'Ready')?.lastTransitionTime;
    const since = readySince === undefined ? this.#clock.t : this.#clock.seconds(readySince);
    this.pods.observe(index, pod, node, since + this.#minReadySeconds);
  }

  #addPod(pod: Pod): number | undefined {
    if (!this.#ownerUids.has(getControllerOf(pod)?.uid ?? '')) return undefined;
    const hash = revisionHashIn(pod.metadata.labels) ?? '';
    const createdAt = this.#clock.createdAt(pod);
    const revision = this.revisions.indexOf(hash, hash, pod.spec.containers[0]?.image ?? '', createdAt);
    return this.pods.add(pod, revision, createdAt);
  }

  #onNode(event: WatchEvent<'Node'>): void {
    const { name } = event.object.metadata;
    const { t } = this.#clock;
    if (event.type === 'added') this.#addNode(name, t);
    const index = this.#nodeIndex.get(name);
    if (index === undefined) return;
    if (event.type === 'deleted') {
      this.nodes[index] = { ...(this.nodes[index] as NodeInfo), goneAt: t };
      this.#nodeIndex.delete(name);
    }
    this.nodeChanges.push(...nodeChanges(event, index, t));
    this.#recordTarget();
  }

  #addNode(name: string, addedAt: number): void {
    this.#nodeIndex.set(name, this.nodes.length);
    this.nodes.push({ name, addedAt, goneAt: undefined });
  }
}
