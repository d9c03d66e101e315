/** Upstream: rollingUpdate of pkg/controller/daemon/update.go (v1.36.4); its loops over nodes are lists by role here (ADR 5). */
import type { DaemonSet } from '../../../model/apiTypes';
import { resolveBounds } from '../../../model/envelope';
import { intOrPercentProblem } from '../../../model/intOrPercent';
import type { DecisionSubject } from '../decisions';
import { withContext } from '../aggregateError';
import { getNodesToDaemonPods, type DaemonSync } from './daemonSync';
import type { DaemonNode, DaemonNodes } from './daemonNodes';
import { rollingUpdateOf } from './daemonUtil';
import type { RollRole } from './judgeNode';
import { wantedDeletion } from './manage';
import { BY_NAME, type NodeOrder } from './nodeOrder';
import { syncNodes, type SyncNodesResult, type WantedDeletion } from './syncNodes';

/** How many nodes of a sort a decision names. */
const MOST_EXAMPLES = 3;

export interface NodeCounts {
  readonly maxSurge: number;
  readonly maxUnavailable: number;
  readonly desiredNumberScheduled: number;
}

/** The next steps of a rolling update, within maxUnavailable or maxSurge. */
export function rollingUpdate(sync: DaemonSync): void {
  const nodes = getNodesToDaemonPods(sync);
  const counts = readCounts(sync, nodes.totals.desired);
  const order = nodes.orderOfPods(sync.context.nodeOrder);
  if (counts.maxSurge === 0) rollWithoutSurge(sync, nodes, counts, order);
  else rollWithSurge(sync, nodes, counts, order);
}

function readCounts({ ds }: DaemonSync, desiredNumberScheduled: number): NodeCounts {
  try {
    return updatedDesiredNodeCounts(ds, desiredNumberScheduled);
  } catch (error) {
    throw withContext("couldn't get unavailable numbers", error);
  }
}

/** What the update strategy allows for this number of nodes. Throws when it cannot be read. */
export function updatedDesiredNodeCounts({ spec }: DaemonSet, desiredNumberScheduled: number): NodeCounts {
  const rolling = rollingUpdateOf(spec.updateStrategy);
  const bounds = resolveBounds('DaemonSet', rolling, desiredNumberScheduled);
  if (bounds !== undefined) return { maxSurge: bounds.surge, maxUnavailable: bounds.unavailable, desiredNumberScheduled };
  const problem = intOrPercentProblem(rolling?.maxUnavailable);
  throw new Error(
    problem === undefined
      ? `invalid value for MaxSurge: ${intOrPercentProblem(rolling?.maxSurge) ?? ''}`
      : `invalid value for MaxUnavailable: ${problem}`,
  );
}

const WAITING: readonly RollRole[] = ['excess', 'vacant', 'bothWaiting', 'bothAvailable', 'newUnavailable'];
const UNAVAILABLE: readonly RollRole[] = ['oldUnavailable', 'leavingUnavailable', 'lostUnavailable'];
const AVAILABLE: readonly RollRole[] = ['oldAvailable', 'leavingAvailable', 'lostAvailable'];

/**
 * Deletes old pods: those that are not available anyway for free, the others while fewer than maxUnavailable nodes are
 * without an available pod. `manage` will put new ones in their place. With 10 nodes, maxUnavailable 3, one new pod not
 * available yet and one old pod not available: 3 − (1 + 1) = 1 more old pod may go.
 */
