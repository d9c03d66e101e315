import { getControllerOf } from '../../../src/model/meta';
import type { Deployment, Pod, ReplicaSet } from '../../../src/model/apiTypes';
import { getPodCondition } from '../../../src/model/podConditions';
import { encodeTimes, formatTime, type Time } from '../../../src/model/time';
import type { Kind, KindMap } from '../../../src/engine/api/kinds';
import { omitEmpty } from '../omitEmpty';

/** An object as a recording shows it: a few fields, each complete. */
export type View = Readonly<Record<string, unknown>>;

/** The kinds that have views, by the names that recordings use. */
export const VIEW_KINDS = { deployments: 'Deployment', replicasets: 'ReplicaSet', pods: 'Pod' } as const;
export type ViewGroup = keyof typeof VIEW_KINDS;

const DELETION_COST = 'controller.kubernetes.io/pod-deletion-cost';
const KEEP_ZERO: ReadonlySet<string> = new Set(['terminatingReplicas']);
const EMPTY = '(empty)';

export function viewGroupOf(kind: Kind): ViewGroup | undefined {
  for (const group of Object.keys(VIEW_KINDS) as ViewGroup[]) if (VIEW_KINDS[group] === kind) return group;
  return undefined;
}

export function viewOf(kind: Kind, object: KindMap[Kind]): View {
  const view = kind === 'Deployment' ? deploymentView(object as Deployment) : undefined;
  return normalize(view ?? (kind === 'ReplicaSet' ? replicaSetView(object as ReplicaSet) : podView(object as Pod)));
}

function deploymentView({ metadata, spec, status }: Deployment): View {
  return {
    generation: metadata.generation,
    deleting: metadata.deletionTimestamp !== undefined,
    annotations: metadata.annotations,
    template: spec.template.spec.containers[0]?.image,
    replicas: spec.replicas,
    paused: spec.paused,
    status: encodeTimes(status),
  };
}

function replicaSetView(replicaSet: ReplicaSet): View {
  const { metadata, spec, status } = replicaSet;
  return {
    generation: metadata.generation,
    owner: getControllerOf(replicaSet)?.name,
    created: timeText(metadata.creationTimestamp),
    annotations: metadata.annotations,
    template: spec.template.spec.containers[0]?.image,
    hash: metadata.labels?.['pod-template-hash'],
    replicas: spec.replicas,
    minReadySeconds: spec.minReadySeconds,
    status: encodeTimes(status),
  };
}

function podView(pod: Pod): View {
  const { metadata, spec, status } = pod;
  const ready = getPodCondition(pod, 'Ready');
  return {
    owner: getControllerOf(pod)?.name,
    created: timeText(metadata.creationTimestamp),
    node: spec.nodeName,
    phase: status?.phase,
    ready: ready?.status === 'True',
    readyTransition: timeText(ready?.lastTransitionTime),
    restarts: status?.containerStatuses?.[0]?.restartCount,
    deletionCost: metadata.annotations?.[DELETION_COST],
    deletionTimestamp: timeText(metadata.deletionTimestamp),
  };
}

function timeText(time: Time | undefined): string | undefined {
  return time === undefined ? undefined : formatTime(time);
}

/** Empty fields are left out, at every depth. */
function normalize(view: View): View {
  return omitEmpty(view, KEEP_ZERO) as View;
}

/** What changed between two views: for a new object all of it, for a lost one null, else the fields that differ. */
export function viewChange(before: View | undefined, after: View | undefined): View | null | undefined {
  if (after === undefined) return before === undefined ? undefined : null;
  if (before === undefined) return after;
  const changed: Record<string, unknown> = {};
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (JSON.stringify(sorted(before[key])) !== JSON.stringify(sorted(after[key]))) changed[key] = after[key] ?? EMPTY;
  }
  return Object.keys(changed).length === 0 ? undefined : changed;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, sorted(item)]),
  );
}

/** A recorded change in the form of `viewChange`: an empty field of a known object is marked, of a new one left out. */
export function recordedChange(recorded: View | null, isNew: boolean): View | null {
  if (recorded === null) return null;
  const lean = normalize(recorded);
  if (isNew) return lean;
  return Object.fromEntries(Object.keys(recorded).map((key) => [key, lean[key] ?? EMPTY]));
}
