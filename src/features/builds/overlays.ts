import { isKustomizationFile } from '../../manifest/kustomization';
import type { BuildPlan } from '../../render/builtManifest';
import { renderLocalChart } from '../../render/helm/inflatedChart';
import { KustomizeError } from '../../render/kustomize/error';
import { joinPath } from '../../render/kustomize/loader';
import { overlayPlan } from '../../render/kustomize/overlayPlan';
import { ParseCache } from '../../render/kustomize/readNodes';
import type { Kustomization } from '../../render/kustomize/kustomizationFields';
import { appliedByText, isDeployed, readDeployers, type Deployer } from './deployers';
import { GeneratorFiles } from './generatorFiles';
import type { PlanFinder } from './planFinder';
import { shortNames } from './shortNames';

/** Flux reads what stands outside the folder of a kustomization; Argo CD and scripts do where they are told to. */
const UNRESTRICTED = /^apiVersion: *["']?kustomize\.toolkit\.fluxcd\.io\/|\bLoadRestrictionsNone\b/m;

interface Known {
  readonly folder: string;
  readonly isComponent: boolean;
  /** What it names: files, and folders of other kustomizations. */
  readonly named: ReadonlySet<string>;
  /** What it would name if it were not commented out. */
  readonly leftOut: ReadonlySet<string>;
}

/** The overlays of a workspace: kustomizations that no other one takes as a base. */
export class Overlays implements PlanFinder {
  readonly #known = new Map<string, Known>();
  readonly #cache = new ParseCache(20_000);
  readonly #plans = new Map<string, { readonly plan: BuildPlan; readonly by: Applied; readonly unrestricted: boolean }>();
  /** What says which overlays are applied, by the files that say so. */
  readonly #deployers = new Map<string, readonly Deployer[]>();
  /** Files that say that overlays are built with what stands outside their folders. */
  readonly #unrestricting = new Set<string>();
  #graph: Graph | undefined;
  /** By the folder that is asked for: of hundreds of overlays each is asked for at every look at a base of theirs. */
  readonly #applied = new Map<string, Applied>();

  readonly #generators: GeneratorFiles;

  constructor(generators = new GeneratorFiles()) {
    this.#generators = generators;
  }

  update(path: string, text: string | undefined): boolean {
    if (!isKustomizationFile(path)) return this.#updateDeployers(path, text);
    const before = this.#known.get(path);
    const now = text === undefined ? undefined : this.#read(path, text);
    if (text === undefined) this.#known.delete(path);
    // What is half typed names what it named before.
    else if (now !== undefined) this.#known.set(path, now);
    const known = this.#known.get(path);
    if (isSame(before, known)) return false;
    this.#graph = undefined;
    return true;
  }

  #updateDeployers(path: string, text: string | undefined): boolean {
    const wasUnrestricted = this.#isUnrestricted;
    if (UNRESTRICTED.test(text ?? '')) this.#unrestricting.add(path);
    else this.#unrestricting.delete(path);
    return this.#readDeployers(path, text) || this.#isUnrestricted !== wasUnrestricted;
  }

  get #isUnrestricted(): boolean {
    return this.#unrestricting.size > 0;
  }

  #readDeployers(path: string, text: string | undefined): boolean {
    const found = text === undefined ? [] : readDeployers(text, this.#generators.found);
    const before = this.#deployers.get(path) ?? [];
    if (JSON.stringify(found) === JSON.stringify(before)) return false;
    if (found.length === 0) this.#deployers.delete(path);
    else this.#deployers.set(path, found);
    this.#graph = undefined;
    this.#applied.clear();
    return true;
  }

  #read(path: string, text: string): Known | undefined {
    const folder = folderOf(path);
    try {
      const { value } = this.#cache.kustFile(path, text);
      const named = new Set(namedIn(value).map((each) => joinPath(folder, each)));
      const leftOut = new Set(leftOutIn(text).map((each) => joinPath(folder, each)));
      return { folder, isComponent: value.kind === 'Component', named, leftOut };
    } catch (error) {
      if (error instanceof KustomizeError) return undefined;
      throw error;
    }
  }

  plansFor(path: string): readonly BuildPlan[] {
    const graph = this.#graphNow();
    return graph.overlaysOf(path).map((file) => this.#planOf(file, graph));
  }

  isChoice(path: string): boolean {
    return this.#graphNow().isOfComponents(path);
  }

  #graphNow(): Graph {
    this.#generators.catchUp(this, (path, text) => this.#readDeployers(path, text));
    return (this.#graph ??= new Graph(this.#known, (folder) => this.#appliedBy(folder).appliedBy));
  }

  #appliedBy(folder: string): Applied {
    let known = this.#applied.get(folder);
    if (known === undefined) this.#applied.set(folder, (known = this.#findDeployer(folder)));
    return known;
  }

  #findDeployer(folder: string): Applied {
    for (const [path, deployers] of this.#deployers)
      for (const { name, folders, components, changes } of deployers)
        if (folders.some((wanted) => isDeployed(folder, wanted)))
          return { appliedBy: appliedByText(name, path), components, changes };
    return NOBODY;
  }

  #planOf(file: string, graph: Graph): BuildPlan {
    const known = this.#plans.get(file);
    const name = graph.nameOf(file);
    const applied = this.#appliedBy(folderOf(file));
    const by = applied.appliedBy === undefined ? { ...applied, leftOutBy: graph.leftOutBy(folderOf(file)) } : applied;
    const unrestricted = this.#isUnrestricted;
    if (known?.plan.name === name && JSON.stringify(known.by) === JSON.stringify(by) && known.unrestricted === unrestricted)
      return known.plan;
    const options = { name, home: file, ...by, unrestricted, cache: this.#cache, renderChart: renderLocalChart };
    const plan = overlayPlan(folderOf(file), options);
    this.#plans.set(file, { plan, by, unrestricted });
    return plan;
  }
}

