import { MAX_SPANS } from './templateSpans';

/** A stretch of a file with at most one YAML document, from its `---` line to the next, or one item of a long List. */
export interface Chunk {
  readonly start: number;
  readonly end: number;
  /** The text is a sequence with one item, an object of a List. */
  readonly item: boolean;
}

/**
 * Where the documents of a file begin and end, as kubectl cuts them: `---` at the first column followed by white space is a
 * marker wherever it stands, inside block and quoted scalars too, so looking at line starts is enough. `...` ends what is read of
 * one (`around.ts`). The chunks cover the text without gaps.
 */
export function splitDocuments(text: string): readonly Chunk[] {
  return [...chunksOf(text)];
}

/** The same for whoever may stop before the end: it is looked for no further than somebody asks. */
export function* chunksOf(text: string): Generator<Chunk, void, undefined> {
  const comments = templateComments(text);
  let start = 0;
  for (const marker of markers(text)) {
    if (marker === start || comments.some((comment) => comment.start < marker && marker < comment.end)) continue;
    if (holdsOnlyDirectives(text, start, marker)) continue;
    yield* partsOf(text, start, marker);
    start = marker;
  }
  yield* partsOf(text, start, text.length);
}

function partsOf(text: string, start: number, end: number): readonly Chunk[] {
  return splitList(text, start, end) ?? [{ start, end, item: false }];
}

/** Helm takes its comments out before it looks for documents. */
function templateComments(text: string): { readonly start: number; readonly end: number }[] {
  const found: { readonly start: number; readonly end: number }[] = [];
  const opener = /\{\{(?:- {0,8})?\/\*/g;
  if (!text.includes('{{')) return found;
  for (let match = opener.exec(text); match !== null && found.length < MAX_SPANS; match = opener.exec(text)) {
    const end = text.indexOf('*/', match.index);
    if (end < 0) break;
    if (text.slice(match.index, end).includes('\n')) found.push({ start: match.index, end });
    opener.lastIndex = end;
  }
  return found;
}

/** But for one at the beginning, where a document begins anyhow. */
function* markers(text: string): Generator<number, void, undefined> {
  const needle = '\n---';
  for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + 1)) {
    if (isMarkerEnd(text, at + 4)) yield at + 1;
  }
}

/** Line ends of other systems are white space to kubectl. */
const MARKER_ENDS = ' \t\n\r\x85\u2028\u2029';

function isMarkerEnd(text: string, at: number): boolean {
  return at >= text.length || MARKER_ENDS.includes(text.charAt(at));
}

/** `%YAML` and `%TAG` lines belong to the document that the next `---` begins. */
function holdsOnlyDirectives(text: string, start: number, end: number): boolean {
  if (end - start > 4096 || !/[%#\s\uFEFF]/.test(text[start] ?? '')) return false;
  const lines = text
    .slice(start, end)
    .split('\n')
    .map((line) => line.trim());
  return lines.some((line) => line.startsWith('%')) && lines.every((line) => line === '' || /^[%#\uFEFF]/.test(line));
}

/** Shorter Lists are read as a whole, which costs nothing that could be noticed. */
const LONG = 20_000;

const LIST_KIND = /(?:^|\n)kind:[ \t]+List[ \t\r]*(?:\n|$)/;
const ITEMS = /(?:^|\n)items:[ \t\r]*\n/;
/** What ties items to each other: an alias may point into another item, a template may span several. */
const TIES = /(?:^|[\s[{,])\*[^\s*]|\{\{|\{%|<%|#@/;
const FIRST_DASH = /^(?:[ \t\r]*(?:#[^\n]*)?\n)*( *)- /;

/**
 * Cuts a long `kind: List` in block style at its items, so that an edit costs its own item only: `kubectl get -o yaml` gives a
 * whole cluster in one document. Everything inside an item is indented further than its dash, so a dash in that column begins the
 * next one. Undefined where this is not such a List, or where its items are tied to each other.
 */
function splitList(text: string, start: number, end: number): readonly Chunk[] | undefined {
  if (end - start < LONG) return undefined;
  const list = text.slice(start, end);
  if (!LIST_KIND.test(list) || TIES.test(list)) return undefined;
  const items = ITEMS.exec(list);
  if (items === null) return undefined;
  const body = items.index + items[0].length;
  const indent = FIRST_DASH.exec(list.slice(body, body + 10_000))?.[1];
  if (indent === undefined) return undefined;
  return cutAtDashes(list, body, indent).map((part) => ({ start: start + part.start, end: start + part.end, item: part.item }));
}

function cutAtDashes(list: string, body: number, indent: string): Chunk[] {
  const parts: Chunk[] = [];
  const dash = `\n${indent}- `;
  const last = endOfItems(list, body, indent);
  let from = 0;
  for (let at = list.indexOf(dash, body - 1); at >= 0 && at < last; at = list.indexOf(dash, at + 1)) {
    parts.push({ start: from, end: at + 1, item: from > 0 });
    from = at + 1;
  }
  parts.push({ start: from, end: last, item: from > 0 });
  if (last < list.length) parts.push({ start: last, end: list.length, item: false });
  return parts;
}

/** Where the key after `items` begins, if there is one: the first line that is neither blank, a comment, indented nor an item. */
function endOfItems(list: string, body: number, indent: string): number {
  const other = indent === '' ? /\n(?![\s#]|- |-\r?\n)/g : /\n(?![\s#])/g;
  other.lastIndex = body - 1;
  for (let match = other.exec(list); match !== null; match = other.exec(list)) {
    if (match.index + 1 < list.length && match.index + 1 >= body) return match.index + 1;
  }
  return list.length;
}
