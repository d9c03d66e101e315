import * as vscode from 'vscode';
import type { MeasuredCluster } from '../../features/cluster/inUse';
import { measuredCluster } from '../../features/cluster/measuredCluster';
import { snapshotTitle } from '../../features/cluster/snapshotTitle';
import { SnapshotReader, type SnapshotProblem } from '../../snapshot/snapshotReader';
import type { Snapshot } from '../../snapshot/snapshot';
import { Pace } from '../pace';
import { decodedChunks } from './decodedChunks';
import type { DroppedFile } from './droppedFiles';

/** Larger than what kubectl prints of the largest cluster, and what an editor can hold at once. */
const MAX_BYTES = 1024 * 1024 * 1024;
const MAX_FILES = 200;

/** Whoever waits is told how far it is, and may end it. */
export interface Waiting {
  readonly report: (percent: number) => void;
  readonly isCanceled: () => boolean;
}

/** Reads files, folders and what comes without an address in short slices. Undefined: it was canceled. */
export async function readSnapshot(
  uris: readonly vscode.Uri[],
  waiting: Waiting,
  dropped: readonly DroppedFile[] = [],
): Promise<Snapshot | SnapshotProblem | undefined> {
  const files = [...(await Promise.all(uris.map(filesAt))).flat(), ...dropped].slice(0, MAX_FILES);
  if (files.length === 0) return { problem: 'There is no file in it that ends with .json, .jsonl, .yaml, .yml or .txt.' };
  const reader = new SnapshotReader();
  const pace = new Pace();
  let newest = 0;
  for (const [index, file] of files.entries()) {
    const { size, mtime } = 'bytes' in file ? { size: file.bytes.length, mtime: 0 } : await vscode.workspace.fs.stat(file);
    const path = 'bytes' in file ? file.name : file.path;
    if (size > MAX_BYTES) return { problem: `${path} is larger than 1 GB: leave out kinds or namespaces.` };
    newest = Math.max(newest, mtime);
    const bytes = 'bytes' in file ? file.bytes : await vscode.workspace.fs.readFile(file);
    const steps = reader.read(decodedChunks(bytes));
    const tell = (share: number): void => {
      waiting.report((100 * (index + share)) / files.length);
    };
    const problem = await takeAll(steps, pace, waiting, () => {
      tell(reader.characters / Math.max(1, size));
    });
    if (problem === 'canceled') return undefined;
    // Of a folder whatever is no part of it is left aside.
    if (problem !== undefined && files.length === 1) return problem;
  }
  return reader.finish(newest === 0 ? undefined : newest);
}

/** A text that stands in an editor. */
export async function readSnapshotText(text: string): Promise<Snapshot | SnapshotProblem> {
  const reader = new SnapshotReader();
  const problem = await new Pace().run(reader.read([text]));
  return problem ?? reader.finish();
}

async function takeAll(
  steps: Generator<undefined, SnapshotProblem | undefined>,
  pace: Pace,
  { isCanceled }: Waiting,
  tell: () => void,
): Promise<SnapshotProblem | 'canceled' | undefined> {
  for (let step = steps.next(), count = 0; ; step = steps.next(), count++) {
    if (step.done === true) return step.value;
    if (count % STEPS_PER_WORD === 0) tell();
    if (isCanceled()) return 'canceled';
    await pace.pause();
  }
}

const STEPS_PER_WORD = 500;

async function filesAt(uri: vscode.Uri): Promise<readonly vscode.Uri[]> {
  const { type } = await vscode.workspace.fs.stat(uri);
  if ((type & vscode.FileType.Directory) === 0) return [uri];
  const entries = await vscode.workspace.fs.readDirectory(uri);
  const names = entries.filter(([name, is]) => (is & vscode.FileType.File) !== 0 && /\.(?:jsonl?|ya?ml|txt)$/i.test(name));
  return names.map(([name]) => vscode.Uri.joinPath(uri, name));
}

/** Writes down what is kept of a snapshot. */
export async function writeSnapshot(snapshot: Snapshot, uri: vscode.Uri): Promise<void> {
  const encoder = new TextEncoder();
  const pace = new Pace();
  const parts: Uint8Array[] = [];
  for (const text of snapshot.text()) {
    parts.push(encoder.encode(text));
    await pace.pause();
  }
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  await vscode.workspace.fs.writeFile(uri, bytes);
}

/** The cluster that it describes, as the features use it. */
export function clusterFrom(snapshot: Snapshot, name: string): Promise<MeasuredCluster> {
  return new Pace().run(measuredCluster(snapshot, snapshotTitle(name, snapshot.takenAt, Date.now())));
}
