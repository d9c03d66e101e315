/** Ours: what need not be synced once more, because nothing has changed but by the last sync's own status. */
import type { Deployment } from '../../../model/apiTypes';
import type { DeploymentSync } from './deploymentSync';
import { deploymentComplete, deploymentTimedOut } from './deploymentUtil/conditions';

/**
 * To be noted at the end of a step of a rolling update that has written the status or nothing. What it came to follows from the
 * Deployment's specification, from the replica sets and, for the status, from the one before: done again, it comes to the same.
 */
export function noteSettled({ context, key, version }: DeploymentSync, deployment: Deployment): void {
  const writes = context.store.resourceVersion - version;
  const isOnlyWrite = writes === Number(deployment !== context.deployments.get(key));
  context.settled.set(key, isOnlyWrite ? { deployment, news: context.replicaSets.news } : undefined);
}

/** Whether a sync would come to nothing: it is brought about by the echo of what the last one wrote. */
export function isSettled({ context, key, deployment, now, isTold }: DeploymentSync): boolean {
  const settled = context.settled.get(key);
  if (settled?.deployment !== deployment || settled.news !== context.replicaSets.news || isTold) return false;
  // Those who are done clean up, and time alone ends those who get nowhere.
  const { status = {} } = deployment;
  return !deploymentComplete(deployment, status) && !deploymentTimedOut(deployment, status, now);
}
