import { DEFAULT_LIMITS } from '../../model/limits';
import { DEFAULT_NAMESPACE, objectKey } from '../../model/meta';
import type { Time } from '../../model/time';
import { updateWorkload } from '../api/applyWorkload';
import type { RolloutObjects } from './words/kubectlOutput';
import { editWorkload } from './world/workloadEdits';
import { blockersOf } from './verdict/stall';
import type { StallInput } from './verdict/stallInput';
import { actOnCluster } from './world/clusterActions';
import { applyObject, deleteObject, unlessRefused } from './world/objectActions';
import { DrainDriver } from './world/drainDriver';
import { promiseOf } from './timeline/promise';
import { ProgressWatch } from './progressWatch';
import type { RolloutProgress } from './rolloutProgress';
import { TimelineRecorder } from './timeline/recording/timelineRecorder';
import type { ScenarioAction, WorkloadEdit } from './scenario/actions';
import { isWorkloadEdit } from './scenario/actionWords';
import { otherKeysOf, sourcesOf } from './scenario/others';
import type { Scenario, Workload } from './scenario/scenario';
import { trafficService } from './scenario/trafficService';
import { withoutNulls } from './scenario/withoutNulls';
import { buildTimeline } from './timeline/buildTimeline';
import { rolloutFigures, type EndingInput, type RolloutFigures } from './timeline/ending';
import type { OutcomeKind, Timeline } from './timeline/timeline';
import type { EndpointsWatch, ServiceEndpoints } from './endpointsWatch';
import { OtherWorkloads } from './otherWorkloads';
import { originOf, setUp } from './setUp';
import { putOfScenario, withNamespace } from './world/putWorkload';
import type { AdmissionMemo } from './world/admissionMemo';
import type { Probe } from './world/probe';
import { PHASE } from './world/phases';
import { World } from './world/world';

export interface RolloutOptions {
  /** Nobody will ask for the timeline: what only tells the story is left out. */
  readonly figuresOnly?: boolean;
  /** Shared by many runs of one scenario, which has come through `withoutNulls`. */
  readonly memo?: AdmissionMemo | undefined;
  /** What becomes of the endpoints of Services is asked for: who follows them. */
  readonly watchEndpoints?: (world: World, origin: Time) => EndpointsWatch;
  /** Sees the machine at work. */
  readonly probe?: Probe | undefined;
}

/** One simulated rollout, advanced step by step. */
export class Rollout {
  readonly #scenario: Scenario;
  readonly #figuresOnly: boolean;
  readonly #world: World;
  /** The clock at second 0 of the timeline. */
  readonly #origin: Time;
  readonly #recorder: TimelineRecorder;
  readonly #key: string;
  readonly #kind: 'Deployment' | 'DaemonSet';
  readonly #drains: DrainDriver;
  readonly #watch: ProgressWatch;
  readonly #others: OtherWorkloads;
  /** The files that describe other workloads, by their keys. */
  readonly #sources: ReadonlyMap<string, string>;
  readonly #endpoints: EndpointsWatch | undefined;
  #pendingActions: number;
  #begun = false;
  #ended: { readonly kind: OutcomeKind; readonly at: number } | undefined;
  #setupProblems: readonly string[] = [];

