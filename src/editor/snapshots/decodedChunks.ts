import { encodingOf } from '../../snapshot/encodingOf';

/** So much is decoded between two turns for others. */
const CHUNK = 128 * 1024;

/** The text of a file a piece at a time, in whatever encoding a shell has written it: PowerShell takes UTF-16. */
export function* decodedChunks(bytes: Uint8Array): Generator<string> {
  const decoder = new TextDecoder(encodingOf(bytes));
  for (let at = 0; at < bytes.length; at += CHUNK) yield decoder.decode(bytes.subarray(at, at + CHUNK), { stream: true });
  yield decoder.decode(new Uint8Array());
}
