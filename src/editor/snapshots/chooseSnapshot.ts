import * as vscode from 'vscode';
import { COMMANDS } from '../../features/commands';
import type { KeptSnapshot } from './snapshotFiles';
import type { SnapshotsInUse } from './inUse';

interface Item extends vscode.QuickPickItem {
  readonly run?: () => Thenable<unknown>;
  readonly kept?: KeptSnapshot;
}

const DELETE: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('trash'), tooltip: 'Delete This Snapshot' };

/** “Choose Cluster Snapshot”: a name, or null for none; asks where nothing is given. */
export async function chooseSnapshot(snapshots: SnapshotsInUse, given: unknown): Promise<void> {
  if (given === null) await snapshots.choose(undefined);
  else if (typeof given === 'string') await snapshots.choose(given);
  else await (await pick(snapshots))?.run?.();
}

async function pick(snapshots: SnapshotsInUse): Promise<Item | undefined> {
  const list = vscode.window.createQuickPick<Item>();
  list.title = 'Rollout Lens: which cluster do manifests go to?';
  list.items = await itemsOf(snapshots);
  list.onDidTriggerItemButton(({ item: { kept } }) => {
    if (kept !== undefined) void snapshots.guard.runAsync('Deleting a snapshot', () => remove(snapshots, kept, list));
  });
  const chosen = await new Promise<Item | undefined>((resolve) => {
    list.onDidAccept(() => {
      resolve(list.selectedItems[0]);
    });
    list.onDidHide(() => {
      resolve(undefined);
    });
    list.show();
  });
  list.dispose();
  return chosen;
}

async function itemsOf(snapshots: SnapshotsInUse): Promise<Item[]> {
  const kept = await snapshots.files.all();
  const { chosen } = snapshots;
  const command = (label: string, id: string): Item => ({ label, run: () => vscode.commands.executeCommand(id) });
  const profiles = kept.map((one): Item => {
    const where = one.place === 'workspace' ? 'in the workspace' : 'with you';
    const description = one.name === chosen ? `in use, ${where}` : where;
    return { label: `$(database) ${one.name}`, description, kept: one, buttons: [DELETE], run: () => snapshots.choose(one.name) };
  });
  return [
    ...profiles,
    { label: '$(circle-slash) None', description: 'nodes and times are assumed', run: () => snapshots.choose(undefined) },
    { label: '', kind: vscode.QuickPickItemKind.Separator },
    command('$(cloud-download) Take Cluster Snapshot…', COMMANDS.takeSnapshot),
    command('$(folder-opened) Open Cluster Snapshot…', COMMANDS.openSnapshot),
  ];
}

async function remove(snapshots: SnapshotsInUse, { name, uri }: KeptSnapshot, list: vscode.QuickPick<Item>): Promise<void> {
  const yes = 'Delete';
  const answer = await vscode.window.showWarningMessage(`Delete the snapshot ${name}?`, { modal: true }, yes);
  if (answer !== yes) return;
  await vscode.workspace.fs.delete(uri);
  if (snapshots.chosen === name) await snapshots.choose(undefined);
  snapshots.forget(name);
  list.items = await itemsOf(snapshots);
}
