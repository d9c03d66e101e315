import { isComplete } from '../engine/simulation/isComplete';
import type { ClusterSpec, RolloutState, Scenario, Workload } from '../engine/simulation/scenario/scenario';
import { shownFailures, shownWords } from '../engine/simulation/scenario/shownFailures';
import { numberOfRevision } from '../engine/simulation/timeline/recording/workloadRows';
import { isDaemonSet } from '../engine/simulation/scenario/workloadKind';
import type { FailedPodDeleted } from '../model/failedPodDeleted';
import { ASSUMED } from '../model/assumptions';
import type { ControllerRevision, KubernetesObject, Node, Pod, PodTemplateSpec, ReplicaSet } from '../model/apiTypes';
import { getControllerOf } from '../model/meta';
import { withoutTemplateHash } from '../model/podTemplate';
import { encodeTimes, formatTime, type Time } from '../model/time';
import { counted } from '../model/words';
import { failedDaemonPods } from './failedDaemonPods';
import { shownRefusals } from './shownRefusals';
import { progressWords } from './progressWords';
import type { Snapshot, SnapshotEvent } from './snapshot';

export interface WorkloadName {
  readonly kind: 'Deployment' | 'DaemonSet';
  readonly namespace: string;
  readonly name: string;
}

/** A rollout that was not at its end, in a few words. */
export interface RolloutSeen extends WorkloadName {
  /** `2 of 6 updated, 6 available, deadline missed 12 min before` */
  readonly words: string;
}

/** All that were under way, a few between two turns for others. */
export function* rolloutsIn(snapshot: Snapshot): Generator<undefined, readonly RolloutSeen[]> {
  const now = snapshot.takenAt?.time ?? 0;
  const seen: RolloutSeen[] = [];
  for (const kind of ['Deployment', 'DaemonSet'] as const)
    for (const found of snapshot.each(kind)) {
      yield;
      const workload = { ...found, kind } as Workload;
      const { name, namespace = 'default' } = workload.metadata;
      // Without a status nobody knows how far it is.
      if (workload.status !== undefined && !isComplete(workload))
        seen.push({ kind, namespace, name, words: progressWords({ workload, now }) });
    }
  return seen;
}

/** A Deployment or DaemonSet of a snapshot with all that it owns: the state of its rollout at that moment. */
export interface RolloutUnderWay {
  readonly now: Time;
  readonly workload: Workload;
  /** ReplicaSets or ControllerRevisions, the newest first. */
  readonly revisions: readonly (ReplicaSet | ControllerRevision)[];
  readonly pods: readonly Pod[];
  /** What was last said about it and each of its pods, by their names. */
  readonly lastWords: ReadonlyMap<string, string>;
  /** Of a DaemonSet: when failed pods of it were deleted. Undefined: nobody asked for events. */
  readonly failedPodsDeleted: readonly FailedPodDeleted[] | undefined;
}

/** The state of a workload; undefined where the snapshot does not hold it. */
export function rolloutUnderWay(snapshot: Snapshot, { kind, namespace, name }: WorkloadName): RolloutUnderWay | undefined {
  const found: Workload | undefined = snapshot.find(kind, name, namespace);
  if (found === undefined) return undefined;
  const owns = (object: KubernetesObject): boolean => getControllerOf(object)?.uid === found.metadata.uid;
  const revisions = snapshot.list(kind === 'Deployment' ? 'ReplicaSet' : 'ControllerRevision', namespace).filter(owns);
  revisions.sort((a, b) => numberOfRevision(b) - numberOfRevision(a));
  const owners = new Set([found, ...revisions].map(({ metadata }) => metadata.uid));
  const pods: Pod[] = [];
  for (const pod of snapshot.each('Pod', namespace)) if (owners.has(getControllerOf(pod)?.uid)) pods.push(pod);
  const workload = { ...found, kind } as Workload;
  return {
    now: timeOf(snapshot, [found, ...pods]),
    workload,
    revisions,
    pods,
    lastWords: lastWords(snapshot, namespace, [...pods, workload]),
    failedPodsDeleted:
      isDaemonSet(workload) && snapshot.count('Event') > 0
        ? failedDaemonPods(snapshot.each('Event', namespace), workload)
        : undefined,
  };
}

/** Where nobody says when it was: the last that happened to the workload. */
function timeOf({ takenAt }: Snapshot, objects: readonly KubernetesObject[]): Time {
  if (takenAt !== undefined) return takenAt.time;
  return Math.max(0, ...objects.map(({ metadata }) => metadata.creationTimestamp ?? 0));
}

