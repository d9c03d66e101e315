/** Ours: what the machine did, as plain rows in the order in which it did it. Times are seconds since the change (0). */
import type { Kind } from '../../api/kinds';
import type { WatchEventType } from '../../api/objectStore';
import type { QueuePlace } from '../../cluster/scheduler/schedulingQueue';
import type { ControllerName, DecisionStep } from '../../controllers/decisions';

/** The work queues: one for each controller, and that of nodes. */
export type QueueName = ControllerName | 'daemonset nodes';

/** What each controller reads. */
export const READS = {
  deployment: ['Deployment', 'ReplicaSet', 'Pod'],
  replicaset: ['ReplicaSet', 'Pod'],
  daemonset: ['DaemonSet', 'ControllerRevision', 'Pod', 'Node'],
} as const satisfies Readonly<Record<ControllerName, readonly Kind[]>>;

/** The API server stores a new version. */
export interface WriteRow {
  readonly t: number;
  readonly row: 'write';
  readonly type: WatchEventType;
  readonly kind: Kind;
  readonly key: string;
  readonly version: number;
  /** The sync that wrote it; absent: a scheduler, a kubelet, a person. */
  readonly by?: string | undefined;
  /** How much later than the sync began its request was answered; absent: at once. */
  readonly sentMs?: number | undefined;
}

/** The controller manager. When it stops, what it has in memory is gone: caches, queues, expectations. */
export interface ManagerRow {
  readonly t: number;
  readonly row: 'manager';
  readonly op: 'starts' | 'stops';
}

/** An informer lists what is there before it watches. */
export interface ListRow {
  readonly t: number;
  readonly row: 'list';
  /** Whose own cache it is; absent: the one that all share. */
  readonly controller?: ControllerName | undefined;
  readonly kind: Kind;
  readonly key: string;
  readonly version: number;
}

/** A watch event arrives: the cache changes, then the handlers are told. */
export interface DeliveryRow {
  readonly t: number;
  readonly row: 'watch';
  readonly controller?: ControllerName | undefined;
  readonly type: WatchEventType;
  readonly kind: Kind;
  readonly key: string;
  readonly version: number;
  readonly lagMs: number;
}

/** `due`: the time of a delayed key has come. `forget` and `failed` are about failures in a row. */
export interface QueueRow {
  readonly t: number;
  readonly row: 'queue';
  readonly queue: QueueName;
  readonly op: 'add' | 'addAfter' | 'due' | 'addRateLimited' | 'forget' | 'get' | 'done';
  readonly key: string;
  readonly delayMs?: number | undefined;
  readonly failures?: number | undefined;
}

/** What became of a step of a sync; `unknown` where an error ended the sync somewhere before or in it. */
export interface SyncStep {
  readonly step: string;
  readonly state: 'taken' | 'skipped' | 'unknown';
  readonly why?: string | undefined;
}

export interface SyncRow {
  readonly t: number;
  readonly row: 'sync';
  readonly queue: QueueName;
  readonly key: string;
  readonly phase: 'begin' | 'end';
  /** In upstream's order, at the end. */
  readonly steps?: readonly SyncStep[] | undefined;
  /** With formulas and their numbers, at the end. */
  readonly decided?: readonly DecisionStep[] | undefined;
  readonly error?: string | undefined;
}

/** `check`: a sync asks. The others change the numbers by so many (`set`: to so many). */
export interface ExpectationsRow {
  readonly t: number;
  readonly row: 'expectations';
  readonly controller: ControllerName;
  readonly key: string;
  readonly op: 'set' | 'observed' | 'lowered' | 'deleted' | 'check';
  readonly adds: number;
  readonly deletes: number;
  /** Of a check. `ignored`: Kubernetes would wait. */
  readonly verdict?: 'none' | 'satisfied' | 'waiting' | 'expired' | 'ignored' | undefined;
}

/** A controller asks for a pod, or for one to go. */
export interface RequestRow {
  readonly t: number;
  readonly row: 'request';
  readonly controller: ControllerName;
  readonly key: string;
  readonly verb: 'create' | 'delete';
  readonly pod: string;
  readonly error?: string | undefined;
}

/** The batches in which pods were created, and how many were not tried after a failure. */
export interface SlowStartRow {
  readonly t: number;
  readonly row: 'slowStart';
  readonly controller: ControllerName;
  readonly key: string;
  readonly wanted: number;
  readonly batches: readonly number[];
  readonly failed: number;
  readonly skipped: number;
}

/** A pod changes its place in the scheduler's queue; `gone`: it has a node, or is no more. */
export interface SchedulerRow {
  readonly t: number;
  readonly row: 'scheduler';
  readonly pod: string;
  readonly from: QueuePlace | undefined;
  readonly to: QueuePlace | 'gone';
  /** The event that moved it, or who refused it. */
  readonly why: string;
}

export interface KubeletRow {
  readonly t: number;
  readonly row: 'kubelet';
  readonly pod: string;
  readonly node: string;
  readonly op: 'add' | 'report' | 'forget';
  /** Of a report. */
  readonly phase?: string | undefined;
  readonly ready?: boolean | undefined;
}

export type InsideRow =
  | WriteRow
  | ManagerRow
  | ListRow
  | DeliveryRow
  | QueueRow
  | SyncRow
  | ExpectationsRow
  | RequestRow
  | SlowStartRow
  | SchedulerRow
  | KubeletRow;

/** All of it, from the moment at which the cluster was switched on. */
export interface InsideRecording {
  readonly rows: readonly InsideRow[];
  /** So many more there would have been: what follows the last row is not known. */
  readonly omitted: number;
}
