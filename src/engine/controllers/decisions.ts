/** Ours: what a sync decided, as data; upstream only logs it. */
import type { Time } from '../../model/time';
import type { DaemonSetStatus } from '../../model/apiTypes';
import { errorText } from './aggregateError';

export type ControllerName = 'deployment' | 'replicaset' | 'daemonset';
export type DecisionValue = number | string | boolean;

/** An object that a step touched or looked at. */
export interface DecisionSubject {
  readonly kind: 'Pod' | 'ReplicaSet' | 'Node' | 'ControllerRevision';
  readonly name: string;
  /** What happened to it or how it was judged. */
  readonly role: ActionRole | 'unavailable' | 'surging' | 'skipped' | 'heldBack';
  /** Further facts, such as `{from: 10, to: 8}`. */
  readonly facts?: Readonly<Record<string, DecisionValue>> | undefined;
}
type ActionRole = 'created' | 'createFailed' | 'deleted' | 'deleteFailed' | 'scaled' | 'found' | 'raised' | 'merged';

/** How a step can come out, and the numbers and names that went into it. */
type Ways<V extends string, I extends Readonly<Record<string, DecisionValue>> = Nothing> = { readonly [K in V]: I };
type Nothing = Readonly<Record<string, never>>;

/** Each function that decides (by its Kubernetes name), its verdicts, the inputs of each. Words stand in describeDecision.ts. */
export interface DecisionSteps {
  // The Deployment controller.
  syncDeployment: Ways<'selectingAll'> & Ways<'statusOnly', { deleting: true }>;
  getNewReplicaSet: Ways<'updated', { replicaSet: string; revision: string; minReadySeconds: number }> &
    Ways<'found' | 'created', { maxTotalPods: number; currentPodCount: number; replicas: number }> &
    Ways<'collision', { replicaSet: string; collisionCount: number }> &
    Ways<'refused', { replicaSet: string }>;
  reconcileNewReplicaSet: Ways<'scaledDown', { newReplicas: number; replicas: number }> &
    Ways<'scaledUp' | 'atMaximum', { maxTotalPods: number; currentPodCount: number; replicas: number; newReplicas: number }>;
  reconcileOldReplicaSets: Ways<'scaledDown' | 'waiting', { allPods: number; minAvailable: number; newRSUnavailable: number }> &
    Ways<'swallowedError', { maxScaledDown: number }>;
  cleanupUnhealthyReplicas: Ways<'scaledDown', { maxCleanupCount: number }>;
  scaleDownOldReplicaSetsForRollingUpdate: Ways<'scaledDown' | 'atMinimum', { available: number; minAvailable: number }>;
  scaleDownOldReplicaSetsForRecreate: Ways<'scaledDown', { activeOldReplicaSets: number }>;
  oldPodsRunning: Ways<'waiting', { oldPods: number }>;
  scaleUpNewReplicaSetForRecreate: Ways<'scaledUp' | 'scaledDown', { newReplicas: number; replicas: number }>;
  isScalingEvent: Ways<'scalingEvent', { replicaSet: string; desiredReplicasAnnotation: number; replicas: number }>;
  scale: Ways<'scaledUp' | 'nothingToDo', OneReplicaSet | AllInProportion> &
    Ways<'scaledDown', OneReplicaSet | AllInProportion | { replicas: number; saturated: true }>;
  checkPausedConditions: Ways<'paused' | 'resumed', { paused: boolean }>;
  rollback: Ways<'rolledBack' | 'rollbackFailed', { revision: number }>;
  rollbackToTemplate: Ways<'unchanged'>;
  syncRolloutStatus: Ways<'complete' | 'progressing' | 'timedOut', PodCounts>;
  requeueStuckDeployment: Ways<'requeued', { progressDeadline: number; sinceLastUpdate: number }>;
  cleanupDeployment: Ways<'cleanedUp' | 'waiting', { oldReplicaSets: number; revisionHistoryLimit: number }>;
  // The ReplicaSet controller.
  manageReplicas: Ways<'creating' | 'deleting' | 'failed', { replicas: number; activePods: number; burstReplicas: number }>;
  expectations: Ways<'waiting', { adds: number; deletes: number }>;
  nextAvailabilityCheck: Ways<'requeued'>;
  // The DaemonSet controller.
  constructHistory: Ways<'created' | 'raised' | 'merged', Revisions>;
  cleanupHistory: Ways<'deleted', Revisions>;
  manage: Ways<'synced' | 'waiting', { creations: number; deletions: number; burstReplicas: number }>;
  rollingUpdate: Ways<'rolling' | 'waiting', WithinMaxUnavailable | WithinMaxSurge>;
  updateDaemonSetStatus: Ways<'complete' | 'progressing', DaemonSetNumbers>;
  // Each of them, after a failure.
  addRateLimited: Ways<'requeued', { earlierFailures: number }>;
}

