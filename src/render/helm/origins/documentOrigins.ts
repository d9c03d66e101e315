/** Ours: one document that a chart renders: where each of its values and keys comes from. */
import { parseAsGo } from '../../../manifest/around';
import { entryAt, firstRange, nodeAt, type Path, type SourceNode, type TextRange } from '../../../manifest/source';
import type { ActionNode, BranchNode, NumberNode, StringNode, TemplateNode } from '../../goTemplate/nodes';
import type { Rendering, Segment } from '../../goTemplate/trace';
import type { RenderedFile } from '../chartSession';
import { NO_VALUE } from '../engineOutput';
import type { FilePlace } from '../../builtManifest';
import type { Looked, ReadPaths } from './readPaths';
import { segmentAt, segmentsIn, traceBack, writtenByAll, type Step } from './traceBack';
import type { ValueLayers, ValuePlace } from './valueLayers';
import { literalBehind, valueBehind } from './valueMatch';

/** What all documents of a rendering share. */
export interface OriginContext {
  readonly reads: ReadPaths;
  readonly layers: ValueLayers;
  /** Where a template lies that errors name so. */
  readonly pathOf: (name: string) => string | undefined;
}

/** Where a value comes from. */
export interface Origin {
  /** The literal text or the expression in the template. */
  readonly place: FilePlace;
  /** The template's own text, exactly there. */
  readonly isText: boolean;
  /** The literal in the expression that it is. */
  readonly literal: (FilePlace & { readonly isQuoted: boolean }) | undefined;
  /** The value that it is. */
  readonly value: Looked | undefined;
  /** Where that value is written, the one that counts first. */
  readonly written: readonly ValuePlace[];
}

type Expression = ActionNode | BranchNode | TemplateNode;

export class DocumentOrigins {
  readonly file: RenderedFile;
  /** In the rendered text of the file. */
  readonly range: TextRange;
  readonly content: string;
  readonly context: OriginContext;
  #root: SourceNode | undefined;
  #isParsed = false;
  #homeSteps: readonly Step[] | undefined;
  readonly #origins = new Map<string, Origin | undefined>();
  #files: ReadonlySet<string> | undefined;

  constructor(file: RenderedFile, range: TextRange, context: OriginContext) {
    this.file = file;
    this.range = range;
    this.content = file.rendering?.text.slice(range.start, range.end) ?? '';
    this.context = context;
  }

  get root(): SourceNode | undefined {
    if (!this.#isParsed) this.#root = parseAsGo(this.content).root;
    this.#isParsed = true;
    return this.#root;
  }

  /** Of the value at a path; of a map or a list that of its beginning. */
  originOf(path: Path): Origin | undefined {
    const key = path.join('\0');
    if (!this.#origins.has(key)) this.#origins.set(key, this.#find(path));
    return this.#origins.get(key);
  }

  #find(path: Path): Origin | undefined {
    const node = nodeAt(this.root, path);
    if (node === undefined) return undefined;
    const range = node.kind === 'scalar' ? node : firstRange(node);
    if (range.end <= range.start) return undefined;
    const steps = this.#steps(range);
    return node.kind === 'scalar' ? this.#originOf(steps, range, path, String(node.value)) : this.#originOf(steps, range, path);
  }

  keyPlace(path: Path): FilePlace | undefined {
    const range = entryAt(this.root, path)?.keyRange;
    if (range === undefined) return undefined;
    const origin = this.#originOf(this.#steps(range), range, path);
    return origin?.isText === true ? origin.place : undefined;
  }

  /** What wrote a range of the document. */
  placeOfRange(range: TextRange): FilePlace | undefined {
    return this.#originOf(this.#steps(range), range, [])?.place;
  }

  /** Whether an expression in the line of a field printed nothing, or what is in it, because a value is empty, or not there. */
  lacksValueAt(path: Path): boolean {
    const range = entryAt(this.root, path)?.keyRange ?? nodeAt(this.root, path);
    return range !== undefined && (this.lacksValueBehind(range) || isEmptyValue(this.originOf(path)?.value));
  }

  /** The same of the line that wrote a range, in what was included, too. */
  lacksValueBehind(range: TextRange): boolean {
    const step = this.#steps(range).at(-1);
    if (step === undefined) return false;
    const { within, wanted } = step;
    const written = step.output.slice(step.piece.start, step.piece.end);
    const isLeftOut = (line: string): boolean => line.includes(NO_VALUE) && line.replaceAll(NO_VALUE, '').trim() === written;
    if (step.segment.inner.some(({ text }) => text.split('\n').some(isLeftOut))) return true;
    const lineEnd = within.text.indexOf('\n', wanted.start);
    const line = { start: wanted.start, end: (lineEnd < 0 ? within.text.length : lineEnd) + 1 };
    return this.#lacksValue(within, line);
  }

  /** The same of a range of the document. */
  lacksValueIn({ start, end }: TextRange): boolean {
    const { rendering } = this.file;
    const range = { start: this.range.start + start, end: Math.min(this.range.end, this.range.start + end) };
    return rendering !== undefined && this.#lacksValue(rendering, range);
  }

  #lacksValue(within: Rendering, range: TextRange): boolean {
    return segmentsIn(within, range).some((segment) => printsNothing(segment, within) && this.#looksAtNothing(segment));
  }

  #looksAtNothing(segment: Segment): boolean {
    const looked = this.context.reads.lookedAt(segment, this.file.trace);
    return looked.some(isEmptyValue);
  }

