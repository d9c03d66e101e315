import { splitList } from './splitList';

/** A stretch of a file with at most one YAML document, from its `---` line to the next, or one item of a long List. */
export interface Chunk {
  readonly start: number;
  readonly end: number;
  /** The text is a sequence with one item, an object of a List. */
  readonly item: boolean;
}

/**
 * Where the documents of a file begin and end. `---` and `...` at the first column followed by white space are markers wherever
 * they stand, inside block and quoted scalars too, so looking at line starts is enough. The chunks cover the text without gaps.
 */
export function splitDocuments(text: string): readonly Chunk[] {
  const starts = [...lineStartsWith(text, '---'), ...lineStartsWith(text, '...')].sort((a, b) => a - b);
  const chunks: Chunk[] = [];
  let start = 0;
  for (const marker of starts) {
    if (marker === start || (text.startsWith('---', marker) && holdsOnlyDirectives(text, start, marker))) continue;
    pushChunks(chunks, text, start, marker);
    start = marker;
  }
  pushChunks(chunks, text, start, text.length);
  return chunks;
}

function pushChunks(chunks: Chunk[], text: string, start: number, end: number): void {
  const parts = splitList(text, start, end);
  if (parts === undefined) chunks.push({ start, end, item: false });
  else chunks.push(...parts);
}

function lineStartsWith(text: string, marker: string): number[] {
  const found: number[] = [];
  const head = text.startsWith('\uFEFF') ? 1 : 0;
  if (text.startsWith(marker, head) && isMarkerEnd(text, head + 3)) found.push(head === 1 ? 0 : head);
  const needle = `\n${marker}`;
  for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + 1)) {
    if (isMarkerEnd(text, at + 4)) found.push(at + 1);
  }
  return found;
}

function isMarkerEnd(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return at >= text.length || code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d;
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
