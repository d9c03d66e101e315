import type { Resources } from '../model/podResources';
import { resolvePriority } from '../model/priority';
import { formatQuantity, parseQuantity } from '../model/quantity';
import { isKeptApart, wantsNear } from './conflicts';
import { autoscalersOf } from './autoscalers';
import { allNodes } from './allNodes';
import { factText, priorityClassesOf, type ClusterFacts, type NodeFact, type WorkloadFact } from './facts';
import { quotasOf } from './namespaceLimits';
import type { Running, Subject } from './subject';
import { downNodes, nodesFor } from './eligibleNodes';
import { fitting, ONE_POD, type Place } from './placeCounter';
import { hostPorts, nanosOf } from './pods';
import { requestsOf, usageOf } from './podSizes';
import { isNear, SAME_FILE, SAME_FOLDER } from './nearness';
import type { RuleContext } from './rule';
import { sharedBy, soleClaims, type SoleClaim } from './volumeClaims';
import { runningOf, whoMayMeet } from './whoMayMeet';
import { listed } from '../model/words';

/** The nearest so many are seen, and no more pods of them: what lies further away would only make everything slow. */
export const MOST_NEIGHBORS = { workloads: 50, pods: 500 };

/** Something else of the workspace that takes quota or room, with its pods. */
export interface Neighbor {
  readonly fact: WorkloadFact;
  readonly subject: Running;
  readonly pods: number;
  /** Daemon pods from before on nodes that do not answer: no room is lost by them, but quota. */
  readonly lost: number;
  /** It is in the workload's namespace. */
  readonly sharesNamespace: boolean;
}

export interface Neighbors {
  readonly near: readonly Neighbor[];
  /** Those that come and go, such as Jobs: what they take is missing only while they run. */
  readonly atTimes: readonly Neighbor[];
  /** How many more there are beyond the bound, for whoever asks for that: of thousands all have to be looked at. */
  readonly leftOut: number;
}

const NOBODY: Neighbors = { near: [], atTimes: [], leftOut: 0 };

/**
 * Who shares what is scarce with a workload: its namespace where that has a quota, the nodes where manifests describe them.
 * Elsewhere there is room for everybody but those that cannot be in one place. `nodeCount`: how many equal nodes there are, when
 * that is known; `assumedCount`: how many there are taken to be.
 */
export function runningBeside(
  around: ClusterFacts,
  subject: Subject,
  nodeCount?: number,
  assumedCount?: number,
  countsLeftOut = false,
): Neighbors {
  // Findings rest on the neighbors, not on what is only asked to find them.
  const { heard, ...facts } = around;
  if (facts.isMeasured === true) return NOBODY;
  const sharesQuota = quotasOf(facts, subject).length > 0;
  const sharesNodes = nodeCount === undefined && allNodes(facts).length > 0;
  const reach = assumedCount === undefined ? -1 : facts.isSample ? SAME_FILE : SAME_FOLDER;
  if (!sharesQuota && !sharesNodes && reach < 0) return NOBODY;
  const names = new Set<string>();
  const found: Neighbor[] = [];
  let leftOut = 0;
  let pods = 0;
  const claims = reach < 0 ? [] : soleClaims(facts, subject);
  const all = sharesQuota || sharesNodes ? (facts.bySort.get('workload') ?? []) : whoMayMeet(facts, subject, claims);
  for (const { fact, distance } of all) {
    if (Math.max(found.length, leftOut) >= MOST_NEIGHBORS.workloads && !countsLeftOut) break;
    const running = runningOf(fact);
    if (fact.fact !== 'workload' || running === undefined) continue;
    const isSame = isSameNamespace(subject, fact, distance);
    // The nearest come first.
    if (!sharesQuota && !sharesNodes && distance > reach) break;
    const key = `${fact.kind} ${fact.name}`;
    // Of several of one name the nearest is meant.
    if (isItself(fact, subject) || names.has(key)) continue;
    const shares = (sharesQuota && isSame) || (sharesNodes && (isSame || isNear(distance)));
    if (!shares && (distance > reach || !meets(subject, claims, running, isSame))) continue;
    names.add(key);
    const own = podsOf(facts, running, nodeCount ?? (shares ? undefined : assumedCount));
    if (own === undefined || own <= 0) continue;
    if (found.length === MOST_NEIGHBORS.workloads || pods + own > MOST_NEIGHBORS.pods) leftOut++;
    else {
      found.push({ fact, subject: running, pods: own, lost: lostBy(facts, running), sharesNamespace: isSame });
      heard?.set(fact, []);
      pods += own;
    }
  }
  const isAtTimes = ({ fact }: Neighbor): boolean => fact.standing?.atTimes === true;
  return { near: found.filter((neighbor) => !isAtTimes(neighbor)), atTimes: found.filter(isAtTimes), leftOut };
}

