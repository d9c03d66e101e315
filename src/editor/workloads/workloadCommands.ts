import * as vscode from 'vscode';
import { COMMANDS } from '../../features/commands';
import type { Disposables } from '../disposables';
import type { Guard } from '../guard';
import type { WorkloadFiles } from './workloadFiles';

/** More than anybody scrolls through. */
const MOST_OFFERED = 500;

/** A place of the workspace, as rows of the view hand it to commands. */
interface WorkloadPlace {
  readonly uri: vscode.Uri;
  readonly offset: number;
}

/** What can be done with a row of the view, and with a folder of the Explorer. */
export function registerWorkloadCommands(
  disposables: Disposables,
  files: WorkloadFiles,
  readAll: () => Promise<void>,
  guard: Guard,
): void {
  const register = (command: string, what: string, run: (argument: unknown) => Promise<void>): void => {
    disposables.add(vscode.commands.registerCommand(command, (argument: unknown) => guard.runAsync(what, () => run(argument))));
  };
  register('rolloutLens.openWorkload', 'Opening a workload', async (row) => {
    if (isPlace(row)) await open(row);
  });
  register('rolloutLens.simulateListed', 'Simulating', async (row) => {
    if (isPlace(row)) await vscode.commands.executeCommand(COMMANDS.simulate, row.uri, row.offset);
  });
  register('rolloutLens.simulateFolder', 'Simulating', async (folder) => {
    if (folder instanceof vscode.Uri) await simulateIn(folder, files, readAll);
  });
}

function isPlace(value: unknown): value is WorkloadPlace {
  if (typeof value !== 'object' || value === null) return false;
  return 'uri' in value && value.uri instanceof vscode.Uri && 'offset' in value && typeof value.offset === 'number';
}

async function open({ uri, offset }: WorkloadPlace): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  const at = document.positionAt(offset);
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(at, at) });
}

/** One of the workloads below a folder, chosen where there are several. */
async function simulateIn(folder: vscode.Uri, files: WorkloadFiles, readAll: () => Promise<void>): Promise<void> {
  const found = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: 'Looking for workloads', cancellable: true },
    async (_progress, token) => {
      await readAll();
      return token.isCancellationRequested ? undefined : offers(folder, files, token);
    },
  );
  if (found === undefined) return;
  const [only] = found;
  if (only === undefined) {
    void vscode.window.showInformationMessage(
      `There is no Deployment or DaemonSet to simulate in ${vscode.workspace.asRelativePath(folder)}.`,
    );
    return;
  }
  const title = `Simulate the rollout of… (${vscode.workspace.asRelativePath(folder)})`;
  const matching = { matchOnDescription: true, matchOnDetail: true };
  const chosen = found.length === 1 ? only : await vscode.window.showQuickPick(found, { title, ...matching });
  if (chosen !== undefined) await vscode.commands.executeCommand(COMMANDS.simulate, chosen.uri, chosen.offset);
}

async function offers(
  folder: vscode.Uri,
  files: WorkloadFiles,
  token: vscode.CancellationToken,
): Promise<(vscode.QuickPickItem & WorkloadPlace)[]> {
  const items: (vscode.QuickPickItem & WorkloadPlace)[] = [];
  for (const uri of files.uris(folder)) {
    if (token.isCancellationRequested || items.length >= MOST_OFFERED) break;
    for (const { kind, name, description, start, canSimulate } of await files.workloadsIn(uri)) {
      const place = vscode.workspace.asRelativePath(uri);
      if (canSimulate) items.push({ label: name, description: `${kind} in ${place}`, detail: description, uri, offset: start });
    }
  }
  return items;
}
