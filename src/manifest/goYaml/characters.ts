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

/** Whether the reader refuses the text before anybody scans it. */
export function hasControlCharacter(text: string): boolean {
  return CONTROL.test(text);
}
