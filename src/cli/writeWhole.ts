import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { UsageError } from './arguments/usageError';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The whole file or nothing: whoever is killed in between leaves no half of one behind, and nothing beside it. */
export function writeWhole(file: string, text: string): void {
  const beside = `${file}.${process.pid}.tmp`;
  holdSignals();
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(beside, text);
    renameSync(beside, file);
  } catch (error) {
    rmSync(beside, { force: true });
    throw new UsageError(`${file} cannot be written: ${error instanceof Error ? error.message : String(error)}`);
  }
}

let areSignalsHeld = false;

/**
 * A signal that has a listener waits until nothing else is being done; then it ends the process as it would have done at once.
 * From the first file on: writing is the last thing that commands do.
 */
function holdSignals(): void {
  if (areSignalsHeld) return;
  areSignalsHeld = true;
  for (const signal of SIGNALS) process.once(signal, () => process.kill(process.pid, signal));
}
