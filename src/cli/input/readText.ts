import { readFileSync, readSync } from 'node:fs';
import { isatty } from 'node:tty';
import { UsageError } from '../arguments/usageError';

/** What stands for the standard input. */
export const STDIN = '-';

/** The text of a file, or of the standard input. */
export function readText(file: string): string {
  return readBytes(file).toString('utf8');
}

/** What is in a file, or comes by the standard input. */
export function readBytes(file: string): Buffer {
  if (file === STDIN && isatty(0))
    throw new UsageError('- reads the standard input, but nothing is piped into it: helm template … | rollout-lens check -');
  try {
    return file === STDIN ? readStdin() : readFileSync(file);
  } catch (error) {
    throw new UsageError(`${file === STDIN ? 'the standard input' : file} cannot be read: ${wordsOf(error)}`);
  }
}

/** Not by `process.stdin`, which is read later. Whoever writes slowly, and does not block, is waited for. */
function readStdin(): Buffer {
  const chunks: Buffer[] = [];
  const chunk = Buffer.alloc(65_536);
  for (;;) {
    try {
      const length = readSync(0, chunk);
      if (length === 0) return Buffer.concat(chunks);
      chunks.push(Buffer.from(chunk.subarray(0, length)));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EOF') return Buffer.concat(chunks);
      if (code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAIT_MS);
    }
  }
}

const WAIT_MS = 10;

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
