import { ASSUMED_RELEASE } from '../../model/appliedFrom';
import type { BuildPlan } from '../../render/builtManifest';
import { chartPlan, type ValuesSet } from '../../render/helm/chartPlan';
import { localDependencies } from '../../render/helm/localDependencies';
import { joinPath } from '../../render/kustomize/loader';
import type { SetForm } from '../../render/helm/strvals';
import type { SetLine } from '../../render/helm/userValues';
import type { ChartSettings } from '../settings';
import { isChartFile, isValuesFile } from '../../manifest/charts';
import { readReleases, type ChartRelease } from './chartReleases';
import { isDeployed } from './deployers';
import { GeneratorFiles } from './generatorFiles';
import { folderName, setOf } from './installedSets';
import type { PlanFinder } from './planFinder';
import { starsOf } from './stars';

/** Files of values beyond that are offered by settings only: each is a chart rendered once more. */
const MOST_SETS = 6;
const MOST_WATCHED = 20;

/** What is set for the charts of a workspace. */
export interface ChartsAround {
  readonly kubeVersion: string;
  readonly settingsFor: (folder: string) => ChartSettings;
}

/** The charts of a workspace, each with its own values and with each file of values that lies with it. */
export class Charts implements PlanFinder {
  readonly #around: ChartsAround;
  readonly #folders = new Set<string>();
  readonly #values = new Set<string>();
  /** The same by the folder of the chart that they would belong to, if there is one: there are hundreds of charts. */
  readonly #valuesOf = new Map<string, Set<string>>();
  readonly #plans = new Map<string, { readonly key: string; readonly plans: readonly BuildPlan[] }>();
  readonly #libraries = new Set<string>();
  /** Folders beside charts that they depend on, by the charts. */
  readonly #beside = new Map<string, readonly string[]>();
  /** What says how charts are installed, by the files that say so. */
  readonly #releases = new Map<string, readonly ChartRelease[]>();
  /** Files of values that somebody wants to see as well, the newest last. */
  #watched: readonly string[] = [];

  readonly #generators: GeneratorFiles;

  constructor(around: ChartsAround, generators = new GeneratorFiles()) {
    this.#around = around;
    this.#generators = generators;
  }

  update(path: string, text: string | undefined): boolean {
    if (isChartFile(path)) return this.#updateChart(folderOf(path), text);
    const isNews = this.#updateReleases(path, text);
    if (!isValuesFile(path)) return isNews;
    const isKnown = this.#values.has(path);
    if (isKnown !== (text !== undefined)) this.#changeValues(path, text !== undefined);
    return isKnown !== this.#values.has(path) || isNews;
  }

