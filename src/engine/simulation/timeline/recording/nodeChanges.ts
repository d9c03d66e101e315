import type { Node, Taint } from '../../../../model/apiTypes';
import type { WatchEvent } from '../../../api/objectStore';
import type { NodeChange } from '../timeline';

/** What a write changed of a node, in the words of the timeline. */
export function nodeChanges(event: WatchEvent<'Node'>, node: number, t: number): NodeChange[] {
  if (event.type === 'added') return [{ t, node, change: 'added' }];
  if (event.type === 'deleted') return [{ t, node, change: 'removed' }];
  const before = event.previous;
  const after = event.object;
  const changes: NodeChange[] = [];
  const wasCordoned = before?.spec?.unschedulable === true;
  const isCordoned = after.spec?.unschedulable === true;
  if (wasCordoned !== isCordoned) changes.push({ t, node, change: isCordoned ? 'cordoned' : 'uncordoned' });
  if (isReady(before) !== isReady(after)) changes.push({ t, node, change: isReady(after) ? 'ready' : 'notReady' });
  const oldTaints = taintTexts(before);
  const newTaints = taintTexts(after);
  for (const detail of newTaints) if (!oldTaints.includes(detail)) changes.push({ t, node, change: 'tainted', detail });
  for (const detail of oldTaints) if (!newTaints.includes(detail)) changes.push({ t, node, change: 'untainted', detail });
  return changes;
}

/** A node without a Ready condition counts as ready. */
function isReady(node: Node | undefined): boolean {
  const ready = node?.status?.conditions?.find((condition) => condition.type === 'Ready');
  return ready === undefined || ready.status === 'True';
}

function taintTexts(node: Node | undefined): readonly string[] {
  return (node?.spec?.taints ?? []).map(taintText);
}

function taintText({ key, value, effect }: Taint): string {
  return value === undefined || value === '' ? `${key}:${effect}` : `${key}=${value}:${effect}`;
}
