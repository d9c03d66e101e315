/** Upstream: pkg/scheduler/framework/types.go, FitError (v1.36.4). */
import type { Status } from './frameworkStatus';

/** The words before the preemption's, by the plugin DynamicResources, which has nothing to do for these pods. */
const NO_NEW_CLAIMS = 'no new claims to deallocate, ';
/** QUIRK: what DynamicResources says when a pod was refused before it could prepare itself. */
const AFTER_PRE_FILTER_REFUSAL = 'not found';
export const NO_NODES = 'no nodes available to schedule pods';

/** Statuses of nodes, and of those that were left out before anyone looked at them. */
export interface NodeStatuses {
  readonly nodeCount: number;
  readonly statuses: ReadonlyMap<string, Status>;
  readonly absent: Status;
}

/** `0/5 nodes are available: 2 Insufficient cpu, 3 node(s) were unschedulable.` */
export function fitErrorMessage(nodes: NodeStatuses): string {
  const counts = countReasons(nodes);
  const parts = [...counts].map(([reason, count]) => `${count} ${reason}`).sort(compareBytes);
  const head = `0/${nodes.nodeCount} nodes are available:`;
  return parts.length === 0 ? head : `${head} ${parts.join(', ')}.`;
}

/** Texts in the order of their code units: `10 x` before `2 x`, capitals first. */
function compareBytes(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function countReasons({ nodeCount, statuses, absent }: NodeStatuses): Map<string, number> {
  const counts = new Map<string, number>();
  const count = (reason: string, nodes: number): void => {
    counts.set(reason, (counts.get(reason) ?? 0) + nodes);
  };
  for (const { reasons } of statuses.values()) for (const reason of reasons) count(reason, 1);
  const left = nodeCount - statuses.size;
  if (left > 0) for (const reason of absent.reasons) count(reason, left);
  return counts;
}

/** The text after a plugin refused the pod whatever the node. */
export function preFilterMessage(nodeCount: number, status: Status): string {
  return `0/${nodeCount} nodes are available: ${status.reasons.join(', ')}. ${AFTER_PRE_FILTER_REFUSAL}`;
}

export function withPreemptionMessage(message: string, preemption: string): string {
  return `${message} ${NO_NEW_CLAIMS}preemption: ${preemption}`;
}

const MAX_EVENT_BYTES = 1024;

/** An event's message is cut to 1024 bytes; the pod's condition has the whole text. */
export function eventMessage(message: string): string {
  // The messages are ASCII but for names that validation keeps ASCII too: characters are bytes.
  return message.length <= MAX_EVENT_BYTES ? message : `${message.slice(0, MAX_EVENT_BYTES - ' ...'.length)} ...`;
}
