/** Ours: how a controller goes on with DaemonSets of another one, whose queue no object tells. */
import { getControllerOf, objectKey } from '../../../model/meta';
import type { ControllerRevision, DaemonSet, Pod } from '../../../model/apiTypes';
import { groupedBy } from '../../../model/groupedBy';
import { getPodCondition } from '../../../model/podConditions';
import type { Time } from '../../../model/time';
import { maxRevision } from '../history';
import { hasNewNumbers } from './daemonSetStatus';
import { readDaemonRevision } from './daemonRevision';
import { DaemonSync, FAILED_PODS_BACKOFF_MS, nodesAsOf, type DaemonContext } from './daemonSync';
import { backoffKeyOf } from './finishedPods';
import { hashOf } from './history';
import { judgeNode, type NodeStatusShare } from './judgeNode';
import { comparePodsByAge } from './podsShouldBeOnNode';

/** How much later than minReadySeconds a pod that has got ready is looked at. */
export const READY_MARGIN_MS = 1000;
/** So many moments are tried at which the former controller may have looked for the last time. */
const MOST_MOMENTS = 20;

/**
 * Queues a DaemonSet. What time alone has changed since its status was written, the former controller would have seen at its next
 * appointment and not before: where there is nothing else to see, that is kept.
 */
export function resumeDaemonSet(context: DaemonContext, ds: DaemonSet): void {
  const key = objectKey(ds);
  const { now } = context.clock;
  const sync = new DaemonSync(context, ds);
  const { lastAt, nextAt } = appointments(sync, now);
  if (nextAt !== undefined) context.queue.addAfter(key, nextAt - now);
  const held = holdFailedPods(sync);
  for (const at of held) context.queue.addAfter(key, at - now);
  if (!isPutOff(sync, lastAt, now, held.length > 0) || lacksPods(sync)) context.queue.add(key);
}

/** A pod that could not be made is tried again. */
function lacksPods({ view: { nodes } }: DaemonSync): boolean {
  return nodes.needingPods.size > 0 || nodes.withUnscheduledPods.size > 0;
}

/**
 * How long failed pods are held back follows from when the ones before them were deleted. A failed pod that is still there and
 * of which nobody knows that is held back since it was created, as long as it must be at least: the one before it was deleted
 * then. Gives when the controller wanted to look again.
 */
function holdFailedPods(sync: DaemonSync): readonly Time[] {
  const { ds, view, context } = sync;
  const { failedPodsBackoff, failedPodsDeleted, caches } = context;
  const { now } = context.clock;
  const since = newestRevision(sync)?.metadata.creationTimestamp ?? 0;
  for (const { node, at } of failedPodsDeleted ?? [])
    if (at >= since && at <= now) failedPodsBackoff.replay(backoffKeyOf(ds, node), at);
  return view.claimedPods(caches.pods.list()).flatMap((pod) => {
    const { creationTimestamp = now, deletionTimestamp } = pod.metadata;
    if (pod.status?.phase !== 'Failed' || deletionTimestamp !== undefined) return [];
    const key = backoffKeyOf(ds, nodeOf(pod));
    const failedAt = getPodCondition(pod, 'Ready')?.lastTransitionTime ?? creationTimestamp;
    if (!failedPodsBackoff.isInBackOffSinceUpdate(key)) {
      // It has failed this moment: nobody has looked at it yet.
      if (failedPodsDeleted !== undefined && failedAt >= now) return [];
      let backoffMs = FAILED_PODS_BACKOFF_MS;
      while (creationTimestamp + backoffMs <= failedAt || failedAt + backoffMs <= now) backoffMs *= 2;
      failedPodsBackoff.restore(key, backoffMs, creationTimestamp);
    }
    return [failedAt + failedPodsBackoff.get(key)];
  });
}

/** A ready pod, and whether it is the one that the status counts on its node. */
interface ReadyPod {
  readonly since: Time;
  readonly isCounted: boolean;
}

/**
 * A DaemonSet with minReadySeconds is looked at again so long (and a second) after a pod has got ready, and so long after each
 * sync whose status counts pods that are ready and not available. Of two such appointments only the earlier is kept.
 */
