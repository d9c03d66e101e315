/** Upstream: pkg/controller/deployment/progress.go (v1.36.4). */
import type { Deployment, DeploymentCondition, DeploymentStatus, ReplicaSet, ReplicaSetCondition } from '../../../model/apiTypes';
import type { Time } from '../../../model/time';
import type { DeploymentSync } from './deploymentSync';
import {
  deploymentComplete,
  deploymentProgressing,
  deploymentTimedOut,
  getDeploymentCondition,
  hasProgressDeadline,
  newDeploymentCondition,
  notTransitioned,
  REASONS,
  removeCondition,
  replicaSetToDeploymentCondition,
  setDeploymentCondition,
  withCondition,
} from './deploymentUtil/conditions';
import { calculateStatus, statusEqual } from './sync';

type MaybeReplicaSets = readonly (ReplicaSet | undefined)[];
type Conditions = readonly DeploymentCondition[];

/**
 * Writes the status at the end of a rollout's step: counts, progress against the deadline, failures of the replica sets.
 * Returns the Deployment with it.
 */
export function syncRolloutStatus(sync: DeploymentSync, allRSs: MaybeReplicaSets, newRS: ReplicaSet | undefined): Deployment {
  const { deployment } = sync;
  const counted = calculateStatus(allRSs, newRS, deployment, sync.now);
  const judged = judgeProgress(sync, counted, newRS);
  const failure = replicaFailure(allRSs, newRS);
  const conditions = failure === undefined ? removeCondition(judged, 'ReplicaFailure') : setDeploymentCondition(judged, failure);
  counted.conditions = conditions;
  if (statusEqual(deployment.status, counted)) {
    requeueStuckDeployment(sync, counted);
    return sync.deployment;
  }
  sync.replaceStatus(counted);
  return sync.updateStatus();
}

/** The conditions with Progressing brought up to date; without a deadline there is no such condition. */
function judgeProgress(sync: DeploymentSync, status: DeploymentStatus, newRS: ReplicaSet | undefined): Conditions {
  const { deployment } = sync;
  const conditions = status.conditions ?? [];
  if (!hasProgressDeadline(deployment)) return removeCondition(conditions, 'Progressing');
  const current = getDeploymentCondition(deployment.status, 'Progressing');
  // A rollout that has been completed stays so, also when pods come and go; only a new one is judged again.
  if (status.replicas === status.updatedReplicas && current?.reason === REASONS.newRSAvailable) return conditions;
  if (deploymentComplete(deployment, status)) {
    recordProgress(sync, status, 'complete');
    const text = `${subjectOf(sync, newRS)} has successfully progressed.`;
    return setDeploymentCondition(conditions, progressing(sync, 'True', REASONS.newRSAvailable, text));
  }
  if (deploymentProgressing(deployment, status)) {
    recordProgress(sync, status, 'progressing');
    const text = `${subjectOf(sync, newRS)} is progressing.`;
    return renewProgress(conditions, current, progressing(sync, 'True', REASONS.replicaSetUpdated, text));
  }
  if (deploymentTimedOut(deployment, status, sync.now)) {
    recordProgress(sync, status, 'timedOut');
    const text = `${subjectOf(sync, newRS)} has timed out progressing.`;
    return setDeploymentCondition(conditions, progressing(sync, 'False', REASONS.timedOut, text));
  }
  return conditions;
}

function subjectOf(sync: DeploymentSync, newRS: ReplicaSet | undefined): string {
  return newRS === undefined ? `Deployment "${sync.deployment.metadata.name}"` : `ReplicaSet "${newRS.metadata.name}"`;
}

function progressing(sync: DeploymentSync, status: 'True' | 'False', reason: string, message: string): DeploymentCondition {
  return newDeploymentCondition('Progressing', status, reason, message, sync.now);
}

/** Progress is noted each time, even with the same reason: the deadline counts from lastUpdateTime. */
function renewProgress(conditions: Conditions, current: DeploymentCondition | undefined, next: DeploymentCondition): Conditions {
  if (current === undefined) return setDeploymentCondition(conditions, next);
  return withCondition(conditions, current.status === 'True' ? notTransitioned(next, current) : next);
}

function recordProgress(sync: DeploymentSync, status: DeploymentStatus, verdict: 'complete' | 'progressing' | 'timedOut'): void {
  if (sync.isTold)
    sync.decide({
      step: 'syncRolloutStatus',
      inputs: {
        replicas: status.replicas ?? 0,
        updatedReplicas: status.updatedReplicas ?? 0,
        readyReplicas: status.readyReplicas ?? 0,
        availableReplicas: status.availableReplicas ?? 0,
      },
      outcome: verdict,
      verdict,
    });
}

/** The failure of the new replica set, or if it has none, the first of any, in the Deployment's words. */
function replicaFailure(allRSs: MaybeReplicaSets, newRS: ReplicaSet | undefined): DeploymentCondition | undefined {
  let failure = failureOf(newRS);
  for (const replicaSet of allRSs) failure ??= failureOf(replicaSet);
  return failure && replicaSetToDeploymentCondition(failure);
}

function failureOf(replicaSet: ReplicaSet | undefined): ReplicaSetCondition | undefined {
  const conditions = replicaSet?.status?.conditions;
  return conditions === undefined || conditions.length === 0
    ? undefined
    : conditions.find(({ type }) => type === 'ReplicaFailure');
}

/**
 * With nothing to write, nothing would wake the controller up at the deadline: so it comes back then by itself. Last
 * progress 3 minutes ago and a deadline of 10: in 7 minutes, plus a second against clocks that differ.
 */
export function requeueStuckDeployment(sync: DeploymentSync, newStatus: DeploymentStatus | undefined): void {
  const { deployment } = sync;
  const current = getDeploymentCondition(deployment.status, 'Progressing');
  if (!hasProgressDeadline(deployment) || current === undefined) return;
  if (deploymentComplete(deployment, newStatus) || current.reason === REASONS.timedOut) return;
  const deadlineMs = (deployment.spec.progressDeadlineSeconds ?? 0) * 1000;
  const afterMs = untilDeadline(deployment, current, sync.now);
  if (sync.isTold)
    sync.decide({
      step: 'requeueStuckDeployment',
      formula: 'after = progressDeadline − sinceLastUpdate',
      inputs: { progressDeadline: deadlineMs / 1000, sinceLastUpdate: (deadlineMs - afterMs) / 1000 },
      outcome: afterMs / 1000,
      verdict: 'requeued',
    });
  if (afterMs < 1000) sync.context.queue.addRateLimited(sync.key);
  else sync.requeueAfter(afterMs + MARGIN_MS);
}

/** Against clocks that differ. */
const MARGIN_MS = 1000;

function untilDeadline({ spec }: Deployment, { lastUpdateTime = 0 }: DeploymentCondition, now: Time): number {
  return lastUpdateTime + (spec.progressDeadlineSeconds ?? 0) * 1000 - now;
}

/** How long it takes until `requeueStuckDeployment` brings back a Deployment that is at its deadline; 0 for all others. */
export function untilJudged(deployment: Deployment, now: Time): number {
  const { metadata, status } = deployment;
  const current = getDeploymentCondition(status, 'Progressing');
  const isSeen = (status?.observedGeneration ?? 0) >= (metadata.generation ?? 0);
  if (!isSeen || !hasProgressDeadline(deployment) || current?.status !== 'True') return 0;
  const afterMs = untilDeadline(deployment, current, now);
  return Math.abs(afterMs) < MARGIN_MS ? afterMs + MARGIN_MS : 0;
}
