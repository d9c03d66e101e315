import { isJsonText, parseAround } from './around';
import { saysWhatWasMeant } from './editCheck';
import { isJsonObject, readJson, type JsonValue } from './json';
import { parseText } from './parse';
import { entryAt, findEntry, nodeAt, type Path, type SourceEntry, type SourceMap, type SourceNode } from './source';

/** Replace `[start, end)` by `newText`. Offsets count from the document's start. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly newText: string;
}

/** A change in terms of the object. Values are YAML texts, ready to be put there. */
export type ObjectEdit =
  | { readonly op: 'set'; readonly path: Path; readonly value: string }
  | { readonly op: 'remove'; readonly path: Path }
  | { readonly op: 'rename'; readonly path: Path; readonly key: string };

/**
 * Makes changes in the text of a document, one after the other: a field may be put into a parent that the one before has just
 * brought in. Undefined where one cannot be made, or where the text cannot be read without doubt.
 */
export function editDocument(text: string, edits: readonly ObjectEdit[]): string | undefined {
  let result = text;
  let root = sourceOf(text);
  const isJson = isJsonText(text);
  for (const edit of edits) {
    const change = root === undefined ? undefined : editText(result, root, isJson ? inJson(edit) : edit);
    if (root === undefined || change === undefined) return undefined;
    result = result.slice(0, change.start) + change.newText + result.slice(change.end);
    const after = sourceOf(result);
    if (after === undefined || !(edit.op === 'rename' || saysWhatWasMeant(root, after, edit.path, writtenBy(edit))))
      return undefined;
    root = after;
  }
  return result;
}

function writtenBy(edit: ObjectEdit): string | undefined {
  return edit.op === 'set' ? edit.value : undefined;
}

/** The same change with its value in JSON. */
function inJson(edit: ObjectEdit): ObjectEdit {
  if (edit.op !== 'set') return edit;
  const { root } = parseText(edit.value);
  return root === undefined ? edit : { ...edit, value: jsonOf(readJson(root, 'literal').json ?? null) };
}

/** On one line, spaced as people do. */
function jsonOf(value: JsonValue): string {
  if (Array.isArray(value)) return `[${(value as readonly JsonValue[]).map(jsonOf).join(', ')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, entry]) => `${JSON.stringify(key)}: ${jsonOf(entry)}`)
    .join(', ')}}`;
}

/** The tree of a document that can be read without doubt. */
function sourceOf(text: string): SourceNode | undefined {
  const { root, problems } = parseAround(text).parsed;
  return problems.length > 0 ? undefined : root;
}

/**
 * The smallest text edit that makes a change, keeping comments, quotes elsewhere, indentation, line ends and flow or block style.
 * Undefined where the text leaves no safe way (a parent is an alias, or is no map).
 */
function editText(text: string, root: SourceNode, edit: ObjectEdit): TextEdit | undefined {
  if (edit.op === 'rename') return renameKey(text, root, edit.path, edit.key);
  return edit.op === 'set' ? setValue(text, root, edit.path, edit.value) : removeEntry(text, root, edit.path);
}

