import * as vscode from 'vscode';
import type { ListedWorkload } from '../../features/workloadList';
import type { Analyses } from '../analyses';
import { COMMANDS } from '../../features/commands';
import { Debouncer } from '../debouncer';
import { Disposables } from '../disposables';
import type { Guard } from '../guard';
import { registerWorkloadCommands } from './workloadCommands';
import { WorkloadFiles } from './workloadFiles';

const VIEW = 'rolloutLens.workloads';
/** The list follows the typing when it pauses. */
const REFRESH_DELAY_MS = 500;
/** With more files than these they are closed at first. */
const MOST_OPEN = 20;

interface FileNode {
  readonly uri: vscode.Uri;
  readonly workload?: undefined;
}
/** What a row is about; the command to simulate takes it as it is. */
interface WorkloadNode {
  readonly uri: vscode.Uri;
  readonly offset: number;
  readonly workload: ListedWorkload;
}
export type Row = FileNode | WorkloadNode;

const ICONS = {
  error: ['error', 'list.errorForeground'],
  warning: ['warning', 'list.warningForeground'],
  information: ['info', 'charts.blue'],
  hint: ['lightbulb', undefined],
} as const;

/** All workloads of the workspace in the side bar: what an edit does to each, its numbers, its worst finding. */
export class WorkloadsView implements vscode.Disposable, vscode.TreeDataProvider<Row>, vscode.TreeDragAndDropController<Row> {
  readonly #files: WorkloadFiles;
  readonly #guard: Guard;
  readonly #readAll: () => Promise<void>;
  readonly #disposables = new Disposables();
  readonly #changed = this.#disposables.add(new vscode.EventEmitter<undefined>());
  readonly #debouncer = this.#disposables.add(new Debouncer(REFRESH_DELAY_MS));
  readonly #view: vscode.TreeView<Row>;
  #isRead = false;

  readonly onDidChangeTreeData = this.#changed.event;
  readonly dragMimeTypes: readonly string[] = [];
  readonly dropMimeTypes: readonly string[] = ['text/uri-list', 'files'];

  /** `readAll` reads the workspace, once; it settles when that is done. */
  constructor(analyses: Analyses, guard: Guard, readAll: () => Promise<void>) {
    this.#files = new WorkloadFiles(analyses);
    registerWorkloadCommands(this.#disposables, this.#files, readAll, guard);
    this.#guard = guard;
    this.#readAll = readAll;
    this.#view = this.#disposables.add(
      vscode.window.createTreeView<Row>(VIEW, { treeDataProvider: this, showCollapseAll: true, dragAndDropController: this }),
    );
    this.#disposables.add(
      analyses.onDidChange(() => {
        this.#refreshSoon();
      }),
    );
    this.#disposables.add(
      this.#view.onDidChangeVisibility(() => {
        this.#refreshSoon();
      }),
    );
  }

  #refreshSoon(): void {
    if (!this.#view.visible) return;
    this.#debouncer.request('refresh', () => {
      this.#changed.fire(undefined);
    });
  }

  async getChildren(row?: Row): Promise<Row[]> {
    let rows: Row[] = [];
    await this.#guard.runAsync('Listing the workloads', async () => {
      rows = row === undefined ? await this.#roots() : await this.#workloadsIn(row);
    });
    return rows;
  }

  async #roots(): Promise<Row[]> {
    if (!this.#isRead) {
      this.#view.message = 'Reading the manifests of the workspace…';
      await this.#readAll();
      this.#isRead = true;
      this.#view.message = '';
    }
    return this.#files.uris().map((uri) => ({ uri }));
  }

  async #workloadsIn({ uri }: Row): Promise<Row[]> {
    const workloads = await this.#files.workloadsIn(uri);
    return workloads.map((workload) => ({ uri, workload, offset: workload.start }));
  }

  getTreeItem(row: Row): vscode.TreeItem {
    return row.workload === undefined ? this.#fileItem(row.uri) : workloadItem(row);
  }

  #fileItem(uri: vscode.Uri): vscode.TreeItem {
    const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
    const item = new vscode.TreeItem(uri, this.#files.uris().length > MOST_OPEN ? Collapsed : Expanded);
    item.id = uri.toString();
    const folder = vscode.workspace.asRelativePath(uri).split('/').slice(0, -1).join('/');
    item.description = folder;
    item.iconPath = vscode.ThemeIcon.File;
    item.contextValue = 'file';
    return item;
  }

  /** A file that kubectl has written: an editor tells no extension of one that is larger than 50 MB. */
  async handleDrop(_row: Row | undefined, dropped: vscode.DataTransfer): Promise<void> {
    await this.#guard.runAsync('Opening what was dropped', async () => {
      const { droppedFiles } = await import('../snapshots/droppedFiles');
      await vscode.commands.executeCommand(COMMANDS.openSnapshot, await droppedFiles(dropped));
    });
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}

function workloadItem({ uri, workload, offset }: WorkloadNode): vscode.TreeItem {
  const item = new vscode.TreeItem(workload.name);
  item.id = `${uri.toString()}#${workload.kind}/${offset}`;
  item.description = workload.description;
  item.tooltip = new vscode.MarkdownString(workload.tooltip);
  const [icon, color] = workload.severity === undefined ? (['pass', 'charts.green'] as const) : ICONS[workload.severity];
  item.iconPath = new vscode.ThemeIcon(icon, color === undefined ? undefined : new vscode.ThemeColor(color));
  item.contextValue = workload.canSimulate ? 'workload' : 'workload.notSimulated';
  item.accessibilityInformation = { label: `${workload.kind} ${workload.name}, ${workload.description}` };
  item.command = { title: 'Open', command: 'rolloutLens.openWorkload', arguments: [{ uri, offset }] };
  return item;
}
