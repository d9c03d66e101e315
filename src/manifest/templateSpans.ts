import type { TextRange } from './source';

/** A template expression in a text, delimiters included. */
export interface TemplateSpan extends TextRange {
  /** What is between the delimiters and their trim markers. */
  readonly body: string;
  /** What it does to the text around it. */
  readonly role: 'opens' | 'defines' | 'turns' | 'closes' | 'silent' | 'output';
  /** ytt writes in comments: they hide nothing. */
  readonly comment: boolean;
}

const ANY_TEMPLATE = /\{\{|\{%|<%|#@/;
const CLOSERS: Readonly<Record<string, string>> = { '{{': '}}', '{%': '%}', '<%': '%>' };
const DEFINES = /^(?:define|macro|def)\b/;
const OPENS = /^(?:if|range|with|block|for|unless|while)\b/;
const TURNS = /^(?:else|elif|elsif)\b/;
const CLOSES = /^(?:end|endif|endfor|endmacro|fi|done|\})/;
const SILENT = /^(?:end\w*|set|\$\w+\s*:?=|\$\w+\s*,\s*\$\w+\s*:=|\/\*|#|load|fail\b|break\b|continue\b|\})/;

/** Charts have a few hundred expressions in a file. */
export const MAX_SPANS = 2000;
/** Longer texts in expressions end where their first closing braces are. */
const MAX_QUOTED = 2000;

/** All template expressions of a text in their order, and one more than the limit where there are too many. */
export function findSpans(text: string): readonly TemplateSpan[] {
  if (!ANY_TEMPLATE.test(text)) return [];
  const spans: TemplateSpan[] = [];
  const ends = new SpanEnds(text);
  const opener = /\{\{|\{%|<%|#@/g;
  for (let match = opener.exec(text); match !== null; match = opener.exec(text)) {
    const start = match.index;
    const end = ends.after(start, match[0]);
    const body = text.slice(start + 2, end).replace(/^[-+=~#]?\s*/, '');
    spans.push({ start, end, body, role: roleOf(body), comment: match[0] === '#@' });
    opener.lastIndex = end;
    if (spans.length > MAX_SPANS) break;
  }
  return spans;
}

function roleOf(body: string): TemplateSpan['role'] {
  if (DEFINES.test(body)) return 'defines';
  if (OPENS.test(body)) return 'opens';
  if (TURNS.test(body)) return 'turns';
  if (CLOSES.test(body)) return 'closes';
  return SILENT.test(body) ? 'silent' : 'output';
}

/** Where expressions end. What was once looked for in vain is not looked for again. */
class SpanEnds {
  readonly #text: string;
  readonly #missing = new Set<string>();

  constructor(text: string) {
    this.#text = text;
  }

  after(start: number, opener: string): number {
    const closer = CLOSERS[opener];
    const at = closer === undefined ? -1 : opener === '{{' ? this.#closeOfGo(start + 2) : this.#find(closer, start + 2);
    return at < 0 ? this.#find('\n', start, this.#text.length) : at + 2;
  }

  /** Go's templates may have the closing braces in texts and comments. */
  #closeOfGo(from: number): number {
    const comment = /^[-\s]{0,8}\/\*/.exec(this.#text.slice(from, from + 10));
    if (comment !== null) return this.#find('}}', this.#find('*/', from + comment[0].length, from));
    let at = from;
    let close = this.#find('}}', at);
    while (close >= 0) {
      const quote = this.#text.slice(at, close).search(/["`]/);
      if (quote < 0) return close;
      at = this.#endOfText(at + quote);
      if (at > close) close = this.#find('}}', at);
    }
    return close;
  }

  /** Behind a text in backquotes, or in quotes, which end on their line; a mark without another one is none. */
  #endOfText(quote: number): number {
    if (this.#text[quote] === '`') return this.#find('`', quote + 1, quote) + 1;
    const last = Math.min(this.#text.length, quote + MAX_QUOTED);
    for (let at = quote + 1; at < last && this.#text[at] !== '\n'; at += 1) {
      if (this.#text[at] === '"') return at + 1;
      if (this.#text[at] === '\\') at += 1;
    }
    return quote + 1;
  }

  #find(needle: string, from: number, otherwise = -1): number {
    if (this.#missing.has(needle)) return otherwise;
    const at = this.#text.indexOf(needle, from);
    if (at < 0) this.#missing.add(needle);
    return at < 0 ? otherwise : at;
  }
}