/** The newest event about each, of those that say the most. */
function lastWords(snapshot: Snapshot, namespace: string, objects: readonly (Pod | Workload)[]): ReadonlyMap<string, string> {
  const byName = new Map(objects.map((object) => [object.metadata.name, object]));
  const newest = new Map<string, { readonly at: Time; readonly weight: number }>();
  const words = new Map<string, string>();
  for (const event of snapshot.each('Event', namespace)) {
    const { reason = '', message = '', involvedObject, lastTimestamp, eventTime } = event;
    const { kind, name = '', uid } = involvedObject;
    const object = byName.get(name);
    if (object === undefined || object.kind !== kind || (uid ?? object.metadata.uid) !== object.metadata.uid) continue;
    const at = lastTimestamp ?? eventTime ?? 0;
    const weight = weightOf(event, object);
    const known = newest.get(name);
    if (known !== undefined && (known.weight > weight || (known.weight === weight && known.at > at))) continue;
    newest.set(name, { at, weight });
    words.set(name, `${reason}: ${message}`);
  }
  return words;
}

/** A warning says more than what went well, but not that no node was found once there is one. `Error: …` says little. */
function weightOf({ type, reason, message = '' }: SnapshotEvent, { spec }: Pod | Workload): number {
  if (type !== 'Warning' || (reason === 'FailedScheduling' && 'nodeName' in spec && spec.nodeName !== '')) return 0;
  return message.startsWith('Error: ') ? 1 : 2;
}

/** Puts a state in the place of what a scenario sets up: the simulation goes on from it. */
export function goOnFrom(
  scenario: Scenario,
  underWay: RolloutUnderWay,
): { readonly scenario: Scenario; readonly notes: readonly string[] } {
  const { workload, revisions, pods, now, failedPodsDeleted } = underWay;
  const shown = [...shownFailures(underWay, ASSUMED.podWarmUpSeconds), ...shownRefusals(underWay, scenario.cluster)];
  const failing = Object.fromEntries(shown.map(({ hash, failure }) => [hash, { failure }]));
  const { before: _assumed, ...rest } = scenario.workload;
  const before = versionBefore(underWay);
  const { others: _others, ...alone } = scenario;
  const { cluster, missing } = withNodesOf(scenario.cluster, pods);
  return {
    scenario: {
      ...alone,
      cluster,
      title: `${workload.kind ?? ''} ${workload.metadata.name} goes on`,
      workload: { ...rest, ...(before === undefined ? {} : { before }), after: asWritten(workload) },
      state: {
        now: formatTime(now),
        objects: [workload, ...revisions, ...pods].map(printed) as unknown as RolloutState['objects'],
        ...(failedPodsDeleted && {
          failedPodsDeleted: failedPodsDeleted.map(({ node, at }) => ({ node, at: formatTime(at) })),
        }),
      },
      behavior: { ...scenario.behavior, revisions: { ...scenario.behavior?.revisions, ...failing } },
      actions: [],
    },
    notes: [
      `Begins with what was there at ${formatTime(now)}: ${progressWords(underWay)}.`,
      ...shown.map((each) => `${shownWords(each)}.`),
      ...(missing === 0 ? [] : [`Of ${counted(missing, 'node')} only the name is known: taken to have room for everything.`]),
    ],
  };
}

/** Pods are on nodes, also on those that the snapshot does not hold. */
function withNodesOf(cluster: ClusterSpec, own: readonly Pod[]): { readonly cluster: ClusterSpec; readonly missing: number } {
  const known = new Set((cluster.nodes ?? []).map(({ metadata }) => metadata.name));
  const named = [...own, ...(cluster.pods ?? [])].flatMap(({ spec }) => spec.nodeName ?? []);
  const missing = [...new Set(named)].filter((name) => name !== '' && !known.has(name));
  if (missing.length === 0) return { cluster, missing: 0 };
  const nodes = [...(cluster.nodes ?? []), ...missing.map((name): Node => ({ metadata: { name } }))];
  const { nodeCount: _assumed, ...described } = cluster;
  return { cluster: { ...described, nodes }, missing: missing.length };
}

function printed(object: KubernetesObject): KubernetesObject {
  return encodeTimes(object) as KubernetesObject;
}

/** As somebody would apply it: what the server adds is no part of it. */
function asWritten({ kind, metadata, spec }: Workload): Workload {
  const { name, namespace, labels, annotations } = metadata;
  const written = { name, namespace, ...(labels && { labels }), ...(annotations && { annotations }) };
  return { apiVersion: 'apps/v1', kind, metadata: written, spec };
}

/** The same workload with the template of the revision before. */
function versionBefore({ workload, revisions: [, previous] }: RolloutUnderWay): Workload | undefined {
  if (previous === undefined) return undefined;
  const template = 'revision' in previous ? revisionTemplate(previous) : withoutTemplateHash(previous.spec.template);
  if (template === undefined) return undefined;
  const written = asWritten(workload);
  return { ...written, spec: { ...written.spec, template } };
}

function revisionTemplate({ data }: ControllerRevision): PodTemplateSpec | undefined {
  const template = (data as { readonly spec?: { readonly template?: PodTemplateSpec & { $patch?: string } } } | undefined)?.spec
    ?.template;
  if (template === undefined) return undefined;
  const { $patch: _directive, ...kept } = template;
  return kept;
}
