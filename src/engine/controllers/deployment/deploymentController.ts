/** Upstream: pkg/controller/deployment/deployment_controller.go (v1.36.4). */
import { isEmptySelector, matchesSelector } from '../../../model/labelSelector';
import { getControllerOf, isControlledBy, objectKey, type OwnerReference } from '../../../model/meta';
import type { Pod } from '../../../model/pod';
import type { Deployment, ReplicaSet } from '../../../model/workloads';
import { hasStatusCause } from '../../api/apiError';
import type { Index, Informer } from '../../client/informer';
import type { InformerFactory } from '../../client/informerFactory';
import type { RateLimitingQueue } from '../../client/workQueue';
import { semanticEqual } from '../../kernel/semanticEqual';
import { aggregateErrors } from '../aggregateError';
import { ControllerRefManager, recheckDeletionTimestamp } from '../controllerRefManager';
import { NAMESPACE_TERMINATING_CAUSE } from '../podControl';
import { podsByController } from '../podIndex';
import type { SyncHandler } from '../worker';
import { DeploymentSync, type DeploymentSyncOptions } from './deploymentSync';
import { deploymentControllerRef } from './newReplicaSet';
import { rolloutRecreate } from './recreate';
import { rollback } from './rollback';
import { getRollbackTo } from './rollbackTo';
import { rolloutRolling } from './rolling';
import { checkPausedConditions, isScalingEvent, syncScale, syncStatusOnly } from './sync';

/** A failing Deployment is retried this often before it is dropped until something changes. */
export const MAX_RETRIES = 15;

/** What a Deployment controller is made of; time, names, hashes and the queue come from outside. */
export interface DeploymentControllerOptions extends Omit<DeploymentSyncOptions, 'replicaSets'> {
  readonly informers: InformerFactory;
}

/** Moves the pods of Deployments from one template to the next by sizing replica sets. */
export class DeploymentController implements SyncHandler {
  readonly #options: DeploymentSyncOptions;
  readonly #deployments: Informer<'Deployment'>;
  readonly #replicaSets: Informer<'ReplicaSet'>;
  readonly #podsByController: Index<Pod>;

  constructor(options: DeploymentControllerOptions) {
    const { informers, ...rest } = options;
    this.#deployments = informers.informer('Deployment');
    this.#replicaSets = informers.informer('ReplicaSet');
    const pods = informers.informer('Pod');
    this.#podsByController = podsByController(pods);
    this.#options = { ...rest, replicaSets: this.#replicaSets };
    this.#addHandlers(pods);
  }

