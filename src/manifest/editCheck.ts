import { isJsonObject, jsonAt, readJson, type JsonValue } from './json';
import { parseText } from './parse';
import type { Path, SourceNode } from './source';

/**
 * Whether an edited text says what was meant, and nothing else: a tag may make a text of a number, an anchor may carry the new
 * value elsewhere, a key behind `?` has its value on another line. `value`: what was written; undefined: it was removed.
 */
export function saysWhatWasMeant(before: SourceNode, after: SourceNode, at: Path, value: string | undefined): boolean {
  const [old, now] = [before, after].map((root) => readJson(root, 'literal').json);
  if (value === undefined) {
    const path = emptiedPath(old, at);
    return jsonAt(now, path) === undefined && isSameBut(old, now, path);
  }
  const { root } = parseText(value);
  const meant = root === undefined ? undefined : readJson(root, 'literal').json;
  return isSameBut(jsonAt(now, at), meant, undefined) && isSameBut(old, now, writtenPath(old, at));
}

/** With its last entry a map goes as well. */
function emptiedPath(json: JsonValue | undefined, path: Path): Path {
  const parent = jsonAt(json, path.slice(0, -1));
  const isLast = path.length > 1 && isJsonObject(parent) && Object.keys(parent).length === 1;
  return isLast ? emptiedPath(json, path.slice(0, -1)) : path;
}

/** The nearest place above that was there: what is missing in between comes with the value. */
function writtenPath(json: JsonValue | undefined, path: Path): Path {
  const parent = path.slice(0, -1);
  return path.length > 1 && (jsonAt(json, parent) ?? null) === null ? writtenPath(json, parent) : path;
}

/** Equality, but for what is at the path. */
function isSameBut(a: JsonValue | undefined, b: JsonValue | undefined, path: Path | undefined): boolean {
  if (path?.length === 0 || a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const isList = Array.isArray(a);
  if (isList !== Array.isArray(b)) return false;
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].every((key) => {
    const step = isList ? Number(key) : key;
    const below = path !== undefined && path[0] === step ? path.slice(1) : undefined;
    return isSameBut(jsonAt(a, [step]), jsonAt(b, [step]), below);
  });
}
