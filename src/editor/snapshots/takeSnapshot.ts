import * as vscode from 'vscode';
import {
  contextProblem,
  kubectlCommands,
  namespacesIn,
  namespacesProblem,
  type SnapshotQuestion,
} from '../../snapshot/kubectlCommand';
import { askName, askPlace, keep, readShowing } from './openSnapshot';
import { nameProblem, type SnapshotPlace } from './snapshotFiles';
import type { SnapshotsInUse } from './inUse';

interface Plan extends SnapshotQuestion {
  readonly name: string;
  readonly place: SnapshotPlace;
}

/**
 * “Take Cluster Snapshot…”: asks which cluster, shows the command, and runs exactly that in a terminal once the user says so. It
 * can be copied instead, and where there is no terminal or no trust that is all there is.
 */
export async function takeSnapshot(snapshots: SnapshotsInUse, argument: unknown): Promise<void> {
  const plan = planIn(argument) ?? (await askPlan());
  if (plan === undefined) return;
  const file = vscode.workspace.isTrusted ? await snapshots.files.incoming(plan.name) : undefined;
  const run = 'Run in Terminal';
  const copy = 'Copy Command';
  const command = commandLine(plan, file?.fsPath ?? `${plan.name}.json`);
  const question = `Take the snapshot ${plan.name} with this command?`;
  const detail = `${command}\n\n${file === undefined ? whyNotRun() : 'It runs in a terminal that you see.'} Neither Secrets nor ConfigMaps are asked for, nothing leaves this machine, and of the answer only what rollouts depend on is kept.`;
  const choices = file === undefined ? [copy] : [run, copy];
  const choice = await vscode.window.showInformationMessage(question, { modal: true, detail }, ...choices);
  if (choice === copy) await copyCommand(plan);
  if (choice === run && file !== undefined) await runIn(snapshots, plan, command, file);
}

function whyNotRun(): string {
  if (!vscode.workspace.isTrusted) return 'This workspace is not trusted, so the command can only be copied.';
  return 'There is no terminal here: run it elsewhere and open the file it writes.';
}

async function copyCommand(plan: Plan): Promise<void> {
  await vscode.env.clipboard.writeText(commandLine(plan, `${plan.name}.json`));
  const then = `The command is in the clipboard. Open ${plan.name}.json, which it writes, with “Open Cluster Snapshot…”.`;
  void vscode.window.showInformationMessage(then);
}

/** PowerShell of Windows has no &&; elsewhere what follows a failure would only hide it. */
function commandLine(plan: Plan, file: string): string {
  const isPowerShell = /(?:^|[\\/])(?:pwsh|powershell)(?:\.exe)?$/i.test(vscode.env.shell);
  return kubectlCommands(plan, file).join(isPowerShell ? ' ; ' : ' && ');
}

async function runIn(snapshots: SnapshotsInUse, plan: Plan, command: string, file: vscode.Uri): Promise<void> {
  const title = `Cluster snapshot ${plan.name}`;
  const execution = new vscode.ShellExecution(command);
  const task = new vscode.Task({ type: 'shell' }, vscode.TaskScope.Workspace, title, 'Rollout Lens', execution, []);
  task.presentationOptions = { reveal: vscode.TaskRevealKind.Always, clear: true, focus: false };
  try {
    const snapshot = (await isWanted(await exitCodeOf(task))) ? await readShowing([file]) : undefined;
    if (snapshot === undefined) return;
    if ('problem' in snapshot) void vscode.window.showErrorMessage(snapshot.problem);
    else await keep(snapshots, snapshot, plan.name, plan.place);
  } finally {
    // What kubectl printed holds more than is kept: it stays nowhere, whatever became of it.
    await snapshots.files.forget(file);
  }
}

/** kubectl that may not list some kinds prints the others and fails. */
async function isWanted(exitCode: number | undefined): Promise<boolean> {
  if (exitCode === 0) return true;
  const open = 'Open What There Is';
  const what = exitCode === undefined ? 'was ended' : `ended with ${exitCode}`;
  const message = `kubectl ${what}; the terminal says why. If some kinds may not be listed, what it printed can be used all the same.`;
  return (await vscode.window.showWarningMessage(message, open)) === open;
}

async function exitCodeOf(task: vscode.Task): Promise<number | undefined> {
  const early: vscode.TaskProcessEndEvent[] = [];
  let ended: ((event: vscode.TaskProcessEndEvent) => void) | undefined;
  const listener = vscode.tasks.onDidEndTaskProcess((event) => {
    if (ended === undefined) early.push(event);
    else ended(event);
  });
  const execution = await vscode.tasks.executeTask(task);
  const exitCode = await new Promise<number | undefined>((resolve) => {
    ended = (event) => {
      if (event.execution === execution) resolve(event.exitCode);
    };
    early.forEach(ended);
  });
  listener.dispose();
  return exitCode;
}

function planIn(argument: unknown): Plan | undefined {
  if (typeof argument !== 'object' || argument === null) return undefined;
  const { context, namespaces, name, place } = argument as { readonly [Key in keyof Plan]?: unknown };
  if (typeof name !== 'string' || nameProblem(name) !== undefined) return undefined;
  const spaces = Array.isArray(namespaces) ? namespaces.filter((each) => typeof each === 'string') : [];
  if (namespacesProblem(spaces.join(',')) !== undefined) return undefined;
  if (context !== undefined && (typeof context !== 'string' || contextProblem(context) !== undefined)) return undefined;
  return { context, namespaces: spaces, name, place: place === 'workspace' ? 'workspace' : 'user' };
}

async function askPlan(): Promise<Plan | undefined> {
  const context = await vscode.window.showInputBox({
    title: 'Which context of kubectl?',
    prompt: 'As “kubectl config get-contexts” prints it; empty for the one kubectl is set to.',
    placeHolder: 'the current context',
    validateInput: (value) => (value.trim() === '' ? undefined : contextProblem(value.trim())),
  });
  if (context === undefined) return undefined;
  const namespaces = await vscode.window.showInputBox({
    title: 'Which namespaces?',
    prompt: 'Names, separated by blanks; empty for all of them. Nodes are seen as empty but for the pods of these.',
    placeHolder: 'all namespaces',
    validateInput: namespacesProblem,
  });
  if (namespaces === undefined) return undefined;
  const named = context.trim();
  const suggested = named.replace(/^.*[/@:]/, '');
  const name = await askName(suggested === '' ? 'cluster' : suggested);
  const place = name === undefined ? undefined : await askPlace();
  if (name === undefined || place === undefined) return undefined;
  return { context: named === '' ? undefined : named, namespaces: namespacesIn(namespaces), name, place };
}
