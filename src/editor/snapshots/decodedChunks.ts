/** So much is decoded between two turns for others. */
const CHUNK = 128 * 1024;

/** The text of a file a piece at a time, in whatever encoding a shell has written it: PowerShell takes UTF-16. */
export function* decodedChunks(bytes: Uint8Array): Generator<string> {
  const decoder = new TextDecoder(encodingOf(bytes));
  for (let at = 0; at < bytes.length; at += CHUNK) yield decoder.decode(bytes.subarray(at, at + CHUNK), { stream: true });
  yield decoder.decode(new Uint8Array());
}

/** By the mark at its beginning; without one the zeros of UTF-16 tell, for JSON and YAML begin with ASCII. */
function encodingOf([first, second]: Uint8Array): string {
  if (first === undefined || second === undefined) return 'utf-8';
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  return (first === 0xfe && second === 0xff) || (first === 0 && second !== 0) ? 'utf-16be' : 'utf-8';
}