/** By whom a kustomization is applied, and what is added to it. */
interface Applied {
  readonly appliedBy: string | undefined;
  readonly components?: readonly string[] | undefined;
  readonly changes?: readonly string[] | undefined;
  /** The kustomization that has it commented out. */
  readonly leftOutBy?: string | undefined;
}

const NOBODY: Applied = { appliedBy: undefined };

function isSame(a: Known | undefined, b: Known | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a.isComponent === b.isComponent && isSameSet(a.named, b.named) && isSameSet(a.leftOut, b.leftOut);
}

function isSameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((each) => b.has(each));
}

/** Who names whom. */
class Graph {
  /** The kustomizations that name a path. */
  readonly #users = new Map<string, string[]>();
  readonly #leftOutBy = new Map<string, string>();
  readonly #known: ReadonlyMap<string, Known>;
  readonly #names: ReadonlyMap<string, string>;

  constructor(known: ReadonlyMap<string, Known>, appliedBy: (folder: string) => string | undefined) {
    this.#known = known;
    for (const [file, { named, leftOut }] of known) {
      for (const path of leftOut) this.#leftOutBy.set(path, file);
      for (const path of named) {
        const users = this.#users.get(path);
        if (users === undefined) this.#users.set(path, [file]);
        else users.push(file);
      }
    }
    const overlays = [...known].filter(
      ([, { folder, isComponent }]) => !isComponent && (!this.#users.has(folder) || appliedBy(folder) !== undefined),
    );
    this.#names = shortNames(overlays.map(([file, { folder }]) => [file, folder]));
  }

  leftOutBy(folder: string): string | undefined {
    return this.#leftOutBy.get(folder);
  }

  isOfComponents(path: string): boolean {
    const users = this.#users.get(path) ?? [];
    return users.length > 0 && users.every((file) => this.#known.get(file)?.isComponent === true);
  }

  /** The overlays that a file is built into: up from whoever names it. Where all name each other in a circle, these. */
  overlaysOf(path: string): readonly string[] {
    const seen = new Set(this.#known.has(path) ? [path] : this.#users.get(path));
    for (const file of seen) for (const user of this.#users.get(this.#known.get(file)?.folder ?? '') ?? []) seen.add(user);
    const overlays = [...seen].filter((file) => this.#names.has(file));
    const found = overlays.length > 0 ? overlays : [...seen].filter((file) => this.#known.get(file)?.isComponent === false);
    return found.sort();
  }

  nameOf(file: string): string {
    return this.#names.get(file) ?? folderOf(file).split('/').at(-1) ?? file;
  }
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** The entries of its lists of resources that are commented out; elsewhere a comment may tell of anything. */
function leftOutIn(text: string): readonly string[] {
  let key = '';
  return text.split('\n').flatMap((line) => {
    key = /^([a-z]\w{0,40}):/.exec(line)?.[1] ?? key;
    const path = /^[ \t]*#[ \t]*-[ \t]+([\w./-]{1,200})\s*$/.exec(line)?.[1];
    return path !== undefined && (key === 'resources' || key === 'bases') ? [path] : [];
  });
}

/** All paths in a kustomization, written as they are there. */
function namedIn(from: Kustomization): readonly string[] {
  const { patches = [], patchesJson6902 = [], configMapGenerator = [], secretGenerator = [] } = from;
  const generated = [...configMapGenerator, ...secretGenerator].flatMap(({ files = [], envs = [], env }) => [
    ...files.map((entry) => entry.slice(entry.indexOf('=') + 1)),
    ...envs,
    ...(env === undefined ? [] : [env]),
  ]);
  const paths = [
    ...[from.resources, from.components, from.patchesStrategicMerge, from.configurations, from.crds].flatMap(
      (list) => list ?? [],
    ),
    ...[from.generators, from.transformers, from.validators].flatMap((list) => list ?? []),
    ...[...patches, ...patchesJson6902].flatMap(({ path }) => path ?? []),
    ...(from.replacements ?? []).flatMap(({ path }) => path ?? []),
    ...generated,
  ];
  // A text of its own is no path.
  return paths.filter((path) => path !== '' && !path.includes('\n'));
}
