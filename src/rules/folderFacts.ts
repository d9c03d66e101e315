import { distanceBetween, FURTHEST_NEAR, SAME_FILE, SAME_FOLDER, wayTo, type Way } from './nearness';

/** What has nothing to do with a place is not even as near as what is infinitely far. */
const UNRELATED = NaN;

interface Known {
  readonly fact: string;
  readonly uri: string;
  readonly namespace: string | undefined;
}

interface Near<F> {
  readonly fact: F;
  readonly distance: number;
}

/** What is seen from a file, sort by sort, the nearest first: a map, or a view that finds what is asked for. */
export interface BySort<F extends Known> {
  get: (sort: F['fact']) => readonly Near<F>[] | undefined;
  [Symbol.iterator]: () => Iterator<[F['fact'], readonly Near<F>[]]>;
  readonly view?: View<F>;
}

/** Those of one folder. */
interface Group<F> {
  readonly way: Way;
  readonly facts: F[];
}

/** All facts of a workspace, as they are looked for: what every view of them has in common. */
class AllFacts<F extends Known> {
  readonly sorts = new Set<F['fact']>();
  readonly files = new Map<string, F[]>();
  /** By sort, and by sort and namespace. */
  readonly groups = new Map<string, Group<F>[]>();
  readonly order = new Map<F, number>();
  /** Each folder has one, which stands for it. */
  readonly #ways = new Map<string, Way>();

  constructor(all: Iterable<F>) {
    for (const fact of all) {
      this.order.set(fact, this.order.size);
      const way = this.wayOf(fact.uri);
      this.sorts.add(fact.fact);
      addTo(this.files, fact.uri, fact);
      for (const key of [fact.fact, keyOf(fact.fact, fact.namespace)]) {
        const last = this.groups.get(key)?.at(-1);
        if (last?.way === way) last.facts.push(fact);
        else addTo(this.groups, key, { way, facts: [fact] });
      }
    }
  }

  wayOf(uri: string): Way {
    const folder = folderOf(uri);
    const way = this.#ways.get(folder) ?? wayTo(uri);
    this.#ways.set(folder, way);
    return way;
  }
}

/** Into the list under a key. */
export function addTo<T>(all: Map<string, T[]>, key: string, value: T): void {
  const known = all.get(key);
  if (known === undefined) all.set(key, [value]);
  else known.push(value);
}

function folderOf(uri: string): string {
  return uri.slice(0, uri.lastIndexOf('/') + 1);
}

function keyOf(sort: string, namespace: string | undefined): string {
  return `${sort} ${namespace ?? '\n'}`;
}

/**
 * The facts as they are seen from the files of a folder: what belongs to other environments, tests or charts is not among them.
 * All files of a folder see the same, but for what is in the file itself: that comes first.
 */
class View<F extends Known> implements BySort<F> {
  readonly view = this;
  readonly all: AllFacts<F>;
  /** The same without what is in the file. */
  readonly common: View<F>;
  readonly #home: string | undefined;
  readonly #way: Way;
  /** Of the folders that were asked for: of thousands most never are. */
  readonly #distances: Map<Way, number>;
  readonly #all = new Map<F['fact'], readonly Near<F>[]>();
  readonly #beside = new Map<F['fact'], readonly Near<F>[]>();

  /** `from`: all facts and a file of the folder, or the view of the folder and the file whose view it is. */
  constructor(from: AllFacts<F> | View<F>, home: string) {
    const isFile = from instanceof View;
    this.all = isFile ? from.all : from;
    this.common = isFile ? from : this;
    this.#home = isFile ? home : undefined;
    this.#way = isFile ? from.#way : wayTo(home);
    this.#distances = isFile ? from.#distances : new Map<Way, number>();
  }

  #distanceTo(way: Way): number {
    const distance = this.#distances.get(way) ?? distanceBetween(this.#way, way) ?? UNRELATED;
    this.#distances.set(way, distance);
    return distance;
  }

  get(sort: F['fact']): readonly Near<F>[] | undefined {
    const list = this.#list(sort, Infinity);
    return list.length === 0 ? undefined : list;
  }

  *[Symbol.iterator](): Generator<[F['fact'], readonly Near<F>[]]> {
    for (const sort of this.all.sorts) {
      const near = this.get(sort);
      if (near !== undefined) yield [sort, near];
    }
  }

  own(sort: F['fact']): readonly Near<F>[] {
    const own = this.all.files.get(this.#home ?? '')?.filter(({ fact }) => fact === sort) ?? [];
    return own.map((fact) => ({ fact, distance: SAME_FILE }));
  }

  beside(sort: F['fact']): readonly Near<F>[] {
    return this.#list(sort, SAME_FOLDER);
  }

  /** Those that may be meant where a namespace is written, or where none is. */
  inNamespace(sort: F['fact'], namespace: string | undefined): readonly Near<F>[] {
    const named = this.#groups(keyOf(sort, namespace ?? 'default'));
    const unnamed = this.#found(this.#groups(keyOf(sort, undefined)), FURTHEST_NEAR);
    return this.#sorted([...this.#found(named, namespace === undefined ? FURTHEST_NEAR : Infinity), ...unnamed]);
  }

  #groups(key: string): readonly Group<F>[] {
    return this.all.groups.get(key) ?? [];
  }

  #list(sort: F['fact'], furthest: number): readonly Near<F>[] {
    const lists = furthest === SAME_FOLDER ? this.#beside : this.#all;
    const known = lists.get(sort);
    if (known !== undefined) return known;
    const list = this.common === this ? this.#near(this.#groups(sort), furthest) : this.#ownFirst(sort, furthest);
    lists.set(sort, list);
    return list;
  }

  #ownFirst(sort: F['fact'], furthest: number): readonly Near<F>[] {
    return this.ownBefore(this.own(sort), this.common.#list(sort, furthest));
  }

  ownBefore(own: readonly Near<F>[], common: readonly Near<F>[]): readonly Near<F>[] {
    return own.length === 0 ? common : [...own, ...common.filter(({ fact }) => fact.uri !== this.#home)];
  }

  #near(groups: Iterable<Group<F>>, furthest = Infinity): Near<F>[] {
    return this.#sorted(this.#found(groups, furthest));
  }

  #found(groups: Iterable<Group<F>>, furthest: number): Near<F>[] {
    const near: Near<F>[] = [];
    for (const { way, facts } of groups) {
      const distance = this.#distanceTo(way);
      if (!(distance <= furthest)) continue;
      for (const fact of facts) near.push({ fact, distance });
    }
    return near;
  }

  #sorted(near: Near<F>[]): Near<F>[] {
    // Files are read in any order: what is said must not rest on it.
    const place = ({ fact }: Near<F>): number => this.all.order.get(fact) ?? 0;
    const byUri = ({ fact: a }: Near<F>, { fact: b }: Near<F>): number => (a.uri < b.uri ? -1 : a.uri > b.uri ? 1 : 0);
    return near.sort((a, b) => a.distance - b.distance || byUri(a, b) || place(a) - place(b));
  }

  seen(facts: readonly F[]): readonly Near<F>[] {
    return this.#near(facts.map((fact) => ({ way: this.all.wayOf(fact.uri), facts: [fact] })));
  }
}

