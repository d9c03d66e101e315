/** Ours: lists by role in the order that upstream’s loop over all nodes would have (ADR 5). */
import { inGoMapOrder, SMALL_GO_MAP } from '../../kernel/goMap';
import type { RandomStream } from '../../kernel/random';

interface Named {
  readonly name: string;
}

/**
 * At most `limit` of the nodes in these lists, each in name order: merged in that order, or drawn from all of them. Upstream
 * loops over a map, so that each sync has an order of its own.
 */
export function takeNodes<T extends Named>(
  lists: readonly (readonly T[])[],
  limit: number,
  random: RandomStream | undefined,
): T[] {
  if (limit <= 0) return [];
  if (random === undefined) return mergeByName(lists, limit);
  const total = lists.reduce((sum, list) => sum + list.length, 0);
  return total > SMALL_GO_MAP ? drawNodes(lists, limit, total, random) : listedNodes(lists, total, random).slice(0, limit);
}

function mergeByName<T extends Named>(lists: readonly (readonly T[])[], limit: number): T[] {
  const merged: T[] = [];
  const positions = lists.map(() => 0);
  while (merged.length < limit) {
    let best = -1;
    let bestName = '';
    for (let index = 0; index < lists.length; index++) {
      const name = lists[index]?.[positions[index] ?? 0]?.name;
      if (name === undefined || (best >= 0 && !(name < bestName))) continue;
      best = index;
      bestName = name;
    }
    const item = lists[best]?.[positions[best] ?? 0];
    if (item === undefined) break;
    positions[best] = (positions[best] ?? 0) + 1;
    merged.push(item);
  }
  return merged;
}

/** The pods are listed by a map, and grouped by node in another one. */
function listedNodes<T extends Named>(lists: readonly (readonly T[])[], total: number, random: RandomStream): readonly T[] {
  return inGoMapOrder(inGoMapOrder(mergeByName(lists, total), random), random);
}

/** As many steps of a shuffle as are asked for: five thousand nodes are not moved to take one. */
function drawNodes<T extends Named>(lists: readonly (readonly T[])[], limit: number, total: number, random: RandomStream): T[] {
  const moved = new Map<number, number>();
  const drawn: T[] = [];
  for (let place = 0; place < Math.min(limit, total); place++) {
    const chosen = place + Math.floor(random() * (total - place));
    drawn.push(itemAt(lists, moved.get(chosen) ?? chosen));
    moved.set(chosen, moved.get(place) ?? place);
  }
  return drawn;
}

function itemAt<T>(lists: readonly (readonly T[])[], index: number): T {
  let rest = index;
  let list = 0;
  while (rest >= (lists[list]?.length ?? Infinity)) rest -= lists[list++]?.length ?? 0;
  return lists[list]?.[rest] as T;
}
