import { flowScalarEnd, foldLines, isComma, isQuoted, quotedText, skipSpaces } from './commonScalars';
import { fitted } from '../model/copies';
import { resolvePlainScalar } from './dialect';
import type { ScalarValue, SourceEntry, SourceNode, SourceScalar, TextRange } from './source';
import { overlapsSpan } from './templateMarks';

const SPACE = 32;
const COLON = 58;

/** Made once: who called is of no interest. */
export const UNCOMMON = new Error('this is for the whole reader');

export const TOO_LONG = new Error('this is longer than what is read');

export function uncommon(): never {
  throw UNCOMMON;
}

/** Others look at what is deeper: whether it is too much is for them to tell. */
const MAX_DEPTH = 60;

/** Reads what stands on one line: scalars, and flow collections of them. */
export class LineReader {
  /** As `ParsedText` counts: a plain text counts as two, everything else as one. */
  size = 1;
  readonly #text: string;
  readonly #spans: readonly TextRange[];
  readonly #most: number;
  #depth = 0;

  constructor(text: string, spans: readonly TextRange[], most: number) {
    this.#text = text;
    this.#spans = spans;
    this.#most = most;
  }

  checkLength(): void {
    if (this.size > this.#most) throw TOO_LONG;
  }

  enter(): void {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) uncommon();
  }

  leave(): void {
    this.#depth -= 1;
  }

  spaces(from: number): number {
    const at = skipSpaces(this.#text, from);
    if (at > from) this.size += 1;
    return at;
  }

  flow(at: number): SourceNode {
    this.enter();
    this.size += 1;
    const isMap = this.#text[at] === '{';
    const close = isMap ? '}' : ']';
    const entries: SourceEntry[] = [];
    const items: SourceNode[] = [];
    let next = this.spaces(at + 1);
    while (this.#text[next] !== close) {
      const last = isMap ? this.#flowEntry(next, entries) : this.#flowItem(next, items);
      next = this.spaces(last);
      if (this.#text[next] === close) break;
      if (!isComma(this.#text, next)) uncommon();
      this.size += 1;
      this.checkLength();
      next = this.spaces(next + 1);
      if (this.#text[next] === close) break;
    }
    this.leave();
    this.size += 1;
    const end = next + 1;
    if (!isMap) return { kind: 'sequence', items: fitted(items), flow: true, open: false, start: at, end };
    return {
      kind: 'map',
      entries: fitted(entries),
      flow: true,
      open: entries.some(({ templated }) => templated),
      start: at,
      end,
    };
  }

  #flowEntry(at: number, entries: SourceEntry[]): number {
    const end = flowScalarEnd(this.#text, at);
    if (end < 0 || this.#text.charCodeAt(end) !== COLON || this.#text.charCodeAt(end + 1) !== SPACE) uncommon();
    const key = this.scalar(at, end);
    this.size += 1;
    const value = this.#flowValue(this.spaces(end + 1));
    entries.push(entryOf(key, value));
    return value.end;
  }

  #flowItem(at: number, items: SourceNode[]): number {
    const value = this.#flowValue(at);
    items.push(value);
    return value.end;
  }

  #flowValue(at: number): SourceNode {
    const sign = this.#text[at];
    return sign === '{' || sign === '[' ? this.flow(at) : this.plainOrQuoted(at, flowScalarEnd(this.#text, at));
  }

  plainOrQuoted(start: number, end: number): SourceScalar {
    if (end < 0 || this.#text.charCodeAt(end) === COLON) uncommon();
    return this.scalar(start, end);
  }

  scalar(start: number, end: number): SourceScalar {
    if (isQuoted(this.#text, start)) {
      this.size += 1;
      return this.scalarOf(quotedText(this.#text, start, end) ?? uncommon(), false, start, end);
    }
    this.size += 2;
    return this.scalarOf(resolvePlainScalar(foldLines(this.#text.slice(start, end))), true, start, end);
  }

  scalarOf(value: ScalarValue, plain: boolean, start: number, end: number): SourceScalar {
    const templated = this.#spans.length > 0 && overlapsSpan(this.#spans, start, end);
    return { kind: 'scalar', value, plain, templated, start, end };
  }
}

export function entryOf(key: SourceScalar, value: SourceNode): SourceEntry {
  if (key.value === null || key.value === '<<') uncommon();
  const keyRange = { start: key.start, end: key.end };
  return { key: String(key.value), keyRange, value, merge: false, templated: key.templated };
}