  #addHandlers(pods: Informer<'Pod'>): void {
    const enqueue = (deployment: Deployment): void => {
      this.#enqueue(deployment);
    };
    this.#deployments.addHandlers({
      onAdd: enqueue,
      onUpdate: (_old, deployment) => {
        enqueue(deployment);
      },
      onDelete: enqueue,
    });
    this.#replicaSets.addHandlers({
      onAdd: (replicaSet) => {
        this.#addReplicaSet(replicaSet);
      },
      onUpdate: (old, replicaSet) => {
        this.#updateReplicaSet(old, replicaSet);
      },
      onDelete: (replicaSet) => {
        this.#enqueueOwner(replicaSet);
      },
    });
    pods.addHandlers({
      onDelete: (pod) => {
        this.#deletePod(pod);
      },
    });
  }

  /** Brings one Deployment a step nearer to what it should be. Throws what should be retried. */
  sync(key: string): void {
    const { clock, decisions } = this.#options;
    try {
      this.#syncDeployment(key);
      decisions.finish(clock.now, 'deployment', key);
    } catch (error) {
      decisions.finish(clock.now, 'deployment', key, error);
      throw error;
    }
  }

  /** Retries with growing delays, but not without end, and not in a namespace that is going away. */
  handleError(error: unknown, key: string, queue: RateLimitingQueue): void {
    const retry = !hasStatusCause(error, NAMESPACE_TERMINATING_CAUSE) && queue.numRequeues(key) < MAX_RETRIES;
    if (retry) queue.addRateLimited(key);
    else queue.forget(key);
  }

  /** The order of precedence: deletion, pause, rollback, scaling, rollout. */
  #syncDeployment(key: string): void {
    const deployment = this.#deployments.get(key);
    if (deployment === undefined) return;
    const sync = new DeploymentSync(this.#options, deployment);
    if (deployment.spec.selector !== undefined && isEmptySelector(deployment.spec.selector)) {
      refuseToSelectAll(sync);
      return;
    }
    const rsList = this.#getReplicaSetsForDeployment(deployment);
    if (deployment.metadata.deletionTimestamp !== undefined) {
      syncStatusOnly(sync, rsList);
      return;
    }
    checkPausedConditions(sync);
    const rollbackTo = getRollbackTo(deployment);
    if (deployment.spec.paused === true) syncScale(sync, rsList);
    else if (rollbackTo !== undefined) rollback(sync, rsList, rollbackTo);
    else if (isScalingEvent(sync, rsList)) syncScale(sync, rsList);
    else this.#rollOut(sync, rsList);
  }

  #rollOut(sync: DeploymentSync, rsList: readonly ReplicaSet[]): void {
    const type = sync.deployment.spec.strategy?.type;
    if (type === 'Recreate') rolloutRecreate(sync, rsList, this.#getPodMapForDeployment(rsList));
    else if (type === 'RollingUpdate') rolloutRolling(sync, rsList);
    else throw new Error(`unexpected deployment strategy type: ${type ?? ''}`);
  }

  /** The replica sets that are the Deployment's: matching orphans are adopted, those that no longer match are released. */
  #getReplicaSetsForDeployment(deployment: Deployment): ReplicaSet[] {
    const { store } = this.#options;
    const { namespace } = deployment.metadata;
    const manager = new ControllerRefManager({
      store,
      kind: 'ReplicaSet',
      controller: deployment,
      controllerRef: deploymentControllerRef(deployment),
      matches: (replicaSet) => matchesSelector(deployment.spec.selector, replicaSet.metadata.labels),
      canAdopt: () => {
        recheckDeletionTimestamp(store, 'Deployment', deployment);
      },
    });
    const inNamespace = [...this.#replicaSets.list()].filter(({ metadata }) => metadata.namespace === namespace);
    const { claimed, errors } = manager.claim(inNamespace);
    const error = aggregateErrors(errors);
    if (error !== undefined) throw error;
    return claimed;
  }

  /** Finished pods included: a Recreate must be sure that nothing of an older version runs any more. */
  #getPodMapForDeployment(rsList: readonly ReplicaSet[]): Map<string, Iterable<Pod>> {
    return new Map(rsList.map(({ metadata: { uid = '' } }) => [uid, this.#podsByController.group(uid)]));
  }

  #enqueue(deployment: Deployment): void {
    this.#options.queue.add(objectKey(deployment));
  }

  #addReplicaSet(replicaSet: ReplicaSet): void {
    if (replicaSet.metadata.deletionTimestamp !== undefined || getControllerOf(replicaSet) !== undefined) {
      this.#enqueueOwner(replicaSet);
    } else {
      this.#enqueueMatching(replicaSet);
    }
  }

  /** Old and new owner are told; of an orphan that may fit now, all whom it may fit. */
  #updateReplicaSet(old: ReplicaSet, replicaSet: ReplicaSet): void {
    if (old.metadata.resourceVersion === replicaSet.metadata.resourceVersion) return;
    const oldRef = getControllerOf(old);
    const newRef = getControllerOf(replicaSet);
    const refChanged = oldRef !== newRef && !semanticEqual(oldRef, newRef);
    if (refChanged) this.#enqueueOwner(old);
    if (newRef !== undefined) {
      this.#enqueueOwner(replicaSet);
    } else if (refChanged || !semanticEqual(old.metadata.labels ?? {}, replicaSet.metadata.labels ?? {})) {
      this.#enqueueMatching(replicaSet);
    }
  }

  #enqueueOwner(replicaSet: ReplicaSet): void {
    const deployment = this.#resolveControllerRef(replicaSet.metadata.namespace, getControllerOf(replicaSet));
    if (deployment !== undefined) this.#enqueue(deployment);
  }

  #enqueueMatching(replicaSet: ReplicaSet): void {
    const { labels = {}, namespace } = replicaSet.metadata;
    if (Object.keys(labels).length === 0) return;
    for (const deployment of this.#deployments.list()) {
      if (deployment.metadata.namespace !== namespace || isEmptySelector(deployment.spec.selector)) continue;
      if (matchesSelector(deployment.spec.selector, labels)) this.#enqueue(deployment);
    }
  }

  /** A Recreate waits for the last of its pods: no other event would tell. */
  #deletePod(pod: Pod): void {
    const deployment = this.#getDeploymentForPod(pod);
    if (deployment?.spec.strategy?.type !== 'Recreate') return;
    for (const replicaSet of this.#options.store.list('ReplicaSet')) {
      if (!isControlledBy(replicaSet, deployment.metadata.uid)) continue;
      if (!matchesSelector(deployment.spec.selector, replicaSet.metadata.labels)) continue;
      for (const _left of this.#podsByController.group(replicaSet.metadata.uid ?? '')) return;
    }
    this.#enqueue(deployment);
  }

  #getDeploymentForPod(pod: Pod): Deployment | undefined {
    const reference = getControllerOf(pod);
    if (reference?.kind !== 'ReplicaSet') return undefined;
    const { namespace } = pod.metadata;
    const replicaSet = this.#replicaSets.get(`${namespace ?? ''}/${reference.name}`);
    if (replicaSet?.metadata.uid !== reference.uid) return undefined;
    return this.#resolveControllerRef(namespace, getControllerOf(replicaSet));
  }

  /** By name, since that is how the cache is keyed; then the uid must agree. */
  #resolveControllerRef(namespace: string | undefined, reference: OwnerReference | undefined): Deployment | undefined {
    if (reference?.kind !== 'Deployment') return undefined;
    const deployment = this.#deployments.get(`${namespace ?? ''}/${reference.name}`);
    return deployment?.metadata.uid === reference.uid ? deployment : undefined;
  }
}

function refuseToSelectAll(sync: DeploymentSync): void {
  const message = 'This deployment is selecting all pods. A non-empty selector is required.';
  sync.event('Warning', 'SelectingAll', message);
  sync.decide({ step: 'syncDeployment', inputs: {}, outcome: message, verdict: 'selectingAll' });
  const { generation = 0 } = sync.deployment.metadata;
  if ((sync.deployment.status?.observedGeneration ?? 0) >= generation) return;
  sync.setStatus({ observedGeneration: generation });
  try {
    sync.updateStatus();
  } catch {
    // Upstream does not look at the outcome either.
  }
}
