/** Upstream: encoding/json (Go 1.26), Decoder: the first JSON value of a text, with what stands behind it left alone. */
import { characters } from '../goTemplate/bytes';
import { GoError, readList, type Value } from '../goTemplate/value';

/** `length` in characters. */
export function decodeJsonPrefix(text: string): { readonly value: Value; readonly length: number } {
  const end = endOfValue(text);
  try {
    return { value: fromJson(JSON.parse(text.slice(0, end))), length: characters(text.slice(0, end)).length };
  } catch {
    throw new GoError('invalid JSON');
  }
}

function endOfValue(text: string): number {
  const start = /^\s*/.exec(text)?.[0].length ?? 0;
  const first = text[start] ?? '';
  if (!'{["'.includes(first)) return start + (/^[^,\s]*/.exec(text.slice(start))?.[0].length ?? 0);
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const character = text[at] ?? '';
    if (character === '"') {
      at = endOfString(text, at);
      if (depth === 0) return at + 1;
    } else if ('{['.includes(character)) depth++;
    else if ('}]'.includes(character) && --depth === 0) return at + 1;
  }
  return text.length;
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}

export function fromJson(json: unknown): Value {
  if (Array.isArray(json)) return readList(json.map(fromJson));
  if (typeof json === 'object' && json !== null)
    return new Map(Object.entries(json).map(([key, value]) => [key, fromJson(value)]));
  return json as null | boolean | number | string;
}
