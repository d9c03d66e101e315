/**
 * Upstream: getPodsToDelete of pkg/controller/replicaset/replica_set.go and ActivePodsWithRanks of
 * pkg/controller/controller_utils.go (v1.36.4).
 */
import type { ContainerStatus, Pod } from '../../../model/apiTypes';
import { getPodCondition, isPodActive } from '../../../model/podConditions';
import type { Time } from '../../../model/time';
import { POD_DELETION_COST_ANNOTATION } from '../../../model/wellKnown';

const VALID_COST = /^(0|-\d+|[1-9]\d*)$/;
const MAX_INT32 = 2 ** 31 - 1;
const PHASE_ORDER: Readonly<Record<string, number>> = { Pending: 0, Unknown: 1, Running: 2 };
const NANOSECONDS_PER_MS = 1e6;
/** For more than this, and from this share of the pods on, sorting all is cheaper than keeping the few best. */
const FEW = 3;
const SORT_ALL_FROM_SHARE = 1 / 16;

/** Why one pod is deleted rather than another: the first of the rules, in this order, by which they differ. */
export type RankingRule =
  | 'unassigned'
  | 'phase'
  | 'notReady'
  | 'deletionCost'
  | 'coLocated'
  | 'readyMoreRecently'
  | 'restarts'
  | 'createdMoreRecently'
  | 'uid';

/** A pod with what the rules compare; it stays the same for one version of the pod. */
export interface RankedPod {
  readonly pod: Pod;
  readonly node: string;
  readonly phase: number;
  readonly ready: boolean;
  /** The first three rules in one number, lower first: assigned, phase, readiness. */
  readonly state: number;
  readonly deletionCost: number;
  readonly readyTime: Time | undefined;
  readonly restarts: number;
  readonly sidecarRestarts: number;
}

/** What the rules need to know beside the pods. */
interface RankingContext {
  readonly now: Time;
  /** Active pods of the same owner by node. */
  readonly podsOnNode: ReadonlyMap<string, number>;
  /** What no rule tells apart stays in the order in which it is listed, as upstream; else the uid decides. */
  readonly isListed?: boolean;
}

type Rule = (a: RankedPod, b: RankedPod, context: RankingContext) => number;

const cheaper: Rule = (a, b) => a.deletionCost - b.deletionCost;
const coLocated: Rule = (a, b, context) => (a.node === b.node ? 0 : podsBeside(b, context) - podsBeside(a, context));
const readyLater: Rule = (a, b, { now }) => (a.ready && b.ready ? compareAges(a, b, a.readyTime, b.readyTime, now) : 0);
const restartedMore: Rule = (a, b) => b.restarts - a.restarts || b.sidecarRestarts - a.sidecarRestarts;
const younger: Rule = (a, b, { now }) => compareAges(a, b, createdAt(a.pod), createdAt(b.pod), now);
const byUid: Rule = (a, b, { isListed }) => (isListed === true ? 0 : compareUids(a.pod, b.pod));

/** Negative: the first goes before the second. */
export const RULES: readonly (readonly [RankingRule, Rule])[] = [
  ['unassigned', (a, b) => Number(a.node !== '') - Number(b.node !== '')],
  ['phase', (a, b) => a.phase - b.phase],
  ['notReady', (a, b) => Number(a.ready) - Number(b.ready)],
  ['deletionCost', cheaper],
  ['coLocated', coLocated],
  ['readyMoreRecently', readyLater],
  ['restarts', restartedMore],
  ['createdMoreRecently', younger],
  ['uid', byUid],
];

function podsBeside({ node }: RankedPod, { podsOnNode }: RankingContext): number {
  return podsOnNode.get(node) ?? 0;
}

function createdAt(pod: Pod): Time | undefined {
  return pod.metadata.creationTimestamp;
}

function compareUids(a: Pod, b: Pod): number {
  const uidA = a.metadata.uid ?? '';
  const uidB = b.metadata.uid ?? '';
  if (uidA === uidB) return 0;
  return uidA < uidB ? -1 : 1;
}

/**
 * No time first, then the younger, but only by powers of two: 3 and 4 hours are much the same, 3 and 6 minutes are not.
 * Within such a class the uid decides, so that scaling down does not always hit the newest.
 */
function compareAges(a: RankedPod, b: RankedPod, timeA: Time | undefined, timeB: Time | undefined, now: Time): number {
  if (timeA === timeB) return 0;
  if (timeA === undefined) return -1;
  if (timeB === undefined) return 1;
  return logarithmicAge(timeA, now) - logarithmicAge(timeB, now) || compareUids(a.pod, b.pod);
}

function logarithmicAge(time: Time, now: Time): number {
  const nanoseconds = (now - time) * NANOSECONDS_PER_MS;
  return nanoseconds > 0 ? Math.floor(Math.log2(nanoseconds)) : -1;
}

