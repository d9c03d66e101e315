import type { TextRange } from './source';
import { beforeKeys, beforeOnLine, isBlank, lastOnTheirLines, lineEnd, MAX_COLUMN } from './templateLines';
import type { TemplateSpan } from './templateSpans';

/** Where a template will put text of its own. */
export interface TemplateHole {
  readonly offset: number;
  /** The column its output starts at, as far as the text says. */
  readonly column: number;
}

/**
 * What templates leave of a document: the same text, offset by offset, with every expression blanked so that YAML can be
 * read around it, and the places that must not be trusted.
 */
export interface TemplateMask {
  readonly text: string;
  readonly spans: readonly TextRange[];
  readonly holes: readonly TemplateHole[];
  /** Between `if`/`range`/`with` and their `end`. */
  readonly conditionals: readonly TextRange[];
}

/**
 * The mask of a templated document, or undefined for plain YAML. `skeleton`: without all that stands under a condition, for
 * documents whose parts do not fit each other otherwise.
 */
export function maskTemplates(text: string, spans: readonly TemplateSpan[], skeleton = false): TemplateMask | undefined {
  if (spans.length === 0) return undefined;
  const { conditionals, hidden, holes } = readBlocks(text, spans, skeleton);
  const masker = new Masker(text, spans, hidden);
  return { text: masker.mask(), spans, holes: [...holes, ...masker.holes], conditionals };
}

/** The mask of a text in which nothing but values are filled in. */
export function maskSpans(text: string, spans: readonly TextRange[]): TemplateMask {
  let masked = '';
  for (const { start, end } of spans) masked += text.slice(masked.length, start) + 'x'.repeat(end - start);
  return { text: masked + text.slice(masked.length), spans, holes: [], conditionals: [] };
}

interface Block {
  readonly opener: TemplateSpan;
  /** The `else` of its other branches. */
  readonly turns: TemplateSpan[];
}

interface Blocks {
  readonly conditionals: readonly TextRange[];
  /** Stretches that are never there together with the others: all branches but one, and what is defined for other places. */
  readonly hidden: readonly TextRange[];
  /** In place of hidden branches. */
  readonly holes: readonly TemplateHole[];
}

function readBlocks(text: string, spans: readonly TemplateSpan[], skeleton: boolean): Blocks {
  const conditionals: TextRange[] = [];
  const hidden: TextRange[] = [];
  const open: Block[] = [];
  const holes: TemplateHole[] = [];
  const kinds = new Kinds(text);
  const close = (before: number, end: number): void => {
    const block = open.pop();
    if (block === undefined) return;
    const { start, role } = block.opener;
    if (role === 'defines') {
      hidden.push({ start, end });
      return;
    }
    conditionals.push({ start, end });
    for (const branch of hiddenBranches(kinds, block, before, skeleton)) {
      hidden.push(branch);
      holes.push({ offset: branch.start, column: columnOfFirst(text, branch) });
    }
  };
  for (const span of spans) {
    if (span.role === 'opens' || span.role === 'defines') open.push({ opener: span, turns: [] });
    else if (span.role === 'turns') open.at(-1)?.turns.push(span);
    else if (span.role === 'closes') close(span.start, span.end);
  }
  while (open.length > 0) close(text.length, text.length);
  return { conditionals, hidden: hidden.toSorted((a, b) => a.start - b.start), holes };
}

