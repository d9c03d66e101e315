import { getControllerOf } from '../../model/meta';
import type { DaemonSet, Deployment, DeploymentCondition, Pod } from '../../model/apiTypes';
import type { Time } from '../../model/time';
import { jsonEqual } from '../kernel/jsonEqual';
import type { WatchEvent } from '../api/objectStore';
import { isComplete } from './isComplete';
import type { Workload } from './scenario/scenario';
import { WORLD_START, type World } from './world/world';

/** Retries of all kinds come at least this often: after that long without progress there will be none. */
const PATIENCE_SECONDS = 1_100;
/** Enough to see that pods keep crashing. */
const RESTARTS_TO_SEE = 3;
/** From here on the pauses between two restarts get no longer: 10 s, doubled up to five minutes. */
const RESTARTS_UNTIL_STEADY = 7;

/**
 * Notices whether a rollout gets anywhere: pods come and go, sizes and specs change, more become available. What only
 * repeats itself (restarts, refused creations, failed placements) is no progress.
 */
export class ProgressWatch {
  readonly #world: World;
  readonly #kind: 'Deployment' | 'DaemonSet';
  readonly #key: string;
  readonly #ownerUids = new Set<string>();
  readonly #pods = new Map<string, Pod>();
  #lastProgressAt: Time = WORLD_START;
  #lastChangeAt: Time = WORLD_START;
  #lastStatusChangeAt: Time = WORLD_START;
  /** Whether everything is done as the workload was last written. */
  #isComplete = false;
  /** When everything was done for the first time since the spec was last changed. */
  #completedAt: Time | undefined;
  #restartsAtCompletion = 0;
  #mostAvailable = 0;
  #podsTouched = false;
  #startedAt: Time = WORLD_START;

  constructor(world: World, kind: 'Deployment' | 'DaemonSet', key: string) {
    this.#world = world;
    this.#kind = kind;
    this.#key = key;
    const { store } = world;
    store.subscribe(['Pod'], (event) => {
      this.#onPod(event);
    });
    store.subscribe(['ReplicaSet'], (event) => {
      this.#onReplicaSet(event);
    });
    store.subscribe([kind], (event) => {
      if (event.key === key) this.#onWorkload(event);
    });
    store.subscribe(['Node'], () => {
      this.touch();
    });
  }

  begin(): void {
    this.#startedAt = this.#world.loop.now;
    this.#lastProgressAt = this.#startedAt;
    this.#lastChangeAt = this.#startedAt;
    this.#podsTouched = false;
    // What goes on from a state has come so far before.
    const workload = this.#workload();
    this.#mostAvailable = workload === undefined ? 0 : updatedAndAvailable(workload);
    this.#completedAt = undefined;
  }

  /** The workload's pods, oldest first. */
  pods(): readonly Pod[] {
    return [...this.#pods.values()];
  }

  #onPod(event: WatchEvent<'Pod'>): void {
    const pod = event.object;
    if (!this.#ownerUids.has(getControllerOf(pod)?.uid ?? '')) return;
    const { key } = event;
    if (event.type === 'deleted') this.#pods.delete(key);
    else this.#pods.set(key, pod);
    this.#lastChangeAt = this.#world.loop.now;
    const { previous } = event;
    const marked = previous !== undefined && previous.metadata.deletionTimestamp !== pod.metadata.deletionTimestamp;
    const bound = previous !== undefined && previous.spec.nodeName !== pod.spec.nodeName;
    if (event.type !== 'modified' || marked || bound) {
      this.#podsTouched = true;
      this.touch();
    }
  }

  #onReplicaSet({ object, previous, type }: WatchEvent<'ReplicaSet'>): void {
    const isResized = previous?.spec.replicas !== object.spec.replicas;
    if (type !== 'added' && !isResized) return;
    if (getControllerOf(object)?.uid !== this.#workload()?.metadata.uid) return;
    if (type === 'added') this.#ownerUids.add(object.metadata.uid ?? '');
    if (isResized) this.touch();
  }

  #onWorkload({ type, object: workload, previous }: WatchEvent<'Deployment' | 'DaemonSet'>): void {
    this.#isComplete = type !== 'deleted' && isComplete(workload);
    this.#ownerUids.add(workload.metadata.uid ?? '');
    this.#lastStatusChangeAt = this.#world.loop.now;
    if (previous === undefined || !jsonEqual(previous.spec, workload.spec)) {
      this.#mostAvailable = 0;
      this.#completedAt = undefined;
      this.touch();
    }
    const available = updatedAndAvailable(workload);
    if (available > this.#mostAvailable) {
      this.#mostAvailable = available;
      this.touch();
    }
  }

