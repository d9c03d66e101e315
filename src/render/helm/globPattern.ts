/**
 * Upstream: gobwas/glob and path/filepath Match (v0.2.3, Go 1.26): patterns for paths. Both are matched by what each part may
 * reach, one character after the other: no pattern takes longer than its length times the path's.
 */
import { characters } from '../goTemplate/bytes';

type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'one' | 'some' | 'all' }
  | { readonly kind: 'class'; readonly isNegated: boolean; readonly ranges: readonly (readonly [from: string, to: string])[] };

export type Matcher = (path: string) => boolean;

export interface Dialect {
  /** `**` goes over slashes, `{a,b}` is one of both. */
  readonly isGlob: boolean;
  readonly negation: string;
}

const MAX_ALTERNATIVES = 256;

/** Undefined if the pattern is none. */
export function compilePattern(pattern: string, dialect: Dialect): Matcher | undefined {
  const alternatives = dialect.isGlob ? expandBraces(pattern) : [pattern];
  const compiled: (readonly Part[])[] = [];
  for (const alternative of alternatives ?? []) {
    const parts = parseParts(characters(alternative), dialect);
    if (parts === undefined) return undefined;
    compiled.push(parts);
  }
  return alternatives === undefined ? undefined : (path) => compiled.some((parts) => matches(parts, characters(path)));
}

function expandBraces(pattern: string): readonly string[] | undefined {
  const open = pattern.search(/(?<!\\)\{/);
  if (open < 0) return [pattern];
  let depth = 0;
  const options: string[] = [];
  let from = open + 1;
  for (let at = open; at < pattern.length; at++) {
    const character = pattern[at];
    if (character === '\\') at++;
    else if (character === '{') depth++;
    else if ((character === ',' && depth === 1) || (character === '}' && --depth === 0)) {
      options.push(pattern.slice(from, at));
      from = at + 1;
      if (depth > 0) continue;
      const all = options.flatMap((option) => expandBraces(pattern.slice(0, open) + option + pattern.slice(at + 1)) ?? []);
      return all.length > 0 && all.length <= MAX_ALTERNATIVES ? all : undefined;
    }
  }
  return undefined;
}

function parseParts(pattern: readonly string[], { isGlob, negation }: Dialect): readonly Part[] | undefined {
  const parts: Part[] = [];
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at] ?? '';
    if (character === '*') {
      const isAll = isGlob && pattern[at + 1] === '*';
      if (isAll) at++;
      parts.push({ kind: isAll ? 'all' : 'some' });
    } else if (character === '?') parts.push({ kind: 'one' });
    else if (character === '[') {
      const end = pattern.indexOf(']', at + 2);
      const inside = pattern.slice(at + 1, end);
      const part = end < 0 ? undefined : parseClass(inside, negation);
      if (part === undefined) return undefined;
      parts.push(part);
      at = end;
    } else if (character === '\\') {
      const text = pattern[++at];
      if (text === undefined) return undefined;
      parts.push({ kind: 'text', text });
    } else parts.push({ kind: 'text', text: character });
  }
  return parts;
}

function parseClass(inside: readonly string[], negation: string): Part | undefined {
  const isNegated = inside[0] === negation;
  const ranges: [string, string][] = [];
  for (let at = isNegated ? 1 : 0; at < inside.length; at++) {
    const from = inside[at] === '\\' ? inside[++at] : inside[at];
    const isRange = inside[at + 1] === '-' && at + 2 < inside.length;
    const to = isRange ? inside[(at += 2)] : from;
    if (from === undefined || to === undefined) return undefined;
    ranges.push([from, to]);
  }
  return ranges.length === 0 ? undefined : { kind: 'class', isNegated, ranges };
}

function matches(parts: readonly Part[], path: readonly string[]): boolean {
  let reached = new Set([0]);
  for (const part of parts) {
    const next = new Set<number>();
    for (const at of reached) reach(part, path, at, next);
    reached = next;
  }
  return reached.has(path.length);
}

function reach(part: Part, path: readonly string[], at: number, into: Set<number>): void {
  const character = path[at];
  switch (part.kind) {
    case 'text':
      if (character === part.text) into.add(at + 1);
      return;
    case 'one':
      if (character !== undefined && character !== '/') into.add(at + 1);
      return;
    case 'class':
      if (character !== undefined && character !== '/' && isIn(part, character)) into.add(at + 1);
      return;
    case 'some':
    case 'all':
      into.add(at);
      for (let end = at; end < path.length && (part.kind === 'all' || path[end] !== '/') && !into.has(end + 1); end++)
        into.add(end + 1);
  }
}

function isIn({ isNegated, ranges }: Part & { kind: 'class' }, character: string): boolean {
  return ranges.some(([from, to]) => character >= from && character <= to) !== isNegated;
}