  /** Where in the document stands what a template has at an offset. */
  writtenAt(file: string, offset: number): number | undefined {
    for (const { node, from, to } of this.#segments) {
      if (this.context.pathOf(node.tree.parseName) !== file) continue;
      const [start, end] = node.type === 'text' ? [node.pos, node.pos + node.text.length] : [node.from, node.to];
      if (offset < start || offset > end) continue;
      const at = node.type === 'text' ? from + offset - start : from + leadingBlanks(this.file.rendering?.text ?? '', from, to);
      if (at >= this.range.start && at <= this.range.end) return at - this.range.start;
    }
    return undefined;
  }

  /** Where the template has a stretch of the document word for word; an empty one is behind what stands before it. */
  textPlace({ start, end }: TextRange): FilePlace | undefined {
    const isEmpty = start === end;
    const range = isEmpty ? { start: Math.max(0, start - 1), end: start } : { start, end };
    const steps = this.#steps(range);
    const step = steps.at(-1);
    const isOutermost = steps.length === 1 || !this.content.slice(start, end).includes('\n');
    if (step === undefined || step.isPart || step.segment.node.type !== 'text' || !isOutermost) return undefined;
    const file = this.#fileOf(step);
    const [from, to] = templateRange(step);
    return file === undefined ? undefined : { file, start: isEmpty ? to : from, end: to };
  }

