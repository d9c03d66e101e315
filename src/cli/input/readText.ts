import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { isatty } from 'node:tty';
import { UsageError } from '../arguments/usageError';

/** What stands for the standard input. */
export const STDIN = '-';

/** More does not come from a program that somebody has written for this: it never ends. */
const MOST_BYTES = 2 ** 30;
/** The same of texts. */
const MOST_TEXT = 2 ** 28;

/** The text of a file, or of the standard input. */
export function readText(file: string): string {
  return readBytes(file, MOST_TEXT).toString('utf8');
}

/** What is in a file, or comes by the standard input or another pipe. */
export function readBytes(file: string, most = MOST_BYTES): Buffer {
  if (file === STDIN && isatty(0))
    throw new UsageError('- reads the standard input, but nothing is piped into it: helm template … | rollout-lens check -');
  const name = file === STDIN ? 'the standard input' : file;
  try {
    if (file !== STDIN && !isStream(file)) return readFileSync(file);
    const bytes = readStream(file, most);
    if (bytes !== undefined) return bytes;
  } catch (error) {
    throw new UsageError(`${name} cannot be read: ${wordsOf(error)}`);
  }
  throw new UsageError(`${name} does not end: there are more than ${most / 2 ** 20} MiB`);
}

/** A pipe or a device has no size. */
function isStream(file: string): boolean {
  const stats = statSync(file);
  return stats.isFIFO() || stats.isCharacterDevice();
}

/** Undefined: there is more than that. */
function readStream(file: string, most: number): Buffer | undefined {
  const descriptor = file === STDIN ? 0 : openSync(file, 'r');
  try {
    return readToEnd(descriptor, most);
  } finally {
    if (descriptor !== 0) closeSync(descriptor);
  }
}

/** Not by `process.stdin`, which is read later. Whoever writes slowly, and does not block, is waited for. */
function readToEnd(descriptor: number, most: number): Buffer | undefined {
  const chunks: Buffer[] = [];
  const chunk = Buffer.alloc(65_536);
  for (let read = 0; read <= most;) {
    try {
      const length = readSync(descriptor, chunk);
      if (length === 0) return Buffer.concat(chunks);
      chunks.push(Buffer.from(chunk.subarray(0, length)));
      read += length;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EOF') return Buffer.concat(chunks);
      if (code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAIT_MS);
    }
  }
  return undefined;
}

const WAIT_MS = 10;

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
