import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import type { MeasuredCluster } from '../../features/cluster/inUse';
import { measuredCluster } from '../../features/cluster/measuredCluster';
import { snapshotTitle } from '../../features/cluster/snapshotTitle';
import type { Snapshot } from '../../snapshot/snapshot';
import { readSnapshot } from '../../snapshot/snapshotReader';
import { UsageError } from '../arguments/usageError';

/** The cluster that a file holds, as kubectl printed it. */
export function readCluster(file: string): MeasuredCluster {
  const snapshot = readFile(file);
  const steps = measuredCluster(snapshot, snapshotTitle(basename(file), snapshot.takenAt, Date.now()));
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

function readFile(file: string): Snapshot {
  try {
    const reading = readSnapshot(new TextDecoder().decode(readFileSync(file)), statSync(file).mtimeMs);
    if ('problem' in reading) throw new UsageError(`${file}: ${reading.problem}`);
    return reading;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}
