import type { SourceEntry, SourceNode, TextRange } from './source';

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
  /** Between `if`/`range`/`with`/`define` and their `end`. */
  readonly conditionals: readonly TextRange[];
}

const ANY_TEMPLATE = /\{\{|\{%|<%|#@/;
const CLOSERS: Readonly<Record<string, string>> = { '{{': '}}', '{%': '%}', '<%': '%>' };
const OPENS_BLOCK = /^(?:if|range|with|define|block|for|unless|macro|def|while)\b/;
const CLOSES_BLOCK = /^(?:end|endif|endfor|endmacro|fi|done|\})/;
const NO_OUTPUT =
  /^(?:if|range|with|define|block|for|unless|macro|def|while|end\w*|else|elif|elsif|set|\$\w+\s*:?=|\/\*|#|load|\})/;
const INDENT = /\bn?indent\s+\(?\s*(\d+)/;

const MAX_COLUMN = 1000;
/** Charts have a few hundred expressions in a file. */
export const MAX_SPANS = 2000;

/** The mask of a templated document, or undefined for plain YAML. */
export function maskTemplates(text: string): TemplateMask | undefined {
  if (!ANY_TEMPLATE.test(text)) return undefined;
  const spans = findSpans(text);
  if (spans.length === 0) return undefined;
  const builder: MaskBuilder = { text, pieces: [], last: 0, holes: [], opened: [], conditionals: [] };
  for (const span of spans) maskSpan(builder, span);
  builder.pieces.push(text.slice(builder.last));
  for (const start of builder.opened) builder.conditionals.push({ start, end: text.length });
  return { text: builder.pieces.join(''), spans, holes: builder.holes, conditionals: builder.conditionals };
}

interface Span extends TextRange {
  readonly body: string;
  readonly comment: boolean;
}

interface MaskBuilder {
  readonly text: string;
  readonly pieces: string[];
  last: number;
  readonly holes: TemplateHole[];
  readonly opened: number[];
  readonly conditionals: TextRange[];
}

function findSpans(text: string): Span[] {
  const spans: Span[] = [];
  const opener = /\{\{|\{%|<%|#@/g;
  for (let match = opener.exec(text); match !== null; match = opener.exec(text)) {
    const start = match.index;
    const end = match[0] === '#@' ? lineEnd(text, start) : spanEnd(text, start, match[0]);
    const body = text.slice(start + 2, end).replace(/^[-+=~#]?\s*/, '');
    spans.push({ start, end, body, comment: match[0] === '#@' });
    opener.lastIndex = end;
    if (spans.length > MAX_SPANS) break;
  }
  return spans;
}

function spanEnd(text: string, start: number, opener: string): number {
  const closer = CLOSERS[opener] ?? '}}';
  const at = text.indexOf(closer, start + 2);
  return at < 0 ? lineEnd(text, start) : at + closer.length;
}

function lineEnd(text: string, from: number): number {
  const at = text.indexOf('\n', from);
  return at < 0 ? text.length : at;
}

function maskSpan(builder: MaskBuilder, span: Span): void {
  const { text } = builder;
  const alone = isAlone(text, span);
  if (OPENS_BLOCK.test(span.body)) builder.opened.push(span.start);
  else if (CLOSES_BLOCK.test(span.body)) {
    const start = builder.opened.pop();
    if (start !== undefined) builder.conditionals.push({ start, end: span.end });
  }
  if (span.comment ? !NO_OUTPUT.test(span.body) : alone && !NO_OUTPUT.test(span.body)) {
    builder.holes.push({ offset: span.start, column: holeColumn(text, span) });
  }
  if (span.comment) return;
  const source = text.slice(span.start, span.end);
  builder.pieces.push(
    text.slice(builder.last, span.start),
    alone ? `#${source.slice(1).replace(/[^\n]/g, ' ')}` : 'x'.repeat(source.length),
  );
  builder.last = span.end;
}

/** Whether nothing but templates and white space is on the lines of a span. */
function isAlone(text: string, span: TextRange): boolean {
  const column = columnOf(text, span.start);
  if (column >= MAX_COLUMN) return false;
  const after = text.slice(span.end, span.end + MAX_COLUMN);
  return isBlankBut(text.slice(span.start - column, span.start)) && isBlankBut(after.split('\n', 1)[0] ?? '');
}

function isBlankBut(part: string): boolean {
  return part.replace(/\{\{.*?\}\}|\{%.*?%\}|<%.*?%>/g, '').trim() === '';
}

function holeColumn(text: string, span: Span): number {
  const indent = INDENT.exec(span.body);
  if (indent !== null) return Number(indent[1]);
  return columnOf(text, span.start);
}

/** Marks what a template may change: entries that may be absent or different, maps and sequences that may have more in them. */
export function markTemplates(root: SourceNode, mask: TemplateMask, text: string): void {
  for (const region of mask.conditionals) {
    // A condition around the whole document says nothing about what is in it.
    if (region.start <= firstOffset(root) && region.end >= lastOffset(root)) continue;
    markConditional(root, region);
  }
  for (const hole of mask.holes) markHole(root, hole, text);
}

function markConditional(node: SourceNode, region: TextRange): void {
  if (node.kind === 'scalar' || node.end < region.start || node.start > region.end) return;
  if (node.kind === 'sequence') {
    if (node.items.some((item) => item.start >= region.start && item.start < region.end)) node.open = true;
    for (const item of node.items) markConditional(item, region);
    return;
  }
  for (const entry of node.entries) {
    if (entry.keyRange.start >= region.start && entry.keyRange.start < region.end) {
      entry.templated = true;
      node.open = true;
    } else markConditional(entry.value, region);
  }
}

function firstOffset(node: SourceNode): number {
  return node.kind === 'map' ? (node.entries[0]?.keyRange.start ?? node.start) : node.start;
}

function lastOffset(node: SourceNode): number {
  if (node.kind === 'scalar') return node.start;
  const last = node.kind === 'map' ? node.entries.at(-1)?.value : node.items.at(-1);
  return last === undefined ? node.start : lastOffset(last);
}

function markHole(root: SourceNode, hole: TemplateHole, text: string): void {
  let node = root;
  let owner: SourceEntry | undefined;
  for (;;) {
    if (node.kind === 'scalar') {
      // Only an empty value can be filled by a hole below or behind its key.
      if (owner !== undefined && (node.end === node.start || node.value === null)) owner.templated = true;
      return;
    }
    if (columnOf(text, firstOffset(node)) >= hole.column || node.flow) {
      node.open = true;
      return;
    }
    const next: SourceEntry | SourceNode | undefined =
      node.kind === 'map'
        ? node.entries.findLast((entry) => entry.keyRange.start < hole.offset)
        : node.items.findLast((item) => item.start < hole.offset);
    if (next === undefined) {
      node.open = true;
      return;
    }
    if ('keyRange' in next) {
      owner = next;
      node = next.value;
    } else {
      owner = undefined;
      node = next;
    }
  }
}

/** The column of an offset, counted no further than it matters: long lines must not cost their length for every expression. */
function columnOf(text: string, offset: number): number {
  const from = Math.max(0, offset - MAX_COLUMN);
  const lineBreak = text.slice(from, offset).lastIndexOf('\n');
  return lineBreak < 0 ? offset - from : offset - from - lineBreak - 1;
}

/** Placeholders for other tools: `$(VAR)`, `${VAR}`, `((var))`, `@VAR@`, `#{VAR}#`, `__VAR__`, `%VAR%`, `<VAR>`. */
const PLACEHOLDER =
  /\$\{[^}\n]*\}|\$\([A-Za-z_][\w.-]*\)|\(\([\w.-]+\)\)|^@[\w.-]+@$|#\{[\w.-]+\}#|^__[A-Z][A-Z0-9_]*__$|^%[A-Za-z_]\w*%$|^<[A-Za-z_][\w .-]*>$|^\$[A-Za-z_]\w*$/;

export function hasPlaceholder(text: string): boolean {
  return /[$(@#_%<]/.test(text) && PLACEHOLDER.test(text);
}

export function overlapsSpan(spans: readonly TextRange[], start: number, end: number): boolean {
  return spans.some((span) => span.start < end && span.end > start);
}