/** They cannot be in one place, or have to be. */
function meets(subject: Subject, claims: readonly SoleClaim[], running: Running, isSame: boolean): boolean {
  if (isKeptApart(subject, running, isSame)) return true;
  if (subject.pod.requiredAffinity.some((term) => wantsNear(term, running, isSame))) return true;
  return isSame && sharedBy(claims, running) !== undefined;
}

/** The same in another file, or written as another kind that keeps pods running. */
function isItself({ name, kind }: WorkloadFact, subject: Subject): boolean {
  return name === subject.name && !APART.has(kind);
}
const APART: ReadonlySet<string> = new Set(['Pod', 'Job', 'CronJob']);

function isSameNamespace({ writtenNamespace }: Subject, { namespace }: WorkloadFact, distance: number): boolean {
  if (writtenNamespace !== undefined && namespace !== undefined) return writtenNamespace === namespace;
  return (namespace === undefined || namespace === 'default') && distance <= SAME_FOLDER;
}

/** How many equal nodes there are; undefined: manifests describe them, or nobody knows. */
export function countedNodes(facts: ClusterFacts, { count, known }: RuleContext['nodes']): number | undefined {
  return known && allNodes(facts).length === 0 ? count : undefined;
}

/** Undefined: nobody knows how many nodes there are. */
function podsOf(facts: ClusterFacts, running: Running, nodeCount: number | undefined): number | undefined {
  if (running.kind === 'DaemonSet') {
    if (nodeCount !== undefined) return nodeCount;
    return allNodes(facts).length === 0 ? undefined : nodesFor(facts, running).length;
  }
  return running.replicas ?? Math.max(1, autoscalersOf(facts, running)[0]?.minReplicas ?? 1);
}

function lostBy(facts: ClusterFacts, running: Running): number {
  return running.kind === 'DaemonSet' ? downNodes(running, allNodes(facts)).length : 0;
}

/** What some neighbors use, in the terms of quotas. */
export function usageBy(facts: ClusterFacts, neighbors: readonly Neighbor[], resource: string): bigint {
  const counted = neighbors.map((neighbor) => ({ ...neighbor, pods: neighbor.pods + neighbor.lost }));
  return sumOf(counted, (running) => usageOf(facts, running).get(resource)?.nanos);
}

/** What they ask of nodes. */
export function requestsBy(facts: ClusterFacts, neighbors: readonly Neighbor[], resource: string): bigint {
  return sumOf(neighbors, (running) => (resource === 'pods' ? ONE : requestsOf(facts, running).get(resource)?.nanos));
}

const ONE = 1_000_000_000n;

/** What is left of the nodes, together, when so many pods and the others run. */
export function leftOf(
  facts: ClusterFacts,
  others: readonly Neighbor[],
  nodes: readonly NodeFact[],
  requests: Resources,
  pods: number,
): { readonly each: bigint; readonly free: bigint }[] {
  return [...requests, ONE_POD].map(([resource, { nanos: each }]) => {
    const room = nodes.reduce((sum, node) => sum + (nanosOf(node.allocatable[resource]) ?? 0n), 0n);
    return { each, free: room - each * BigInt(pods) - requestsBy(facts, others, resource) };
  });
}

function sumOf(neighbors: readonly Neighbor[], each: (running: Running) => bigint | undefined): bigint {
  return neighbors.reduce((sum, { subject, pods }) => sum + BigInt(pods) * (each(subject) ?? 0n), 0n);
}

