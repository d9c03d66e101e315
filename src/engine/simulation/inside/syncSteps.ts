/**
 * Ours: the steps of a sync in upstream's order, each taken or skipped with its reason, from what the sync has decided, what its
 * cache showed when it began, and what it heard of its expectations. A test counts the calls of the functions themselves.
 */
import type { DaemonSet, Deployment, ReplicaSet } from '../../../model/apiTypes';
import type { DecisionStep } from '../../controllers/decisions';
import { deploymentComplete } from '../../controllers/deployment/deploymentUtil/conditions';
import { getRollbackTo } from '../../controllers/deployment/rollback';
import type { ExpectationsRow, SyncStep } from './insideRows';

/** What is known of a sync that has ended. */
export interface EndedSync {
  readonly steps: readonly DecisionStep[];
  readonly checks: readonly ExpectationsRow['verdict'][];
  /** The feature gate of the first guard is off. */
  readonly isGateOff: boolean;
  /** Whether it has written the object itself. */
  readonly wroteOwner: boolean;
  readonly error: string | undefined;
}

/** Decisions that are noted inside of a step. */
const NOTED_IN: Readonly<Record<string, string>> = {
  syncDeployment: 'syncStatusOnly',
  getNewReplicaSet: 'isScalingEvent',
  rollbackToTemplate: 'rollback',
  scale: 'sync',
};

/** Collects the steps. An error leaves open what came of those behind the last one that has noted a decision. */
class Steps {
  readonly list: SyncStep[] = [];
  readonly #sync: EndedSync;
  /** The last step that has noted a decision. */
  readonly #lastDecided: string;
  #isOpen: boolean;

  constructor(sync: EndedSync) {
    this.#sync = sync;
    const last = sync.steps.at(-1)?.step ?? '';
    this.#lastDecided = NOTED_IN[last] ?? last;
    this.#isOpen = sync.error !== undefined && last === '';
  }

  decided(step: DecisionStep['step'], ...verdicts: readonly string[]): boolean {
    return this.#sync.steps.some((each) => each.step === step && (verdicts.length === 0 || verdicts.includes(each.verdict)));
  }

