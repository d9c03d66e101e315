import { entryOf, LineReader, TOO_LONG, uncommon, UNCOMMON } from './commonLine';
import {
  isBlank,
  isDash,
  isEnd,
  isQuoted,
  literalBlock,
  plainLinesEnd,
  quotedLinesEnd,
  scalarEnd,
  skipSpaces,
} from './commonScalars';
import { fitted } from '../model/copies';
import type { SourceEntry, SourceNode, TextRange } from './source';

export interface CommonText {
  readonly root: SourceNode;
  readonly size: number;
}

/**
 * Reads the YAML that nearly all manifests and values are written in: maps and lists in blocks, flow collections on one line,
 * plain and quoted texts, literal blocks, comments. Undefined where there is anything else, however sound: then `yaml` reads,
 * which takes ten times as long. What is read here comes out as it does there, and go-yaml has no objection to it. What has more
 * words than `most` is read no further, by nobody.
 */
export function readCommonYaml(text: string, spans: readonly TextRange[], most: number): CommonText | 'too long' | undefined {
  if (!ORDINARY.test(text)) return undefined;
  const line = new LineReader(text, spans, most);
  try {
    const root = new CommonReader(text, line).read();
    return { root, size: line.size };
  } catch (error) {
    if (error === TOO_LONG) return 'too long';
    if (error === UNCOMMON) return undefined;
    throw error;
  }
}

/** No tabs, no carriage returns, no line breaks but those that everybody takes for one, nothing that does not print. */
const ORDINARY = /^[\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]*$/u;

const HASH = 35;
const COLON = 58;
/** Deeper than any comment. */
const NEVER = Number.POSITIVE_INFINITY;
/** go-yaml finds no colon behind longer keys. */
const MAX_KEY = 1000;

class CommonReader {
  readonly #text: string;
  readonly #line: LineReader;
  /** Where the next thing to read begins, and how far it is indented; -1 at the end of the text. */
  #at = 0;
  #indent = 0;
  /** Where what was read last ends, with the comments that belong to it. */
  #after = 0;
  #hasComment = false;
  /** How deep the deepest of the comments stands that have been met since, -1: there were none. */
  #deepest = -1;

  constructor(text: string, line: LineReader) {
    this.#text = text;
    this.#line = line;
  }

