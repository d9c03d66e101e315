/** Upstream: vendor/go.yaml.in/yaml/v2/yamlprivateh.go (v1.36.4): kinds of characters. The end of the text is a NUL. */

export function isEnd(char: string): boolean {
  return char === '\0';
}

export function isBlank(char: string): boolean {
  return char === ' ' || char === '\t';
}

export function isBreak(char: string): boolean {
  return char === '\n' || char === '\r' || char === '\u0085' || char === '\u2028' || char === '\u2029';
}

export function isBreakOrEnd(char: string): boolean {
  return isBreak(char) || isEnd(char);
}

export function isSpaceOrEnd(char: string): boolean {
  return isBlank(char) || isBreakOrEnd(char);
}

/** What names of anchors, tags and directives are made of. */
export function isNameChar(char: string): boolean {
  return /^[0-9A-Za-z_-]$/.test(char);
}

/** U+FEFF is allowed although it is no printable character: it may begin a line. */
const CONTROL = /[^\t\n\r\x20-\x7E\x85\xA0-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

/** Where the first character is that the library refuses as soon as it comes to see it; -1 without one. */
export function findControlCharacter(text: string): number {
  return text.search(CONTROL);
}

/** In UTF-8. */
export function byteLength(code: number): number {
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code > 0xffff ? 4 : 3;
}
