/** Ours: how the controllers are set, and what is wrong with them; what is not said is as kube-controller-manager has it. */
import { LIMITS } from '../../../model/limits';
import { flag, number, object, optional, type Of } from '../../kernel/schema';
import { count } from './actions';

const lagMs = optional(number({ min: 0, max: LIMITS.informerLagMs }));
const delayMs = optional(number({ min: 1, max: LIMITS.seconds * 1000 }));

const CONTROLLER = {
  /** From a write to the watch event that tells of it, by kind; a controller with times of its own has caches of its own. */
  watchLagMs: optional(
    object({
      Deployment: lagMs,
      ReplicaSet: lagMs,
      DaemonSet: lagMs,
      ControllerRevision: lagMs,
      Pod: lagMs,
      Node: lagMs,
    }),
  ),
  /** So many keys are synced at once (`--concurrent-…-syncs`); absent: as many as there are. */
  workers: optional(count(LIMITS.objects, 1)),
  /** What a key waits for after a failure, and what all keys together may come back with. */
  retries: optional(
    object({
      baseMs: delayMs,
      maxMs: delayMs,
      qps: optional(number({ min: 0.001, max: LIMITS.qps })),
      burst: optional(count(LIMITS.qps, 1)),
    }),
  ),
};

export type PodControllerSettings = Of<typeof podController>;
const podController = object({
  ...CONTROLLER,
  /** So many pods are created or deleted in one sync at the most. */
  burstReplicas: optional(count(LIMITS.objects, 1)),
  /** The feature gates StaleControllerConsistencyReplicaSet and …DaemonSet: on unless said otherwise. */
  staleControllerConsistency: optional(flag),
  /** Not Kubernetes: no sync waits for what the ones before have asked for. */
  withoutExpectations: optional(flag),
});

export const machineForm = object({
  watchLagMs: CONTROLLER.watchLagMs,
  deployment: optional(object(CONTROLLER)),
  replicaset: optional(podController),
  daemonset: optional(podController),
});
