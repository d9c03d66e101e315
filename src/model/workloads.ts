import type { IntOrString } from './intOrPercent';
import type { LabelSelector } from './labelSelector';
import type { KubernetesObject } from './meta';
import type { ConditionStatus, PodTemplateSpec } from './pod';
import type { Time } from './time';

/** Condition of a Deployment, a ReplicaSet or a DaemonSet. Only Deployments have a `lastUpdateTime`. */
export interface WorkloadCondition {
  readonly type: string;
  readonly status: ConditionStatus;
  readonly lastUpdateTime?: Time | undefined;
  readonly lastTransitionTime?: Time | undefined;
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
}

export interface RollingUpdateDeployment {
  readonly maxSurge?: IntOrString | undefined;
  readonly maxUnavailable?: IntOrString | undefined;
}
export interface DeploymentStrategy {
  readonly type?: string | undefined;
  readonly rollingUpdate?: RollingUpdateDeployment | undefined;
}
export interface DeploymentSpec {
  readonly replicas?: number | undefined;
  readonly selector?: LabelSelector | undefined;
  readonly template: PodTemplateSpec;
  readonly strategy?: DeploymentStrategy | undefined;
  readonly minReadySeconds?: number | undefined;
  readonly revisionHistoryLimit?: number | undefined;
  readonly paused?: boolean | undefined;
  readonly progressDeadlineSeconds?: number | undefined;
}
/** In the API a count of 0 is left out, except `terminatingReplicas`, where 0 and missing differ. */
export interface DeploymentStatus {
  readonly observedGeneration?: number | undefined;
  readonly replicas?: number | undefined;
  readonly updatedReplicas?: number | undefined;
  readonly readyReplicas?: number | undefined;
  readonly availableReplicas?: number | undefined;
  readonly unavailableReplicas?: number | undefined;
  readonly terminatingReplicas?: number | undefined;
  readonly collisionCount?: number | undefined;
  readonly conditions?: readonly WorkloadCondition[] | undefined;
}
export interface Deployment extends KubernetesObject {
  readonly spec: DeploymentSpec;
  readonly status?: DeploymentStatus | undefined;
}

export interface ReplicaSetSpec {
  readonly replicas?: number | undefined;
  readonly minReadySeconds?: number | undefined;
  readonly selector?: LabelSelector | undefined;
  readonly template: PodTemplateSpec;
}
export interface ReplicaSetStatus {
  readonly replicas?: number | undefined;
  readonly fullyLabeledReplicas?: number | undefined;
  readonly readyReplicas?: number | undefined;
  readonly availableReplicas?: number | undefined;
  readonly terminatingReplicas?: number | undefined;
  readonly observedGeneration?: number | undefined;
  readonly conditions?: readonly WorkloadCondition[] | undefined;
}
export interface ReplicaSet extends KubernetesObject {
  readonly spec: ReplicaSetSpec;
  readonly status?: ReplicaSetStatus | undefined;
}

export interface RollingUpdateDaemonSet {
  readonly maxSurge?: IntOrString | undefined;
  readonly maxUnavailable?: IntOrString | undefined;
}
export interface DaemonSetUpdateStrategy {
  readonly type?: string | undefined;
  readonly rollingUpdate?: RollingUpdateDaemonSet | undefined;
}
export interface DaemonSetSpec {
  readonly selector?: LabelSelector | undefined;
  readonly template: PodTemplateSpec;
  readonly updateStrategy?: DaemonSetUpdateStrategy | undefined;
  readonly minReadySeconds?: number | undefined;
  readonly revisionHistoryLimit?: number | undefined;
}
export interface DaemonSetStatus {
  readonly currentNumberScheduled?: number | undefined;
  readonly numberMisscheduled?: number | undefined;
  readonly desiredNumberScheduled?: number | undefined;
  readonly numberReady?: number | undefined;
  readonly observedGeneration?: number | undefined;
  readonly updatedNumberScheduled?: number | undefined;
  readonly numberAvailable?: number | undefined;
  readonly numberUnavailable?: number | undefined;
  readonly collisionCount?: number | undefined;
  readonly conditions?: readonly WorkloadCondition[] | undefined;
}
export interface DaemonSet extends KubernetesObject {
  readonly spec: DaemonSetSpec;
  readonly status?: DaemonSetStatus | undefined;
}

export interface ControllerRevision extends KubernetesObject {
  /** The part of the spec that the revision keeps: `{spec: {template: {…, $patch: replace}}}`. */
  readonly data?: unknown;
  readonly revision: number;
}