  /** A step that is taken unless there is a reason why not; whether it was may be unknown all the same. */
  step(step: string, skippedBecause?: string, unknownBecause?: string): void {
    if (unknownBecause !== undefined) this.list.push({ step, state: 'unknown', why: unknownBecause });
    else if (skippedBecause !== undefined) this.list.push({ step, state: 'skipped', why: skippedBecause });
    else if (this.#isOpen) this.list.push({ step, state: 'unknown', why: `the sync failed: ${this.#sync.error ?? ''}` });
    else this.list.push({ step, state: 'taken' });
    if (this.#sync.error !== undefined && step === this.#lastDecided) this.#isOpen = true;
  }
}

const GONE = 'the object is gone from the cache';

export function deploymentSteps(deployment: Deployment | undefined, sync: EndedSync): readonly SyncStep[] {
  const steps = new Steps(sync);
  const isGone = deployment === undefined ? GONE : undefined;
  const deleting =
    isGone ?? (deployment?.metadata.deletionTimestamp === undefined ? undefined : 'the Deployment is being deleted');
  steps.step('getReplicaSetsForDeployment', isGone);
  steps.step('syncStatusOnly', isGone ?? (deleting === undefined ? 'the Deployment is not being deleted' : undefined));
  steps.step('checkPausedConditions', deleting);
  const paused = deployment?.spec.paused === true;
  const rollback = deployment !== undefined && getRollbackTo(deployment) !== undefined;
  const scaled = steps.decided('isScalingEvent', 'scalingEvent');
  const beforeRollback = deleting ?? (paused ? 'the Deployment is paused' : undefined);
  steps.step('rollback', beforeRollback ?? (rollback ? undefined : 'no rollback is asked for'));
  const beforeScaling = beforeRollback ?? (rollback ? 'a rollback comes first' : undefined);
  steps.step('isScalingEvent', beforeScaling);
  const sizes = paused || (!rollback && scaled);
  steps.step(
    'sync',
    deleting ?? (sizes ? undefined : rollback ? 'a rollback comes first' : 'not paused, and sized for these replicas'),
  );
  const beforeRollout = beforeScaling ?? (scaled ? 'the Deployment was scaled: sizes come first' : undefined);
  const isRecreate = deployment?.spec.strategy?.type === 'Recreate';
  rollingSteps(steps, beforeRollout ?? (isRecreate ? 'the strategy is Recreate' : undefined));
  recreateSteps(steps, beforeRollout ?? (isRecreate ? undefined : 'the strategy is RollingUpdate'));
  // A paused one tidies up whenever it is sized, but not where a rollback may need what would go.
  const tidiesPaused = deleting === undefined && paused && !rollback;
  steps.step('cleanupDeployment', tidiesPaused ? undefined : (beforeRollout ?? underWay(steps) ?? notComplete(deployment)));
  steps.step('syncRolloutStatus', beforeRollout);
  const wrote = sync.wroteOwner ? 'the status has changed: its watch event wakes the controller' : undefined;
  steps.step('requeueStuckDeployment', beforeRollout ?? wrote);
  return steps.list;
}

const ONE_STEP = 'the new ReplicaSet was scaled: one step in a sync';

function rollingSteps(steps: Steps, before: string | undefined): void {
  steps.step('rolloutRolling', before);
  steps.step('reconcileNewReplicaSet', before);
  const beforeOld = before ?? (hasScaledNew(steps) ? ONE_STEP : undefined);
  steps.step('reconcileOldReplicaSets', beforeOld);
  const mayGo = steps.decided('reconcileOldReplicaSets', 'scaledDown');
  const waits = steps.decided('reconcileOldReplicaSets', 'waiting');
  const none = waits ? 'no old pod may go: maxScaledDown is not above 0' : 'there are no old pods';
  const beforeDown = beforeOld ?? (mayGo ? undefined : none);
  steps.step('cleanupUnhealthyReplicas', beforeDown);
  // The error of the former is swallowed, and the latter left out.
  const isSwallowed = steps.decided('reconcileOldReplicaSets', 'swallowedError') && !steps.decided('cleanupUnhealthyReplicas');
  const swallowed = isSwallowed ? 'an error while scaling down was swallowed' : undefined;
  steps.step('scaleDownOldReplicaSetsForRollingUpdate', beforeDown, swallowed);
}

function recreateSteps(steps: Steps, before: string | undefined): void {
  steps.step('rolloutRecreate', before);
  steps.step('scaleDownOldReplicaSetsForRecreate', before);
  const scaled = steps.decided('scaleDownOldReplicaSetsForRecreate') ? SCALED_DOWN : undefined;
  steps.step('oldPodsRunning', before ?? scaled);
  steps.step('scaleUpNewReplicaSetForRecreate', before ?? scaled ?? waitingForOldPods(steps));
}

const SCALED_DOWN = 'old ReplicaSets were scaled down';

function hasScaledNew(steps: Steps): boolean {
  return steps.decided('reconcileNewReplicaSet', 'scaledUp', 'scaledDown');
}

function waitingForOldPods(steps: Steps): string | undefined {
  return steps.decided('oldPodsRunning', 'waiting') ? 'old pods are still running' : undefined;
}

/** Why a rollout is not looked at for its end. */
function underWay(steps: Steps): string | undefined {
  if (hasScaledNew(steps)) return ONE_STEP;
  const scaled =
    steps.decided('cleanupUnhealthyReplicas', 'scaledDown') ||
    steps.decided('scaleDownOldReplicaSetsForRollingUpdate', 'scaledDown') ||
    steps.decided('scaleDownOldReplicaSetsForRecreate');
  return scaled ? SCALED_DOWN : waitingForOldPods(steps);
}

function notComplete(deployment: Deployment | undefined): string | undefined {
  return deployment !== undefined && deploymentComplete(deployment, deployment.status)
    ? undefined
    : 'the rollout is not complete';
}

const GATE_OFF = 'the feature gate StaleControllerConsistency… is off';
const STALE = 'the cache is older than the controller’s own writes';

/** The error of the guard at the beginning of a sync. */
function isStale({ error, checks }: EndedSync): boolean {
  return checks.length === 0 && error?.startsWith('read version') === true;
}

/** The sync as far as it is known in spite of its error. */
function knownIf(isKnown: boolean, sync: EndedSync): EndedSync {
  return isKnown ? { ...sync, error: undefined } : sync;
}

export function replicaSetSteps(replicaSet: ReplicaSet | undefined, sync: EndedSync): readonly SyncStep[] {
  const stale = isStale(sync) ? STALE : undefined;
  const managed = sync.steps.some(({ step }) => step === 'manageReplicas');
  // What goes wrong while managing fails the sync at its end only.
  const steps = new Steps(knownIf(managed || stale !== undefined, sync));
  const before = stale ?? (replicaSet === undefined ? GONE : undefined);
  const held = sync.checks[0] === 'waiting' ? AWAITED : undefined;
  const deleted = replicaSet?.metadata.deletionTimestamp === undefined ? undefined : 'the ReplicaSet is being deleted';
  steps.step('EnsureReady', sync.isGateOff ? GATE_OFF : undefined);
  steps.step('SatisfiedExpectations', before);
  steps.step('claimPods', before);
  steps.step('manageReplicas', before ?? held ?? deleted);
  const creates = sync.steps.some(({ step, formula }) => step === 'manageReplicas' && formula?.startsWith('toCreate') === true);
  const right = before ?? held ?? deleted ?? (managed ? undefined : 'there are as many pods as wanted');
  steps.step('slowStartBatch', right ?? (creates ? undefined : 'pods are deleted, none created'));
  steps.step('getPodsToDelete', right ?? (creates ? 'pods are created, none deleted' : undefined));
  steps.step('calculateStatus', before);
  steps.step('updateReplicaSetStatus', before);
  return steps.list;
}

const ON_DELETE = 'the update strategy is OnDelete';
const AWAITED = 'creations or deletions are still awaited';

export function daemonSetSteps(ds: DaemonSet | undefined, sync: EndedSync): readonly SyncStep[] {
  const stale = isStale(sync) ? STALE : undefined;
  const [first, second] = sync.checks;
  // Who has asked for its expectations has its history, and will write its status.
  const steps = new Steps(knownIf(stale !== undefined || first !== undefined, sync));
  const deleted = ds?.metadata.deletionTimestamp === undefined ? undefined : 'the DaemonSet is being deleted';
  const before = stale ?? (ds === undefined ? GONE : deleted);
  const held = first === 'waiting' ? AWAITED : undefined;
  steps.step('EnsureReady', sync.isGateOff ? GATE_OFF : undefined);
  steps.step('constructHistory', before);
  steps.step('SatisfiedExpectations', before);
  steps.step('manage', before ?? held);
  const rolls = ds?.spec.updateStrategy?.type === 'RollingUpdate';
  const failed = rolls && sync.error !== undefined && second === undefined ? 'manage has failed' : undefined;
  const asked = second === 'waiting' ? 'manage has asked for pods that are not seen yet' : undefined;
  const notRolling = rolls ? (failed ?? asked) : ON_DELETE;
  steps.step('rollingUpdate', before ?? held ?? notRolling);
  const unclear = sync.error !== undefined && first !== undefined && held === undefined && failed === undefined;
  steps.step('cleanupHistory', before ?? held ?? failed, unclear ? `the sync failed: ${sync.error}` : undefined);
  steps.step('updateDaemonSetStatus', before);
  return steps.list;
}
