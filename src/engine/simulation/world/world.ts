import { DEFAULT_LIMITS } from '../../../model/limits';
import { downTaint } from '../../../model/nodes';
import type { Node, Pod } from '../../../model/apiTypes';
import { objectKey } from '../../../model/meta';
import { isPodReady } from '../../../model/podConditions';
import { parseTime, type Time } from '../../../model/time';
import { ObjectStore } from '../../api/objectStore';
import { EventRecorder, type RecordedEvent } from '../../client/eventRecorder';
import { EventLoop } from '../../kernel/eventLoop';
import { RandomSource } from '../../kernel/random';
import { ClusterAutoscaler } from '../../cluster/autoscaler/clusterAutoscaler';
import type { AutoscaledGroup } from '../../cluster/autoscaler/nodeGroups';
import { GarbageCollector } from '../../cluster/garbageCollector';
import { Kubelets } from '../../cluster/kubelet/kubelet';
import type { ProcessListener } from '../../cluster/kubelet/podWorkers';
import { withSituation } from '../../cluster/kubelet/podStatus';
import { NodeLifecycle } from '../../cluster/nodeLifecycle';
import { SchedulerLoop } from '../../cluster/scheduler/schedulerLoop';
import { AdmissionMemo } from './admissionMemo';
import { SendingClock } from './clients';
import { ControllerManager, type ManagerListeners } from './controllerManager';
import { Pace } from './pace';
import { PHASE } from './phases';
import { PodBehaviors } from './podBehaviors';
import type { Probe } from './probe';
import { ClusterAdmission } from './clusterAdmission';
import { randomSuffix, randomUid } from './generatedNames';
import type { Scenario } from '../scenario/scenario';
import { momentOf } from '../scenario/scenarioValues';
import { workloadKeyOfPod } from '../scenario/workloadKind';

/** The clock when a simulated cluster is switched on. */
export const WORLD_START: Time = parseTime('2000-01-01T00:00:00Z') ?? 0;

/** Whoever creates what the garbage collector deletes, and has not heard why, would do so without an end in one instant. */
const NOTICED_AFTER_MS = 1;

/** Who hears what happens; set when the recording begins. */
export interface WorldListeners extends ManagerListeners {
  onEvent(event: RecordedEvent): void;
}

export interface WorldOptions {
  readonly tellsDecisions?: boolean;
  readonly memo?: AdmissionMemo | undefined;
  /** Sees the machine at work. */
  readonly probe?: Probe | undefined;
}

/** A whole cluster on a virtual clock: API server, controllers, scheduler, kubelets. They meet in the store only. */
export class World {
  readonly loop: EventLoop;
  readonly store: ObjectStore;
  readonly memo: AdmissionMemo;
  readonly random: RandomSource;
  readonly pace: Pace;
  readonly behaviors: PodBehaviors;
  readonly admission: ClusterAdmission;
  readonly kubelets: Kubelets;
  readonly nodeLifecycle: NodeLifecycle;
  readonly garbageCollector: GarbageCollector;
  readonly scheduler: SchedulerLoop;
  readonly recorder: EventRecorder;
  /** Who adds nodes, where somebody does. */
  autoscaler: ClusterAutoscaler | undefined;
  /** That nodes are spread over, those that join later, too. */
  readonly zoneCount: number | undefined;
  /** Pods are kept from the node that has their volume, as long as another one takes them. */
  readonly volumesApart: boolean;
  listeners: WorldListeners | undefined;
  /** Keys of pods that belong to nobody here. */
  stillPods: ReadonlySet<string> = new Set();
  /** Uids of the pods that were there before. */
  readonly #foundPods = new Set<string>();
  readonly manager: ControllerManager;
  processes: ProcessListener | undefined;
  #uids = 0;

