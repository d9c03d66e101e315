/** Ours: lists by role in the order that upstream’s loop over all nodes would have (ADR 5). */
interface Named {
  readonly name: string;
}

/** Lists in name order, merged into one: at most `limit` of it. */
export function mergeByName<T extends Named>(lists: readonly (readonly T[])[], limit = Infinity): T[] {
  const merged: T[] = [];
  const positions = lists.map(() => 0);
  while (merged.length < limit) {
    let best = -1;
    let bestName = '';
    for (const [index, list] of lists.entries()) {
      const name = list[positions[index] ?? 0]?.name;
      if (name !== undefined && (best < 0 || name < bestName)) [best, bestName] = [index, name];
    }
    const item = lists[best]?.[positions[best] ?? 0];
    if (item === undefined) break;
    positions[best] = (positions[best] ?? 0) + 1;
    merged.push(item);
  }
  return merged;
}
