import * as vscode from 'vscode';
import { simulateFromHere } from '../../features/cluster/fromHere';
import type { MeasuredCluster } from '../../features/cluster/inUse';
import type { RolloutSeen, WorkloadName } from '../../snapshot/rolloutUnderWay';
import type { Picture } from '../../shared/protocol';
import type { SnapshotsInUse } from './inUse';
import { loadedFrom } from './keptSnapshot';
import { readShowing } from './openSnapshot';

/** From a lens: kind, namespace and name, and the file that is the snapshot itself, if that is meant. */
export type FromHereArguments = readonly unknown[];

/** “Simulate from Here”: a rollout as a snapshot has caught it. Undefined: none was chosen, or it was said why there is none. */
export async function chooseFromHere(snapshots: SnapshotsInUse, given: FromHereArguments): Promise<Picture | undefined> {
  const file = uriIn(given);
  const home = file ?? vscode.window.activeTextEditor?.document.uri;
  const cluster = file === undefined ? inUse(snapshots, home) : await clusterIn(file);
  const wanted = cluster === undefined ? undefined : (nameIn(given) ?? (await pick(cluster)));
  if (cluster === undefined || wanted === undefined) return undefined;
  const found = simulateFromHere(cluster, wanted, snapshots.settingsFor(home));
  if ('problem' in found) {
    void vscode.window.showErrorMessage(found.problem);
    return undefined;
  }
  const { kind, namespace, name } = wanted;
  const session = { title: `${name} from here`, kind, name, namespace, origin: 'file', canApply: false } as const;
  return { session, scenario: found.scenario, notes: found.notes };
}

function uriIn([first, , , fourth]: FromHereArguments): vscode.Uri | undefined {
  if (first instanceof vscode.Uri) return first;
  return typeof fourth === 'string' ? vscode.Uri.parse(fourth) : undefined;
}

function nameIn([kind, namespace, name]: FromHereArguments): WorkloadName | undefined {
  if ((kind !== 'Deployment' && kind !== 'DaemonSet') || typeof namespace !== 'string' || typeof name !== 'string')
    return undefined;
  return { kind, namespace, name };
}

/** A file that holds what kubectl printed. */
async function clusterIn(file: vscode.Uri): Promise<MeasuredCluster | undefined> {
  // What was pasted is in no file yet.
  const pasted = vscode.workspace.textDocuments.find(({ uri, isUntitled }) => isUntitled && uri.toString() === file.toString());
  const snapshot = await readShowing([file], pasted?.getText());
  if (snapshot === undefined) return undefined;
  if (!('problem' in snapshot)) return (await loadedFrom(snapshot, file.path.split('/').at(-1) ?? '')).cluster;
  void vscode.window.showErrorMessage(snapshot.problem);
  return undefined;
}

function inUse(snapshots: SnapshotsInUse, home: vscode.Uri | undefined): MeasuredCluster | undefined {
  const state = snapshots.stateFor(home);
  if (typeof state === 'object' && 'cluster' in state) return state.cluster;
  const why =
    state === 'loading'
      ? 'The cluster snapshot is still being read. Try again in a moment.'
      : (state?.problem ?? 'No cluster snapshot is in use here. Take or open one first.');
  void vscode.window.showInformationMessage(why);
  return undefined;
}

interface Item extends vscode.QuickPickItem {
  readonly seen: RolloutSeen;
}

async function pick({ rollouts, title, snapshot }: MeasuredCluster): Promise<WorkloadName | undefined> {
  if (rollouts.length === 0) {
    const isKnown = snapshot.count('Deployment') + snapshot.count('DaemonSet') > 0;
    const message = isKnown ? `No rollout is under way in ${title}.` : `No Deployments or DaemonSets are in ${title}.`;
    void vscode.window.showInformationMessage(message);
    return undefined;
  }
  const items = rollouts.map((seen): Item => {
    const { kind, namespace, name, words } = seen;
    return { label: name, description: `${kind} in ${namespace}`, detail: words, seen };
  });
  const options = { title: 'Simulate from here: which rollout?', matchOnDescription: true, matchOnDetail: true };
  return (await vscode.window.showQuickPick(items, options))?.seen;
}
