import type { Envelope } from '../../../model/envelope';
import type { Time } from '../../../model/time';
import type { Decision } from '../../controllers/decisions';
import type { InsideRecording } from '../inside/insideRows';
import type { ScenarioAction } from '../scenario/actions';
import type { BudgetStatus, QuotaUse } from './policies';
import type { ProcessTable } from './processTable';
import type { Series } from './series';

/**
 * What happened in a simulated rollout: plain data that survives structured cloning, with typed arrays for what there
 * is much of. All times are seconds since the new version was applied (0). Ask it through timelineQueries.ts.
 */
export interface Timeline {
  readonly version: 1;
  readonly workload: WorkloadInfo;
  /** The bounds that the strategy promises, for the spec applied at 0. */
  readonly envelope: Envelope;
  /** The last moment worth showing. */
  readonly end: number;
  readonly outcome: Outcome;
  readonly facts: TimelineFacts;
  readonly revisions: readonly RevisionInfo[];
  readonly nodes: readonly NodeInfo[];
  readonly pods: PodTable;
  /** Absent: nobody asked what becomes of requests. */
  readonly processes?: ProcessTable;
  /** The workloads that share the cluster with this one; absent: there are none. */
  readonly others?: readonly OtherInfo[];
  /** The workload's own numbers over time. */
  readonly status: Series<StatusColumn>;
  /** Per revision, in the order of `revisions`. */
  readonly revisionCounts: readonly Series<RevisionColumn>[];
  /** Counted over the pods themselves: what users of the service feel. */
  readonly totals: Series<TotalsColumn>;
  readonly conditions: readonly ConditionChange[];
  readonly events: readonly TimelineEvent[];
  readonly decisions: readonly TimelineDecision[];
  readonly markers: readonly Marker[];
  readonly nodeChanges: readonly NodeChange[];
  /** The disruption budgets and quotas of the workload's namespace over time; absent: there are none. */
  readonly budgets?: readonly BudgetStatus[];
  readonly quotas?: readonly QuotaUse[];
  /** What the machine did, row by row; absent: nobody asked. */
  readonly inside?: InsideRecording;
  /** What was left out because a limit was hit, in words. */
  readonly omissions: readonly string[];
  /** What a reader should know beside the outcome; always there in what `simulate` returns. */
  readonly notes?: readonly Note[];
}

/** Something that the outcome does not tell but that matters to whoever asked. */
export interface Note {
  /**
   * `setup`: the running version was not whole at the start. `budget`: the rollout took more pods away than a budget allows
   * evictions to. `refusals`: pods could not be created. `preemption`: lower priorities went. `nodes`: some were added.
   * `others`: another workload's fate. `machine`: the controllers do what Kubernetes does not.
   */
  readonly kind: 'setup' | 'budget' | 'refusals' | 'nodes' | 'preemption' | 'others' | 'machine';
  /** When it shows; undefined: from the beginning. */
  readonly t: number | undefined;
  /** One sentence without a full stop. */
  readonly sentence: string;
}

export interface WorkloadInfo {
  readonly kind: 'Deployment' | 'DaemonSet';
  readonly namespace: string;
  readonly name: string;
  readonly image: string;
  /** As kubectl shows it: `disk=ssd`, or `<none>`. */
  readonly nodeSelector: string;
  readonly strategy: string;
  readonly minReadySeconds: number;
  readonly progressDeadlineSeconds: number | undefined;
  readonly terminationGracePeriodSeconds: number;
  /** Wall-clock time of second 0 inside the simulation, for ages. */
  readonly origin: Time;
  /** The simulation goes on from a state: what happens did not begin at 0. */
  readonly wasUnderWay?: true;
}

export type OutcomeKind = 'complete' | 'stalled' | 'deadlineExceeded' | 'horizon' | 'nothingToDo';

export interface Outcome {
  readonly kind: OutcomeKind;
  /** When it was complete, when the stall began, or when the simulation was cut off. */
  readonly at: number;
  /** One sentence without a trailing full stop: the heart of the verdict. */
  readonly sentence: string;
  /** What stands in the way; after a completed rollout: what is left undone, such as a drain that a budget refuses. */
  readonly blockers: readonly Blocker[];
  /** What goes wrong after a rollout was complete, in one sentence: pods that crash, a lost node whose pods fit nowhere. */
  readonly aftermath?: string | undefined;
  /** When the Deployment's progress deadline was first exceeded. */
  readonly deadlineExceededAt: number | undefined;
}

/** Why something cannot go on, in Kubernetes' words and in ours. */
export interface Blocker {
  readonly rule:
    | 'unschedulable'
    | 'volume'
    | 'quota'
    | 'admission'
    | 'neverReady'
    | 'crashLoop'
    | 'imagePull'
    | 'missingObject'
    | 'budget'
    | 'paused'
    | 'onDelete'
    | 'unavailableNodes'
    | 'strategy';
  readonly sentence: string;
  /** Kubernetes' own message, where there is one. */
  readonly message?: string | undefined;
  readonly pods: readonly string[];
  /** Per node the reasons why a pod does not fit. */
  readonly nodes?: readonly { readonly node: string; readonly reasons: readonly string[] }[] | undefined;
  /** Its pods go by force alone: nodes that do not answer, none where pods do not end by themselves. */
  readonly lostOn?: readonly string[];
  /** What would have to change. */
  readonly remedy?: string | undefined;
}

