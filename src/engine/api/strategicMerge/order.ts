/** Upstream: staging/src/k8s.io/apimachinery/pkg/util/strategicpatch/patch.go (v1.36.4). */
import { indexOfItem, type List } from './patchJson';

/** The items in the order of another list; those it does not have keep their place at the end. */
export function sortByOrder(items: List, order: List, mergeKey: string): List {
  const position = (item: unknown): number => {
    const index = indexOfItem(order, item, mergeKey);
    return index < 0 ? order.length : index;
  };
  return items
    .map((item, index) => ({ item, index }))
    .sort((a, b) => position(a.item) - position(b.item) || a.index - b.index)
    .map(({ item }) => item);
}

/**
 * Items of the patch in its order, with the server's own items put between them where the live list has them, as far as that
 * can be: an item of the server goes before the first item of the patch that comes after it in the live list.
 */
export function normalizeElementOrder(
  patchItems: List,
  serverItems: List,
  patchOrder: List,
  liveOrder: List,
  mergeKey: string,
): List {
  const patch = sortByOrder(patchItems, patchOrder, mergeKey);
  const server = sortByOrder(serverItems, liveOrder, mergeKey);
  const result: List = [];
  let next = 0;
  for (const item of patch) {
    while (next < server.length && comesBefore(server[next], item, liveOrder, mergeKey)) result.push(server[next++]);
    result.push(item);
  }
  return [...result, ...server.slice(next)];
}

function comesBefore(a: unknown, b: unknown, order: List, mergeKey: string): boolean {
  const [left, right] = [indexOfItem(order, a, mergeKey), indexOfItem(order, b, mergeKey)];
  return left >= 0 && right >= 0 && left < right;
}
