/** Ours: what the methods of upstream’s DeploymentController share in one sync. */
import type { Deployment, DeploymentCondition, DeploymentStatus, Pod, ReplicaSet } from '../../../model/apiTypes';
import { draftOf } from '../../../model/copies';
import { objectKey } from '../../../model/meta';
import type { Index, Informer } from '../../client/informer';
import { ObjectSync, type ControllerOptions, type TemplateHash } from '../objectSync';
import { podsByController } from '../podIndex';
import { setDeploymentCondition } from './deploymentUtil/conditions';

export interface DeploymentControllerOptions extends ControllerOptions {
  readonly podTemplateHash: TemplateHash;
}

/** How the last sync of a Deployment left things; see settledSyncs.ts. */
interface Settled {
  /** With the status that it came to. */
  readonly deployment: Deployment;
  /** So much had been heard of replica sets. */
  readonly news: number;
}

/** What all syncs of the controller share. */
export interface DeploymentContext extends DeploymentControllerOptions {
  readonly deployments: Informer<'Deployment'>;
  readonly replicaSets: Informer<'ReplicaSet'>;
  readonly podsByController: Index<Pod>;
  /** By key. */
  readonly settled: Map<string, Settled | undefined>;
}

export function deploymentContext(options: DeploymentControllerOptions): DeploymentContext {
  const { informers } = options;
  return {
    deployments: informers.informer('Deployment'),
    replicaSets: informers.informer('ReplicaSet'),
    podsByController: podsByController(informers.informer('Pod')),
    settled: new Map(),
    ...options,
  };
}

/** What `getAllReplicaSetsAndSyncRevision` found for this state of the Deployment: asked again it finds the same. */
interface KnownReplicaSets {
  readonly deployment: Deployment;
  readonly newRS: ReplicaSet;
  readonly oldRSs: readonly ReplicaSet[];
}

/**
 * One sync under way. `deployment` is the copy taken from the cache at the start, together with this sync's own changes
 * to it: writes do not refresh it. So a second status update in one sync meets a conflict and leaves the rest to the
 * retry, and a condition set here keeps the fractions of its time while the stored one has lost them.
 */
export class DeploymentSync extends ObjectSync<DeploymentContext> {
  deployment: Deployment;
  /** The replica sets as they were told apart last, while nothing has been written for it. */
  known: KnownReplicaSets | undefined;
  /** The store's version when it began; no number: it has asked for something that was refused, and went on. */
  version: number;

  constructor(context: DeploymentContext, deployment: Deployment, key = objectKey(deployment)) {
    super(context, 'Deployment', key, deployment);
    this.deployment = deployment;
    this.version = context.store.resourceVersion;
  }

  setStatus(change: Partial<DeploymentStatus>): void {
    this.replaceStatus({ ...this.deployment.status, ...change });
  }

  replaceStatus(status: DeploymentStatus): void {
    const deployment = draftOf(this.deployment);
    deployment.status = status;
    this.deployment = deployment;
  }

  setCondition(condition: DeploymentCondition): void {
    this.setStatus({ conditions: setDeploymentCondition(this.deployment.status?.conditions, condition) });
  }

  /** Writes the status in hand (and the annotations with it). Returns what is stored then. */
  updateStatus(): Deployment {
    return this.context.store.updateStatus('Deployment', this.deployment, this.key);
  }
}
