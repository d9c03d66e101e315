/** Ours: a chart with a set of values as something that can be built, for the features. */
import type { AppliedFrom } from '../../model/appliedFrom';
import { finished, type Slices } from '../../model/slices';
import { NOTHING_BUILT, type BuildPlan, type BuiltManifest, type FileTree } from '../builtManifest';
import type { TextRange } from '../../manifest/source';
import { GoError, LimitError, type GoMap } from '../goTemplate/value';
import { kubeVersionOf } from './capabilities';
import type { ChartFile } from './chart';
import { readChartFolder } from './chartFolder';
import { builtChart } from './builtChart';
import { ChartSession, type ChartInputs, type RenderedChart } from './chartSession';
import { loadFilesInSlices } from './loader';
import { missingFiles, prepareProblem, valuesProblems } from './chartProblems';
import { readYamlInSlices } from './readYaml';
import { asTable } from './structReader';
import { optionOf, userValues, type SetLine } from './userValues';
import { ValueLayers } from './origins/valueLayers';
import { ReadPaths } from './origins/readPaths';

/** The values in force: a chart's own, and what is given over them. */
export interface ValuesSet {
  /** What it is called: `staging`. */
  readonly name: string;
  /** Files in the order in which they are given; the last one counts. */
  readonly files: readonly string[];
  readonly inline: readonly SetLine[];
  /** Values within another file, which count more than all files of values: those of a HelmRelease. */
  readonly embedded?: (TextRange & { readonly file: string }) | undefined;
  /** The files take the place of the chart's own values. */
  readonly replacesOwn?: boolean;
  /** Who installs the chart so. */
  readonly appliedBy?: string | undefined;
  /** The user has set that it is installed so. */
  readonly isChosen?: boolean;
  /** What gives further values, which no file here has: `ConfigMap shop-values`. */
  readonly unknown?: readonly string[];
  /** Files that are not there are none. */
  readonly forgivesMissing?: boolean;
  /** The file that says all this: with another text, as that of an older version, it says something else, or nothing. */
  readonly installedIn?: { readonly file: string; readonly as: (text: string) => ValuesSet | undefined };
  readonly release: { readonly name: string; readonly namespace: string };
  readonly kubeVersion: string;
}

/** The plan to render the chart of a folder. */
export function chartPlan(folder: string, set: ValuesSet): BuildPlan {
  const builder = new ChartBuilder(folder, set);
  return {
    id: `helm:${folder}#${set.name}`,
    name: set.name,
    sort: ['set of values', 'sets of values'],
    from: appliedFrom(folder, set),
    home: `${folder}/Chart.yaml`,
    given: filesOf(set),
    appliedBy: set.appliedBy,
    build: (files) => finished(builder.slices(files)),
    slices: (files) => builder.slices(files),
  };
}

const appliedFrom = (folder: string, { release, files, inline }: ValuesSet): AppliedFrom => ({
  tool: 'helm',
  path: folder,
  release: release.name,
  namespace: release.namespace,
  values: files,
  options: inline.flatMap(({ form, line }) => [optionOf(form), line]),
});

const filesOf = ({ files, installedIn }: ValuesSet): readonly string[] =>
  installedIn === undefined ? files : [...files, installedIn.file];

const withoutValues = (file: ChartFile): ChartFile => (file.name === 'values.yaml' ? { ...file, data: '' } : file);

interface GivenValues {
  readonly path: string;
  readonly text: string;
}

function valuesTexts({ files, embedded }: ValuesSet, tree: FileTree): readonly GivenValues[] {
  const given = files.map((path) => ({ path, text: tree.read(path) ?? '' }));
  if (embedded === undefined) return given;
  const { file, start, end } = embedded;
  const text = tree.read(file) ?? '';
  // What stands before becomes blanks: places stay what they are.
  return [...given, { path: file, text: text.slice(0, start).replace(/[^\n]/g, ' ') + text.slice(start, end) }];
}

interface Loaded {
  readonly inputs: ChartInputs;
  readonly layers: ValueLayers;
  /** All texts but those of templates, and the names of these. */
  readonly key: readonly string[];
}