  constructor(written: Scenario, { figuresOnly = false, watchEndpoints, memo, probe }: RolloutOptions = {}) {
    const scenario = memo === undefined ? withoutNulls(written) : written;
    this.#scenario = scenario;
    this.#origin = originOf(scenario);
    this.#figuresOnly = figuresOnly;
    const { before, after } = scenario.workload;
    this.#kind = after.kind === 'DaemonSet' ? 'DaemonSet' : 'Deployment';
    this.#key = objectKey(withNamespace(after));
    this.#world = new World(scenario, { tellsDecisions: !figuresOnly, memo, probe });
    this.#drains = new DrainDriver(this.#world, PHASE.cluster);
    this.#pendingActions = scenario.actions.length;
    this.#sources = sourcesOf(scenario);
    this.#recorder = new TimelineRecorder({
      store: this.#world.store,
      loop: this.#world.loop,
      origin: this.#origin,
      waitMs: () => this.#world.pace.waitMs,
      workload: { kind: this.#kind, key: this.#key },
      others: otherKeysOf(scenario),
      maxRecords: scenario.limits?.maxRecords ?? DEFAULT_LIMITS.maxRecords,
      figuresOnly,
      service: figuresOnly ? undefined : trafficService(scenario),
    });
    this.#watch = new ProgressWatch(this.#world, this.#kind, this.#key);
    this.#others = new OtherWorkloads(this.#world, scenario.others ?? [], () => {
      this.#watch.touch();
    });
    this.#endpoints = watchEndpoints?.(this.#world, this.#origin);
    setUp(this.#world, scenario, this.#others);
    if (before === undefined && !this.#others.hasRunning) this.#world.behaviors.endWarmUp();
  }

  get progress(): RolloutProgress {
    return { t: this.#t, steps: this.#world.loop.steps };
  }

  get #t(): number {
    return (this.#world.loop.now - this.#origin) / 1000;
  }

  get #workload(): Workload | undefined {
    return this.#world.store.get(this.#kind, this.#key);
  }

  /** Runs at most `maxSteps` tasks. False when the rollout has come to its end. */
  advance(maxSteps: number): boolean {
    for (let step = 0; step < maxSteps; step++) {
      if (this.#ended !== undefined) return false;
      if (this.#world.admission.limitHit !== undefined) throw this.#world.admission.limitHit;
      if (!this.#begun) this.#advanceSetup();
      else if (!this.#advanceRollout()) return false;
    }
    return this.#ended === undefined;
  }

  /** The running version is rolled out before time 0; what is due later stays due. */
  #advanceSetup(): void {
    if (!this.#world.loop.step(this.#origin - 1)) this.#begin();
  }

  #begin(): void {
    const { loop } = this.#world;
    loop.advanceTo(this.#origin);
    this.#begun = true;
    this.#world.endWarmUp();
    this.#recorder.begin();
    this.#world.processes = this.#recorder.processes;
    this.#watch.begin();
    this.#others.begin();
    if (!this.#figuresOnly) {
      this.#world.listeners = this.#recorder.story;
      this.#setupProblems = [...this.#describeSetup(), ...this.#others.setupProblems(this.#sources)];
    }
    loop.schedule(this.#origin, PHASE.cluster, () => {
      this.#applyAfter();
    });
    this.#scenario.actions.forEach((action, index) => {
      loop.schedule(this.#origin + action.at * 1000, PHASE.cluster, () => {
        this.#pendingActions--;
        this.#act(action, index);
      });
    });
  }

  #describeSetup(): string[] {
    const workload = this.#workload;
    if (workload === undefined || this.#watch.isComplete() || this.#scenario.state !== undefined) return [];
    const { desired } = promiseOf(workload);
    const [blocker] = blockersOf({ ...this.#stallInput(workload), events: [] });
    const why = blocker === undefined ? '' : `: ${blocker.sentence}`;
    return [`at the start only ${this.#watch.availableNow()} of ${desired} of the running version are available${why}`];
  }

  #stallInput(workload: Workload): StallInput {
    const { events } = this.#recorder.story;
    return {
      world: this.#world,
      kind: this.#kind,
      workload,
      pods: this.#watch.pods(),
      events,
      drains: this.#drains,
      sources: this.#sources,
    };
  }

  #applyAfter(): void {
    putOfScenario(this.#world, this.#scenario.workload.after, 'scenario.workload.after');
    this.#others.apply();
    for (const [revision, behavior] of Object.entries(this.#scenario.behavior?.revisions ?? {})) {
      if (revision !== 'before' || behavior.failure === undefined) continue;
      for (const pod of this.#watch.pods())
        this.#world.kubelets.changeBehavior(objectKey(pod), this.#world.behaviors.draw(pod), true);
    }
  }

  #act(action: ScenarioAction, index: number): void {
    const problem = this.#perform(action);
    this.#recorder.story.mark(index, action, problem);
    this.#watch.touch();
  }

  #perform(action: ScenarioAction): string | undefined {
    const { world, drains } = { world: this.#world, drains: this.#drains };
    if (action.action === 'applyObject') return applyObject(world, action.object);
    if (action.action === 'deleteObject') return deleteObject(world, action, `${this.#kind} ${this.#key}`);
    return isWorkloadEdit(action) ? this.#edit(action) : actOnCluster(action, { world, drains, pods: () => this.#watch.pods() });
  }

  #edit(action: WorkloadEdit): string | undefined {
    const { store, loop } = this.#world;
    const { kind = this.#kind, namespace = DEFAULT_NAMESPACE, name } = action.workload ?? {};
    const workload = name === undefined ? this.#workload : store.get(kind, `${namespace}/${name}`);
    if (workload === undefined) return name === undefined ? 'the workload does not exist' : `there is no ${kind} ${name}`;
    const replicaSets = [...store.list('ReplicaSet')];
    const result = editWorkload(workload, action, {
      now: loop.now,
      replicaSets,
      revisions: [...store.list('ControllerRevision')],
    });
    if ('problem' in result) return result.problem;
    return unlessRefused(() => {
      updateWorkload(store, result.object);
    });
  }

  #advanceRollout(): boolean {
    const { loop } = this.#world;
    const horizon = this.#origin + this.#scenario.horizonSeconds * 1000;
    if (!loop.step(horizon)) {
      this.#ended ??= this.#endAt(horizon);
      return false;
    }
    // Judged only when an instant is over: within it things are half done.
    if (loop.isInstantOver) this.#judge(loop.nextAt === undefined);
    return this.#ended === undefined;
  }

  /** Nothing is left to do, or the horizon is reached. */
  #endAt(horizon: Time): { kind: OutcomeKind; at: number } {
    const { loop } = this.#world;
    this.#watch.look();
    const settled = this.#settled();
    if (settled.kind !== 'stalled' || loop.nextAt === undefined) return settled;
    loop.advanceTo(horizon);
    return { kind: 'horizon', at: this.#scenario.horizonSeconds };
  }

  /** What it has come to, given that nothing more will come of it. */
  #settled(): { kind: OutcomeKind; at: number } {
    const completedAt = this.#watch.completedAt();
    if (completedAt === undefined) return { kind: 'stalled', at: this.#watch.lastProgress() };
    // What goes on from a state may become whole without any change of a pod.
    const isIdle = this.#watch.nothingHappened() && (completedAt === 0 || this.#scenario.state === undefined);
    return { kind: isIdle ? 'nothingToDo' : 'complete', at: completedAt };
  }

  #judge(agendaEmpty: boolean): void {
    const watch = this.#watch;
    const mayEnd = watch.look() || agendaEmpty;
    if (this.#scenario.stopAt === 'horizon' && !agendaEmpty) return;
    if (this.#scenario.stopAt === 'deadline' && watch.deadlineExceeded()) {
      this.#ended = { kind: 'deadlineExceeded', at: this.#t };
      return;
    }
    // Most of the time nobody else is asked.
    if (!mayEnd || this.#pendingActions > 0 || this.#isGoingOn()) return;
    const isStill = watch.isComplete() && !watch.hasCrashesAhead() && this.#others.areComplete;
    if (isStill || agendaEmpty || watch.areCrashesSteady() || watch.isOutOfPatience()) this.#ended = this.#settled();
  }

  /** Something is under way that will change the cluster. */
  #isGoingOn(): boolean {
    return this.#world.pendingChanges > 0 || this.#drains.isActive(this.#watch.lastPodChangeAt);
  }

  /** What is there of the workload now; undefined before it is created. */
  get objects(): RolloutObjects | undefined {
    const { store, loop } = this.#world;
    const workload = this.#workload;
    if (workload === undefined) return undefined;
    const replicaSets = [...store.list('ReplicaSet')];
    const revisions = [...store.list('ControllerRevision')];
    return { workload, replicaSets, revisions, pods: this.#watch.pods(), now: loop.now };
  }

  /** The endpoints of each Service over time; none unless they were asked for. */
  get endpoints(): readonly ServiceEndpoints[] {
    return this.#endpoints?.services ?? [];
  }

  #endingInput(): EndingInput {
    return {
      scenario: this.#scenario,
      recorder: this.#recorder,
      watch: this.#watch,
      ended: this.#ended ?? { kind: 'horizon' as const, at: this.#t },
      othersChangedAt: (this.#others.lastChangeAt - this.#origin) / 1000,
    };
  }

  timeline(): Timeline {
    return buildTimeline({
      origin: this.#origin,
      setupProblems: this.#setupProblems,
      ...this.#stallInput(this.#workload ?? this.#scenario.workload.after),
      ...this.#endingInput(),
    });
  }

  /** The same numbers as in the timeline. */
  figures(): RolloutFigures {
    return rolloutFigures(this.#endingInput(), this.#workload ?? this.#scenario.workload.after);
  }
}
