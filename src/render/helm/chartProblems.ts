/** Ours: what Helm says about a chart, at the place in the user's files that it is about. */
import { signOfTemplate } from '../../manifest/placeholders';
import { listed, quote, visible } from '../../model/words';
import type { TextRange } from '../../manifest/source';
import type { BuildProblem, FilePlace, FileTree } from '../builtManifest';
import { LimitError, type GoError } from '../goTemplate/value';
import { ASSUMED_KUBE_VERSION } from './capabilities';
import { LookupError } from './engineOutput';
import { missingDependencies } from './helmTemplate';
import type { Chart } from './chart';
import type { RenderedChart } from './chartSession';

/** A template, as messages name it, with the line and the column that they count in bytes. */
const LOCATION = /(?:template: |error at \(|executing "|^)([^\s:()"]{1,500}):(\d{1,9})(?::(\d{1,9}))?/g;

type PathOf = (name: string) => string | undefined;

/** The places that a message names, from the outside to the inside. */
function placesIn(message: string, pathOf: PathOf, tree: FileTree): readonly FilePlace[] {
  const places: FilePlace[] = [];
  for (const [, name = '', line = '', column] of message.slice(0, 20_000).matchAll(LOCATION)) {
    const file = pathOf(name);
    const text = file === undefined ? undefined : tree.read(file);
    if (file === undefined || text === undefined) continue;
    places.push({ file, ...rangeAt(text, Number(line), column === undefined ? undefined : Number(column)) });
  }
  return places;
}

/** The expression that begins there, or the whole line. */
function rangeAt(text: string, line: number, column: number | undefined): { readonly start: number; readonly end: number } {
  let lineStart = 0;
  for (let number = 1; number < line; number++) {
    const lineBreak = text.indexOf('\n', lineStart);
    if (lineBreak < 0) break;
    lineStart = lineBreak + 1;
  }
  const lineBreak = text.indexOf('\n', lineStart);
  const lineEnd = lineBreak < 0 ? text.length : lineBreak;
  const wholeLine = text.slice(lineStart, lineEnd);
  const first = lineStart + wholeLine.length - wholeLine.trimStart().length;
  if (column === undefined) return { start: first, end: Math.max(first, lineStart + wholeLine.trimEnd().length) };
  const at = lineStart + charactersIn(wholeLine, column);
  const opened = text.lastIndexOf('{{', at);
  const start = opened >= lineStart ? opened : at;
  const closed = text.indexOf('}}', at);
  return { start, end: closed < 0 || closed > lineEnd ? lineEnd : closed + 2 };
}

/** Columns count bytes. */
function charactersIn(line: string, bytes: number): number {
  let left = bytes;
  let count = 0;
  for (const character of line) {
    if (left <= 0) break;
    const code = character.codePointAt(0) ?? 0;
    left -= code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    count += character.length;
  }
  return count;
}

/** What keeps a chart from being rendered at all. */
export function prepareProblem(error: Error, given: GivenValues, folder: string, tree: FileTree): BuildProblem {
  const { message } = error;
  const values = /cannot load values\.yaml|failed to parse (\S{1,500}): /.exec(message);
  const file = values === null ? `${folder}/Chart.yaml` : (values[1] ?? `${folder}/values.yaml`);
  const text = tree.read(file) ?? '';
  const isAboutFile = values !== null || message.startsWith('cannot load Chart.yaml');
  const line = isAboutFile ? /yaml: line (\d{1,9}):/.exec(message)?.[1] : undefined;
  const place = { file, ...rangeAt(text, line === undefined ? 1 : Number(line), undefined) };
  const who = error instanceof LimitError ? 'This chart is too much to be rendered here' : 'Helm cannot render this chart';
  const sign = values === null ? undefined : signOfTemplate(text);
  const excuse =
    sign === undefined
      ? prepareExcuse(message, given, tree.read(`${folder}/Chart.yaml`) ?? '', tree.isFolder(`${folder}/templates`))
      : `${quote(visible(sign))} is to be filled in first`;
  return notBuilt(`${who}: ${message}`, excuse, place);
}