  get #segments(): readonly Segment[] {
    const { rendering } = this.file;
    return rendering === undefined ? [] : segmentsIn(rendering, this.range);
  }

  /** Every file that something of it may be from: templates that wrote it, and all files of values if it took some. */
  get files(): ReadonlySet<string> {
    return (this.#files ??= this.#findFiles());
  }

  #findFiles(): ReadonlySet<string> {
    const { pathOf, layers } = this.context;
    const { by, takesValues } = writtenByAll(this.#segments.filter(({ to }) => to > this.range.start));
    return new Set([...[...by].flatMap((name) => pathOf(name) ?? []), ...(takesValues ? layers.files : [])]);
  }

  /** From a range in the document. */
  #steps({ start, end }: TextRange): readonly Step[] {
    const { rendering } = this.file;
    return rendering === undefined ? [] : traceBack(rendering, { start: this.range.start + start, end: this.range.start + end });
  }

  /** What includes the object itself leads to where the object is written; what it includes in turn is an expression there. */
  get #home(): readonly Step[] {
    const kind = entryAt(this.root, ['kind'])?.keyRange;
    return (this.#homeSteps ??= kind === undefined ? [] : this.#steps(kind));
  }

  #originOf(steps: readonly Step[], range: TextRange, path: Path, text?: string): Origin | undefined {
    const shown = this.#shown(steps);
    const place = shown === undefined ? undefined : this.#placeOf(shown, range);
    if (shown === undefined || place === undefined) return undefined;
    const last = steps.at(-1) ?? shown;
    const isText = shown.segment.node.type === 'text' && !shown.isPart;
    if (text === undefined || isText) return { place, isText, literal: undefined, value: undefined, written: [] };
    const { trace } = this.file;
    const looks = steps.toReversed().map(({ segment }) => this.context.reads.lookedAt(segment, trace));
    const value =
      last.segment.node.type === 'text' ? undefined : looks.map((each) => valueBehind(each, text, path)).find(Boolean);
    const literal = value === undefined ? this.#literal(steps, text, last) : undefined;
    const written = value?.of === 'values' ? this.context.layers.placesOf(value.path) : [];
    return { place, isText, literal, value, written };
  }

  /** The first step that is not on the way to the object itself, in a file that is known. */
  #shown(steps: readonly Step[]): Step | undefined {
    const home = this.#home;
    let at = 0;
    while (at < steps.length - 1 && at < home.length - 1 && steps[at]?.segment === home[at]?.segment) at += 1;
    while (at > 0 && this.#fileOf(steps[at]) === undefined) at -= 1;
    return this.#fileOf(steps[at]) === undefined ? undefined : steps[at];
  }

  #fileOf(step: Step | undefined): string | undefined {
    return step === undefined ? undefined : this.context.pathOf(step.segment.node.tree.parseName);
  }

  #placeOf(step: Step, range: TextRange): FilePlace | undefined {
    const file = this.#fileOf(step);
    if (file === undefined) return undefined;
    const [start, end] = templateRange(step);
    if (!step.isPart) return { file, start, end };
    // What several pieces have written together: up to the last of them.
    const { rendering } = this.file;
    const until = rendering === undefined ? undefined : segmentAt(rendering, this.range.start + range.end - 1);
    const isSameFile = until !== undefined && this.context.pathOf(until.node.tree.parseName) === file;
    const offset = this.range.start + range.end - (until?.from ?? 0);
    const behind = !isSameFile ? end : until.node.type === 'text' ? until.node.pos + offset : until.node.to;
    return { file, start, end: Math.max(end, behind) };
  }

  #literal(steps: readonly Step[], text: string, last: Step): Origin['literal'] {
    const { node } = last.segment;
    if (node.type === 'text') {
      const file = this.#fileOf(last);
      const [start, end] = templateRange(last);
      return file === undefined ? undefined : { file, start, end, isQuoted: false };
    }
    for (const step of steps.toReversed()) {
      const file = this.#fileOf(step);
      const literal = step.segment.node.type === 'text' ? undefined : literalBehind(step.segment.node, text);
      if (literal !== undefined && file !== undefined)
        return { file, ...literalRange(literal), isQuoted: literal.type === 'string' };
    }
    return undefined;
  }
}

function isEmptyValue(looked: Looked | undefined): boolean {
  return looked?.of === 'values' && (looked.value === null || looked.value === '');
}

function literalRange(literal: StringNode | NumberNode): TextRange {
  const { length } = literal.type === 'string' ? literal.quoted : literal.text;
  return { start: literal.pos, end: literal.pos + length };
}

function templateRange({ segment, piece }: Step): readonly [start: number, end: number] {
  const { node } = segment;
  if (node.type === 'text') return [node.pos + piece.start, node.pos + piece.end];
  const { from, to }: Expression = node;
  return [from, to];
}

/** What an indented block begins with says nothing of its place. */
function leadingBlanks(text: string, from: number, to: number): number {
  const output = text.slice(from, to);
  return output.length - output.trimStart().length;
}

/** Or an empty text in quotes. A variable is not there to be printed. */
function printsNothing({ node, from, to }: Segment, { text }: Rendering): boolean {
  if (node.type !== 'template' && (node.type !== 'action' || node.pipe.decl.length > 0)) return false;
  return /^(?:\s|""|''|null)*$/.test(text.slice(from, to));
}