/** The column of the first line of a branch that says something. */
function columnOfFirst(text: string, { start, end }: TextRange): number {
  const first = /^[ \t]*\S[^\n]*/m.exec(text.slice(start, Math.min(end, start + MAX_BRANCH)))?.[0] ?? '';
  return (/^\s*(?:\{\{|\{%|<%)/.test(first) ? indentIn(first) : undefined) ?? first.search(/\S|$/);
}

/** Of several branches the longest is read, if they stand on lines of their own: at least one of them is there. */
function hiddenBranches(kinds: Kinds, { opener, turns }: Block, end: number, skeleton: boolean): TextRange[] {
  const { text } = kinds;
  const whole = { start: opener.end, end };
  const isOptional = (): boolean => lineEnd(text, whole.start) < end && !kinds.isAnyIn(whole);
  if (skeleton && isOptional()) return [whole];
  if (turns.length === 0 || !turns.every(({ start }) => isBlank(beforeOnLine(text, start)))) return [];
  const starts = [opener, ...turns];
  const branches = starts.map((span, index) => ({ start: span.end, end: starts[index + 1]?.start ?? end }));
  const best = branches.reduce((one, other) => (kinds.weightOf(other) > kinds.weightOf(one) ? other : one));
  return branches.filter((branch) => branch !== best);
}

/** Where `kind:` begins a line of a text, found once for all its branches. */
class Kinds {
  readonly text: string;
  readonly #all: number[] = [];
  readonly #workloads: number[] = [];

  constructor(text: string) {
    this.text = text;
    for (const { index, 1: workload } of text.matchAll(/^kind:(?: *["']?(Deployment|DaemonSet)\b)?/gm)) {
      this.#all.push(index);
      if (workload !== undefined) this.#workloads.push(index);
    }
  }

  isAnyIn(range: TextRange): boolean {
    return isAnyIn(this.#all, range);
  }

  /** A branch that says what a workload is comes before all others. */
  weightOf(range: TextRange): number {
    return range.end - range.start + (isAnyIn(this.#workloads, range) ? this.text.length : 0);
  }
}

/** Of places in their order. */
function isAnyIn(places: readonly number[], { start, end }: TextRange): boolean {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  return (places[low] ?? end) < end;
}

/** As far as the beginning of a branch is looked for. */
const MAX_BRANCH = 5000;
/** Lines below a key that are looked at for what belongs to it. */
const MAX_LINES = 100;

/** Where on its line an expression stands: first, as the value of a key or an item, or amid other text. */
type Position = 'first' | 'value' | 'amid';

/** Replaces the expressions of one text, in their order. */
class Masker {
  readonly holes: TemplateHole[] = [];
  readonly #text: string;
  readonly #spans: readonly TemplateSpan[];
  readonly #pieces: string[] = [];
  /** By their offsets. */
  readonly #indexes: ReadonlyMap<number, number>;
  /** Whether nothing but expressions and blanks follow on the line of each. */
  readonly #isLast: readonly boolean[];
  readonly #isBeforeKey: readonly boolean[];
  #done = 0;

  constructor(text: string, spans: readonly TemplateSpan[], hidden: readonly TextRange[]) {
    this.#text = withoutHidden(text, hidden);
    this.#spans = spans.filter(({ start }) => !hidden.some((range) => range.start <= start && start < range.end));
    this.#indexes = new Map(this.#spans.map(({ start }, index) => [start, index]));
    this.#isLast = lastOnTheirLines(this.#text, this.#spans);
    this.#isBeforeKey = beforeKeys(this.#text, this.#spans);
  }

  mask(): string {
    let position: Position = 'first';
    this.#spans.forEach((span, index) => {
      const between = this.#text.slice(this.#spans[index - 1]?.end ?? 0, span.start);
      const before = beforeOnLine(this.#text, span.start);
      if (between.includes('\n') || !isBlank(between)) position = positionAfter(before);
      if (position === 'first' && this.#isBeforeKey[index] === true) this.#maskBeforeKey(span, before);
      else this.#maskSpan(span, position, this.#isLast[index] === true);
    });
    return this.#pieces.join('') + this.#text.slice(this.#done);
  }

  #maskSpan(span: TemplateSpan, position: Position, isLast: boolean): void {
    const { start, role } = span;
    const before = beforeOnLine(this.#text, start);
    const indent = indentIn(span.body);
    if (span.comment || (isLast && position === 'first')) {
      if (role === 'output') this.holes.push({ offset: start, column: indent ?? before.length });
      // Empty lines may stand anywhere, in block scalars too, whatever the indentation there.
      if (!span.comment) this.#replace(start - (isBlank(before) ? before.length : 0), span.end, '\n');
    } else {
      const column = isLast && role === 'output' ? this.#columnBelow(span, position) : undefined;
      if (column !== undefined) this.holes.push({ offset: start, column });
      const isNothing = isLast && (role !== 'output' || column !== undefined);
      this.#replace(start, span.end, isNothing ? ' ' : 'x');
    }
  }

  /** The key stands on a line of its own, as far in as the expression. */
  #maskBeforeKey({ start, end, role }: TemplateSpan, before: string): void {
    if (role === 'output') this.holes.push({ offset: start, column: before.length });
    const indent = Math.min(before.search(/\S|$/), end - start - 1);
    this.#replace(start, end - indent, '\n');
    this.#replace(end - indent, end, ' ');
  }

  #replace(from: number, end: number, by: string): void {
    const start = Math.max(from, this.#done);
    this.#pieces.push(this.#text.slice(this.#done, start), by.repeat(end - start));
    this.#done = end;
  }

  /** The column of what an expression at the end of a line puts below it; undefined where it is a value by itself. */
  #columnBelow({ start, end, body }: TemplateSpan, position: Position): number | undefined {
    const before = beforeOnLine(this.#text, start);
    if (/(?:^|\s)#/.test(before)) return undefined;
    const below = position === 'value' ? this.#firstBelow(end) : undefined;
    if (below !== undefined) {
      const parent = /^[ \t]*(?:-[ \t]+)*(?=\S)/.exec(before)?.[0].length ?? 0;
      const isItem = below.isItem && /:[ \t]*$/.test(before);
      if (below.column > parent || (isItem && below.column === parent)) return below.column;
    }
    return /\bnindent\b/.test(body) ? indentIn(body) : undefined;
  }

  /** The first line below an offset that says something. */
  #firstBelow(offset: number): { readonly column: number; readonly isItem: boolean } | undefined {
    let at = lineEnd(this.#text, offset) + 1;
    for (let count = 0; count < MAX_LINES && at < this.#text.length; count += 1) {
      const line = this.#text.slice(at, Math.min(lineEnd(this.#text, at), at + MAX_COLUMN));
      const column = line.search(/\S/);
      const index = this.#indexes.get(at + column) ?? -1;
      const span = this.#isLast[index] === true ? this.#spans[index] : undefined;
      if (column >= 0 && line[column] !== '#' && span === undefined)
        return { column, isItem: /^-(?:\s|$)/.test(line.slice(column)) };
      at = lineEnd(this.#text, span?.end ?? at) + 1;
    }
    return undefined;
  }
}

function positionAfter(before: string): Position {
  if (isBlank(before)) return 'first';
  return /(?::|^[ \t]*(?:-[ \t]+)*-)[ \t]*$/.test(before) ? 'value' : 'amid';
}

/** The same length without what is hidden. */
function withoutHidden(text: string, hidden: readonly TextRange[]): string {
  let result = '';
  for (const { start, end } of hidden) {
    if (end <= result.length) continue;
    result += text.slice(result.length, Math.max(start, result.length));
    result += '\n'.repeat(end - result.length);
  }
  return result + text.slice(result.length);
}

function indentIn(body: string): number | undefined {
  const indent = [...body.matchAll(/\bn?indent\s+(?:\(\s*)?(\d{1,4})/g)].at(-1)?.[1];
  return indent === undefined ? undefined : Number(indent);
}