export function rankPod(pod: Pod): RankedPod {
  const node = pod.spec.nodeName ?? '';
  const readiness = getPodCondition(pod, 'Ready');
  const ready = readiness?.status === 'True';
  const phase = PHASE_ORDER[pod.status?.phase ?? ''] ?? 0;
  const sidecars = sidecarNames(pod);
  return {
    pod,
    node,
    phase,
    ready,
    state: (node === '' ? 0 : 8) + phase * 2 + (ready ? 1 : 0),
    deletionCost: deletionCost(pod),
    readyTime: ready ? readiness.lastTransitionTime : undefined,
    restarts: maxRestarts(pod.status?.containerStatuses),
    sidecarRestarts: sidecars === undefined ? 0 : maxRestarts(pod.status?.initContainerStatuses, sidecars),
  };
}

function sidecarNames(pod: Pod): ReadonlySet<string> | undefined {
  const { initContainers } = pod.spec;
  if (initContainers === undefined) return undefined;
  return new Set(initContainers.filter(({ restartPolicy }) => restartPolicy === 'Always').map(({ name }) => name));
}

function maxRestarts(statuses: readonly ContainerStatus[] | undefined, only?: ReadonlySet<string>): number {
  let max = 0;
  if (statuses === undefined) return max;
  for (const { name, restartCount = 0 } of statuses) {
    if (restartCount > max && only?.has(name) !== false) max = restartCount;
  }
  return max;
}

/** What cannot be read as the API server reads it (`+10`, `008`, beyond 32 bits) costs nothing. */
function deletionCost(pod: Pod): number {
  const text = pod.metadata.annotations?.[POD_DELETION_COST_ANNOTATION];
  if (text === undefined || !VALID_COST.test(text)) return 0;
  const cost = Number(text);
  return cost > MAX_INT32 || cost < -MAX_INT32 - 1 ? 0 : cost;
}

/** How many active pods of the owner each node has. */
export function countActivePodsByNode(relatedPods: Iterable<Pod>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const pod of relatedPods) {
    if (!isPodActive(pod)) continue;
    const node = pod.spec.nodeName ?? '';
    counts.set(node, (counts.get(node) ?? 0) + 1);
  }
  return counts;
}

/** A pod among those of which some are to go, with how many there are on its node. */
interface Candidate {
  readonly ranked: RankedPod;
  readonly beside: number;
}

/** All of the rules, in their order; without a list, for it is asked thousands of times. */
function compareRanked(
  { ranked: a, beside: onA }: Candidate,
  { ranked: b, beside: onB }: Candidate,
  context: RankingContext,
): number {
  return (
    a.state - b.state ||
    cheaper(a, b, context) ||
    onB - onA ||
    readyLater(a, b, context) ||
    restartedMore(a, b, context) ||
    younger(a, b, context) ||
    byUid(a, b, context)
  );
}

/** No rule tells them apart. Most pods got ready or were created at other times: they need not be compared. */
function areEqual(a: RankedPod, b: RankedPod, context: RankingContext): boolean {
  if (a.readyTime !== b.readyTime || createdAt(a.pod) !== createdAt(b.pod)) return false;
  return RULES.every(([, rule]) => rule(a, b, context) === 0);
}

/** The `count` pods to delete, those first that are the least loss. Pods are ranked, the owner's active ones counted by node. */
export function choosePodsToDelete(
  ranked: readonly RankedPod[],
  podsOnNode: ReadonlyMap<string, number>,
  count: number,
  now: Time,
  isListed = false,
): readonly Pod[] {
  const context: RankingContext = { now, podsOnNode, isListed };
  const few = count <= FEW || count < ranked.length * SORT_ALL_FROM_SHARE;
  const candidates = ranked.map((pod): Candidate => ({ ranked: pod, beside: podsBeside(pod, context) }));
  const first = few ? smallest(candidates, count, context) : candidates.sort((a, b) => compareRanked(a, b, context));
  return first.slice(0, count).map((candidate) => candidate.ranked.pod);
}

/** Whether somebody stays whom no rule tells from one that goes: then the order in which they are listed has decided. */
export function hasListDecided(
  ranked: readonly RankedPod[],
  podsToDelete: readonly Pod[],
  podsOnNode: ReadonlyMap<string, number>,
  now: Time,
): boolean {
  const going = new Set(podsToDelete);
  const last = ranked.find(({ pod }) => pod === podsToDelete.at(-1));
  if (last === undefined) return false;
  const context: RankingContext = { now, podsOnNode, isListed: true };
  return ranked.some((other) => areEqual(last, other, context) && !going.has(other.pod));
}

/** The `count` smallest in order, as sorting would give them, without sorting the rest. */
function smallest(candidates: readonly Candidate[], count: number, context: RankingContext): Candidate[] {
  const best: Candidate[] = [];
  for (const pod of candidates) {
    let index = best.length;
    while (index > 0 && compareRanked(pod, best[index - 1] as Candidate, context) < 0) index--;
    if (index === count) continue;
    best.splice(index, 0, pod);
    if (best.length > count) best.pop();
  }
  return best;
}

/** For each of the deleted pods the rule that put it before the survivor. */
export function decidingRules(
  deleted: readonly Pod[],
  survivor: Pod,
  podsOnNode: ReadonlyMap<string, number>,
  now: Time,
): readonly RankingRule[] {
  const context: RankingContext = { now, podsOnNode };
  const last = rankPod(survivor);
  return deleted.map((pod) => {
    const first = rankPod(pod);
    return RULES.find(([, rule]) => rule(first, last, context) !== 0)?.[0] ?? 'uid';
  });
}