  constructor(scenario: Scenario, { tellsDecisions = true, memo = new AdmissionMemo(), probe }: WorldOptions = {}) {
    this.memo = memo;
    this.random = new RandomSource(scenario.seed);
    this.zoneCount = scenario.cluster.zoneCount;
    this.volumesApart = scenario.volumesApart === true;
    const start = scenario.state === undefined ? WORLD_START : momentOf(scenario.state);
    this.loop = new EventLoop(start, scenario.limits?.maxSteps ?? DEFAULT_LIMITS.maxSteps, Object.keys(PHASE));
    // What is made from here on has not the names of what another simulation has made before.
    const since = scenario.state?.now ?? '';
    const suffixes = this.random.stream(`pod names${since}`);
    const uids = this.random.stream(`uids${since}`);
    const { loop } = this;
    const load = this.random.spread('load of the control plane');
    const pace = (this.pace = new Pace(scenario.latencyMs, this.random.stream('pace'), load, () => loop.now));
    this.store = new ObjectStore({
      clock: new SendingClock(loop, pace),
      newUid: () => randomUid(uids, ++this.#uids),
      generateName: (prefix) => `${prefix}${randomSuffix(suffixes)}`,
    });
    this.recorder = new EventRecorder((event) => this.listeners?.onEvent(event), {
      onSent: pace.onEvent,
      isRead: () => this.listeners !== undefined,
    });
    this.admission = this.#admit(scenario);
    this.behaviors = new PodBehaviors(scenario, this.random, this.pace);
    const { store, recorder } = this;
    pace.watch(store);
    probe?.attach(this);
    const cluster = { store, loop, recorder, phase: PHASE.cluster };
    this.kubelets = new Kubelets({
      waitMs: () => pace.waitMs,
      behaviorOf: (pod) => this.behaviors.draw(pod),
      foundAs: (pod) => this.#foundAs(pod),
      processes: () => this.processes,
      newWorkers: probe?.newPodWorkers,
      ...cluster,
    });
    this.garbageCollector = new GarbageCollector({ ...cluster, delayMs: NOTICED_AFTER_MS });
    this.nodeLifecycle = new NodeLifecycle({ kubelets: this.kubelets, random: this.random, ...cluster });
    this.scheduler = new SchedulerLoop({
      store,
      loop,
      recorder,
      phase: PHASE.scheduler,
      random: this.random.stream('scheduler'),
      latencyMs: pace.schedulingMs,
      preemptionMs: pace.preemptionMs,
      delayMs: () => pace.delayMs,
      elsewhereThan: this.volumesApart ? (pod): string | undefined => this.#volumeNode(pod) : undefined,
      withBinding: (pod, now) => this.#asLongRunning(pod, now),
      newQueue: probe?.newSchedulingQueue,
    });
    this.manager = new ControllerManager(this, scenario, { tellsDecisions, probe });
    if (scenario.state === undefined) this.manager.start();
  }

  /** The controllers go on from what is in the store. */
  resume(): void {
    this.behaviors.endWarmUp();
    for (const pod of this.store.list('Pod')) this.#foundPods.add(pod.metadata.uid ?? '');
    this.admission.podsBefore = this.#foundPods.size;
    this.manager.start();
    this.manager.resume();
  }

  /** Of the pods of a workload. */
  #isOneReady(key: string): boolean {
    return [...this.store.list('Pod')].some((pod) => workloadKeyOfPod(pod) === key && isPodReady(pod));
  }

  #foundAs(pod: Pod): 'own' | 'still' | undefined {
    if (!this.#foundPods.has(pod.metadata.uid ?? '')) return undefined;
    return this.stillPods.has(objectKey(pod)) ? 'still' : 'own';
  }

  #admit({ limits, companyAssumed = [] }: Scenario): ClusterAdmission {
    const suffixes = this.random.stream('names of refused pods');
    const maxPods = limits?.maxPods ?? DEFAULT_LIMITS.maxPods;
    const { pace } = this;
    const admission = new ClusterAdmission(this.store, this.loop, {
      maxPods,
      newSuffix: () => randomSuffix(suffixes),
      isFromController: () => pace.isSyncing,
      companyAssumed,
      refusalOf: (pod) => this.behaviors.refusalOf(pod, (key) => this.#isOneReady(key)),
    });
    this.store.admission = admission;
    return admission;
  }

  /**
   * What runs before the story begins has long been running: it is bound and ready with one write. A pod with volumes
   * takes the long way, for another one may hold them.
   */
  #asLongRunning(pod: Pod, now: Time): Pod {
    if (!this.behaviors.isWarmingUp || (pod.spec.volumes ?? []).length > 0) return pod;
    const node = this.store.get('Node', pod.spec.nodeName ?? '');
    if (downTaint(node?.status?.conditions) !== undefined) return pod;
    return withSituation(pod, { phase: 'Running', ready: true, restarts: 0, state: { running: { startedAt: now } } }, now);
  }

  /** What ran before came about as it did. */
  #volumeNode(pod: Pod): string | undefined {
    return this.behaviors.isWarmingUp ? undefined : this.kubelets.volumeNode(pod);
  }

  /** Before the first node is there: nodes may be added to these groups. */
  autoscale(groups: readonly AutoscaledGroup[], join: (node: Node, readyAfterSeconds: number) => void): void {
    const { store, loop, recorder, random, behaviors } = this;
    this.autoscaler = new ClusterAutoscaler({
      store,
      loop,
      phase: PHASE.cluster,
      recorder,
      groups,
      scansAt: random.spread('scans of the cluster autoscaler'),
      random: random.stream('expander of the cluster autoscaler'),
      isWarmingUp: () => behaviors.isWarmingUp,
      join,
    });
  }

  /** The nodes are there. In a fresh cluster the scheduler's search begins with the first one, in another one anywhere. */
  endFilling(): void {
    this.#moveSearch('first search', 1 / 4);
  }

  /**
   * The story begins: the running version has run for a while, and other pods may have been scheduled meanwhile, as in any
   * cluster that is used: with the first seed they have, so that a new pod does not just land beside the old one.
   */
  endWarmUp(): void {
    this.behaviors.endWarmUp();
    this.pace.endWarmUp();
    this.#moveSearch('others since', 1 / 8);
  }

  #moveSearch(stream: string, probability: number): void {
    const drawn = this.random.spread(stream);
    if (drawn < probability) this.scheduler.moveSearch(drawn / probability);
  }

  /** Changes still to come that can move a rollout. */
  get pendingChanges(): number {
    return (
      (this.manager.isAtWork ? 1 : 0) +
      this.kubelets.pendingChanges +
      this.nodeLifecycle.pendingChanges +
      this.scheduler.pendingChanges +
      this.garbageCollector.pendingChanges +
      (this.autoscaler?.pendingChanges ?? 0)
    );
  }
}
