/** Upstream: pkg/controller/deployment/deployment_controller.go (v1.36.4). */
import { isEmptySelector, matchesSelector } from '../../../model/labelSelector';
import { getControllerOf, isControlledBy, objectKey } from '../../../model/meta';
import type { Pod, ReplicaSet } from '../../../model/apiTypes';
import { hasStatusCause } from '../../api/apiError';
import type { EventHandlers } from '../../client/informer';
import type { RateLimitingQueue } from '../../client/workQueue';
import { claimObjects } from '../controllerRefManager';
import { runSync } from '../objectSync';
import { OwnerQueue, resolveControllerRef } from '../ownerQueue';
import { NAMESPACE_TERMINATING_CAUSE } from '../podControl';
import type { SyncHandler } from '../worker';
import { deploymentContext, DeploymentSync, type DeploymentContext, type DeploymentControllerOptions } from './deploymentSync';
import { ignoringErrors } from './newReplicaSet';
import { rolloutRecreate, type PodMap } from './recreate';
import { getRollbackTo, rollback } from './rollback';
import { requeueStuckDeployment, untilJudged } from './progress';
import { rolloutRolling } from './rolling';
import { isSettled } from './settledSyncs';
import { checkPausedConditions, isScalingEvent, syncScale, syncStatusOnly } from './sync';

/** A failing Deployment is retried this often before it is dropped until something changes. */
export const MAX_RETRIES = 15;

/** Moves the pods of Deployments from one template to the next by sizing replica sets. */
export class DeploymentController implements SyncHandler {
  readonly #context: DeploymentContext;

  constructor(options: DeploymentControllerOptions) {
    this.#context = deploymentContext(options);
    const { informers, deployments, replicaSets, queue } = this.#context;
    const owners = new OwnerQueue('Deployment', deployments, queue);
    deployments.addHandlers(owners.handlers());
    replicaSets.addHandlers(replicaSetHandlers(owners));
    informers.informer('Pod').addHandlers(podHandlers(this.#context, owners));
  }

  sync(key: string): void {
    runSync(this.#context, 'deployment', key, syncDeployment);
  }

  /**
   * Goes on where another controller has stopped. Each Deployment is looked at once; which comes to nothing where nothing is new.
   * One at its deadline is judged when the other would have come back for it.
   */
  resume(): void {
    const { deployments, queue, clock } = this.#context;
    for (const deployment of deployments.list()) queue.addAfter(objectKey(deployment), untilJudged(deployment, clock.now));
  }

  /** Retries with growing delays, but not without end, and not in a namespace that is going away. */
  handleError(error: unknown, key: string, queue: RateLimitingQueue): void {
    const retry = !hasStatusCause(error, NAMESPACE_TERMINATING_CAUSE) && queue.numRequeues(key) < MAX_RETRIES;
    if (retry) queue.addRateLimited(key);
    else queue.forget(key);
  }
}

function replicaSetHandlers(owners: OwnerQueue<'Deployment'>): EventHandlers<ReplicaSet> {
  return {
    onAdd: (replicaSet) => {
      const isOrphan = replicaSet.metadata.deletionTimestamp === undefined && getControllerOf(replicaSet) === undefined;
      if (isOrphan) owners.enqueueMatching(replicaSet);
      else owners.enqueueOwner(replicaSet);
    },
    ...owners.changeHandlers(),
  };
}

/** A Recreate waits for the last of its pods: no other event would tell. */
function podHandlers(
  { store, deployments, replicaSets, podsByController }: DeploymentContext,
  owners: OwnerQueue<'Deployment'>,
): EventHandlers<Pod> {
  return {
    onDelete: (pod) => {
      const owner = resolveControllerRef('ReplicaSet', replicaSets, pod);
      const deployment = owner && resolveControllerRef('Deployment', deployments, owner);
      if (deployment?.spec.strategy?.type !== 'Recreate') return;
      for (const replicaSet of store.list('ReplicaSet')) {
        if (!isControlledBy(replicaSet, deployment.metadata.uid)) continue;
        if (!matchesSelector(deployment.spec.selector, replicaSet.metadata.labels)) continue;
        for (const _left of podsByController.group(replicaSet.metadata.uid ?? '')) return;
      }
      owners.enqueue(deployment);
    },
  };
}

/** Brings a Deployment a step on. The order of precedence: deletion, pause, rollback, scaling, rollout. */
function syncDeployment(context: DeploymentContext, key: string): void {
  const deployment = context.deployments.get(key);
  if (deployment === undefined) return;
  const sync = new DeploymentSync(context, deployment, key);
  if (deployment.spec.selector !== undefined && isEmptySelector(deployment.spec.selector)) {
    refuseToSelectAll(sync);
    return;
  }
  if (isSettled(sync)) {
    requeueStuckDeployment(sync, deployment.status);
    return;
  }
  const rsList = getReplicaSetsForDeployment(sync);
  if (deployment.metadata.deletionTimestamp !== undefined) {
    syncStatusOnly(sync, rsList);
    return;
  }
  checkPausedConditions(sync);
  const rollbackTo = getRollbackTo(deployment);
  if (deployment.spec.paused === true) syncScale(sync, rsList);
  else if (rollbackTo !== undefined) rollback(sync, rsList, rollbackTo);
  else if (isScalingEvent(sync, rsList)) syncScale(sync, rsList);
  else rollOut(sync, rsList);
}

function rollOut(sync: DeploymentSync, rsList: readonly ReplicaSet[]): void {
  const type = sync.deployment.spec.strategy?.type;
  if (type === 'Recreate') rolloutRecreate(sync, rsList, getPodMapForDeployment(sync.context, rsList));
  else if (type === 'RollingUpdate') rolloutRolling(sync, rsList);
  else throw new Error(`unexpected deployment strategy type: ${type ?? ''}`);
}

/** The replica sets that are the Deployment's: matching orphans are adopted, those that no longer match are released. */
function getReplicaSetsForDeployment({ context, deployment }: DeploymentSync): ReplicaSet[] {
  const claim = { store: context.store, kind: 'ReplicaSet', ownerKind: 'Deployment', owner: deployment } as const;
  return claimObjects(claim, context.replicaSets.list());
}

/** Finished pods included: a Recreate must be sure that nothing of an older version runs any more. */
function getPodMapForDeployment({ podsByController }: DeploymentContext, rsList: readonly ReplicaSet[]): PodMap {
  return new Map(rsList.map(({ metadata: { uid = '' } }) => [uid, podsByController.group(uid)]));
}

function refuseToSelectAll(sync: DeploymentSync): void {
  const message = 'This deployment is selecting all pods. A non-empty selector is required.';
  sync.event('Warning', 'SelectingAll', message);
  sync.decide({ step: 'syncDeployment', inputs: {}, outcome: message, verdict: 'selectingAll' });
  const { generation = 0 } = sync.deployment.metadata;
  if ((sync.deployment.status?.observedGeneration ?? 0) >= generation) return;
  sync.setStatus({ observedGeneration: generation });
  // Upstream does not look at the outcome either.
  ignoringErrors(() => {
    sync.updateStatus();
  });
}