class ChartBuilder {
  readonly #folder: string;
  readonly #set: ValuesSet;
  readonly #session = new ChartSession();
  #loaded: Loaded | undefined;
  #installed: { readonly text: string; readonly set: ValuesSet | undefined } | undefined;
  #last: { readonly rendered: RenderedChart; readonly reads: ReadPaths } | undefined;

  constructor(folder: string, set: ValuesSet) {
    this.#folder = folder;
    this.#set = set;
  }

  *slices(tree: FileTree): Slices<BuiltManifest> {
    const set = this.#setIn(tree);
    if (set === undefined) return { ...NOTHING_BUILT, asked: new Set(filesOf(this.#set)) };
    const given = valuesTexts(set, tree);
    // What a file that is not there would give is not known, either.
    const lacking = set.forgivesMissing === true ? [] : missingFiles(set, tree);
    const known = lacking.length === 0 ? set : { ...set, unknown: lacking };
    const { files: found, asked: read, damaged, isBehind } = readChartFolder(tree, this.#folder);
    const files = set.replacesOwn === true ? found.map(withoutValues) : found;
    const asked = new Set([...read, ...filesOf(set)]);
    if (isBehind) return { ...NOTHING_BUILT, asked };
    try {
      const { inputs, layers } = yield* this.#load(files, given, set);
      const texts = new Map(
        files.flatMap(({ path, data, name }) => (path !== undefined && isTemplate(name) ? [[path, data]] : [])),
      );
      const rendered = yield* this.#session.render(inputs, texts);
      // Containers are the same as long as the values are.
      const reads = this.#last?.rendered.prepared === rendered.prepared ? this.#last.reads : new ReadPaths(rendered);
      this.#last = { rendered, reads };
      return yield* builtChart({
        rendered,
        reads,
        layers,
        tree,
        asked,
        damaged,
        given: known,
        problems: valuesProblems(set, this.#folder, tree),
        folder: this.#folder,
        chart: inputs.chart,
        rebuild: this.#rebuild(tree),
      });
    } catch (error) {
      if (!(error instanceof GoError) && !(error instanceof LimitError)) throw error;
      this.#loaded = undefined;
      return { text: '', objects: [], asked, problems: [prepareProblem(error, known, this.#folder, tree)] };
    }
  }

  #setIn(tree: FileTree): ValuesSet | undefined {
    const { installedIn } = this.#set;
    if (installedIn === undefined) return this.#set;
    const text = tree.read(installedIn.file) ?? '';
    if (this.#installed?.text !== text) this.#installed = { text, set: installedIn.as(text) };
    return this.#installed.set;
  }

  /** The text that the same chart has with other texts in some files. */
  #rebuild(tree: FileTree): (texts: ReadonlyMap<string, string>) => string {
    return (texts) => {
      const other: FileTree = {
        read: (path) => texts.get(path) ?? tree.read(path),
        isFolder: (path) => tree.isFolder(path),
        ...(tree.list === undefined ? {} : { list: (path: string) => tree.list?.(path) ?? [] }),
      };
      return finished(this.slices(other)).text;
    };
  }

  *#load(files: readonly ChartFile[], given: readonly GivenValues[], set: ValuesSet): Slices<Loaded> {
    const { inline, release, kubeVersion } = set;
    const key = [
      JSON.stringify([inline, release, kubeVersion]),
      ...given.map(({ text }) => text),
      ...files.flatMap(({ name, data }) => (isTemplate(name) ? [name] : [name, data])),
    ];
    const known = this.#loaded;
    if (known !== undefined && known.key.length === key.length && known.key.every((part, index) => part === key[index]))
      return known;
    const chart = yield* loadFilesInSlices(files);
    const tables: GoMap[] = [];
    for (const each of given) tables.push(yield* valuesIn(each));
    const user = userValues(tables, inline);
    const options = { release, kubeVersion: kubeVersionOf(kubeVersion) };
    const layers = new ValueLayers(chart, given, userValues([], inline));
    this.#loaded = { inputs: { chart, user, options }, layers, key };
    return this.#loaded;
  }
}

function isTemplate(name: string): boolean {
  return /(?:^|\/)templates\//.test(name);
}

function* valuesIn({ path, text }: GivenValues): Slices<GoMap> {
  try {
    return asTable(yield* readYamlInSlices(text));
  } catch (error) {
    throw error instanceof GoError ? new GoError(`failed to parse ${path}: ${error.message}`) : error;
  }
}
