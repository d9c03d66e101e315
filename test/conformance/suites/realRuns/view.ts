import type { Course } from './course';

/** What is compared of a run, recorded or replayed, up to the end of the recording. */
export interface RunView {
  /** Per ReplicaSet (`web:2 #1`: the first with that image) or of the DaemonSet. */
  readonly courses: ReadonlyMap<string, Course>;
  /** The workload's own numbers at the end, and whether they say that the rollout is complete. */
  readonly finalStatus: Readonly<Record<string, number | boolean>>;
  /** The workload's pods by node. */
  readonly podsPerNode: Readonly<Record<string, number>>;
  readonly eventReasons: readonly string[];
  readonly conditions: readonly string[];
  /** What `kubectl rollout status --watch=false` says at the end. */
  readonly rolloutStatus: string;
  /** At the end: per disruption budget healthy, wanted and allowed pods, per quota what is used. */
  readonly policies: readonly string[];
  /** Of pods that wait for a node at the end. */
  readonly schedulingMessages: readonly string[];
}

export const REPLICA_SET_STATE = ['desired', 'current', 'ready', 'available', 'terminating'] as const;
export const DAEMON_SET_STATE = ['desired', 'replicas', 'updated', 'ready', 'available', 'misscheduled'] as const;
export const DEPLOYMENT_STATUS = ['desired', 'replicas', 'updated', 'ready', 'available', 'unavailable'] as const;

/** Kubelets write these; in the recordings a driver stood in for them. */
const OF_KUBELETS: ReadonlySet<string> = new Set([
  ...['Pulling', 'Pulled', 'Created', 'Started', 'Killing', 'Failed', 'BackOff', 'Unhealthy', 'FailedAttachVolume', 'NodeReady'],
]);

export function isCompared(reason: string): boolean {
  return !OF_KUBELETS.has(reason);
}

export function distinct(texts: Iterable<string>): readonly string[] {
  return [...new Set(texts)].sort();
}

/** Names the ReplicaSets alike on both sides, whose hashes differ: the image, and which of that image it is. */
export function revisionLabels(revisions: readonly { readonly image: string; readonly at: number }[]): readonly string[] {
  const seen = new Map<string, number>();
  const labels = new Array<string>(revisions.length);
  const order = revisions.map((_, index) => index).sort((a, b) => (revisions[a]?.at ?? 0) - (revisions[b]?.at ?? 0));
  for (const index of order) {
    const { image } = revisions[index] as { readonly image: string };
    const ordinal = (seen.get(image) ?? 0) + 1;
    seen.set(image, ordinal);
    labels[index] = `${image} #${ordinal}`;
  }
  return labels;
}

/** A ReplicaSet that is not there yet, or no longer, counts as an empty one. */
export const EMPTY_REPLICA_SET = REPLICA_SET_STATE.map(() => 0).join(' ');

/** What a budget or a quota says, in the same words on both sides. */
export function policyText(name: string, values: readonly unknown[]): string {
  return `${name}: ${values.join(' ')}`;
}
