import { readdirSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { MeasuredCluster } from '../../features/cluster/inUse';
import { measuredCluster } from '../../features/cluster/measuredCluster';
import { snapshotTitle } from '../../features/cluster/snapshotTitle';
import { encodingOf } from '../../snapshot/encodingOf';
import type { Snapshot } from '../../snapshot/snapshot';
import { SnapshotReader } from '../../snapshot/snapshotReader';
import { UsageError } from '../arguments/usageError';
import { allSteps } from './allSteps';
import { readBytes, STDIN } from './readText';

/** The cluster that a file or a folder of files holds, or the standard input, as kubectl printed it. */
export function readCluster(path: string): MeasuredCluster {
  const snapshot = readAll(path);
  const title = path === STDIN ? 'the standard input' : basename(resolve(path));
  return allSteps(measuredCluster(snapshot, snapshotTitle(title, snapshot.takenAt, Date.now())));
}

/** As the editor takes them from a folder. */
const PARTS = /\.(?:jsonl?|ya?ml|txt)$/i;

function filesAt(path: string): readonly string[] {
  if (path === STDIN || statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return [path];
  const names = readdirSync(path).filter((name) => PARTS.test(name));
  if (names.length === 0) throw new UsageError(`there is no file in ${path} that ends with .json, .jsonl, .yaml, .yml or .txt`);
  return names.sort().map((name) => join(path, name));
}

function readAll(path: string): Snapshot {
  const files = filesAt(path);
  const reader = new SnapshotReader();
  let newest: number | undefined;
  for (const file of files) {
    const bytes = readBytes(file);
    const text = new TextDecoder(encodingOf(bytes)).decode(bytes);
    if (file !== STDIN) newest = Math.max(newest ?? 0, statSync(file).mtimeMs);
    const problem = allSteps(reader.read([text]));
    // Of a folder whatever is no part of it is left aside.
    if (problem !== undefined && files.length === 1) throw new UsageError(`${file}: ${problem.problem}`);
  }
  const snapshot = reader.finish(newest);
  if ('problem' in snapshot) throw new UsageError(`${path}: ${snapshot.problem}`);
  return snapshot;
}