export interface TimelineFacts {
  /** Seconds from 0 to completion. */
  readonly duration: number | undefined;
  readonly desired: number;
  readonly minAvailable: number;
  readonly minAvailableAt: number;
  /** Most pods that are not terminating. */
  readonly maxPods: number;
  readonly maxPodsAt: number;
  /** Most pod objects, terminating ones included. */
  readonly maxPodsWithTerminating: number;
  readonly maxUnavailable: number;
  readonly secondsBelowFloor: number;
  readonly secondsWithoutAny: number;
  /** What the peak requests beyond what the desired pods request: milli-CPU and bytes. */
  readonly extraCpuMilli: number;
  readonly extraMemoryBytes: number;
  readonly podsCreated: number;
  readonly restarts: number;
}

/** A workload beside the one that the timeline is about. */
export interface OtherInfo {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  /** The file that describes it. */
  readonly source: string | undefined;
  /** Pods that it should have at the end. */
  readonly desired: number;
  /** Its pods; all are of revision 0. */
  readonly pods: PodTable;
}

export interface RevisionInfo {
  /** Name of the ReplicaSet or ControllerRevision. */
  readonly name: string;
  readonly hash: string;
  readonly revision: number;
  /** The numbers it had before an undo or a rollback gave it another, the first of them first. */
  readonly earlier?: readonly { readonly revision: number; readonly until: number }[];
  readonly image: string;
  readonly createdAt: number;
  /** When it was removed by the history limit. */
  readonly goneAt: number | undefined;
  /** True for the revision that the rollout leads to (at the end of the timeline). */
  readonly current: boolean;
}

export interface NodeInfo {
  readonly name: string;
  readonly addedAt: number;
  readonly goneAt: number | undefined;
}

export interface NodeChange {
  readonly t: number;
  /** Index into `nodes`. */
  readonly node: number;
  readonly change: 'added' | 'removed' | 'cordoned' | 'uncordoned' | 'notReady' | 'ready' | 'tainted' | 'untainted';
  readonly detail?: string | undefined;
}

/** The life of a pod in steps. Order is display order; `Gone` ends it. */
export const POD_STATES = [
  'Unscheduled',
  'Creating',
  'Running',
  'Ready',
  'Available',
  'CrashLoop',
  'Failed',
  'Succeeded',
  'Terminating',
  'Gone',
] as const;
export type PodState = (typeof POD_STATES)[number];

/** All pods of the workload, each with its changes of state: columns, pods in the order of creation. */
export interface PodTable {
  readonly count: number;
  readonly names: readonly string[];
  /** Index into `revisions`. */
  readonly revision: Int32Array;
  /** Index into `nodes`; −1 while unbound (final value). */
  readonly node: Int32Array;
  /** Seconds; negative for pods that were there before 0. */
  readonly createdAt: Float64Array;
  readonly restarts: Int32Array;
  /** The changes of pod i are at [changeOffsets[i], changeOffsets[i + 1]). */
  readonly changeOffsets: Int32Array;
  readonly changeTimes: Float64Array;
  /** Index into POD_STATES. */
  readonly changeStates: Uint8Array;
}

export const STATUS_COLUMNS = [
  'generationObserved',
  'desired',
  'replicas',
  'updated',
  'ready',
  'available',
  'unavailable',
  'terminating',
  'misscheduled',
] as const;
export type StatusColumn = (typeof STATUS_COLUMNS)[number];

export const REVISION_COLUMNS = ['desired', 'current', 'ready', 'available', 'terminating'] as const;
export type RevisionColumn = (typeof REVISION_COLUMNS)[number];

export const TOTALS_COLUMNS = [
  'total',
  'oldPods',
  'newPods',
  'ready',
  'available',
  'terminating',
  'desired',
  'floor',
  'ceiling',
] as const;
export type TotalsColumn = (typeof TOTALS_COLUMNS)[number];
/** The place of each column: rows are many, and reading a number by its place is fast. */
export const TOTALS = Object.fromEntries(TOTALS_COLUMNS.map((column, place) => [column, place])) as Readonly<
  Record<TotalsColumn, number>
>;

export interface ConditionChange {
  readonly t: number;
  readonly type: string;
  /** `Removed` when the condition went away. */
  readonly status: 'True' | 'False' | 'Unknown' | 'Removed';
  readonly reason: string;
  readonly message: string;
}

export interface TimelineEvent {
  readonly t: number;
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly kind: string;
  readonly name: string;
  readonly message: string;
  /** Index into `pods`, for events about a pod. */
  readonly pod?: number | undefined;
}

export interface TimelineDecision extends Omit<Decision, 'at'> {
  readonly t: number;
}

export interface Marker {
  readonly t: number;
  /** Index into the scenario's actions. */
  readonly action: number;
  /** `actionWords` says it in words. */
  readonly source: ScenarioAction;
  /** Why the action had no effect, if it had none. */
  readonly problem?: string | undefined;
}
