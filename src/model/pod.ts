import type { LabelSelector } from './labelSelector';
import type { KubernetesObject, StringMap } from './meta';
import type { TaintEffect } from './node';
import type { Time } from './time';

export type ConditionStatus = 'True' | 'False' | 'Unknown';
export type PodPhase = 'Pending' | 'Running' | 'Succeeded' | 'Failed' | 'Unknown';

export interface PodCondition {
  readonly type: string;
  readonly status: ConditionStatus;
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
  readonly lastTransitionTime?: Time | undefined;
  readonly lastProbeTime?: Time | undefined;
  readonly observedGeneration?: number | undefined;
}

export interface ContainerStateWaiting {
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
}
export interface ContainerStateRunning {
  readonly startedAt?: Time | undefined;
}
export interface ContainerStateTerminated {
  readonly exitCode?: number | undefined;
  readonly signal?: number | undefined;
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
  readonly startedAt?: Time | undefined;
  readonly finishedAt?: Time | undefined;
}
export interface ContainerState {
  readonly waiting?: ContainerStateWaiting | undefined;
  readonly running?: ContainerStateRunning | undefined;
  readonly terminated?: ContainerStateTerminated | undefined;
}

export interface ContainerStatus {
  readonly name: string;
  readonly ready?: boolean | undefined;
  readonly started?: boolean | undefined;
  readonly restartCount?: number | undefined;
  readonly image?: string | undefined;
  readonly state?: ContainerState | undefined;
  readonly lastState?: ContainerState | undefined;
}

export interface PodStatus {
  readonly phase?: PodPhase | undefined;
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
  readonly conditions?: readonly PodCondition[] | undefined;
  readonly initContainerStatuses?: readonly ContainerStatus[] | undefined;
  readonly containerStatuses?: readonly ContainerStatus[] | undefined;
  readonly startTime?: Time | undefined;
  readonly podIP?: string | undefined;
  readonly podIPs?: readonly { readonly ip?: string | undefined }[] | undefined;
  readonly nominatedNodeName?: string | undefined;
  readonly observedGeneration?: number | undefined;
}

export interface Toleration {
  readonly key?: string | undefined;
  readonly operator?: 'Exists' | 'Equal' | 'Gt' | 'Lt' | undefined;
  readonly value?: string | undefined;
  readonly effect?: TaintEffect | '' | undefined;
  readonly tolerationSeconds?: number | undefined;
}

export interface NodeSelectorRequirement {
  readonly key: string;
  readonly operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist' | 'Gt' | 'Lt';
  readonly values?: readonly string[] | undefined;
}
export interface NodeSelectorTerm {
  readonly matchExpressions?: readonly NodeSelectorRequirement[] | undefined;
  readonly matchFields?: readonly NodeSelectorRequirement[] | undefined;
}
export interface NodeSelector {
  readonly nodeSelectorTerms: readonly NodeSelectorTerm[];
}
export interface PreferredSchedulingTerm {
  readonly weight: number;
  readonly preference: NodeSelectorTerm;
}
export interface NodeAffinity {
  readonly requiredDuringSchedulingIgnoredDuringExecution?: NodeSelector | undefined;
  readonly preferredDuringSchedulingIgnoredDuringExecution?: readonly PreferredSchedulingTerm[] | undefined;
}
export interface PodAffinityTerm {
  readonly topologyKey: string;
  readonly labelSelector?: LabelSelector | undefined;
  readonly namespaces?: readonly string[] | undefined;
  readonly namespaceSelector?: LabelSelector | undefined;
  readonly matchLabelKeys?: readonly string[] | undefined;
  readonly mismatchLabelKeys?: readonly string[] | undefined;
}
export interface WeightedPodAffinityTerm {
  readonly weight: number;
  readonly podAffinityTerm: PodAffinityTerm;
}
export interface PodAffinity {
  readonly requiredDuringSchedulingIgnoredDuringExecution?: readonly PodAffinityTerm[] | undefined;
  readonly preferredDuringSchedulingIgnoredDuringExecution?: readonly WeightedPodAffinityTerm[] | undefined;
}
export interface Affinity {
  readonly nodeAffinity?: NodeAffinity | undefined;
  readonly podAffinity?: PodAffinity | undefined;
  readonly podAntiAffinity?: PodAffinity | undefined;
}

