/** Ours: what the functions of upstream’s DeploymentController share in one sync. */
import { objectKey } from '../../../model/meta';
import type { PodTemplateSpec } from '../../../model/pod';
import type { Time } from '../../../model/time';
import type { Deployment, DeploymentStatus, ReplicaSet, WorkloadCondition } from '../../../model/workloads';
import type { ObjectStore } from '../../api/objectStore';
import type { EventRecorder, EventType } from '../../client/eventRecorder';
import type { Informer } from '../../client/informer';
import type { RateLimitingQueue } from '../../client/workQueue';
import type { Clock } from '../../kernel/eventLoop';
import type { DecisionRecorder, DecisionStep } from '../decisions';
import { setDeploymentCondition } from './deploymentUtil/conditions';

/** The pod-template-hash of a template; the collision count makes it another one when the first is taken. */
export type PodTemplateHash = (template: PodTemplateSpec, collisionCount: number | undefined) => string;

/** All that a sync of the Deployment controller touches outside itself. */
export interface DeploymentSyncOptions {
  readonly store: ObjectStore;
  readonly replicaSets: Informer<'ReplicaSet'>;
  readonly queue: RateLimitingQueue;
  readonly clock: Clock;
  readonly recorder: EventRecorder;
  readonly decisions: DecisionRecorder;
  readonly podTemplateHash: PodTemplateHash;
}

/**
 * One sync under way. `deployment` is the copy taken from the cache at the start, together with this sync's own changes
 * to it: writes do not refresh it. So a second status update in one sync meets a conflict and leaves the rest to the
 * retry, and a condition set here keeps the fractions of its time while the stored one has lost them.
 */
export class DeploymentSync {
  deployment: Deployment;
  readonly store: ObjectStore;
  readonly replicaSets: Informer<'ReplicaSet'>;
  readonly podTemplateHash: PodTemplateHash;
  readonly #options: DeploymentSyncOptions;

  constructor(options: DeploymentSyncOptions, deployment: Deployment) {
    this.#options = options;
    this.store = options.store;
    this.replicaSets = options.replicaSets;
    this.podTemplateHash = options.podTemplateHash;
    this.deployment = deployment;
  }

  get now(): Time {
    return this.#options.clock.now;
  }

  event(type: EventType, reason: string, message: string): void {
    this.#options.recorder.event('Deployment', this.deployment, type, reason, message);
  }

  /** Notes a step of this sync's decision. */
  decide(step: DecisionStep): void {
    this.#options.decisions.record(step);
  }

  enqueueAfter(delayMs: number): void {
    this.#options.queue.addAfter(objectKey(this.deployment), delayMs);
  }

  enqueueRateLimited(): void {
    this.#options.queue.addRateLimited(objectKey(this.deployment));
  }

  setStatus(change: Partial<DeploymentStatus>): void {
    this.deployment = { ...this.deployment, status: { ...this.deployment.status, ...change } };
  }

  setCondition(condition: WorkloadCondition): void {
    this.setStatus({ conditions: setDeploymentCondition(this.deployment.status?.conditions, condition) });
  }

  /** Writes the status in hand (and the annotations with it). */
  updateStatus(): void {
    this.store.updateStatus('Deployment', this.deployment);
  }

  updateReplicaSet(replicaSet: ReplicaSet): ReplicaSet {
    return this.store.update('ReplicaSet', replicaSet);
  }
}
