import type { TextRange } from './source';

/** Placeholders for other tools: `$(V)`, `${V}`, `$V`, `((v))`, `@V@`, `#{V}#`, `__V__`, `%V%`, `%{V}%`, `<V>`. */
const PLACEHOLDER =
  /\$\{(?:[^$}\n]|\$(?!\{))*\}|\$\([A-Za-z_][\w.-]*\)|\$[A-Z][A-Z0-9_]*|\(\([\w.-]+\)\)|^@[\w.-]+@$|#\{[\w.-]+\}#|^__[A-Z][A-Z0-9_]*__$|^%[A-Za-z_]\w*%$|%[A-Z][A-Z0-9_]{1,99}%|^%\{\w+\}%$|^<[A-Za-z_][\w .-]*>$|^\$[A-Za-z_]\w*$/;

export function hasPlaceholder(text: string): boolean {
  return /[$(@#_%<]/.test(text) && PLACEHOLDER.test(text);
}

/** Those that are no YAML where they stand, or another one: in flow maps, at the beginning of a value, as a comment. */
const OBSTACLE =
  /\$\{(?:[^${}\n]|\$(?!\{))*\}|%[A-Z][A-Z0-9_]{1,99}%|(?<=[:-][ \t])(?:%[A-Za-z_]\w{0,99}%|%\{\w{1,99}\}%|@[\w.-]{1,99}@|\{[A-Z][A-Z0-9_]{0,99}\}(?=[\w./-])|\[[A-Z][A-Z0-9_ ]{0,99}\](?=[\w./-])|#\{[\w.-]{1,99}\}#?)/g;

/** The places of placeholders that a reader of YAML trips over. */
export function findObstacles(text: string): readonly TextRange[] {
  return [...text.matchAll(OBSTACLE)].map((match) => ({ start: match.index, end: match.index + match[0].length }));
}
