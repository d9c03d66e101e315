import { getControllerOf, objectKey } from '../../../model/meta';
import { isPodReady, isPodTerminal } from '../../../model/podConditions';
import type { ControllerRevision, Pod } from '../../../model/apiTypes';
import { CONTROLLER_REVISION_HASH_LABEL } from '../../../model/wellKnown';
import { promiseOf } from '../timeline/promise';
import type { StallInput } from './stallInput';
import { either, oldFirst } from './remedies';
import { names, podsOwnBlockers } from './stallPods';
import { usersOfQuota, withUsers } from './otherWords';
import { isUnscheduled, unschedulableBlocker, wantedNode } from './stallPlacement';
import type { Blocker } from '../timeline/timeline';
import { counted, cutShort, formatDuration, listed, plural } from '../../../model/words';
import { isDaemonSet } from '../scenario/workloadKind';

/** What stands in the way of the rest of a rollout, the most decisive first. */
export function blockersOf(input: StallInput): Blocker[] {
  const pods = input.pods.filter((pod) => !isPodTerminal(pod));
  const waiting = pods.filter((pod) => pod.metadata.deletionTimestamp === undefined);
  const silent = podsOnSilentNodes(input, pods);
  const answering = waiting.filter((pod) => !silent.includes(pod));
  const others = [
    ...pausedBlocker(input),
    ...onDeleteBlocker(input),
    ...refusedRevision(input),
    ...refusedCreations(input),
    ...unschedulableBlocker(input, waiting.filter(isUnscheduled)),
    ...volumeBlocker(input, answering),
    ...podsOwnBlockers(input, answering),
    ...budgetUsedUp(input, pods),
    ...unreachableBlocker(silent),
    ...notEndingBlocker(input, pods),
  ];
  return [...others, ...missedWakeUpBlocker(input, waiting, others.length === 0), ...drainBlockers(input)];
}

function pausedBlocker({ workload }: StallInput): Blocker[] {
  if (isDaemonSet(workload) || workload.spec.paused !== true) return [];
  return [
    {
      rule: 'paused',
      sentence: 'the Deployment is paused: a new template is not rolled out',
      pods: [],
      remedy: 'set paused to false, or kubectl rollout resume',
    },
  ];
}

function onDeleteBlocker({ workload, pods, world }: StallInput): Blocker[] {
  if (!isDaemonSet(workload) || workload.spec.updateStrategy?.type !== 'OnDelete') return [];
  const old = pods.filter((pod) => world.behaviors.versionOf(pod) === 'before');
  const sentence = `OnDelete: the controller replaces a pod only after somebody has deleted it (${counted(old.length, 'pod')} still of the old version)`;
  return [
    { rule: 'onDelete', sentence, pods: names(old), remedy: 'delete the pods one by one, or use updateStrategy RollingUpdate' },
  ];
}

/** Bound pods whose ReadWriteOnce volume is on another node. */
function volumeBlocker({ world, workload }: StallInput, pods: readonly Pod[]): Blocker[] {
  const failing = pods.filter((pod) => world.kubelets.volumeConflict(objectKey(pod)) !== undefined);
  const [first] = failing;
  const conflict = first === undefined ? undefined : world.kubelets.volumeConflict(objectKey(first));
  if (first === undefined || conflict === undefined) return [];
  const { claim, node, pods: users, volume } = conflict;
  const isApart = world.volumesApart && !isDaemonSet(workload);
  const luck = isApart ? `; on ${node} ${failing.length === 1 ? 'it' : 'they'} would get it` : '';
  return [
    {
      rule: 'volume',
      sentence: `the ReadWriteOnce volume of ${claim} is attached to ${node}, where ${listed(users)} ${plural(users.length, 'uses', 'use')} it: ${counted(failing.length, 'pod')} on ${listed([...new Set(failing.map(wantedNode))])} ${plural(failing.length, 'waits', 'wait')}${luck}`,
      message: `Multi-Attach error for volume "${volume}" Volume is already used by pod(s) ${users.join(', ')}`,
      pods: names(failing),
      remedy: either(oldFirst(workload), 'use a volume that several nodes may use'),
    },
  ];
}

/** The last refusal of a pod creation, if none has succeeded since: from the events, or from what the ReplicaSets say. */
function lastRefusal({ events, world, kind, workload }: StallInput): string | undefined {
  const last = events.findLast(({ reason }) => reason === 'FailedCreate');
  const lastCreated = events.findLast(({ reason }) => reason === 'SuccessfulCreate');
  if (last !== undefined) return lastCreated !== undefined && lastCreated.t > last.t ? undefined : last.message;
  if (kind === 'DaemonSet') return undefined;
  const failures = [...world.store.list('ReplicaSet')]
    .filter((replicaSet) => getControllerOf(replicaSet)?.uid === workload.metadata.uid)
    .flatMap(({ status }) => status?.conditions ?? []);
  return failures.find(({ type, status }) => type === 'ReplicaFailure' && status === 'True')?.message;
}

