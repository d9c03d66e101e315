import type { StringMap } from '../model/apiTypes';
import { addTo } from './folderFacts';

interface Meant {
  readonly name: string;
  readonly uri: string;
}

interface Near {
  readonly fact: Meant;
  readonly distance: number;
}

type Files = ReadonlyMap<string, unknown>;

/** What somebody looks for by more than where it is. */
export interface Wanted {
  /** The labels of pods: what selects none of them is left out, as far as one label tells. */
  readonly labels?: StringMap;
  readonly name?: string;
  /** So many of the nearest are enough. */
  readonly most?: number;
  /** Files that do not count, but for the one that is looked from. */
  readonly without?: Files | undefined;
}

/** What a question can mean from anywhere in a folder, in the order that counts: of several of one name the first. */
export class Reach<N extends Near> {
  readonly nearest: readonly N[];
  readonly #inReach: readonly N[];
  readonly #selectorOf: (near: N) => StringMap | undefined;
  readonly #others = new WeakMap<Files, readonly N[]>();
  #byName: ReadonlyMap<string, readonly N[]> | undefined;
  #taken: { readonly labels: StringMap; readonly all: readonly N[] } | undefined;
  #byLabel: { readonly places: ReadonlyMap<string, readonly number[]>; readonly others: readonly number[] } | undefined;

  /** `selectorOf`: labels that all pods have which something is for; undefined or empty: they do not tell. */
  constructor(inReach: readonly N[], selectorOf: (near: N) => StringMap | undefined = () => undefined) {
    this.#inReach = inReach;
    this.#selectorOf = selectorOf;
    this.nearest = nearestOf(inReach);
  }

  like({ labels, name, without }: Wanted): readonly N[] {
    if (without !== undefined) return this.#outside(without);
    if (name !== undefined) return this.named(name).slice(0, name === '' ? Infinity : 1);
    return labels === undefined ? this.nearest : this.#taking(labels);
  }

  #outside(without: Files): readonly N[] {
    const known = this.#others.get(without) ?? this.nearest.filter(({ fact }) => !without.has(fact.uri));
    this.#others.set(without, known);
    return known;
  }

  named(name: string): readonly N[] {
    this.#byName ??= namesakes(this.#inReach);
    return this.#byName.get(name) ?? [];
  }

  /** Several rules ask the same about a workload, one after the other. */
  #taking(labels: StringMap): readonly N[] {
    if (this.#taken?.labels !== labels) this.#taken = { labels, all: this.#findTaking(labels) };
    return this.#taken.all;
  }

  #findTaking(labels: StringMap): readonly N[] {
    const { places, others } = (this.#byLabel ??= this.#readLabels());
    const lists = [...Object.entries(labels).map((label) => places.get(label.join('=')) ?? []), others];
    const [first = [], ...more] = lists.filter(({ length }) => length > 0);
    const found = more.length === 0 ? first : [first, ...more].flat().sort((a, b) => a - b);
    return found.flatMap((place) => this.nearest[place] ?? []);
  }

  #readLabels() {
    const places = new Map<string, number[]>();
    const others: number[] = [];
    for (const [place, near] of this.nearest.entries()) {
      const [label] = Object.entries(this.#selectorOf(near) ?? {});
      if (label === undefined) others.push(place);
      else addTo(places, label.join('='), place);
    }
    return { places, others };
  }
}

function nearestOf<N extends Near>(inReach: readonly N[]): readonly N[] {
  const names = new Set<string>();
  return inReach.filter(({ fact: { name } }) => name === '' || names.size < names.add(name).size);
}

function namesakes<N extends Near>(inReach: readonly N[]): ReadonlyMap<string, readonly N[]> {
  const byName = new Map<string, N[]>();
  for (const near of inReach) addTo(byName, near.fact.name, near);
  return byName;
}

/** The same from one file: what is in the file itself comes first, and is meant where something has the same name. */
export class FileReach<N extends Near> {
  readonly #home: string | undefined;
  readonly #own: Reach<N>;
  readonly #others: Reach<N>;

  /** `home`: of `others` those in this file do not count. */
  constructor(own: Reach<N>, others: Reach<N>, home?: string) {
    this.#home = home;
    this.#own = own;
    this.#others = others;
  }

  like(wanted: Wanted): readonly N[] {
    const own = this.#own.like({ ...wanted, without: undefined });
    const others = this.#others.like(wanted);
    return this.#own.nearest.length === 0 && this.#home === undefined ? others : [...own, ...others.filter(this.#isNearest)];
  }

  readonly #isNearest = ({ fact: { name, uri } }: N): boolean =>
    uri !== this.#home && (name === '' || this.#own.named(name).length === 0);

  /** Objects of the same name in other files that are just as near. */
  rivalsOf({ fact: { name, uri }, distance }: N): readonly N[] {
    if (name === '') return [];
    return this.#others
      .named(name)
      .filter((other) => other.distance === distance && other.fact.uri !== uri && other.fact.uri !== this.#home);
  }
}

/** What has no namespace may be meant in each: with thousands of them everything would be kept for each. */
const MOST_KEPT = 300;

/** Found once for each of what it rests on. */
export function kept<K extends object, T>(all: WeakMap<K, Map<string, T>>, owner: K, key: string, find: () => T): T {
  const known = all.get(owner) ?? new Map<string, T>();
  all.set(owner, known);
  const before = known.get(key);
  if (before !== undefined) return before;
  const value = find();
  if (known.size >= MOST_KEPT) known.clear();
  known.set(key, value);
  return value;
}
