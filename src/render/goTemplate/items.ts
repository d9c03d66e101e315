/** Upstream: text/template/parse/lex.go (Go 1.26): items and characters. */
import { characters, utf8Length } from './bytes';
import { goQuote, isPrintable } from '../../model/goQuote';

export type Keyword =
  'block' | 'break' | 'continue' | 'dot' | 'define' | 'else' | 'end' | 'if' | 'nil' | 'range' | 'template' | 'with';
export type ItemType =
  | Keyword
  | 'error'
  | 'bool'
  | 'char'
  | 'charConstant'
  | 'complex'
  | 'assign'
  | 'declare'
  | 'eof'
  | 'field'
  | 'identifier'
  | 'leftDelim'
  | 'leftParen'
  | 'number'
  | 'pipe'
  | 'rawString'
  | 'rightDelim'
  | 'rightParen'
  | 'space'
  | 'string'
  | 'text'
  | 'variable';

export interface Item {
  readonly type: ItemType;
  readonly pos: number;
  readonly val: string;
  /** Of its start. */
  readonly line: number;
}

export const KEYWORDS: ReadonlyMap<string, Keyword> = new Map<string, Keyword>([
  ['.', 'dot'],
  ...(['block', 'break', 'continue', 'define', 'else', 'end', 'if', 'range', 'nil', 'template', 'with'] as const).map(
    (word) => [word, word] as const,
  ),
]);
const KEYWORD_TYPES: ReadonlySet<ItemType> = new Set(KEYWORDS.values());

/** How an item is named in errors. */
export function describeItem({ type, val }: Item): string {
  if (type === 'eof') return 'EOF';
  if (type === 'error') return val;
  if (KEYWORD_TYPES.has(type)) return `<${val}>`;
  // Go asks for more than ten bytes and cuts after ten characters.
  return utf8Length(val) > 10 ? `${goQuote(characters(val).slice(0, 10).join(''))}...` : goQuote(val);
}

const ALPHANUMERIC = /^[\p{L}\p{Nd}_]$/u;
/** The end of the input, among characters. */
export const EOF = -1;

/** As `%#U` writes a character. */
export function describeCode(code: number): string {
  if (code === EOF) return 'U+FFFFFFFFFFFFFFFF';
  const character = String.fromCodePoint(code);
  const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  return isPrintable(character) ? `${name} '${character}'` : name;
}

export function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0d || code === 0x0a;
}

export function isAlphaNumeric(code: number): boolean {
  if (code < 0x80)
    return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || (code >= 0x30 && code <= 0x39) || code === 0x5f;
  return ALPHANUMERIC.test(String.fromCodePoint(code));
}

export function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
