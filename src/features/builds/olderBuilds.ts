import type { Slices } from '../../model/slices';
import { readManifestInSteps } from '../../manifest/manifest';
import { isBroken, NOTHING_BUILT, type BuildPlan, type BuiltManifest } from '../../render/builtManifest';
import { Base } from '../base';
import { KnownFiles, whereKnown, type PathKind } from './knownFiles';

interface Older {
  readonly plan: BuildPlan;
  isStale: boolean;
  built: BuiltManifest | undefined;
  base: Base | undefined;
}

/**
 * The same builds, of the files as they were in the version that is compared with. Whoever knows that version tells of the files
 * that are asked for; what it holds stays as it is until another one is chosen.
 */
export class OlderBuilds {
  #files = new KnownFiles();
  #name: string | undefined;
  readonly #known = new Map<string, Older>();

  /** What is asked for is among its `wanted`. */
  get files(): KnownFiles {
    return this.#files;
  }

  /** From now on files are compared with another version; undefined: with none. */
  compareWith(name: string | undefined): void {
    this.#name = name;
    this.#files = new KnownFiles();
    this.#known.clear();
  }

  /** What a path was in that version. */
  tell(path: string, what: PathKind | { readonly text: string }): void {
    if (typeof what === 'object' && 'text' in what) this.#files.setText(path, what.text);
    else this.#files.setKind(path, what);
    this.#touch();
  }

  tellList(folder: string, names: readonly string[]): void {
    this.#files.setList(folder, names);
    this.#touch();
  }

  #touch(): void {
    for (const older of this.#known.values()) if (older.base === undefined) older.isStale = true;
  }

  /** What a plan was built as, and the same as something to compare with; undefined: it is not known. */
  of({ id }: BuildPlan): { readonly older: BuiltManifest; readonly base: Base } | undefined {
    const { built, base } = this.#known.get(id) ?? {};
    return built === undefined || base === undefined ? undefined : { older: built, base };
  }

  keepOnly(ids: ReadonlySet<string>): void {
    for (const id of this.#known.keys()) if (!ids.has(id)) this.#known.delete(id);
  }

  /** What builds the first that is not built yet, and gives it; undefined: all are, as far as their files are known. */
  next(plans: readonly BuildPlan[]): Slices<BuildPlan> | undefined {
    const name = this.#name;
    const plan = name === undefined ? undefined : plans.find((each) => this.#isOpen(each));
    return name === undefined || plan === undefined ? undefined : this.#build(plan, name);
  }

  *#build(plan: BuildPlan, name: string): Slices<BuildPlan> {
    const known = yield* whereKnown(this.#files, this.#slices(plan));
    const built = known === undefined || hasBroken(known) ? undefined : known;
    const base = built && new Base(yield* readManifestInSteps(built.text), name);
    this.#known.set(plan.id, { plan, isStale: false, built, base });
    return plan;
  }

  *#slices(plan: BuildPlan): Slices<BuiltManifest> {
    return this.#isThere(plan) ? yield* plan.slices(this.#files) : NOTHING_BUILT;
  }

  #isOpen(plan: BuildPlan): boolean {
    const older = this.#known.get(plan.id);
    return older?.plan !== plan || older.isStale;
  }

  /** What came with the change was built from nothing before. */
  #isThere({ home, given = [] }: BuildPlan): boolean {
    return [home, ...given].every((path) => this.#files.read(path) !== undefined);
  }
}

/** What could not be built as a whole would make all the rest look new. */
function hasBroken({ problems }: BuiltManifest): boolean {
  return problems.some(isBroken);
}
