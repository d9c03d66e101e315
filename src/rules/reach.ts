interface Near {
  readonly fact: { readonly name: string };
  readonly distance: number;
}

/** What a question can mean: all that is in reach, and of several of one name the nearest. */
export interface Reach<N extends Near> {
  readonly inReach: readonly N[];
  readonly nearest: readonly N[];
}

export function reachOf<N extends Near>(inReach: readonly N[]): Reach<N> {
  const names = new Set<string>();
  const isNearest = ({ fact: { name } }: N): boolean => name === '' || names.size < names.add(name).size;
  return { inReach, nearest: inReach.filter(isNearest) };
}

export function namesakes<N extends Near>(inReach: readonly N[]): ReadonlyMap<string, readonly N[]> {
  const byName = new Map<string, N[]>();
  for (const near of inReach) {
    const { name } = near.fact;
    const known = byName.get(name);
    if (known === undefined) byName.set(name, [near]);
    else known.push(near);
  }
  return byName;
}

/** What is in the file that looks around: it comes first. */
export function ownOf<N extends Near>(all: readonly N[]): readonly N[] {
  const end = all.findIndex(({ distance }) => distance > 0);
  return all.slice(0, end < 0 ? all.length : end);
}

/** Found once for each of what it rests on. */
export function kept<K extends object, T>(all: WeakMap<K, Map<string, T>>, owner: K, key: string, find: () => T): T {
  const known = all.get(owner) ?? new Map<string, T>();
  all.set(owner, known);
  const value = known.get(key) ?? find();
  known.set(key, value);
  return value;
}
