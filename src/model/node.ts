import type { KubernetesObject } from './meta';
import type { Time } from './time';

export type TaintEffect = 'NoSchedule' | 'PreferNoSchedule' | 'NoExecute';

export interface Taint {
  readonly key: string;
  readonly value?: string | undefined;
  readonly effect: TaintEffect;
  readonly timeAdded?: Time | undefined;
}

export interface NodeCondition {
  readonly type: string;
  readonly status: 'True' | 'False' | 'Unknown';
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
  readonly lastTransitionTime?: Time | undefined;
  readonly lastHeartbeatTime?: Time | undefined;
}

export interface NodeSpec {
  readonly unschedulable?: boolean | undefined;
  readonly taints?: readonly Taint[] | undefined;
  readonly providerID?: string | undefined;
}

export interface ContainerImage {
  readonly names?: readonly string[] | undefined;
  readonly sizeBytes?: number | undefined;
}

export interface NodeStatus {
  /** Quantities as texts, by resource name: `cpu`, `memory`, `pods`, … */
  readonly capacity?: Readonly<Record<string, string>> | undefined;
  readonly allocatable?: Readonly<Record<string, string>> | undefined;
  readonly conditions?: readonly NodeCondition[] | undefined;
  /** Images already on the node. */
  readonly images?: readonly ContainerImage[] | undefined;
}

export interface Node extends KubernetesObject {
  readonly spec?: NodeSpec | undefined;
  readonly status?: NodeStatus | undefined;
}
