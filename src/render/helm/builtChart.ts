/** Ours: a rendered chart as the features want it: one text, and for each object the places of its values. */
import type { Slices } from '../../model/slices';
import { editDocument, type ObjectEdit } from '../../manifest/edits';
import type { Path } from '../../manifest/source';
import {
  firstProblems,
  type BuildProblem,
  type BuiltManifest,
  type BuiltObject,
  type FieldPlace,
  type FilePlace,
  type FileTree,
} from '../builtManifest';
import { GoError } from '../goTemplate/value';
import type { Chart } from './chart';
import { brokenProblem, problemsOf, valuesExcuse, type Broken, type GivenValues } from './chartProblems';
import type { RenderedChart, RenderedFile } from './chartSession';
import { ChartEdits } from './chartEdits';
import { isNotes } from './printedManifest';
import { DocumentOrigins, type OriginContext } from './origins/documentOrigins';
import type { ReadPaths } from './origins/readPaths';
import type { ValueLayers } from './origins/valueLayers';
import { yamlProblem } from './readYaml';
import { RenderedTemplates } from './templateView';
import { HOOK, isKnownHook, readHeadInSlices, sortByKind, splitRanges } from './sortedManifests';

export interface ChartParts {
  readonly rendered: RenderedChart;
  /** The chart as it was loaded. */
  readonly chart: Chart;
  readonly reads: ReadPaths;
  readonly layers: ValueLayers;
  readonly tree: FileTree;
  readonly folder: string;
  readonly asked: ReadonlySet<string>;
  readonly damaged: readonly string[];
  /** The values that it is rendered with. */
  readonly given: GivenValues;
  /** What there is to say of them. */
  readonly problems: readonly BuildProblem[];
  readonly rebuild: (texts: ReadonlyMap<string, string>) => string;
}

interface Document {
  readonly kind: string;
  readonly isHook: boolean;
  readonly name: string;
  readonly origins: DocumentOrigins;
}

export function* builtChart(parts: ChartParts): Slices<BuiltManifest> {
  const { rendered, tree, layers, reads } = parts;
  const paths = new Map(rendered.renderables.map(({ name, path }) => [name, path]));
  const pathOf = (name: string): string | undefined => paths.get(name);
  const context: OriginContext = { reads, layers, pathOf };
  const problems: BuildProblem[] = [...problemsOf(parts, pathOf), ...parts.damaged.map(damagedProblem), ...parts.problems];
  // Helm ends there, before it reads what the other templates give.
  const isExcused = problems.some((problem) => problem.isExcused);
  const documents: Document[] = [];
  for (const file of rendered.files) {
    const { found, broken } = yield* documentsOf(file, context);
    if (broken !== undefined) problems.push(brokenProblem(broken, isExcused, parts.given));
    documents.push(...found);
    yield;
  }
  const inOrder = [...documents].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  const sorted = [...sortByKind(inOrder.filter(({ isHook }) => !isHook)), ...sortByKind(inOrder.filter(({ isHook }) => isHook))];
  let text = '';
  const objects = sorted.map(({ name, origins }) => {
    const start = text.length;
    const head = `---\n# Source: ${name}\n`;
    text += `${head}${origins.content}\n`;
    return new ChartObject({ start, contentStart: start + head.length }, origins, parts);
  });
  return {
    text,
    objects,
    problems: firstProblems(problems, (problem) => problem),
    templates: new RenderedTemplates(rendered, context, (file) => tree.read(file)),
    asked: parts.asked,
    sourceAt: (offset) => objects.findLast(({ start }) => start <= offset)?.sourceAt(offset),
    builtAt(file, offset) {
      for (const object of objects) {
        const found = object.builtAt(file, offset);
        if (found !== undefined) return found;
      }
      return undefined;
    },
  };
}

function damagedProblem(file: string): BuildProblem {
  const message = `${file.slice(file.lastIndexOf('/') + 1)} is no chart archive: the chart is rendered without it.`;
  return { id: 'not-built', severity: 'warning', message, place: { file, start: 0, end: 0 } };
}

interface Documents {
  readonly context: OriginContext;
  readonly found: readonly Document[];
  readonly broken: Broken | undefined;
}

/** What a file renders is taken apart once. */
const known = new WeakMap<RenderedFile, Documents>();

function* documentsOf(file: RenderedFile, context: OriginContext): Slices<Documents> {
  const before = known.get(file);
  if (before?.context.reads === context.reads && before.context.layers === context.layers) return before;
  const documents = yield* readDocuments(file, context);
  known.set(file, documents);
  return documents;
}

function* readDocuments(file: RenderedFile, context: OriginContext): Slices<Documents> {
  const { name, rendering } = file;
  const found: Document[] = [];
  let broken: Broken | undefined;
  if (rendering === undefined || isNotes(name)) return { context, found, broken };
  for (const range of splitRanges(rendering.text)) {
    const origins = new DocumentOrigins(file, range, context);
    try {
      const { kind, hook } = yield* headOf(name, origins.content);
      if (hook === undefined || isKnownHook(hook)) found.push({ kind, isHook: hook !== undefined, name, origins });
    } catch (error) {
      if (!(error instanceof GoError)) throw error;
      broken ??= brokenBy(error, origins);
    }
    // A short file may render thousands.
    yield;
  }
  return { context, found, broken };
}

