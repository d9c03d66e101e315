import { distanceTo, SAME_FILE, SAME_FOLDER } from './nearness';

interface Known {
  readonly fact: string;
  readonly uri: string;
}

interface Near<F> {
  readonly fact: F;
  readonly distance: number;
}

type BySort<F extends Known> = ReadonlyMap<F['fact'], readonly Near<F>[]>;

/** Of the views of a folder's files what they have in common: whatever does not rest on what is in the file is found once. */
const COMMON = new WeakMap<object, unknown>();

/** All that a view knows, each as near as it is to another file of the same folder. */
export function inCommon<View extends object>(view: View): View {
  return (COMMON.get(view) as View | undefined) ?? view;
}

interface Run {
  readonly from: number;
  to: number;
}

/**
 * The facts as they are seen from the files of a folder: what belongs to other environments, tests or charts is not among them.
 * All files of a folder see the same, but for what is in the file itself.
 */
class FolderFacts<F extends Known> {
  readonly #bySort = new Map<F['fact'], Near<F>[]>();
  /** Where those of a file of the folder are among the others. */
  readonly #runs = new Map<F['fact'], ReadonlyMap<string, Run>>();

  /** `home`: any file of the folder. What is of one file comes one after the other. */
  constructor(home: string, all: Iterable<F>) {
    const stranger = `${home.slice(0, home.lastIndexOf('/') + 1)}\n`;
    let uri: string | undefined;
    let distance: number | undefined;
    for (const fact of all) {
      if (fact.uri !== uri) {
        uri = fact.uri;
        distance = distanceTo(stranger, uri);
      }
      if (distance === undefined) continue;
      const known = this.#bySort.get(fact.fact);
      if (known === undefined) this.#bySort.set(fact.fact, [{ fact, distance }]);
      else known.push({ fact, distance });
    }
    for (const [sort, facts] of this.#bySort) {
      // Files are read in any order: what is said must not rest on it.
      facts.sort((a, b) => a.distance - b.distance || (a.fact.uri < b.fact.uri ? -1 : a.fact.uri > b.fact.uri ? 1 : 0));
      this.#runs.set(sort, runsIn(facts));
    }
  }

  /** What is in the file comes first. */
  seenFrom(home: string): BySort<F> {
    const bySort = new Map<F['fact'], readonly Near<F>[]>();
    for (const [sort, facts] of this.#bySort) {
      const run = this.#runs.get(sort)?.get(home);
      bySort.set(sort, run === undefined ? facts : ownFirst(facts, run));
    }
    COMMON.set(bySort, this.#bySort);
    return bySort;
  }
}

/** The folders that were looked at last. */
export class Folders<F extends Known> {
  readonly #most: number;
  readonly #known = new Map<string, FolderFacts<F>>();

  constructor(most: number) {
    this.#most = most;
  }

  around(uri: string, all: Iterable<F>): FolderFacts<F> {
    const folder = uri.slice(0, uri.lastIndexOf('/') + 1);
    const known = this.#known.get(folder);
    if (known !== undefined) return known;
    const [oldest] = this.#known.size >= this.#most ? this.#known.keys() : [];
    if (oldest !== undefined) this.#known.delete(oldest);
    const facts = new FolderFacts(uri, all);
    this.#known.set(folder, facts);
    return facts;
  }

  clear(): void {
    this.#known.clear();
  }
}

function runsIn(facts: readonly Near<Known>[]): ReadonlyMap<string, Run> {
  const runs = new Map<string, Run>();
  for (const [at, { fact, distance }] of facts.entries()) {
    if (distance > SAME_FOLDER) break;
    const run = runs.get(fact.uri);
    if (run === undefined) runs.set(fact.uri, { from: at, to: at + 1 });
    else run.to = at + 1;
  }
  return runs;
}

function ownFirst<F>(facts: readonly Near<F>[], { from, to }: Run): readonly Near<F>[] {
  const own = facts.slice(from, to).map(({ fact }) => ({ fact, distance: SAME_FILE }));
  return own.concat(facts.slice(0, from), facts.slice(to));
}
