const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The bytes of a base64 text, or undefined when it is none. Neither Node's nor the browser's own is known on both sides. */
export function decodeBase64(text: string): Uint8Array | undefined {
  const body = text.replace(/={0,2}$/, '');
  if (body.length % 4 === 1) return undefined;
  const bytes = new Uint8Array(Math.floor((body.length * 3) / 4));
  let buffer = 0;
  let bits = 0;
  let length = 0;
  for (const character of body) {
    const value = DIGITS.indexOf(character);
    if (value < 0) return undefined;
    buffer = ((buffer << 6) | value) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[length++] = (buffer >> bits) & 0xff;
  }
  return bytes;
}

export function encodeBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b, c] = bytes.subarray(at, at + 3);
    const bits = (a << 16) | ((b ?? 0) << 8) | (c ?? 0);
    text += DIGITS.charAt(bits >> 18) + DIGITS.charAt((bits >> 12) & 63);
    text += b === undefined ? '=' : DIGITS.charAt((bits >> 6) & 63);
    text += c === undefined ? '=' : DIGITS.charAt(bits & 63);
  }
  return text;
}