/** The quotes stay. */
function renameKey(text: string, root: SourceNode, path: Path, key: string): TextEdit | undefined {
  const range = entryAt(root, path)?.keyRange;
  if (range === undefined) return undefined;
  const quote = /["']/.exec(text[range.start] ?? '')?.[0] ?? '';
  return { start: range.start, end: range.end, newText: `${quote}${key}${quote}` };
}

function setValue(text: string, root: SourceNode, path: Path, value: string): TextEdit | undefined {
  const node = nodeAt(root, path);
  if (node === undefined) return insertMissing(text, root, path, value);
  if (node.kind === 'scalar' && node.end > node.start) return { start: node.start, end: node.end, newText: value };
  const entry = entryAt(root, path);
  if (node.kind !== 'scalar' || entry === undefined) return undefined;
  const after = afterColon(text, entry);
  return after === undefined ? undefined : { start: after, end: after, newText: ` ${value}` };
}

/** Finds the nearest written parent and puts the rest of the path into it. */
function insertMissing(text: string, root: SourceNode, path: Path, value: string): TextEdit | undefined {
  for (let length = path.length - 1; length >= 0; length -= 1) {
    const parent = nodeAt(root, path.slice(0, length));
    if (parent === undefined) continue;
    const keys = path.slice(length);
    if (!keys.every((step) => typeof step === 'string')) return undefined;
    if (parent.kind === 'map' && parent.entries.length > 0) {
      return parent.flow ? insertIntoFlow(text, parent, keys, value) : insertIntoBlock(text, root, parent, keys, value);
    }
    if (parent.kind === 'map')
      return { start: parent.start, end: parent.end, newText: `{${flowEntry(keys, value, isJsonText(text))}}` };
    const entry = entryAt(root, path.slice(0, length));
    if (parent.kind !== 'scalar' || parent.value !== null || entry === undefined) return undefined;
    return fillEmpty(text, root, entry, keys, value);
  }
  return undefined;
}

function insertIntoFlow(text: string, map: SourceMap, keys: readonly string[], value: string): TextEdit | undefined {
  const last = map.entries.at(-1);
  if (last === undefined) return undefined;
  const at = Math.max(last.value.end, last.keyRange.end);
  const quoted = text[last.keyRange.start] === '"';
  const line = lineStart(text, last.keyRange.start);
  const indent = text.slice(line, last.keyRange.start);
  const isOnOwnLine = line > 0 && indent.trim() === '';
  const gap = isOnOwnLine ? `${text.includes('\r\n') ? '\r\n' : '\n'}${indent}` : ' ';
  return { start: at, end: at, newText: `,${gap}${flowEntry(keys, value, quoted)}` };
}

function flowEntry(keys: readonly string[], value: string, quoted: boolean): string {
  const [key = '', ...rest] = keys;
  const name = quoted ? `"${key}"` : key;
  const own = quoted && !isJsonValue(value) ? JSON.stringify(value) : value;
  return `${name}: ${rest.length === 0 ? own : `{${flowEntry(rest, value, quoted)}}`}`;
}

function isJsonValue(value: string): boolean {
  return /^(?:-?\d+|true|false|null|".*"|\{"[^]*\}|\[[^]*\]|\{\})$/.test(value);
}

function insertIntoBlock(
  text: string,
  root: SourceNode,
  map: SourceMap,
  keys: readonly string[],
  value: string,
): TextEdit | undefined {
  const first = map.entries[0];
  if (first === undefined) return undefined;
  const indent = indentOf(text, first);
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const lines = blockLines(keys, value, indent, stepOf(root, text));
  const sibling = map.entries.findLast((entry) => entry.value.kind === 'scalar' && entry.value.plain) ?? undefined;
  const firstLine = lineStart(text, first.keyRange.start);
  if (sibling === undefined && text.slice(firstLine, first.keyRange.start).trim() === '') {
    return { start: firstLine, end: firstLine, newText: `${lines.join(eol)}${eol}` };
  }
  return insertAfter(text, sibling ?? map.entries.at(-1) ?? first, lines, eol);
}

function insertAfter(text: string, entry: SourceEntry, lines: readonly string[], eol: string): TextEdit {
  const end = contentEnd(text, entry);
  const at = lineEnd(text, end);
  return { start: at, end: at, newText: `${eol}${lines.join(eol)}` };
}

/** `rollingUpdate:` with nothing behind it gets its first entry. */
function fillEmpty(
  text: string,
  root: SourceNode,
  entry: SourceEntry,
  keys: readonly string[],
  value: string,
): TextEdit | undefined {
  const { start, end } = entry.value;
  const parentIndent = indentOf(text, entry);
  const step = stepOf(root, text);
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const lines = blockLines(keys, value, parentIndent + ' '.repeat(step), step);
  if (end > start) return { start, end, newText: `{${flowEntry(keys, value, isJsonText(text))}}` };
  const after = afterColon(text, entry);
  if (after === undefined) return undefined;
  const at = lineEnd(text, after);
  return { start: at, end: at, newText: `${eol}${lines.join(eol)}` };
}

function blockLines(keys: readonly string[], value: string, indent: string, step: number): string[] {
  return keys.map((key, depth) => {
    const isLast = depth === keys.length - 1;
    return `${indent}${' '.repeat(step * depth)}${key}:${isLast ? ` ${value}` : ''}`;
  });
}

function removeEntry(text: string, root: SourceNode, path: Path): TextEdit | undefined {
  const parent = nodeAt(root, path.slice(0, -1));
  const entry = entryAt(root, path);
  if (entry === undefined || parent?.kind !== 'map' || !parent.entries.includes(entry)) return undefined;
  // An empty map would be left over: it goes as well.
  if (parent.entries.length === 1 && path.length > 1) return removeEntry(text, root, path.slice(0, -1));
  return parent.flow ? removeFromFlow(parent, entry) : removeFromBlock(text, parent, entry);
}

function removeFromFlow(map: SourceMap, entry: SourceEntry): TextEdit {
  const index = map.entries.indexOf(entry);
  const next = map.entries[index + 1];
  if (next !== undefined) return { start: entry.keyRange.start, end: next.keyRange.start, newText: '' };
  const before = map.entries[index - 1];
  const start = before === undefined ? entry.keyRange.start : Math.max(before.value.end, before.keyRange.end);
  return { start, end: Math.max(entry.value.end, entry.keyRange.end), newText: '' };
}

function removeFromBlock(text: string, map: SourceMap, entry: SourceEntry): TextEdit {
  const next = map.entries[map.entries.indexOf(entry) + 1];
  const start = lineStart(text, entry.keyRange.start);
  const sharesLine = text.slice(start, entry.keyRange.start).trim() !== '';
  // `- name: x`: the next key moves up behind the dash.
  if (sharesLine && next !== undefined) return { start: entry.keyRange.start, end: next.keyRange.start, newText: '' };
  const end = lineEnd(text, contentEnd(text, entry));
  const afterBreak = text[end] === '\r' ? end + 2 : Math.min(end + 1, text.length);
  return { start: sharesLine ? entry.keyRange.start : start, end: sharesLine ? end : afterBreak, newText: '' };
}

/** Where an entry's last written character is, trailing comments and blank lines not counted. */
function contentEnd(text: string, entry: SourceEntry): number {
  const last = Math.max(lastEnd(entry.value), entry.keyRange.end);
  let end = last;
  while (end > entry.keyRange.end && /\s/.test(text[end - 1] ?? '')) end -= 1;
  return end;
}

function lastEnd(node: SourceNode): number {
  if (node.kind === 'scalar') return node.end;
  if (node.flow) return node.end;
  const last = node.kind === 'map' ? node.entries.at(-1) : node.items.at(-1);
  if (last === undefined) return node.end;
  if (!('keyRange' in last)) return lastEnd(last);
  return Math.max(last.keyRange.end, lastEnd(last.value));
}

function afterColon(text: string, entry: SourceEntry): number | undefined {
  const match = /^[ \t]*:/.exec(text.slice(entry.keyRange.end, entry.keyRange.end + 200));
  return match === null ? undefined : entry.keyRange.end + match[0].length;
}

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** Before the line break, whichever kind it is. */
function lineEnd(text: string, offset: number): number {
  const at = text.indexOf('\n', offset);
  if (at < 0) return text.length;
  return text[at - 1] === '\r' && at > offset ? at - 1 : at;
}

/** The white space that a key of the same map needs in front of it on a line of its own. */
function indentOf(text: string, entry: SourceEntry): string {
  const start = lineStart(text, entry.keyRange.start);
  return text.slice(start, entry.keyRange.start).replace(/[^\t]/g, ' ').replaceAll('\t', ' ');
}

/** By how much this document indents: the distance between `metadata` or `spec` and what is in it. */
function stepOf(root: SourceNode, text: string): number {
  for (const key of ['spec', 'metadata']) {
    const outer = findEntry(root, key);
    const inner = outer?.value.kind === 'map' && !outer.value.flow ? outer.value.entries[0] : undefined;
    if (outer === undefined || inner === undefined) continue;
    const step = indentOf(text, inner).length - indentOf(text, outer).length;
    if (step > 0 && step <= 8) return step;
  }
  return 2;
}

/** The one edit that leads from one text to another: what is between their common beginning and their common end. */
export function difference(before: string, after: string): TextEdit | undefined {
  if (before === after) return undefined;
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let tail = 0;
  while (tail < shorter - start && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  return { start, end: before.length - tail, newText: after.slice(start, after.length - tail) };
}