export interface TopologySpreadConstraint {
  readonly maxSkew: number;
  readonly topologyKey: string;
  readonly whenUnsatisfiable: 'DoNotSchedule' | 'ScheduleAnyway';
  readonly labelSelector?: LabelSelector | undefined;
  readonly minDomains?: number | undefined;
  readonly nodeAffinityPolicy?: 'Honor' | 'Ignore' | undefined;
  readonly nodeTaintsPolicy?: 'Honor' | 'Ignore' | undefined;
  readonly matchLabelKeys?: readonly string[] | undefined;
}

export interface ContainerPort {
  readonly containerPort: number;
  readonly hostPort?: number | undefined;
  readonly hostIP?: string | undefined;
  readonly name?: string | undefined;
  readonly protocol?: string | undefined;
}

/** Quantities as texts, by resource name. */
export type ResourceList = Readonly<Record<string, string>>;
export interface ResourceRequirements {
  readonly requests?: ResourceList | undefined;
  readonly limits?: ResourceList | undefined;
}

/** The handler fields (`exec`, `httpGet`, `tcpSocket`, `grpc`) matter to nobody but validation, which reads plain JSON. */
export interface Probe {
  readonly initialDelaySeconds?: number | undefined;
  readonly timeoutSeconds?: number | undefined;
  readonly periodSeconds?: number | undefined;
  readonly successThreshold?: number | undefined;
  readonly failureThreshold?: number | undefined;
  readonly terminationGracePeriodSeconds?: number | undefined;
  readonly [handler: string]: unknown;
}

export interface LifecycleHandler {
  readonly sleep?: { readonly seconds: number } | undefined;
  readonly exec?: { readonly command?: readonly string[] | undefined } | undefined;
  readonly [handler: string]: unknown;
}

export interface EnvVar {
  readonly name: string;
  readonly value?: string | undefined;
  readonly valueFrom?: unknown;
}

export interface Container {
  readonly name: string;
  readonly image?: string | undefined;
  readonly imagePullPolicy?: 'Always' | 'IfNotPresent' | 'Never' | undefined;
  readonly command?: readonly string[] | undefined;
  readonly args?: readonly string[] | undefined;
  readonly env?: readonly EnvVar[] | undefined;
  readonly ports?: readonly ContainerPort[] | undefined;
  readonly resources?: ResourceRequirements | undefined;
  readonly restartPolicy?: string | undefined;
  readonly readinessProbe?: Probe | undefined;
  readonly livenessProbe?: Probe | undefined;
  readonly startupProbe?: Probe | undefined;
  readonly lifecycle?:
    { readonly preStop?: LifecycleHandler | undefined; readonly postStart?: LifecycleHandler | undefined } | undefined;
  readonly [field: string]: unknown;
}

export interface Volume {
  readonly name: string;
  readonly persistentVolumeClaim?: { readonly claimName: string; readonly readOnly?: boolean | undefined } | undefined;
  readonly ephemeral?: unknown;
  readonly [source: string]: unknown;
}

export interface PodSpec {
  readonly nodeName?: string | undefined;
  readonly nodeSelector?: StringMap | undefined;
  readonly affinity?: Affinity | undefined;
  readonly tolerations?: readonly Toleration[] | undefined;
  readonly topologySpreadConstraints?: readonly TopologySpreadConstraint[] | undefined;
  readonly containers: readonly Container[];
  readonly initContainers?: readonly Container[] | undefined;
  readonly volumes?: readonly Volume[] | undefined;
  readonly hostNetwork?: boolean | undefined;
  readonly overhead?: ResourceList | undefined;
  readonly resources?: ResourceRequirements | undefined;
  readonly priority?: number | undefined;
  readonly priorityClassName?: string | undefined;
  readonly preemptionPolicy?: string | undefined;
  readonly restartPolicy?: string | undefined;
  readonly terminationGracePeriodSeconds?: number | undefined;
  readonly activeDeadlineSeconds?: number | undefined;
  readonly schedulerName?: string | undefined;
  readonly readinessGates?: readonly { readonly conditionType: string }[] | undefined;
  readonly schedulingGates?: readonly { readonly name: string }[] | undefined;
  readonly [field: string]: unknown;
}

export interface Pod extends KubernetesObject {
  readonly spec: PodSpec;
  readonly status?: PodStatus | undefined;
}

export interface PodTemplateMeta {
  readonly labels?: StringMap | undefined;
  readonly annotations?: StringMap | undefined;
  readonly creationTimestamp?: Time | null | undefined;
  readonly name?: string | undefined;
}

export interface PodTemplateSpec {
  readonly metadata?: PodTemplateMeta | undefined;
  readonly spec: PodSpec;
}
