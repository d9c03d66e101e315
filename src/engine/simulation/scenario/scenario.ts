import type { KubernetesObject } from '../../../model/meta';
import type { Node, Taint } from '../../../model/node';
import type { Pod } from '../../../model/pod';
import type {
  LimitRange,
  Namespace,
  PersistentVolume,
  PersistentVolumeClaim,
  PodDisruptionBudget,
  ResourceQuota,
  Service,
  StorageClass,
} from '../../../model/policy';
import type { DaemonSet, Deployment } from '../../../model/workloads';
import type * as behavior from '../../cluster/kubelet/behavior';

/** How pods behave: what those who make scenarios need of the kubelet model. */
export type Delay = behavior.Delay;
export type PodBehavior = behavior.PodBehavior;
export type PodFailure = behavior.PodFailure;

/**
 * Everything that decides a simulated rollout, as plain JSON: it can be saved, shared and replayed to the same bytes.
 * Times in a scenario are seconds; 0 is the moment the new version is applied.
 */
export interface Scenario {
  readonly version: 1;
  readonly title?: string;
  /** One sentence that says what the scenario shows. */
  readonly description?: string;
  readonly seed: number;
  /** Seconds after which the simulation ends whatever happens. */
  readonly horizonSeconds: number;
  /** `settled` (default): at completion or at a proven stall; `deadline`: also when the progress deadline is exceeded. */
  readonly stopAt?: 'settled' | 'deadline' | 'horizon';
  readonly cluster: ClusterSpec;
  readonly workload: WorkloadChange;
  readonly behavior: BehaviorProfile;
  /** What users do and what goes wrong, at its time; the order of equal times is the order of the list. */
  readonly actions: readonly ScenarioAction[];
  readonly informerLagMs?: number;
  readonly limits?: SimulationLimits;
}

export interface SimulationLimits {
  readonly maxSteps?: number;
  readonly maxPods?: number;
  readonly maxRecords?: number;
}

export interface WorkloadChange {
  /** What runs, fully rolled out, when the simulation begins. Absent: the workload is created at 0. */
  readonly before?: Workload;
  /** What is applied at 0. */
  readonly after: Workload;
}
export type Workload = Deployment | DaemonSet;

export interface ClusterSpec {
  /** A count makes equal, roomy nodes `node-1` …; groups and Node objects say more. All given are added up. */
  readonly nodeCount?: number;
  readonly groups?: readonly NodeGroup[];
  readonly nodes?: readonly Node[];
  /** What else is in the cluster. */
  readonly pods?: readonly Pod[];
  readonly podDisruptionBudgets?: readonly PodDisruptionBudget[];
  readonly resourceQuotas?: readonly ResourceQuota[];
  readonly limitRanges?: readonly LimitRange[];
  readonly persistentVolumes?: readonly PersistentVolume[];
  readonly persistentVolumeClaims?: readonly PersistentVolumeClaim[];
  readonly storageClasses?: readonly StorageClass[];
  readonly services?: readonly Service[];
  readonly namespaces?: readonly Namespace[];
}

export interface NodeGroup {
  readonly name: string;
  readonly count: number;
  readonly labels?: Readonly<Record<string, string>>;
  readonly taints?: readonly Taint[];
  readonly unschedulable?: boolean;
  /** Quantities; what is missing is plentiful (pods: 110). */
  readonly allocatable?: Readonly<Record<string, string>>;
}

export interface BehaviorProfile {
  readonly default: PodBehavior;
  /** By revision: `before`, `after`, or the image of the first container; overrides single fields. */
  readonly revisions?: Readonly<Record<string, PodBehavior>>;
}

export type PodChoice = 'oldest' | 'newest';

export type ScenarioAction = { readonly at: number; readonly id?: string } & (
  | { readonly action: 'patch'; readonly patch: Readonly<Record<string, unknown>> }
  | { readonly action: 'setImage'; readonly image: string; readonly container?: string }
  | { readonly action: 'scale'; readonly replicas: number }
  | { readonly action: 'pause' }
  | { readonly action: 'resume' }
  | { readonly action: 'restart' }
  | { readonly action: 'undo'; readonly toRevision?: number }
  | {
      readonly action: 'killPod';
      readonly pod?: string;
      readonly choose?: PodChoice;
      readonly count?: number;
      readonly revision?: 'old' | 'new';
    }
  | { readonly action: 'breakRevision'; readonly revision: string; readonly failure: PodFailure | null }
  | { readonly action: 'cordon'; readonly node: string }
  | { readonly action: 'uncordon'; readonly node: string }
  | { readonly action: 'drain'; readonly node: string }
  /** The node falls silent; `forSeconds` later it is back. */
  | { readonly action: 'nodeDown'; readonly node: string; readonly forSeconds?: number }
  | { readonly action: 'addNode'; readonly node: Node | NodeGroup }
  | { readonly action: 'removeNode'; readonly node: string }
  | { readonly action: 'taintNode'; readonly node: string; readonly taint: Taint }
  | { readonly action: 'untaintNode'; readonly node: string; readonly key: string }
  /** The next `count` pod creations are refused. */
  | { readonly action: 'createErrors'; readonly count: number; readonly message?: string }
  | { readonly action: 'applyObject'; readonly object: KubernetesObject }
);