function appointments(sync: DaemonSync, now: Time): { lastAt: Time; nextAt: Time | undefined } {
  const minReadyMs = (sync.ds.spec.minReadySeconds ?? 0) * 1000;
  if (minReadyMs === 0) return { lastAt: 0, nextAt: undefined };
  const pods = readyPods(sync, now);
  const isWaitedFor = (at: Time): boolean =>
    pods.some(({ since, isCounted }) => isCounted && since <= at && since + minReadyMs > at);
  let lastAt = 0;
  let nextAt: Time | undefined;
  const goOnTo = (time: Time): void => {
    while (nextAt !== undefined && nextAt <= time) {
      lastAt = nextAt;
      nextAt = isWaitedFor(nextAt) ? nextAt + minReadyMs : undefined;
    }
  };
  for (const { since } of pods) {
    goOnTo(since);
    lastAt = since;
    nextAt ??= since + minReadyMs + (isWaitedFor(since) ? 0 : READY_MARGIN_MS);
  }
  goOnTo(now);
  return { lastAt, nextAt };
}

function nodeOf({ spec }: Pod): string {
  return spec.nodeName ?? '';
}

/** In the order in which they got ready. */
function readyPods({ view, context }: DaemonSync, now: Time): readonly ReadyPod[] {
  const oldest = new Map<string, Pod>();
  const pods = view.claimedPods(context.caches.pods.list());
  for (const pod of pods.toSorted(comparePodsByAge)) {
    const node = nodeOf(pod);
    if (!oldest.has(node)) oldest.set(node, pod);
  }
  const ready = pods.flatMap((pod): ReadyPod[] => {
    const condition = getPodCondition(pod, 'Ready');
    const since = condition?.status === 'True' ? condition.lastTransitionTime : undefined;
    return since === undefined || since > now ? [] : [{ since, isCounted: oldest.get(nodeOf(pod)) === pod }];
  });
  return ready.sort((a, b) => a.since - b.since);
}

/**
 * Whether there is something to see that the former controller had no reason to look at, and nothing else: it looks at a failed
 * pod again so long after it has failed, which is later than it might be deleted.
 */
function isPutOff(sync: DaemonSync, lastAt: Time, now: Time, hasHeldPods: boolean): boolean {
  const { ds } = sync;
  const minReadyMs = (ds.spec.minReadySeconds ?? 0) * 1000;
  const current = newestRevision(sync);
  sync.hash = current === undefined ? '' : hashOf(current);
  const ready = readyPods(sync, now);
  const changes = ready.map(({ since }) => since + minReadyMs);
  const unseen = minReadyMs === 0 ? [] : changes.filter((at) => at > lastAt && at <= now);
  const moments = unseen.length === 0 ? [] : [lastAt, ...unseen].slice(0, MOST_MOMENTS);
  if (moments.some((at) => !hasNewNumbers(ds, nodesAsOf(sync, at).totals))) return true;
  // Nobody has looked at what has happened this moment.
  if (ready.some(({ since }) => since >= now)) return false;
  const { totals } = nodesAsOf(sync, now);
  return hasNewNumbers(ds, totals) ? !hasNewNumbers(ds, beforeTaints(sync, totals, now)) : hasHeldPods;
}

/**
 * QUIRK (upstream's, kept): a node that takes no more of its pods and keeps those that it has is no reason to look. So the status
 * may still count it.
 */
function beforeTaints(sync: DaemonSync, totals: NodeStatusShare, at: Time): NodeStatusShare {
  const { ds, view, context } = sync;
  const revision = readDaemonRevision(ds, sync.hash, view.nodes.revision);
  const changed: Record<keyof NodeStatusShare, number> = { ...totals };
  const byNode = groupedBy(view.claimedPods(context.caches.pods.list()), nodeOf);
  for (const [name, pods] of byNode) {
    const node = context.caches.nodes.get(name);
    const placement = node === undefined ? undefined : revision.nodeShouldRunDaemonPod(node);
    if (placement === undefined || placement.shouldRun || !placement.shouldContinueRunning) continue;
    const now = judgeNode(placement, pods, revision, at).status;
    const before = judgeNode({ ...placement, shouldRun: true }, pods, revision, at).status;
    for (const field of Object.keys(changed) as (keyof NodeStatusShare)[]) changed[field] += before[field] - now[field];
  }
  return changed;
}

/** What the former controller has made the current one. */
function newestRevision({ context, ds }: DaemonSync): ControllerRevision | undefined {
  const own = [...context.caches.revisionsIn(ds.metadata.namespace ?? '')].filter(
    (revision) => getControllerOf(revision)?.uid === ds.metadata.uid,
  );
  const newest = maxRevision(own);
  return own.find(({ revision }) => revision === newest);
}
