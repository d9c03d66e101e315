/** Ours: what Helm says about a chart, at the place in the user's files that it is about. */
import { listed } from '../../model/words';
import type { TextRange } from '../../manifest/source';
import type { BuildProblem, FilePlace, FileTree } from '../builtManifest';
import { LimitError } from '../goTemplate/value';
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
export function prepareProblem(error: Error, folder: string, tree: FileTree): BuildProblem {
  const { message } = error;
  const values = /cannot load values\.yaml|failed to parse (\S{1,500}): /.exec(message);
  const file = values === null ? `${folder}/Chart.yaml` : (values[1] ?? `${folder}/values.yaml`);
  const text = tree.read(file) ?? '';
  const isAboutFile = values !== null || message.startsWith('cannot load Chart.yaml');
  const line = isAboutFile ? /yaml: line (\d{1,9}):/.exec(message)?.[1] : undefined;
  const place = { file, ...rangeAt(text, line === undefined ? 1 : Number(line), undefined) };
  const who = error instanceof LimitError ? 'This chart is too much to be rendered here' : 'Helm cannot render this chart';
  return { id: 'not-built', severity: 'error', message: `${who}: ${message}`, place };
}

interface GivenValues {
  readonly name: string;
  readonly files: readonly string[];
  readonly appliedBy?: string | undefined;
  readonly unknown?: readonly string[];
  readonly forgivesMissing?: boolean;
}

/** Values that the chart is rendered without. */
export function valuesProblems(given: GivenValues, folder: string, tree: FileTree): readonly BuildProblem[] {
  const { name, files, appliedBy, unknown = [], forgivesMissing = false } = given;
  const missing = forgivesMissing ? [] : files.filter((file) => tree.read(file) === undefined);
  const who = appliedBy ?? `“${name}”`;
  const sentences = [
    ...(missing.length === 0 ? [] : [`${who} names values that are not there: ${listed(missing, 4)}.`]),
    ...(unknown.length === 0 ? [] : [`${who} takes values that cannot be known here: ${listed(unknown, 4)}.`]),
  ];
  if (sentences.length === 0) return [];
  const file = `${folder}/Chart.yaml`;
  const place = { file, ...rangeAt(tree.read(file) ?? '', 1, undefined) };
  const message = `${sentences.join(' ')} The chart is rendered without them.`;
  return [{ id: 'not-built', severity: missing.length > 0 ? 'warning' : 'information', message, place }];
}

/** What single templates and missing subcharts have to say. */
export function problemsOf(
  rendered: RenderedChart,
  chart: Chart,
  folder: string,
  pathOf: PathOf,
  tree: FileTree,
): BuildProblem[] {
  const failed = [
    ...[...rendered.unparsed].map(([name, { message }]) => ({ name, message })),
    ...rendered.files.flatMap(({ name, error }) => (error === undefined ? [] : [{ name, message: error.message }])),
  ];
  return [
    ...failed.flatMap(({ name, message }) => problemsIn(name, message, pathOf, tree)),
    ...missingProblems(missingDependencies(chart), folder, tree),
  ];
}

/** Where the mistake is; and in the file that cannot be rendered because of it, if that is another. */
function problemsIn(name: string, message: string, pathOf: PathOf, tree: FileTree): BuildProblem[] {
  const places = placesIn(message, pathOf, tree);
  const inner = places.at(-1);
  const own = pathOf(name);
  const outer = places.find(({ file }) => file === own) ?? (own === undefined ? undefined : { file: own, start: 0, end: 0 });
  const wanted = inner === undefined || inner.file === outer?.file ? [inner ?? outer] : [inner, outer];
  return wanted.map((place) => ({ id: 'not-built', severity: 'error', message: `Helm: ${message}`, place }));
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
