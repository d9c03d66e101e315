/** Upstream: strconv/quote.go (Go 1.26): texts in quotes. */
const PRINTABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u;
const PLAIN = /^[ !#-[\]-~]*$/;
const SHORT: Readonly<Record<string, string>> = {
  '\x07': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
};

export function isPrintable(character: string): boolean {
  return PRINTABLE.test(character);
}

/** As `%q` writes it; with `+` in ASCII. */
export function goQuote(text: string, isAscii = false): string {
  return PLAIN.test(text) ? `"${text}"` : quoteWith(text, '"', isAscii);
}

/** As `%q` writes a number that is a character. */
export function goQuoteRune(code: number, isAscii = false): string {
  const isValid = code >= 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return quoteWith(String.fromCodePoint(isValid ? code : 0xfffd), "'", isAscii);
}

function quoteWith(text: string, mark: string, isAscii: boolean): string {
  let quoted = mark;
  for (const character of text) quoted += escapeCharacter(character, mark, isAscii);
  return quoted + mark;
}

function escapeCharacter(character: string, mark: string, isAscii: boolean): string {
  if (character === mark || character === '\\') return `\\${character}`;
  const code = character.codePointAt(0) ?? 0;
  if ((code < 0x80 || !isAscii) && isPrintable(character)) return character;
  const short = SHORT[character];
  if (short !== undefined) return short;
  if (code < 0x20 || code === 0x7f || (code >= 0xdc80 && code <= 0xdcff)) return `\\x${hex(code & 0xff, 2)}`;
  return code < 0x10000 ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`;
}

function hex(code: number, width: number): string {
  return code.toString(16).padStart(width, '0');
}