  read(): SourceNode {
    this.#toNextLine(0, NEVER, true);
    if (this.#isMarker('---')) {
      const end = skipSpaces(this.#text, 3 + this.#at);
      if (!isEnd(this.#text.charCodeAt(end))) uncommon();
      this.#line.size += end > this.#at + 3 ? 2 : 1;
      this.#toNextLine(this.#endLine(end), NEVER);
    }
    this.#deepest = -1;
    const root = this.#block();
    if (this.#indent >= 0) uncommon();
    this.#line.checkLength();
    return root;
  }

  #isMarker(marker: string): boolean {
    return this.#indent === 0 && this.#text.startsWith(marker, this.#at);
  }

  /** Behind the line end at `at`. */
  #endLine(at: number): number {
    if (at >= this.#text.length) return at;
    this.#line.size += 1;
    return at + 1;
  }

  /**
   * On to the next line that has more than a comment. Comments deeper than `deeper` belong to what was read before, up to the
   * first that is not: returned is where they end.
   */
  #toNextLine(from: number, deeper: number, isFirst = false): number {
    const text = this.#text;
    let after = from;
    let belongs = true;
    this.#hasComment = false;
    for (let line = from; ;) {
      const at = skipSpaces(text, line);
      if (at > line) this.#line.size += 1;
      const code = text.charCodeAt(at);
      if (code === HASH) {
        const end = text.indexOf('\n', at);
        this.#line.size += 1;
        this.#hasComment = true;
        const next = this.#endLine(end < 0 ? text.length : end);
        belongs &&= at - line > deeper;
        if (belongs) after = next;
        else this.#deepest = Math.max(this.#deepest, at - line);
        line = next;
      } else if (isEnd(code)) {
        if (at >= text.length) return this.#toEnd(after);
        line = this.#endLine(at);
      } else {
        this.#at = at;
        this.#indent = at - line;
        this.#line.checkLength();
        if (!isFirst && (this.#isMarker('---') || this.#isMarker('...'))) uncommon();
        return after;
      }
    }
  }

  #toEnd(after: number): number {
    this.#at = this.#text.length;
    this.#indent = -1;
    return after;
  }

  #block(): SourceNode {
    if (this.#indent < 0) uncommon();
    return isDash(this.#text, this.#at) ? this.#sequence(this.#indent) : this.#map(this.#indent);
  }

  #map(indent: number): SourceNode {
    const start = this.#at;
    const entries: SourceEntry[] = [];
    this.#line.enter();
    do entries.push(this.#entry(indent));
    while (this.#indent === indent);
    const end = this.#leave(indent);
    return { kind: 'map', entries: fitted(entries), flow: false, open: entries.some(({ templated }) => templated), start, end };
  }

  #sequence(indent: number): SourceNode {
    const start = this.#at;
    const items: SourceNode[] = [];
    this.#line.enter();
    do items.push(this.#item(indent));
    while (this.#indent === indent && isDash(this.#text, this.#at));
    const end = this.#leave(indent);
    return { kind: 'sequence', items: fitted(items), flow: false, open: false, start, end };
  }

  /** A comment as deep as the collection stays in it, although it is not counted as a part. */
  #leave(indent: number): number {
    this.#line.leave();
    if (this.#indent > indent) uncommon();
    const end = this.#after;
    if (indent > 0 && this.#deepest >= indent) {
      this.#after = this.#at;
      this.#deepest = -1;
    }
    return end;
  }

  #entry(indent: number): SourceEntry {
    const start = this.#at;
    const end = scalarEnd(this.#text, start);
    if (end - start > MAX_KEY || !this.#isKeyEnd(end)) uncommon();
    const key = this.#line.scalar(start, end);
    this.#line.size += 1;
    const value = this.#valueBehind(end + 1, indent);
    return entryOf(key, value);
  }

  #valueBehind(colon: number, indent: number): SourceNode {
    const at = this.#line.spaces(colon);
    const code = this.#text.charCodeAt(at);
    if (!isEnd(code) && code !== HASH) return this.#inline(at, indent);
    const wasComment = code === HASH;
    this.#toNextLine(this.#toLineEnd(at, colon), NEVER);
    this.#deepest = -1;
    if (this.#indent > indent) return this.#block();
    if (this.#indent === indent && isDash(this.#text, this.#at)) return this.#sequence(indent);
    // An empty value at the end of a map takes the comments below it along.
    this.#after = wasComment || this.#hasComment ? this.#at : at;
    return this.#line.scalarOf(null, true, at, at);
  }

  #item(indent: number): SourceNode {
    this.#line.size += 1;
    const dash = this.#at + 1;
    const at = this.#line.spaces(dash);
    const code = this.#text.charCodeAt(at);
    if (code === HASH) uncommon();
    if (isEnd(code)) {
      this.#toNextLine(this.#endLine(at), NEVER);
      this.#deepest = -1;
      if (this.#indent <= indent) uncommon();
      return this.#block();
    }
    const column = indent + at - this.#at;
    if (!isDash(this.#text, at) && !this.#isKeyEnd(scalarEnd(this.#text, at))) return this.#inline(at, indent);
    this.#at = at;
    this.#indent = column;
    return this.#block();
  }

  #isKeyEnd(at: number): boolean {
    return at >= 0 && this.#text.charCodeAt(at) === COLON && isBlank(this.#text.charCodeAt(at + 1));
  }

  /** A value that begins on the line of its key or dash. */
  #inline(at: number, indent: number): SourceNode {
    const sign = this.#text[at];
    if (sign === '|') return this.#literal(at, indent);
    this.#line.enter();
    const node = sign === '{' || sign === '[' ? this.#line.flow(at) : this.#line.plainOrQuoted(at, this.#valueEnd(at, indent));
    this.#line.leave();
    const next = this.#line.spaces(node.end);
    this.#deepest = -1;
    this.#after = this.#toNextLine(this.#toLineEnd(next, node.end), indent);
    if (this.#indent > indent) uncommon();
    return node;
  }

  /** Behind a scalar that may go on below its line. */
  #valueEnd(at: number, indent: number): number {
    const end = scalarEnd(this.#text, at);
    if (isQuoted(this.#text, at)) return end < 0 ? quotedLinesEnd(this.#text, at, indent) : end;
    return end < 0 || this.#text.charCodeAt(end) === COLON ? -1 : plainLinesEnd(this.#text, end, indent);
  }

  /** A comment and the end of the line; `behind` is where the text before it ends. */
  #toLineEnd(at: number, behind: number): number {
    if (isEnd(this.#text.charCodeAt(at))) return this.#endLine(at);
    if (this.#text.charCodeAt(at) !== HASH || at === behind) uncommon();
    this.#line.size += 1;
    const end = this.#text.indexOf('\n', at);
    return this.#endLine(end < 0 ? this.#text.length : end);
  }

  #literal(at: number, indent: number): SourceNode {
    const chomp = this.#text[at + 1] ?? '';
    const sign = at + (chomp === '-' || chomp === '+' ? 2 : 1);
    this.#line.size += 1;
    const block = literalBlock(this.#text, this.#toLineEnd(this.#line.spaces(sign), sign), indent, chomp) ?? uncommon();
    this.#line.size += 2;
    this.#deepest = -1;
    this.#toNextLine(block.end, NEVER);
    this.#after = block.end;
    if (this.#indent > indent) uncommon();
    return this.#line.scalarOf(block.value, false, at, block.end);
  }
}
