import { snapshotTitle } from '../../features/cluster/snapshotTitle';
import type { Snapshot } from '../../snapshot/snapshot';
import type { SnapshotProblem } from '../../snapshot/snapshotReader';
import type { LoadedSnapshot } from './inUse';
import { clusterFrom, readSnapshot } from './readSnapshot';
import type { SnapshotFiles } from './snapshotFiles';

/** What is kept under a name, as the features use it. */
export async function loadKept(files: SnapshotFiles, name: string): Promise<LoadedSnapshot | SnapshotProblem> {
  const kept = await files.find(name);
  if (kept === undefined) return { problem: `There is no snapshot ${name} here. Take or open one, or choose another.` };
  const snapshot = await readSnapshot([kept.uri], { report: () => undefined, isCanceled: () => false });
  if (snapshot === undefined) return { problem: `Reading the snapshot ${name} was canceled.` };
  return 'problem' in snapshot ? snapshot : loadedFrom(snapshot, name);
}

export async function loadedFrom(snapshot: Snapshot, name: string): Promise<LoadedSnapshot> {
  const { takenAt } = snapshot;
  let cluster = await clusterFrom(snapshot, name);
  const renew = async (): Promise<typeof cluster> => {
    if (cluster.title !== snapshotTitle(name, takenAt, Date.now())) cluster = await clusterFrom(snapshot, name);
    return cluster;
  };
  return { name, takenAt, cluster, renew };
}
