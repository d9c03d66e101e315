import { readFileSync } from 'node:fs';
import { UsageError } from '../arguments/usageError';

/** What stands for the standard input. */
export const STDIN = '-';

/** The text of a file, or of the standard input. */
export function readText(file: string): string {
  if (file === STDIN && process.stdin.isTTY)
    throw new UsageError('- reads the standard input, but nothing is piped into it: helm template … | rollout-lens check -');
  try {
    return readFileSync(file === STDIN ? process.stdin.fd : file, 'utf8');
  } catch (error) {
    throw new UsageError(`${file === STDIN ? 'the standard input' : file} cannot be read: ${wordsOf(error)}`);
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