/** Where what was rendered is no YAML. `lacksValue`: because of a value that is empty, as far as one can see. */
export function brokenProblem({ message, place, lacksValue }: Broken, isExcused: boolean, given: GivenValues): BuildProblem {
  return notBuilt(`Helm: ${message}`, lacksValue || isExcused ? valuesExcuse(given) : undefined, place);
}

export interface Broken {
  readonly message: string;
  readonly place: FilePlace | undefined;
  readonly lacksValue: boolean;
}

function notBuilt(message: string, excuse: string | undefined, place: FilePlace | undefined): BuildProblem {
  if (excuse === undefined) return { id: 'not-built', severity: 'error', message, place };
  const sentences = `${message.replace(/\.$/, '')}. ${excuse}`;
  return { id: 'not-built', severity: 'information', message: sentences, place, isExcused: true };
}

/** What other tools put into a Chart.yaml before it is one. */
const FILLED_IN = /\[\[|\{\{|\$\{|<%|__[A-Z_]{1,50}__|%[A-Z_]{1,50}%|@[A-Z_]{1,50}@/;

/** Why a chart that cannot be rendered as it lies there is none the worse for it. */
function prepareExcuse(message: string, given: GivenValues, chartYaml: string, hasTemplates: boolean): string | undefined {
  if (message.startsWith("values don't meet the specifications")) return valuesExcuse(given);
  if (message.startsWith('chart requires kubeVersion') && given.kubeVersion === ASSUMED_KUBE_VERSION)
    return 'The version is assumed: it can be set';
  if (/^(?:validation|cannot load Chart\.yaml): /.test(message)) {
    if (FILLED_IN.test(chartYaml)) return 'Something else fills in its Chart.yaml first';
    if (!hasTemplates) return 'There are no templates beside it';
  }
  return undefined;
}

/** Where it is left to whoever installs the chart to give values, or not all that are given can be known. */
export function valuesExcuse({ appliedBy, isChosen, unknown = [] }: GivenValues): string | undefined {
  if (unknown.length > 0) return 'Values that cannot be known here may change that';
  // A file of values that lies beside the chart may be one of several.
  const isWhole = appliedBy !== undefined || isChosen === true;
  return isWhole ? undefined : 'The chart leaves these values to whoever installs it: choose some to see more';
}

export interface GivenValues {
  readonly name: string;
  readonly files: readonly string[];
  readonly isChosen?: boolean;
  readonly kubeVersion: string;
  readonly appliedBy?: string | undefined;
  readonly unknown?: readonly string[];
  readonly forgivesMissing?: boolean;
}

export function missingFiles({ files }: Pick<GivenValues, 'files'>, tree: FileTree): readonly string[] {
  return files.filter((file) => tree.read(file) === undefined);
}

/** Values that the chart is rendered without. */
export function valuesProblems(given: GivenValues, folder: string, tree: FileTree): readonly BuildProblem[] {
  const { name, appliedBy, unknown = [], forgivesMissing = false } = given;
  const missing = forgivesMissing ? [] : missingFiles(given, tree).map((file) => file.split('/').slice(-2).join('/'));
  const who = appliedBy ?? `“${name}”`;
  const sentences = [
    ...(missing.length === 0 ? [] : [`${who} names values that are not there: ${listed(missing, 4)}.`]),
    ...(unknown.length === 0 ? [] : [`${who} takes values that cannot be known here: ${listed(unknown, 4)}.`]),
  ];
  if (sentences.length === 0) return [];
  const file = `${folder}/Chart.yaml`;
  const place = { file, ...rangeAt(tree.read(file) ?? '', 1, undefined) };
  const severity = missing.length > 0 ? 'warning' : 'information';
  const message = `${sentences.join(' ')} The chart is rendered without them.`;
  return [{ id: 'not-built', severity, message, place }];
}

/** What single templates and missing subcharts have to say. */
export function problemsOf({ rendered, chart, given, folder, tree }: BuiltParts, pathOf: PathOf): BuildProblem[] {
  const missing = missingDependencies(chart);
  const excuseOf = (error: GoError | LimitError): string | undefined => {
    if (missing.length > 0)
      return `${listed(missing, 3)}, which ${missing.length > 1 ? 'are' : 'is'} missing, may be what it lacks`;
    const isDemand = DEMAND.test(error.message);
    if (isDemand && error instanceof LookupError) return 'What it looks up in the cluster is not known here';
    return (given.unknown ?? []).length > 0 || isDemand ? valuesExcuse(given) : undefined;
  };
  const failed = [
    // No value and no subchart makes a template of what is none.
    ...[...rendered.unparsed].map(([name, { message }]) => ({ name, message, excuse: undefined })),
    ...rendered.files.flatMap(({ name, error }) =>
      error === undefined ? [] : [{ name, message: error.message, excuse: excuseOf(error) }],
    ),
  ];
  return [
    ...failed.flatMap(({ name, message, excuse }) =>
      placesOf(name, message, pathOf, tree).map((place) => notBuilt(`Helm: ${message}`, excuse, place)),
    ),
    ...missingProblems(missing, folder, tree),
  ];
}

interface BuiltParts {
  readonly rendered: RenderedChart;
  readonly chart: Chart;
  readonly given: GivenValues;
  readonly folder: string;
  readonly tree: FileTree;
}

/** `required` and `fail`, where the chart says so itself; and what is done with values that are not there. */
const DEMAND =
  /^execution error at \(|: (?:nil pointer evaluating [^:\n]{1,200}|invalid value; expected \w{1,50}|wrong type for value; expected [\w[\]{} ]{1,50}; got interface \{\}|error calling index: index of (?:nil pointer|untyped nil)|error calling len: reflect: call of reflect\.Value\.Type on zero Value)$/;

/** Where the mistake is; and in the file that cannot be rendered because of it, if that is another. */
function placesOf(name: string, message: string, pathOf: PathOf, tree: FileTree): readonly (FilePlace | undefined)[] {
  const places = placesIn(message, pathOf, tree);
  const inner = places.at(-1);
  const own = pathOf(name);
  const outer = places.find(({ file }) => file === own) ?? (own === undefined ? undefined : { file: own, start: 0, end: 0 });
  return inner === undefined || inner.file === outer?.file ? [inner ?? outer] : [inner, outer];
}

function missingProblems(names: readonly string[], folder: string, tree: FileTree): readonly BuildProblem[] {
  if (names.length === 0) return [];
  const file = `${folder}/Chart.yaml`;
  const places = namePlaces(tree.read(file) ?? '');
  const chart = folder.slice(folder.lastIndexOf('/') + 1);
  return names.map((name) => {
    const message = `The subchart ${name} is not in charts/: the chart is rendered without it. To fetch it: helm dependency build ${chart}`;
    const range = places.get(name) ?? { start: 0, end: 0 };
    return { id: 'not-built', severity: 'information', message, place: { file, ...range } };
  });
}

const NAME = /\bname:[ \t]*["']?([^\s"'#,{}[\]]{1,250})["']?/g;

/** Where the dependencies of a Chart.yaml are named: one look at the text, however many there are. */
function namePlaces(text: string): ReadonlyMap<string, TextRange> {
  const places = new Map<string, TextRange>();
  const from = Math.max(0, text.search(/^dependencies:/m));
  for (const { 0: written, 1: name = '', index } of text.slice(from).matchAll(NAME))
    if (!places.has(name)) places.set(name, { start: from + index, end: from + index + written.length });
  return places;
}
