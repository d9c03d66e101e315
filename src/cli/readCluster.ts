import { readFileSync, statSync } from 'node:fs';
import { readSnapshot } from '../snapshot/snapshotReader';
import type { Snapshot } from '../snapshot/snapshot';
import { UsageError } from './options';

/** The cluster that a file holds, as kubectl printed it. */
export function readCluster(file: string): Snapshot {
  try {
    const reading = readSnapshot(new TextDecoder().decode(readFileSync(file)), statSync(file).mtimeMs);
    if ('problem' in reading) throw new UsageError(`${file}: ${reading.problem}`);
    return reading;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}