/** Of the new version there is not even a ReplicaSet. */
function refusedRevision({ world, workload }: StallInput): Blocker[] {
  const message = world.admission.refusedRevisions.get(workload.metadata.uid ?? '');
  if (message === undefined) return [];
  const [kind, limit] = isDaemonSet(workload) ? ['ControllerRevision', 'revisions'] : ['ReplicaSet', 'ReplicaSets'];
  return [
    {
      rule: 'quota',
      sentence: `the quota admits no ${kind} for the new version (${quotaFigures(message)})`,
      message,
      pods: [],
      remedy: either('raise the quota', `delete old ${limit}, and keep fewer of them (revisionHistoryLimit)`),
    },
  ];
}

/** Refusals of pod creations that are still repeated at the end. */
function refusedCreations(input: StallInput): Blocker[] {
  const refusal = lastRefusal(input);
  if (refusal === undefined) return [];
  const message = refusal.replace(/^Error creating: /, '');
  const isQuota = message.includes('exceeded quota');
  if (message.includes('failed quota')) return [incompletePods(message)];
  return [
    {
      rule: isQuota ? 'quota' : 'admission',
      sentence: isQuota
        ? `the quota admits no further pod (${withUsers(quotaFigures(message), usersOfQuota(input, message))})`
        : `the API server refuses new pods (${cutShort(withoutPodName(message))})`,
      message,
      pods: [],
      remedy: isQuota ? either('raise the quota', 'lower the requests', oldFirst(input.workload)) : admissionRemedy(message),
    },
  ];
}

/** Who cannot be asked lets nobody in until nobody asks. */
function admissionRemedy(message: string): string {
  return message.includes('failed calling webhook')
    ? 'delete the configuration of the web hook, and let it leave these pods out'
    : 'fix what the message names';
}

/** However much is free: a quota on an amount asks that each container says how much it wants. */
function incompletePods(message: string): Blocker {
  const sentence = `the quota admits no pod that leaves an amount open (${quotaFigures(message)})`;
  return { rule: 'quota', sentence, message, pods: [], remedy: 'write the amounts, or let a LimitRange give them' };
}

/** `exceeded quota: q, requested: pods=1, used: pods=10, limited: pods=10` without its beginning. */
function quotaFigures(message: string): string {
  const start = message.search(/(exceeded|failed) quota/);
  return start < 0 ? message : message.slice(start);
}

/** Each attempt has another name: `pods "web-6d4cf-x2x5p" is forbidden: …` says no more than `forbidden: …`. */
function withoutPodName(message: string): string {
  return message.replace(/^pods "[^"]*" is /, '');
}

function podsOnSilentNodes({ world }: StallInput, pods: readonly Pod[]): readonly Pod[] {
  return pods.filter((pod) => {
    const node = world.store.get('Node', pod.spec.nodeName ?? '');
    return node?.status?.conditions?.some(({ type, status }) => type === 'Ready' && status !== 'True') === true;
  });
}

/** Pods on nodes that do not answer: they stay Terminating, or unready, until the node is back or gone. */
function unreachableBlocker(silent: readonly Pod[]): Blocker[] {
  if (silent.length === 0) return [];
  const nodes = [...new Set(silent.map((pod) => pod.spec.nodeName ?? ''))];
  const terminating = silent.filter((pod) => pod.metadata.deletionTimestamp !== undefined).length;
  const what =
    terminating > 0
      ? `${counted(terminating, 'pod')} cannot finish terminating`
      : `${counted(silent.length, 'pod')} cannot be ready`;
  return [
    {
      rule: 'unavailableNodes',
      sentence: `${listed(nodes)} ${plural(nodes.length, 'does', 'do')} not answer: ${what}`,
      pods: names(silent),
      lostOn: nodes,
      remedy: 'bring the node back, or remove it from the cluster',
    },
  ];
}

/** Pods that should be gone and are not: what waits for them waits for ever. */
function notEndingBlocker({ workload, world }: StallInput, pods: readonly Pod[]): Blocker[] {
  const isAwaited = isDaemonSet(workload) || workload.spec.strategy?.type === 'Recreate';
  const stuck = isAwaited ? pods.filter((pod) => world.kubelets.stuck(objectKey(pod)) === 'terminating') : [];
  if (stuck.length === 0) return [];
  return [
    {
      rule: 'unavailableNodes',
      sentence: `${counted(stuck.length, 'pod')} ${plural(stuck.length, 'does', 'do')} not finish terminating, long after the grace period`,
      pods: names(stuck),
      lostOn: [],
      remedy: 'see what holds it: a finalizer, a volume that is not released, a kubelet that does not answer',
    },
  ];
}