  #changeValues(path: string, isThere: boolean): void {
    if (isThere) this.#values.add(path);
    else this.#values.delete(path);
    for (const folder of foldersOfValues(path)) {
      const beside = this.#valuesOf.get(folder) ?? new Set();
      if (isThere) beside.add(path);
      else beside.delete(path);
      if (beside.size === 0) this.#valuesOf.delete(folder);
      else this.#valuesOf.set(folder, beside);
    }
  }

  #updateReleases(path: string, text: string | undefined): boolean {
    const found = text === undefined ? [] : readReleases(text, this.#generators.found);
    if (JSON.stringify(found) === JSON.stringify(this.#releases.get(path) ?? [])) return false;
    if (found.length === 0) this.#releases.delete(path);
    else this.#releases.set(path, found);
    return true;
  }

  #updateChart(folder: string, text: string | undefined): boolean {
    const wasThere = this.#folders.has(folder) && !this.#libraries.has(folder);
    if (text === undefined) this.#folders.delete(folder);
    else this.#folders.add(folder);
    if (text !== undefined && /^type:[ \t]*["']?library\b/m.test(text)) this.#libraries.add(folder);
    else this.#libraries.delete(folder);
    const isNews = this.#updateBeside(folder, text ?? '');
    return isNews || wasThere !== (this.#folders.has(folder) && !this.#libraries.has(folder));
  }

  #updateBeside(folder: string, text: string): boolean {
    const found = localDependencies([{ name: 'Chart.yaml', data: text }]).map(({ path }) => joinPath(folder, path));
    const before = this.#beside.get(folder) ?? [];
    if (found.length === 0) this.#beside.delete(folder);
    else this.#beside.set(folder, found);
    return found.length !== before.length || found.some((each) => !before.includes(each));
  }

  plansFor(path: string): readonly BuildPlan[] {
    const folder = this.#chartOf(path);
    return folder === undefined ? this.#plansOfLibrary(path) : this.#plansOf(folder, path);
  }

  /** A library is what the charts that depend on it make of it: each as it is installed first. */
  #plansOfLibrary(path: string): readonly BuildPlan[] {
    const users = this.#usersOf(path).slice(0, MOST_SETS);
    return users.flatMap((user) => this.#plansOf(user, path).slice(0, 1));
  }

  /** Of the charts that depend on the one that a file lies with, in a folder beside theirs. */
  plansOfUsers(path: string): readonly BuildPlan[] {
    return this.#usersOf(path).flatMap((user) => this.#plansOf(user, `${user}/Chart.yaml`));
  }

  #usersOf(path: string): readonly string[] {
    const found = new Set<string>();
    const look = (below: string): void => {
      for (const [user, folders] of this.#beside) {
        if (found.has(user) || !folders.some((folder) => below.startsWith(`${folder}/`))) continue;
        found.add(user);
        look(`${user}/`);
      }
    };
    look(path);
    return [...found].filter((user) => !this.#libraries.has(user));
  }

  #plansOf(folder: string, path: string): readonly BuildPlan[] {
    const sets = this.#setsOf(folder);
    const key = JSON.stringify(sets);
    const known = this.#plans.get(folder);
    const plans = known?.key === key ? known.plans : sets.map((set) => chartPlan(folder, set));
    this.#plans.set(folder, { key, plans });
    // What only another set is made of takes no part in this one.
    return isValuesFile(path)
      ? plans.filter((_, index) => index === 0 || sets[index]?.files.includes(path) === true || isOwnValues(path))
      : plans;
  }

  get watched(): readonly string[] {
    return this.#watched;
  }

  watch(path: string): void {
    this.#watched = [...this.#watched.filter((each) => each !== path), path].slice(-MOST_WATCHED);
  }

  /** Files of values of the same chart that no set has, those for tests among them. */
  offersFor(path: string): readonly string[] {
    const folder = this.#chartOf(path);
    if (folder === undefined) return [];
    const taken = new Set(this.#setsOf(folder).flatMap(({ files }) => files));
    const isOffered = (file: string): boolean =>
      file.startsWith(`${folder}/`) && !file.startsWith(`${folder}/charts/`) && !isOwnValues(file) && !taken.has(file);
    return [...this.#values].filter(isOffered).sort();
  }

  /** The chart that a file belongs to; of a subchart the one that it is installed with. */
  #chartOf(path: string): string | undefined {
    let found: string | undefined;
    for (let at = path.lastIndexOf('/'); at >= 0; at = path.lastIndexOf('/', at - 1)) {
      const folder = path.slice(0, at);
      const isPart = found === undefined || found.startsWith(`${folder}/charts/`);
      if (this.#folders.has(folder) && !this.#libraries.has(folder) && isPart) found = folder;
    }
    return found;
  }

  #setsOf(folder: string): readonly ValuesSet[] {
    const { release, namespace, kubeVersion = this.#around.kubeVersion, sets = {} } = this.#around.settingsFor(folder);
    const given = { release: { name: release ?? ASSUMED_RELEASE, namespace: namespace ?? 'default' }, kubeVersion };
    const chosen = Object.entries(sets).map(([each, { values = [], ...inline }]): ValuesSet => ({
      ...given,
      name: each,
      files: values.map((file) => joinPath(folder, file)),
      inline: linesOf(inline),
      isChosen: true,
    }));
    const watched = this.#watched.filter((file) => file.startsWith(`${folder}/`));
    const extra = watched.map((file): ValuesSet => ({
      ...given,
      name: file.slice(folder.length + 1),
      files: [file],
      inline: [],
    }));
    if (chosen.length > 0) return toldApart([...chosen, ...extra], folder);
    const installed = this.#installed(folder, given.kubeVersion);
    const taken = new Set(installed.flatMap(({ files }) => files));
    const beside = [...(this.#valuesOf.get(folder) ?? [])]
      .filter((file) => !isOwnValues(file) && !watched.includes(file) && !taken.has(file))
      .sort();
    const found = beside
      .slice(0, MOST_SETS)
      .map((file): ValuesSet => ({ ...given, name: nameOf(file, folder), files: [file], inline: [] }));
    const plain = installed.length > 0 ? [] : [{ ...given, name: 'values.yaml', files: [], inline: [] }];
    return toldApart([...installed, ...plain, ...found, ...extra], folder);
  }

  /** The sets that Argo CD or Flux install it with. */
  #installed(folder: string, kubeVersion: string): readonly ValuesSet[] {
    this.#generators.catchUp(this, (path, text) => this.#updateReleases(path, text));
    const find = this.#generators.found;
    const sets = [...this.#releases].flatMap(([path, releases]) =>
      releases
        .filter((each) => isDeployed(folder, each.folder) && !each.except.some((other) => isDeployed(folder, other)))
        .flatMap((each) => starsOf(each, folder, this.#values).map((star) => ({ each, star })))
        .map(({ each, star }) => ({
          path,
          set: setOf(each, { path, folder, kubeVersion, star, find }),
        })),
    );
    const isTwice = (name: string): boolean => sets.filter(({ set }) => set.name === name).length > 1;
    const named = sets.map(({ path, set }) => (isTwice(set.name) ? { ...set, name: `${folderName(path)}/${set.name}` } : set));
    return named.filter(({ name }, index) => named.findIndex((each) => each.name === name) === index);
  }
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

function isOwnValues(path: string): boolean {
  return path.endsWith('/values.yaml');
}

/** Beside the chart's own values, or in a folder for environments. Values for tests (`ci/`) are offered by settings. */
function foldersOfValues(file: string): readonly string[] {
  const folder = folderOf(file);
  return [folder, ...(/\/(?:env|envs|environments|values)$/.test(folder) ? [folderOf(folder)] : [])];
}

/** `staging` of `values-staging.yaml`, `staging.values.yaml` and `environments/staging.yaml`. */
function nameOf(file: string, folder: string): string {
  const base = file.slice(file.lastIndexOf('/') + 1).replace(/\.ya?ml$/, '');
  const name = base.replace(/^values[-_.]|[-_.]values$/, '');
  return name === '' || name === 'values' ? file.slice(folder.length + 1) : name;
}

/** A plan is known by its name: the second of `values-dev.yaml` and `dev-values.yaml` is called as its file is. */
function toldApart(sets: readonly ValuesSet[], folder: string): readonly ValuesSet[] {
  const taken = new Set<string>();
  return sets.map((set) => {
    const file = set.files.at(-1)?.slice(folder.length + 1);
    let name = taken.has(set.name) ? (file ?? set.name) : set.name;
    for (let number = 2; taken.has(name); number += 1) name = `${set.name} (${number})`;
    taken.add(name);
    return name === set.name ? set : { ...set, name };
  });
}

const FORMS: readonly (readonly [SetForm, 'set' | 'setString' | 'setJson'])[] = [
  ['set', 'set'],
  ['setString', 'setString'],
  ['setJson', 'setJson'],
];

function linesOf(given: Readonly<Partial<Record<'set' | 'setString' | 'setJson', readonly string[]>>>): readonly SetLine[] {
  return FORMS.flatMap(([form, key]) => (given[key] ?? []).map((line) => ({ form, line })));
}
