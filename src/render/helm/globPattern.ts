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

/** One at a time, so that what has too many is given up at once: each pair of braces doubles them. */
function expandBraces(pattern: string): readonly string[] | undefined {
  const done: string[] = [];
  const left = [pattern];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (done.length + left.length >= MAX_ALTERNATIVES) return undefined;
    const open = next.search(/(?<!\\)\{/);
    if (open < 0) done.push(next);
    else left.push(...optionsAt(next, open));
  }
  return done.length === 0 ? undefined : done;
}

/** The pattern with each of the options of one pair of braces; none: it is not closed. */
function optionsAt(pattern: string, open: number): readonly string[] {
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
      if (depth === 0) return options.map((option) => pattern.slice(0, open) + option + pattern.slice(at + 1));
    }
  }
  return [];
}

const ALL: Part = { kind: 'all' };
const SOME: Part = { kind: 'some' };
const ONE: Part = { kind: 'one' };

function parseParts(pattern: readonly string[], { isGlob, negation }: Dialect): readonly Part[] | undefined {
  const parts: Part[] = [];
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at] ?? '';
    if (character === '*') {
      const isAll = isGlob && pattern[at + 1] === '*';
      if (isAll) at++;
      parts.push(isAll ? ALL : SOME);
    } else if (character === '?') parts.push(ONE);
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
  let reached = new Uint8Array(path.length + 1);
  reached[0] = 1;
  for (const part of parts) {
    const next = new Uint8Array(path.length + 1);
    const first = reached.indexOf(1);
    if (first < 0) return false;
    for (let at = first; at >= 0; at = reached.indexOf(1, at + 1)) reach(part, path, at, next);
    reached = next;
  }
  return reached[path.length] === 1;
}

function reach(part: Part, path: readonly string[], at: number, into: Uint8Array): void {
  const character = path[at];
  switch (part.kind) {
    case 'text':
      if (character === part.text) into[at + 1] = 1;
      return;
    case 'one':
      if (character !== undefined && character !== '/') into[at + 1] = 1;
      return;
    case 'class':
      if (character !== undefined && character !== '/' && isIn(part, character)) into[at + 1] = 1;
      return;
    case 'some':
    case 'all':
      into[at] = 1;
      for (let end = at; end < path.length && (part.kind === 'all' || path[end] !== '/') && into[end + 1] === 0; end++)
        into[end + 1] = 1;
  }
}

function isIn({ isNegated, ranges }: Part & { kind: 'class' }, character: string): boolean {
  return ranges.some(([from, to]) => character >= from && character <= to) !== isNegated;
}
