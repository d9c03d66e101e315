/** Ours: lists by role in the order that upstream’s loop over all nodes would have (ADR 5). */
import type { RandomStream } from '../../kernel/random';

interface Named {
  readonly name: string;
}

/** In which order a sync looks at the nodes of some lists, each of which is in name order. */
export interface NodeOrder {
  /** At most `limit` of the nodes. */
  take<T extends Named>(lists: readonly (readonly T[])[], limit: number): T[];
}

export const BY_NAME: NodeOrder = { take: mergeByName };

/** The order of names that `namesOf` gives when somebody has to be chosen; what it does not know comes last. */
export function listedOrder(namesOf: () => readonly string[]): NodeOrder {
  let places: Map<string, number> | undefined;
  return {
    take: (lists, limit) => {
      const nodes = limit <= 0 ? [] : lists.flat();
      if (nodes.length < 2) return nodes;
      places ??= new Map(namesOf().map((name, place) => [name, place]));
      const placeOf = ({ name }: Named): number => places?.get(name) ?? Infinity;
      return nodes.sort((a, b) => placeOf(a) - placeOf(b) || (a.name < b.name ? -1 : 1)).slice(0, limit);
    },
  };
}

/** Any order at all: the maps of many nodes are in that of their hashes. */
export function drawnOrder(random: RandomStream): NodeOrder {
  return {
    take: (lists, limit) => {
      const total = lists.reduce((sum, list) => sum + list.length, 0);
      return drawNodes(lists, limit, total, random);
    },
  };
}

/** The requests of one batch arrive in any order: one, two, four … of the names change places. */
export function inArrivalOrder(names: readonly string[], random: RandomStream | undefined): readonly string[] {
  if (random === undefined) return names;
  const arrived: string[] = [];
  for (let size = 1; arrived.length < names.length; size *= 2) {
    const batch = names.slice(arrived.length, arrived.length + size).map((name) => ({ name }));
    arrived.push(...drawNodes([batch], batch.length, batch.length, random).map(({ name }) => name));
  }
  return arrived;
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

/** As many steps of a shuffle as are asked for: five thousand nodes are not moved to take one. */
function drawNodes<T extends Named>(lists: readonly (readonly T[])[], limit: number, total: number, random: RandomStream): T[] {
  const moved = new Map<number, number>();
  const drawn: T[] = [];
  for (let place = 0; place < Math.min(limit, total); place++) {
    const chosen = total - place === 1 ? place : place + Math.floor(random() * (total - place));
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
