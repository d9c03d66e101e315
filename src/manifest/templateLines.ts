import type { TemplateSpan } from './templateSpans';

/** Lines are looked at no further than this: long ones must not cost their length for every expression. */
export const MAX_COLUMN = 1000;
/** No key is longer. */
const MAX_KEY = 102;

/** Whether nothing but expressions and blanks follow on the line of each. */
export function lastOnTheirLines(text: string, spans: readonly TemplateSpan[]): boolean[] {
  const last: boolean[] = [];
  for (let index = spans.length - 1; index >= 0; index -= 1) {
    const end = spans[index]?.end ?? 0;
    const next = spans[index + 1]?.start ?? text.length;
    const behind = text.slice(end, Math.min(next, lineEnd(text, end)));
    const isBlankBehind = /^\s*(?:\s#.*)?$/s.test(behind);
    const isAtEnd = end + behind.length < next || next === text.length;
    last[index] = isBlankBehind && (isAtEnd || last[index + 1] === true);
  }
  return last;
}

/** A key right behind: `{{- if .a }}replicas: 3`. */
const KEY = /^[A-Za-z][\w./-]{0,99}:(?=\s|$)/;
/** What an expression says may be the beginning of a key, but not of these. */
const WHOLE_KEY = /^(?:apiVersion|kind|metadata|spec):/;

/** Before which expressions a key begins, with nothing but expressions between. */
export function beforeKeys(text: string, spans: readonly TemplateSpan[]): boolean[] {
  const result: boolean[] = [];
  for (let index = spans.length - 1; index >= 0; index -= 1) {
    const { end = 0, role, comment } = spans[index] ?? {};
    const isAdjacent = spans[index + 1]?.start === end;
    const behind = text.slice(end, Math.min(lineEnd(text, end), end + MAX_KEY));
    result[index] =
      comment !== true && (isAdjacent ? result[index + 1] === true : (role === 'output' ? WHOLE_KEY : KEY).test(behind));
  }
  return result;
}

export function isBlank(text: string): boolean {
  return text.trim() === '';
}

/** What is before an offset on its line. */
export function beforeOnLine(text: string, offset: number): string {
  const part = text.slice(Math.max(0, offset - MAX_COLUMN), offset);
  return part.slice(part.lastIndexOf('\n') + 1);
}

export function lineEnd(text: string, from: number): number {
  const at = text.indexOf('\n', from);
  return at < 0 ? text.length : at;
}