/** A DaemonSet takes no healthy pod away while as many nodes as maxUnavailable allows have none that is available. */
function budgetUsedUp({ workload, world }: StallInput, pods: readonly Pod[]): Blocker[] {
  if (!isDaemonSet(workload) || workload.spec.updateStrategy?.type === 'OnDelete') return [];
  const { surge, unavailable } = promiseOf(workload);
  const ready = pods.filter((pod) => isPodReady(pod) && pod.metadata.deletionTimestamp === undefined);
  const served = new Set(ready.filter((pod) => surge === 0 || world.behaviors.versionOf(pod) === 'after').map(wantedNode));
  const lacking = pods.filter((pod) => !ready.includes(pod) && !served.has(wantedNode(pod)));
  const nodes = [...new Set(lacking.map(wantedNode))].sort();
  const old = ready.filter((pod) => world.behaviors.versionOf(pod) === 'before');
  const allowed = surge > 0 ? surge : unavailable;
  if (old.length === 0 || nodes.length === 0 || nodes.length < allowed) return [];
  const lack = surge > 0 ? 'no new pod that is available' : 'no available pod';
  const bound = surge > 0 ? `maxSurge ${surge}` : `maxUnavailable ${unavailable}`;
  return [
    {
      rule: 'unavailableNodes',
      sentence: `${listed(nodes)} ${plural(nodes.length, 'has', 'have')} ${lack} and ${plural(nodes.length, 'uses', 'use')} up ${bound}: ${counted(old.length, 'node')} ${plural(old.length, 'stays', 'stay')} on the old version`,
      pods: names(lacking),
      remedy:
        surge > 0
          ? 'let the new pods on these nodes get ready'
          : 'get these nodes well again, take them out of the cluster, or raise maxUnavailable',
    },
  ];
}

/**
 * QUIRK (upstream's, kept): with maxSurge a DaemonSet looks again minReadySeconds after a pod got ready, but of two such
 * appointments only the earlier is kept, and the old pods, still available, give no reason for another. A pod that gets
 * ready in between is then seen only with the next event, or when the informers resync. Beside another cause it is one only
 * where every old pod waits for it.
 */
function missedWakeUpBlocker({ workload, world }: StallInput, pods: readonly Pod[], isAlone: boolean): Blocker[] {
  const { minReadySeconds = 0 } = workload.spec;
  if (!isDaemonSet(workload) || minReadySeconds === 0 || promiseOf(workload).surge === 0) return [];
  // A restart or an image in the middle makes pods of the new version old ones, too.
  const newest = newestRevisionHash(world.store.list('ControllerRevision'), workload.metadata.uid);
  const old = pods.filter(({ metadata }) => metadata.labels?.[CONTROLLER_REVISION_HASH_LABEL] !== newest);
  const replaced = new Set(pods.filter((pod) => isPodReady(pod) && !old.includes(pod)).map(wantedNode));
  const left = old.filter((pod) => replaced.has(wantedNode(pod)));
  if (left.length === 0 || (!isAlone && left.length < old.length)) return [];
  return [
    {
      rule: 'strategy',
      sentence: `nothing wakes the controller up after minReadySeconds: ${counted(left.length, 'old pod')} ${plural(left.length, 'stays', 'stay')} beside ${plural(left.length, 'its', 'their')} available successor${plural(left.length, '', 's')} until the next event`,
      pods: names(left),
      remedy: 'touch the DaemonSet, for instance its annotations; without that the controller looks again within 12 to 24 hours',
    },
  ];
}

function newestRevisionHash(revisions: Iterable<ControllerRevision>, owner: string | undefined): string | undefined {
  const own = [...revisions].filter((revision) => getControllerOf(revision)?.uid === owner);
  const [newest] = own.sort((a, b) => b.revision - a.revision);
  return newest?.metadata.labels?.[CONTROLLER_REVISION_HASH_LABEL];
}

/** Drains that wait for a budget; they outlast a rollout that is complete. */
export function drainBlockers({ drains }: StallInput): Blocker[] {
  return drains.blocked().map(({ node, pods, cause, gaveUp }) => ({
    rule: 'budget',
    sentence: gaveUp
      ? `the drain of ${node} gave up on ${listed(pods)}`
      : `the drain of ${node} is refused by a disruption budget for ${listed(pods)}`,
    message: cause,
    pods,
    remedy: 'let the budget allow a disruption (minAvailable below the number of pods, or maxUnavailable at least 1)',
  }));
}

/** `the API server refused 12 pod creations (exceeded quota: …)`, with the longest wait between two tries. */
export function refusalsSentence({ events }: Pick<StallInput, 'events'>, longestRetry: number): string | undefined {
  const refusals = events.filter(({ reason }) => reason === 'FailedCreate');
  const last = refusals.at(-1);
  if (last === undefined) return undefined;
  const message = last.message.replace(/^Error creating: /, '');
  const reason = /quota/.test(message) ? quotaFigures(message) : withoutPodName(message);
  const wait = longestRetry > 0 ? `; the controller waited up to ${formatDuration(longestRetry)} between two tries` : '';
  return `the API server refused ${counted(refusals.length, 'pod creation')} (${reason})${wait}`;
}