type OneReplicaSet = Readonly<Record<'size' | 'replicas', number>>;
type AllInProportion = Readonly<Record<'allowedSize' | 'allReplicas' | 'leftover', number>>;
type PodCounts = Readonly<Record<'replicas' | 'updatedReplicas' | 'readyReplicas' | 'availableReplicas', number>>;
type Revisions = Readonly<Record<'oldRevisions' | 'revision', number>>;
type NodeCounts = 'desiredNumberScheduled' | 'candidates' | 'skipped';
type WithinMaxUnavailable = Readonly<Record<NodeCounts | 'maxUnavailable' | 'numUnavailable' | 'allowedReplacements', number>>;
type WithinMaxSurge = Readonly<
  Record<NodeCounts | 'maxSurge' | 'numSurge' | 'numAvailable' | 'allowedNewNodes' | 'leaving', number>
>;
/** What a sync of a DaemonSet counts for its status. */
export type DaemonSetNumbers = Readonly<
  Record<Exclude<keyof DaemonSetStatus, 'observedGeneration' | 'collisionCount' | 'conditions'>, number>
>;

/**
 * One step of a sync: the function that decided, the numbers that went into its formula, what came out, and which objects
 * it touched. Data only; words are made from it where it is shown.
 *
 * `reconcileOldReplicaSets`: `maxScaledDown = allPods 13 − minAvailable 8 − newRSUnavailable 3 = 2` is
 * `{step: 'reconcileOldReplicaSets', formula: 'maxScaledDown = allPods − minAvailable − newRSUnavailable',
 *   inputs: {allPods: 13, minAvailable: 8, newRSUnavailable: 3}, outcome: 2}`.
 */
export type DecisionStep = {
  [S in keyof DecisionSteps]: { [V in keyof DecisionSteps[S]]: StepOf<S, V> }[keyof DecisionSteps[S]];
}[keyof DecisionSteps];

/** The step of this name with this verdict. */
export interface StepOf<S extends keyof DecisionSteps, V extends keyof DecisionSteps[S]> {
  readonly step: S;
  readonly verdict: V;
  readonly inputs: DecisionSteps[S][V];
  readonly formula?: string | undefined;
  readonly outcome: DecisionValue;
  readonly subjects?: readonly DecisionSubject[] | undefined;
}

/** All that one sync decided. */
export interface Decision {
  readonly at: Time;
  readonly controller: ControllerName;
  /** The key of the object that was synced. */
  readonly key: string;
  readonly steps: readonly DecisionStep[];
  /** The error that ended the sync, if one did. */
  readonly error?: string | undefined;
}

/** Collects the steps of the sync under way and hands them on when it ends. */
export class DecisionRecorder {
  /** Without a sink nothing is recorded, and callers can skip the work. */
  readonly enabled: boolean;
  readonly #sink: ((decision: Decision) => void) | undefined;
  #steps: DecisionStep[] = [];

  constructor(sink?: (decision: Decision) => void) {
    this.enabled = sink !== undefined;
    this.#sink = sink;
  }

  record(step: DecisionStep): void {
    if (this.#sink !== undefined) this.#steps.push(step);
  }

  /** Ends a sync: what was recorded since the last end belongs to it. */
  finish(at: Time, controller: ControllerName, key: string, error?: unknown): void {
    if (this.#sink === undefined) return;
    const steps = this.#steps;
    const text = error === undefined ? undefined : errorText(error);
    if (steps.length === 0 && text === undefined) return;
    this.#steps = [];
    this.#sink({ at, controller, key, steps, error: text });
  }
}