const KIND = /^kind:[ \t]*["']?(\w+)["']?[ \t]*(?:#.*)?$/m;

/** What has no kind is applied by nobody: nobody waits until it is read. */
const MOST_WITHOUT_KIND = 200_000;

/** What orders it. Where a look at the lines is enough, nothing is taken apart: whoever analyzes the text does that. */
function* headOf(name: string, content: string): Slices<{ readonly kind: string; readonly hook: string | undefined }> {
  const kind = KIND.exec(content)?.[1];
  if (kind !== undefined && !content.includes(HOOK) && (yield* yamlProblem(content)) === undefined)
    return { kind, hook: undefined };
  if (content.length > MOST_WITHOUT_KIND && !content.includes('kind')) return { kind: '', hook: undefined };
  const head = yield* readHeadInSlices(name, content);
  return { kind: head.kind, hook: head.annotations?.get(HOOK) };
}

/** What wrote the line that a YAML error names. */
function brokenBy({ message }: GoError, origins: DocumentOrigins): Broken {
  const line = Number(/yaml: line (\d{1,9}):/.exec(message)?.[1] ?? 1);
  const lines = origins.content.split('\n');
  const lineStart = (number: number): number => lines.slice(0, number).reduce((sum, each) => sum + each.length + 1, 0);
  const at = lineStart(line - 1);
  const length = (lines[line - 1] ?? '').trimEnd().length;
  const written = { start: lineStart(line) - 1 - (lines[line - 1] ?? '').trimStart().length, end: at + length };
  const { path } = origins.file;
  const whole = path === undefined ? undefined : { file: path, start: 0, end: 0 };
  const place = origins.placeOfRange({ start: at, end: at + Math.max(1, length) }) ?? whole;
  // go-yaml notices up to some lines later, and counts differently for each sort of mistake.
  const around = { start: lineStart(Math.max(0, line - NOTICED_WITHIN)), end: lineStart(line + NOTICED_WITHIN) };
  const lacksValue = origins.lacksValueIn(around) || origins.lacksValueBehind(written);
  return { message, place, lacksValue };
}

const NOTICED_WITHIN = 3;

class ChartObject implements BuiltObject {
  readonly start: number;
  readonly origins: DocumentOrigins;
  readonly #contentStart: number;
  readonly #parts: ChartParts;

  constructor(place: { readonly start: number; readonly contentStart: number }, origins: DocumentOrigins, parts: ChartParts) {
    this.start = place.start;
    this.#contentStart = place.contentStart;
    this.origins = origins;
    this.#parts = parts;
  }

  get files(): ReadonlySet<string> {
    return this.origins.files;
  }

  /** What wrote the line, or the rest of it, at an offset of the whole text. */
  sourceAt(offset: number): FilePlace | undefined {
    const { content } = this.origins;
    const at = Math.max(0, offset - this.#contentStart);
    const lineStart = content.lastIndexOf('\n', at - 1) + 1;
    const first = Math.max(at, lineStart + (/^ */.exec(content.slice(lineStart))?.[0].length ?? 0));
    return this.origins.placeOfRange({ start: first, end: Math.min(content.length, first + 1) });
  }

  builtAt(file: string, offset: number): number | undefined {
    const at = this.origins.writtenAt(file, offset);
    return at === undefined ? undefined : this.#contentStart + at;
  }

  placeAt(path: Path): FieldPlace | undefined {
    const origin = this.origins.originOf(path);
    if (origin === undefined) return undefined;
    const also = origin.written.flatMap(({ file, start, end }) => (file === undefined ? [] : [{ file, start, end }]));
    return { ...origin.place, by: 'template', overridden: [], ...(also.length === 0 ? {} : { values: also }) };
  }

  keyAt(path: Path): FilePlace | undefined {
    return this.origins.keyPlace(path);
  }

  isLeftOpen(path: Path): boolean {
    return valuesExcuse(this.#parts.given) !== undefined && this.origins.lacksValueAt(path);
  }

  editsFor(changes: readonly ObjectEdit[]): ReturnType<BuiltObject['editsFor']> {
    const { tree, folder, layers, rebuild } = this.#parts;
    const { origins } = this;
    const wanted = editDocument(origins.content, changes);
    if (wanted === undefined) return undefined;
    const isOwn = (file: string): boolean => layers.isGiven(file) || file === `${folder}/values.yaml`;
    const edits = new ChartEdits(origins, { tree, ownValues: `${folder}/values.yaml`, isOwn }).edits(changes);
    if (edits === undefined || edits.length === 0) return undefined;
    const texts = new Map<string, string>();
    for (const { file, start, end, newText } of edits.toReversed()) {
      const text = texts.get(file) ?? tree.read(file) ?? '';
      texts.set(file, text.slice(0, start) + newText + text.slice(end));
    }
    // What does not come out as it is wanted is no fix.
    return hasDocument(rebuild(texts), wanted) ? edits : undefined;
  }
}

function hasDocument(text: string, wanted: string): boolean {
  const plain = (document: string): string => document.replace(/["'\s]/g, '');
  return plain(text).includes(plain(wanted));
}