function rollWithoutSurge(sync: DaemonSync, nodes: DaemonNodes, counts: NodeCounts, order: NodeOrder): void {
  const { maxUnavailable, desiredNumberScheduled } = counts;
  const waiting = sizes(nodes, WAITING);
  const replaceable = inOrder(sync, order, nodes, UNAVAILABLE);
  const numUnavailable = waiting + sizes(nodes, UNAVAILABLE);
  const remaining = Math.max(maxUnavailable - numUnavailable, 0);
  const { candidates, skipped } = takeCandidates(sync, nodes, AVAILABLE, remaining, order);
  const podsToDelete: WantedDeletion[] = [];
  for (const node of replaceable) podsToDelete.push(...deletionOfOld(node, 'oldUnavailable'));
  for (const node of candidates) podsToDelete.push(...deletionOfOld(node, 'candidate'));
  const result = syncNodes(sync, podsToDelete, []);
  const oldAvailable = sizes(nodes, AVAILABLE);
  if (sync.context.decisions.enabled && (oldAvailable > 0 || podsToDelete.length > 0)) {
    sync.decide({
      step: 'rollingUpdate',
      formula: 'remainingUnavailable = maxUnavailable − numUnavailable',
      inputs: {
        maxUnavailable,
        numUnavailable,
        desiredNumberScheduled,
        allowedReplacements: numUnavailable - waiting,
        candidates: oldAvailable,
        skipped: oldAvailable - candidates.length,
      },
      outcome: remaining,
      verdict: verdictOf(podsToDelete.length),
      subjects: [
        ...result.subjects,
        ...examples(nodes, ['newUnavailable', 'vacant', 'bothWaiting', 'bothAvailable', 'excess'], 'unavailable'),
        ...skipped,
      ],
    });
  }
  if (result.error !== undefined) throw result.error;
}

/**
 * Creates new pods beside old ones: on nodes whose old pod is not available at once, on the others while fewer than maxSurge
 * nodes have an extra pod; and deletes the old pod where the new one is available.
 */
function rollWithSurge(sync: DaemonSync, nodes: DaemonNodes, counts: NodeCounts, order: NodeOrder): void {
  const { maxSurge, desiredNumberScheduled } = counts;
  const [lost] = inOrder(sync, order, nodes, ['lostAvailable', 'lostUnavailable'], 1);
  if (lost !== undefined) {
    const name = JSON.stringify(lost.name);
    throw new Error(`couldn't get node for nodeName ${name}: node ${name} not found`);
  }
  const numSurge = sizes(nodes, ['excess', 'bothWaiting']);
  const remaining = Math.max(maxSurge - numSurge, 0);
  const allowed = inOrder(sync, order, nodes, ['oldUnavailable']);
  const { candidates, skipped } = takeCandidates(sync, nodes, ['oldAvailable'], remaining, order);
  const sunset = sunsetPods(sync, order, nodes, desiredNumberScheduled);
  const replaced = inOrder(sync, order, nodes, ['leavingUnavailable', 'bothAvailable']);
  const podsToDelete = [
    ...replaced.flatMap((node) => deletionOfOld(node, node.judgment.roll === 'bothAvailable' ? 'newAvailable' : 'mustLeave')),
    ...sunset,
  ];
  const nodesNeedingPods = [...allowed, ...candidates].slice(0, sync.context.burstReplicas).map(({ name }) => name);
  const result = syncNodes(sync, podsToDelete, nodesNeedingPods);
  const numbers = { maxSurge, numSurge, desiredNumberScheduled };
  recordSurge(sync, nodes, numbers, { remaining, candidates, skipped, podsToDelete, result });
  if (result.error !== undefined) throw result.error;
}

/**
 * Available pods on nodes that should not have one stay until as many nodes are available as are wanted: who asks for
 * surge expects to be served all the time.
 */
function sunsetPods(sync: DaemonSync, order: NodeOrder, nodes: DaemonNodes, desiredNumberScheduled: number): WantedDeletion[] {
  const deletable = Math.max(nodes.surgeAvailable - desiredNumberScheduled, 0);
  const leaving = inOrder(sync, order, nodes, ['leavingAvailable'], deletable);
  return leaving.flatMap((node) => deletionOfOld(node, 'mustLeave'));
}

interface SurgeOutcome {
  readonly remaining: number;
  readonly candidates: readonly DaemonNode[];
  readonly skipped: readonly DecisionSubject[];
  readonly podsToDelete: readonly WantedDeletion[];
  readonly result: SyncNodesResult;
}