/** Undefined: a class that no file describes. */
function priorityOf(facts: ClusterFacts, subject: Subject): number | undefined {
  const classes = priorityClassesOf(facts, subject).map(({ stored }) => stored);
  return resolvePriority(subject.pod.priorityClassName, classes)?.value;
}

/** Whether all pods of a neighbor are sure to run on these nodes while nobody but these others is there, wherever they are. */
export function isSureToRun(
  facts: ClusterFacts,
  { fact, subject, pods }: Neighbor,
  nodes: readonly NodeFact[],
  others: readonly Neighbor[] = [],
): boolean {
  // Whoever says its node itself runs there, room or not.
  if (fact.standing?.isPinned === true) return false;
  const { requiredAntiAffinity, requiredAffinity, requiredSpread } = subject.pod;
  const isChoosy = requiredAntiAffinity.length + requiredAffinity.length + requiredSpread.length > 0;
  const isDaemon = subject.kind === 'DaemonSet';
  if ((isChoosy || hostPorts(subject.pod).length > 0) && !(isDaemon && requiredAntiAffinity.length === 0)) return false;
  const requests = requestsOf(facts, subject);
  const there = mayRunOn(facts, others);
  const places = nodesFor(facts, subject)
    .filter((node) => nodes.includes(node))
    .map((node) => Math.min(fitting(lessPodsOf(facts, node, there(node)), requests), isDaemon ? 1 : pods));
  return places.reduce((sum, count) => sum + count, 0) >= pods;
}

/** Those of them who may run on a node, with all their pods: of a DaemonSet there is one. */
export function mayRunOn(facts: ClusterFacts, others: readonly Neighbor[]): (node: NodeFact) => readonly Neighbor[] {
  const placed = others.map((other) => ({
    nodes: new Set(nodesFor(facts, other.subject)),
    there: other.subject.kind === 'DaemonSet' ? { ...other, pods: 1 } : other,
  }));
  return (node) => placed.flatMap(({ nodes, there }) => (nodes.has(node) ? [there] : []));
}

/** A place that says nothing of its room has plenty, whoever is there. */
export function lessPodsOf(facts: ClusterFacts, place: Place, pods: readonly Neighbor[]): Place {
  if (pods.length === 0) return place;
  const left = Object.entries(place.allocatable).map(([resource, text]) => {
    const whole = parseQuantity(text);
    if (whole === undefined) return [resource, text];
    const nanos = whole.nanos - requestsBy(facts, pods, resource);
    return [resource, formatQuantity({ ...whole, nanos: nanos < 0n ? 0n : nanos })];
  });
  return { ...place, allocatable: Object.fromEntries(left) as Readonly<Record<string, string>> };
}

/** Those who do not have to make room for the workload's pods, as far as priorities are known. */
export function notPreempted(facts: ClusterFacts, subject: Subject, neighbors: readonly Neighbor[]): readonly Neighbor[] {
  const own = priorityOf(facts, subject);
  return neighbors.filter((neighbor) => (priorityOf(facts, neighbor.subject) ?? Infinity) >= (own ?? -Infinity));
}

/** Those who may stay beside the workload's pods: these want to be near to some, and cannot without them. */
export function mayStay(facts: ClusterFacts, subject: Subject, neighbors: readonly Neighbor[]): readonly Neighbor[] {
  const staying = new Set(notPreempted(facts, subject, neighbors));
  const isWanted = (neighbor: Neighbor): boolean =>
    subject.pod.requiredAffinity.some((term) => wantsNear(term, neighbor.subject, neighbor.sharesNamespace));
  return neighbors.filter((neighbor) => staying.has(neighbor) || isWanted(neighbor));
}

/** Whether it is known of all of them, and of the workload. */
export function areRanked(facts: ClusterFacts, subject: Subject, neighbors: readonly Neighbor[]): boolean {
  return [subject, ...neighbors.map((neighbor) => neighbor.subject)].every((ranked) => priorityOf(facts, ranked) !== undefined);
}

/** `Deployment “api” and DaemonSet “logs”`. */
export function neighborsText(neighbors: readonly Neighbor[]): string {
  return listed(neighbors.map(({ fact }) => factText(fact)));
}
