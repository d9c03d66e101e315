/** Upstream: Masterminds/goutils {stringutils,wordutils}.go: abbreviating and wrapping by bytes, words by their first letters. */
import { fromBinary, toBinary } from './bytesOf';
import { isLower, isSpace, isTitle, isUpper, mapCharacters, toLower, toTitle, toUpper } from './characters';
import { boundText } from './define';

const MARK = '...';

/** At most so many bytes, with dots where something is missing; something from `offset` on is shown. */
export function abbreviate(text: string, offset: number, width: number): string {
  return fromBinary(abbreviateBytes(toBinary(text), offset, width));
}

function abbreviateBytes(text: string, leftEdge: number, width: number): string {
  if (text === '' || width < 4) return '';
  const { length } = text;
  if (length <= width) return text;
  let offset = Math.min(leftEdge, length);
  if (length - offset < width - 3) offset = length - (width - 3);
  if (offset <= 4) return text.slice(0, width - 3) + MARK;
  if (width < 7) return '';
  if (offset + width - 3 < length) return MARK + abbreviateBytes(text.slice(offset), 0, width - 3);
  return MARK + text.slice(length - (width - 3));
}

/** QUIRK: where there is white space, every byte that is left becomes a character of its own. */
export function deleteWhiteSpace(text: string): string {
  const bytes = toBinary(text);
  const kept = mapCharacters(bytes, (byte) => (isSpace(byte) ? '' : byte));
  return kept.length === bytes.length ? text : kept;
}

/** QUIRK: first bytes, each as a character. */
export function initials(text: string): string {
  let found = '';
  let afterGap = true;
  for (const byte of toBinary(text)) {
    if (isSpace(byte)) afterGap = true;
    else if (afterGap) {
      found += byte;
      afterGap = false;
    }
  }
  return found;
}

export function uncapitalize(text: string): string {
  let afterGap = true;
  return mapCharacters(text, (char) => {
    if (isSpace(char)) afterGap = true;
    else if (afterGap) {
      afterGap = false;
      return toLower(char);
    }
    return char;
  });
}

export function swapCase(text: string): string {
  let afterGap = true;
  return mapCharacters(text, (char) => {
    if (isUpper(char) || isTitle(char)) {
      afterGap = false;
      return toLower(char);
    }
    if (!isLower(char)) {
      afterGap = isSpace(char);
      return char;
    }
    if (!afterGap) return toUpper(char);
    afterGap = false;
    return toTitle(char);
  });
}

/** Lines of at most `width` bytes, broken at blanks; words that are longer are broken, too, if `breakWords`. */
export function wrap(text: string, width: number, separator: string, breakWords: boolean): string {
  const bytes = toBinary(text);
  const lineBreak = separator === '' ? '\n' : toBinary(separator);
  const lineWidth = Math.max(width, 1);
  boundText(bytes.length + (bytes.length / lineWidth) * lineBreak.length);
  let wrapped = '';
  let offset = 0;
  while (bytes.length - offset > lineWidth) {
    if (bytes[offset] === ' ') {
      offset += 1;
      continue;
    }
    const end = offset + lineWidth;
    let breakAt = bytes.slice(offset, end + 1).lastIndexOf(' ') + offset;
    let next = breakAt + 1;
    if (breakAt < offset) {
      breakAt = breakWords ? end : bytes.indexOf(' ', end);
      next = breakWords ? end : breakAt + 1;
    }
    if (breakAt < 0) break;
    wrapped += bytes.slice(offset, breakAt) + lineBreak;
    offset = next;
  }
  return fromBinary(wrapped + bytes.slice(offset));
}
