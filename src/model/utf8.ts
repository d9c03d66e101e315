/** UTF-8 as Go reads it: bytes that are none stand as lone surrogates U+DC80–DCFF, so that nothing is lost. */
export function bytesToString(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length;) {
    const size = characterAt(bytes, at);
    const first = bytes[at] ?? 0;
    if (size === 0) text += String.fromCharCode(0xdc00 | first);
    else {
      let code = size === 1 ? first : first & (0xff >> (size + 1));
      for (let index = 1; index < size; index++) code = (code << 6) | ((bytes[at + index] ?? 0) & 0x3f);
      text += String.fromCodePoint(code);
    }
    at += size === 0 ? 1 : size;
  }
  return text;
}

/** How many bytes the character has that begins here; 0 if none does. */
function characterAt(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return 1;
  const size = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  const second = bytes[at + 1] ?? 0;
  if (second < (SECOND_FROM[first] ?? 0x80) || second > (SECOND_TO[first] ?? 0xbf)) return 0;
  for (let index = 2; index < size; index++) if (((bytes[at + index] ?? 0) & 0xc0) !== 0x80) return 0;
  return size;
}

/** What keeps overlong forms and surrogates out. */
const SECOND_FROM: Readonly<Record<number, number>> = { 0xe0: 0xa0, 0xf0: 0x90 };
const SECOND_TO: Readonly<Record<number, number>> = { 0xed: 0x9f, 0xf4: 0x8f };