function recordSurge(
  sync: DaemonSync,
  nodes: DaemonNodes,
  numbers: { readonly maxSurge: number; readonly numSurge: number; readonly desiredNumberScheduled: number },
  { remaining, candidates, skipped, podsToDelete, result }: SurgeOutcome,
): void {
  const allowed = nodes.withRoll('oldUnavailable').size;
  const oldAvailable = nodes.withRoll('oldAvailable').size;
  const leaving = nodes.withRoll('leavingAvailable').size;
  const nothingOld = allowed + oldAvailable + leaving + podsToDelete.length === 0;
  if (!sync.context.decisions.enabled || (nothingOld && numbers.numSurge === 0)) return;
  sync.decide({
    step: 'rollingUpdate',
    formula: 'remainingSurge = maxSurge − numSurge',
    inputs: {
      ...numbers,
      numAvailable: nodes.surgeAvailable,
      allowedNewNodes: allowed,
      candidates: oldAvailable,
      leaving,
      skipped: oldAvailable - candidates.length,
    },
    outcome: remaining,
    verdict: verdictOf(allowed + candidates.length + podsToDelete.length),
    subjects: [...result.subjects, ...examples(nodes, ['bothWaiting', 'excess'], 'surging'), ...skipped],
  });
}

function verdictOf(steps: number): 'rolling' | 'waiting' {
  return steps > 0 ? 'rolling' : 'waiting';
}

function deletionOfOld({ name, judgment }: DaemonNode, why: string): WantedDeletion[] {
  return judgment.oldPod === undefined ? [] : [wantedDeletion(judgment.oldPod, name, why)];
}

function sizes(nodes: DaemonNodes, roles: readonly RollRole[]): number {
  let sum = 0;
  for (const role of roles) sum += nodes.withRoll(role).size;
  return sum;
}

/** Nodes of several roles together: as many as one sync can act on. */
function inOrder(
  { context }: DaemonSync,
  order: NodeOrder,
  nodes: DaemonNodes,
  roles: readonly RollRole[],
  limit = Infinity,
): DaemonNode[] {
  const most = Math.min(limit, context.burstReplicas);
  return orderFor(order, most, sizes(nodes, roles)).take(listsOf(nodes, roles), most);
}

/** Where all are taken, or none, nothing is chosen and nothing has to be drawn. */
function orderFor(order: NodeOrder, taken: number, of: number): NodeOrder {
  return taken <= 0 || taken >= of ? BY_NAME : order;
}

function listsOf(nodes: DaemonNodes, roles: readonly RollRole[]): (readonly DaemonNode[])[] {
  const lists: (readonly DaemonNode[])[] = [];
  for (const role of roles) {
    const list = nodes.withRoll(role);
    if (list.size > 0) lists.push(list.values());
  }
  return lists;
}

/** The nodes whose turn it is, and some of those that have to wait. */
function takeCandidates(
  { context: { decisions, burstReplicas } }: DaemonSync,
  nodes: DaemonNodes,
  roles: readonly RollRole[],
  remaining: number,
  order: NodeOrder,
): { readonly candidates: readonly DaemonNode[]; readonly skipped: readonly DecisionSubject[] } {
  const taken = Math.min(remaining, burstReplicas);
  const found = orderFor(order, taken, sizes(nodes, roles)).take(listsOf(nodes, roles), taken + MOST_EXAMPLES);
  const candidates = found.slice(0, taken);
  if (!decisions.enabled) return { candidates, skipped: [] };
  return { candidates, skipped: found.slice(taken).map(({ name }) => ({ kind: 'Node', name, role: 'skipped' })) };
}

function examples(nodes: DaemonNodes, roles: readonly RollRole[], role: 'unavailable' | 'surging'): DecisionSubject[] {
  const found = BY_NAME.take(listsOf(nodes, roles), MOST_EXAMPLES);
  return found.map(({ name, judgment }) => ({ kind: 'Node', name, role, facts: { state: judgment.roll } }));
}