/** Of the views of a folder's files what they have in common: whatever does not rest on what is in the file is found once. */
export function inCommon<F extends Known>(bySort: BySort<F>): BySort<F> {
  return bySort.view?.common ?? bySort;
}

/** What all views of a workspace rest on: whatever does not rest on where one looks from is found once. */
export function everywhere<F extends Known>(bySort: BySort<F>): object {
  return bySort.view?.all ?? bySort;
}

/** Whether any view knows one of a sort: most workspaces have no quotas, and each workload asks for them again and again. */
export function hasAny<F extends Known>(bySort: BySort<F>, sort: F['fact']): boolean {
  return bySort.view?.all.sorts.has(sort) ?? bySort.get(sort) !== undefined;
}

/** All that any view knows of a sort, in no order. */
export function allOf<F extends Known>(bySort: BySort<F>, sort: F['fact']): readonly F[] {
  const groups = bySort.view?.all.groups.get(sort);
  return groups?.flatMap(({ facts }) => facts) ?? (bySort.get(sort) ?? []).map(({ fact }) => fact);
}

/** In the same file or folder. */
export function besideOf<F extends Known>(bySort: BySort<F>, sort: F['fact']): readonly Near<F>[] {
  return bySort.view?.beside(sort) ?? (bySort.get(sort) ?? []).filter(({ distance }) => distance <= SAME_FOLDER);
}

type Kept = WeakMap<object, Map<unknown, readonly Near<Known>[]>>;

/** What was found for an owner under a key. */
function found<F extends Known>(kept: Kept, owner: object, key: unknown, find: () => readonly Near<F>[]): readonly Near<F>[] {
  let known = kept.get(owner);
  if (known === undefined) kept.set(owner, (known = new Map<unknown, readonly Near<Known>[]>()));
  const list = (known.get(key) as readonly Near<F>[] | undefined) ?? find();
  known.set(key, list);
  return list;
}

const OWN: Kept = new WeakMap();

/** In the same file. */
export function ownOf<F extends Known>(bySort: BySort<F>, sort: F['fact']): readonly Near<F>[] {
  const own = (): readonly Near<F>[] => (bySort.get(sort) ?? []).filter(({ distance }) => distance === SAME_FILE);
  return found(OWN, bySort, sort, () => bySort.view?.own(sort) ?? own());
}

/** All that may be meant in a namespace, and more. */
export function inNamespaceOf<F extends Known>(
  bySort: BySort<F>,
  sort: F['fact'],
  namespace: string | undefined,
): readonly Near<F>[] {
  return bySort.view?.inNamespace(sort, namespace) ?? bySort.get(sort) ?? [];
}

const NEAR = new WeakMap<object, Map<unknown, Near<Known>>>();

/** Of some facts of a sort those that are seen, the nearest first. */
export function seenOf<F extends Known>(bySort: BySort<F>, sort: F['fact'], facts: readonly F[]): readonly Near<F>[] {
  const { view } = bySort;
  if (view !== undefined) return view.seen(facts);
  const all = bySort.get(sort) ?? [];
  const known = NEAR.get(all) ?? new Map(all.map((near) => [near.fact, near]));
  NEAR.set(all, known);
  return facts.flatMap((fact) => (known.get(fact) as Near<F> | undefined) ?? []);
}

/** The folders that were looked at last. */
export class Folders<F extends Known> {
  readonly #most: number;
  readonly #known = new Map<string, View<F>>();
  #all: AllFacts<F> | undefined;

  constructor(most: number) {
    this.#most = most;
  }

  seenFrom(uri: string, all: Iterable<F>): BySort<F> {
    const folder = folderOf(uri);
    let view = this.#known.get(folder);
    if (view === undefined) {
      const [oldest] = this.#known.size >= this.#most ? this.#known.keys() : [];
      if (oldest !== undefined) this.#known.delete(oldest);
      view = new View((this.#all ??= new AllFacts(all)), uri);
      this.#known.set(folder, view);
    }
    return new View(view, uri);
  }

  clear(): void {
    this.#known.clear();
    this.#all = undefined;
  }
}
