import * as vscode from 'vscode';
import { counted, listed } from '../../model/words';
import type { Snapshot } from '../../snapshot/snapshot';
import type { SnapshotProblem } from '../../snapshot/snapshotReader';
import { isDroppedFile, type DroppedFile } from './droppedFiles';
import { readSnapshot, readSnapshotText, writeSnapshot } from './readSnapshot';
import { nameFrom, nameProblem, type SnapshotPlace } from './snapshotFiles';
import type { SnapshotsInUse } from './inUse';
import { loadedFrom } from './keptSnapshot';

/** From a keybinding, a menu or another extension: what to open, and what it is called and kept in unless somebody asks. */
interface Given {
  readonly uris?: readonly vscode.Uri[];
  readonly files?: readonly DroppedFile[];
  readonly text?: string;
  readonly name?: string;
  readonly place?: SnapshotPlace;
}

/** “Open Cluster Snapshot…”: a file, a folder, or what stands in the editor. */
export async function openSnapshot(snapshots: SnapshotsInUse, argument: unknown): Promise<void> {
  const given = givenIn(argument) ?? (await askSource());
  if (given === undefined) return;
  const { uris = [], files = [], text } = given;
  const snapshot = await readShowing(uris, text, files);
  if (snapshot === undefined) return;
  if ('problem' in snapshot) {
    void vscode.window.showErrorMessage(snapshot.problem);
    return;
  }
  const [path = ''] = [...uris.map((uri) => uri.path), ...files.map((file) => file.name)];
  const name = given.name ?? (await askName(nameFrom(path)));
  const place = name === undefined ? undefined : (given.place ?? (await askPlace()));
  if (name !== undefined && place !== undefined) await keep(snapshots, snapshot, name, place);
}

/** Writes a snapshot down and puts it to use. */
export async function keep(snapshots: SnapshotsInUse, snapshot: Snapshot, name: string, place: SnapshotPlace): Promise<void> {
  await writeSnapshot(snapshot, snapshots.files.uriFor(name, place));
  snapshots.put(await loadedFrom(snapshot, name));
  await snapshots.choose(name);
  void vscode.window.showInformationMessage(`${name} is in use: ${contentText(snapshot)}.`);
}

/** With progress that can be canceled. Undefined: it was. */
export function readShowing(
  uris: readonly vscode.Uri[],
  text?: string,
  files: readonly DroppedFile[] = [],
): Promise<Snapshot | SnapshotProblem | undefined> {
  if (text !== undefined) return readSnapshotText(text);
  const options = { location: vscode.ProgressLocation.Notification, title: 'Reading the cluster snapshot', cancellable: true };
  return Promise.resolve(
    vscode.window.withProgress(options, (progress: vscode.Progress<{ message: string; increment: number }>, token) => {
      let before = 0;
      const report = (percent: number): void => {
        const now = Math.min(100, Math.floor(percent));
        if (now > before) progress.report({ message: `${now} %`, increment: now - before });
        before = Math.max(before, now);
      };
      return readSnapshot(uris, { report, isCanceled: () => token.isCancellationRequested }, files);
    }),
  );
}

function contentText(snapshot: Snapshot): string {
  const words = [
    ['Node', 'node'],
    ['Pod', 'pod'],
    ['Deployment', 'Deployment'],
    ['DaemonSet', 'DaemonSet'],
  ] as const;
  const parts = words.flatMap(([kind, word]) => (snapshot.count(kind) === 0 ? [] : [counted(snapshot.count(kind), word)]));
  return parts.length === 0 ? 'it holds neither nodes nor pods' : listed(parts);
}

function givenIn(argument: unknown): Given | undefined {
  if (argument instanceof vscode.Uri) return { uris: [argument] };
  if (typeof argument === 'string') return shownAt(argument);
  if (typeof argument !== 'object' || argument === null) return undefined;
  const { uris, files, text, name, place } = argument as { readonly [Key in keyof Given]?: unknown };
  const known = Array.isArray(uris) ? uris.filter((uri) => uri instanceof vscode.Uri) : [];
  const dropped = Array.isArray(files) ? files.filter(isDroppedFile) : [];
  if (known.length + dropped.length === 0 && typeof text !== 'string') return undefined;
  return {
    uris: known,
    files: dropped,
    ...(typeof text === 'string' ? { text } : {}),
    ...(typeof name === 'string' && nameProblem(name) === undefined ? { name } : {}),
    ...(place === 'user' || place === 'workspace' ? { place } : {}),
  };
}

/** A document counts as it stands in the editor, saved or not. */
function shownAt(key: string): Given {
  const uri = vscode.Uri.parse(key);
  const document = vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri.toString());
  const isSaved = document === undefined || (!document.isDirty && !document.isUntitled);
  return isSaved ? { uris: [uri] } : { uris: [uri], text: document.getText() };
}

interface SourceItem extends vscode.QuickPickItem {
  readonly pick: () => Promise<Given | undefined>;
}

async function askSource(): Promise<Given | undefined> {
  const editor = vscode.window.activeTextEditor;
  const dialog = async (isFolder: boolean): Promise<Given | undefined> => {
    const options = {
      canSelectFiles: !isFolder,
      canSelectFolders: isFolder,
      canSelectMany: !isFolder,
      openLabel: 'Open Snapshot',
    };
    const uris = await vscode.window.showOpenDialog(options);
    return uris === undefined ? undefined : { uris };
  };
  const items: SourceItem[] = [
    { label: '$(file) A file…', description: 'what kubectl get … -A -o json has printed, or -o yaml', pick: () => dialog(false) },
    { label: '$(folder) A folder…', description: 'with several such files', pick: () => dialog(true) },
  ];
  if (editor !== undefined) {
    const text = editor.document.getText(editor.selection.isEmpty ? undefined : editor.selection);
    const description = 'its selection, or the whole document';
    items.push({ label: '$(selection) What is in this editor', description, pick: () => Promise.resolve({ text }) });
  }
  items.push({
    label: '$(clippy) What is in the clipboard',
    pick: async () => ({ text: await vscode.env.clipboard.readText() }),
  });
  return (await vscode.window.showQuickPick(items, { title: 'Rollout Lens: which cluster snapshot?' }))?.pick();
}

export function askName(value: string): Promise<string | undefined> {
  const prompt = 'The status bar shows it; the setting rolloutLens.snapshots.profiles names it for folders.';
  return Promise.resolve(
    vscode.window.showInputBox({ title: 'Name of the cluster snapshot', value, prompt, validateInput: nameProblem }),
  );
}

interface PlaceItem extends vscode.QuickPickItem {
  readonly place: SnapshotPlace;
}

export async function askPlace(): Promise<SnapshotPlace | undefined> {
  if (vscode.workspace.workspaceFolders === undefined) return 'user';
  const items: PlaceItem[] = [
    {
      place: 'user',
      label: '$(device-desktop) With you',
      description: 'in the storage of the extension; no file of the workspace changes',
    },
    { place: 'workspace', label: '$(root-folder) In the workspace', description: '.rollout-lens/, for everybody who opens it' },
  ];
  const title = 'Keep the snapshot…';
  const placeHolder = 'Values of variables, arguments, Secrets and ConfigMaps are never kept.';
  return (await vscode.window.showQuickPick(items, { title, placeHolder }))?.place;
}