  /** Something happened that can lead further. */
  touch(): void {
    this.#lastProgressAt = this.#world.loop.now;
  }

  #workload(): Workload | undefined {
    return this.#world.store.get(this.#kind, this.#key);
  }

  /** To be called at the end of each instant. Whether this can be the end: all has been done, or nothing more comes of it. */
  look(): boolean {
    if (this.#completedAt === undefined && this.#isComplete) {
      this.#completedAt = this.#world.loop.now;
      this.#restartsAtCompletion = this.#mostRestarts();
    }
    return this.#completedAt !== undefined || this.isOutOfPatience();
  }

  isComplete(): boolean {
    return this.#isComplete;
  }

  /** Seconds of the timeline. */
  #seconds(time: Time): number {
    return Math.max(0, (time - this.#startedAt) / 1000);
  }

  completedAt(): number | undefined {
    return this.#completedAt === undefined ? undefined : this.#seconds(this.#completedAt);
  }

  #mostRestarts(): number {
    let most = 0;
    for (const pod of this.#pods.values()) most = Math.max(most, pod.status?.containerStatuses?.[0]?.restartCount ?? 0);
    return most;
  }

  /** After a completion: a pod has been restarted so often that the pattern is clear. */
  hasSeenCrashes(): boolean {
    if (this.#completedAt === undefined) return false;
    return this.#mostRestarts() >= this.#restartsAtCompletion + RESTARTS_TO_SEE && this.hasCrashesAhead();
  }

  /** The crashes go on for ever in the same way. */
  areCrashesSteady(): boolean {
    return this.hasSeenCrashes() && this.#mostRestarts() >= this.#restartsAtCompletion + RESTARTS_UNTIL_STEADY;
  }

  /** Pods that will end by themselves. */
  hasCrashesAhead(): boolean {
    for (const key of this.#pods.keys()) if (this.#world.kubelets.isUnstable(key)) return true;
    return false;
  }

  get lastPodChangeAt(): Time {
    return this.#lastChangeAt;
  }

  lastProgress(): number {
    return this.#seconds(this.#lastProgressAt);
  }

  lastChange(): number {
    return this.#seconds(Math.max(this.#lastChangeAt, this.#lastStatusChangeAt));
  }

  nothingHappened(): boolean {
    return !this.#podsTouched;
  }

  availableNow(): number {
    const { status = {} } = (this.#workload() ?? {}) as Deployment & DaemonSet;
    return status.availableReplicas ?? status.numberAvailable ?? 0;
  }

  deadlineExceeded(): boolean {
    const conditions: readonly DeploymentCondition[] | undefined = this.#workload()?.status?.conditions;
    // What was so before the story began is not of this rollout.
    return (
      conditions?.some(
        ({ type, reason, lastUpdateTime = 0 }) =>
          type === 'Progressing' && reason === 'ProgressDeadlineExceeded' && lastUpdateTime >= this.#startedAt,
      ) === true
    );
  }

  /** No progress for longer than any retry, deadline or waiting time takes. */
  isOutOfPatience(): boolean {
    const still = this.#world.loop.now - this.#lastProgressAt;
    if (still <= PATIENCE_SECONDS * 1000) return false;
    const spec = (this.#workload()?.spec ?? {}) as { minReadySeconds?: number; progressDeadlineSeconds?: number };
    const patience = Math.max(PATIENCE_SECONDS, (spec.progressDeadlineSeconds ?? 0) + 30, 2 * (spec.minReadySeconds ?? 0) + 60);
    return still > patience * 1000;
  }
}

/** Grows while a rollout gets on. */
export function updatedAndAvailable(workload: Workload): number {
  const { status = {} } = workload as Deployment & DaemonSet;
  const available = status.availableReplicas ?? status.numberAvailable ?? 0;
  return available + (status.updatedReplicas ?? status.updatedNumberScheduled ?? 0);
}
