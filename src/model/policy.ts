import type { IntOrString } from './intOrPercent';
import type { LabelSelector } from './labelSelector';
import type { KubernetesObject, StringMap } from './meta';
import type { ConditionStatus, NodeSelector, ResourceList } from './pod';
import type { Time } from './time';

/** What surrounds a rollout: budgets, quotas, limits, volumes, services. */

export interface PodDisruptionBudgetSpec {
  readonly minAvailable?: IntOrString | undefined;
  readonly maxUnavailable?: IntOrString | undefined;
  readonly selector?: LabelSelector | undefined;
  readonly unhealthyPodEvictionPolicy?: 'IfHealthyBudget' | 'AlwaysAllow' | undefined;
}
export interface PodDisruptionBudgetStatus {
  readonly observedGeneration?: number | undefined;
  readonly disruptedPods?: Readonly<Record<string, Time>> | undefined;
  readonly disruptionsAllowed?: number | undefined;
  readonly currentHealthy?: number | undefined;
  readonly desiredHealthy?: number | undefined;
  readonly expectedPods?: number | undefined;
  readonly conditions?:
    | readonly {
        readonly type: string;
        readonly status: ConditionStatus;
        readonly reason?: string | undefined;
        readonly message?: string | undefined;
        readonly observedGeneration?: number | undefined;
        readonly lastTransitionTime?: Time | undefined;
      }[]
    | undefined;
}
export interface PodDisruptionBudget extends KubernetesObject {
  readonly spec?: PodDisruptionBudgetSpec | undefined;
  readonly status?: PodDisruptionBudgetStatus | undefined;
}

export interface ScopedResourceSelectorRequirement {
  readonly scopeName: string;
  readonly operator: string;
  readonly values?: readonly string[] | undefined;
}
export interface ResourceQuotaSpec {
  readonly hard?: ResourceList | undefined;
  readonly scopes?: readonly string[] | undefined;
  readonly scopeSelector?: { readonly matchExpressions?: readonly ScopedResourceSelectorRequirement[] | undefined } | undefined;
}
export interface ResourceQuota extends KubernetesObject {
  readonly spec?: ResourceQuotaSpec | undefined;
  readonly status?: { readonly hard?: ResourceList | undefined; readonly used?: ResourceList | undefined } | undefined;
}

export interface LimitRangeItem {
  readonly type: string;
  readonly max?: ResourceList | undefined;
  readonly min?: ResourceList | undefined;
  readonly default?: ResourceList | undefined;
  readonly defaultRequest?: ResourceList | undefined;
  readonly maxLimitRequestRatio?: ResourceList | undefined;
}
export interface LimitRange extends KubernetesObject {
  readonly spec?: { readonly limits?: readonly LimitRangeItem[] | undefined } | undefined;
}

export interface PersistentVolume extends KubernetesObject {
  readonly spec?:
    | {
        readonly capacity?: ResourceList | undefined;
        readonly accessModes?: readonly string[] | undefined;
        readonly storageClassName?: string | undefined;
        readonly volumeMode?: string | undefined;
        readonly claimRef?:
          | { readonly name?: string | undefined; readonly namespace?: string | undefined; readonly uid?: string | undefined }
          | undefined;
        readonly nodeAffinity?: { readonly required?: NodeSelector | undefined } | undefined;
        readonly csi?: { readonly driver?: string | undefined; readonly volumeHandle?: string | undefined } | undefined;
        readonly [field: string]: unknown;
      }
    | undefined;
  readonly status?: { readonly phase?: string | undefined } | undefined;
}
export interface PersistentVolumeClaim extends KubernetesObject {
  readonly spec?:
    | {
        readonly accessModes?: readonly string[] | undefined;
        readonly storageClassName?: string | undefined;
        readonly volumeName?: string | undefined;
        readonly volumeMode?: string | undefined;
        readonly selector?: LabelSelector | undefined;
        readonly resources?: { readonly requests?: ResourceList | undefined } | undefined;
        readonly [field: string]: unknown;
      }
    | undefined;
  readonly status?: { readonly phase?: string | undefined } | undefined;
}
export interface StorageClass extends KubernetesObject {
  readonly provisioner?: string | undefined;
  readonly volumeBindingMode?: 'Immediate' | 'WaitForFirstConsumer' | undefined;
  readonly allowedTopologies?:
    | readonly {
        readonly matchLabelExpressions?:
          readonly { readonly key: string; readonly values?: readonly string[] | undefined }[] | undefined;
      }[]
    | undefined;
}

/** What a node's CSI drivers can attach. */
export interface CSINode extends KubernetesObject {
  readonly spec?:
    | {
        readonly drivers?:
          | readonly {
              readonly name: string;
              readonly nodeID?: string | undefined;
              readonly allocatable?: { readonly count?: number | undefined } | undefined;
            }[]
          | undefined;
      }
    | undefined;
}

export interface Namespace extends KubernetesObject {
  readonly status?: { readonly phase?: string | undefined } | undefined;
}
export interface Service extends KubernetesObject {
  readonly spec?: { readonly selector?: StringMap | undefined; readonly type?: string | undefined } | undefined;
}
