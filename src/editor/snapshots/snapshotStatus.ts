import * as vscode from 'vscode';
import { COMMANDS } from '../../features/commands';
import { ageText } from '../../features/cluster/snapshotTitle';
import type { ActiveManifest } from '../activeManifest';
import { Disposables } from '../disposables';
import { isManifestDocument } from '../languages';
import { SECTION } from '../settings';
import type { SnapshotsInUse } from './inUse';

const HOUR_MS = 3_600_000;
const OLD_HOURS = 24;

/** Which snapshot counts for the manifest on show, and how old it is; one that is too old is marked. */
export class SnapshotStatus implements vscode.Disposable {
  readonly #snapshots: SnapshotsInUse;
  readonly #disposables = new Disposables();
  readonly #item = this.#disposables.add(
    vscode.window.createStatusBarItem('rolloutLens.snapshot', vscode.StatusBarAlignment.Right, 89),
  );
  #uri: vscode.Uri | undefined;

  constructor(snapshots: SnapshotsInUse, active: ActiveManifest) {
    this.#snapshots = snapshots;
    this.#item.name = 'Rollout Lens: Cluster Snapshot';
    this.#item.command = COMMANDS.chooseSnapshot;
    const show = (): void => {
      this.#show();
    };
    this.#disposables.add(
      active.onDidChange((manifest) => {
        this.#uri = manifest?.document.uri;
        show();
      }),
    );
    this.#disposables.add(snapshots.onDidChange(show));
    const document = vscode.window.activeTextEditor?.document;
    this.#uri = document !== undefined && isManifestDocument(document) ? document.uri : undefined;
  }

  #show(): void {
    const name = this.#uri === undefined ? undefined : this.#snapshots.nameFor(this.#uri);
    const state = name === undefined ? undefined : this.#snapshots.stateFor(this.#uri);
    if (name === undefined || state === undefined) {
      this.#item.hide();
      return;
    }
    const problem = typeof state === 'object' && 'problem' in state ? state.problem : undefined;
    const takenAt = typeof state === 'object' && 'cluster' in state ? state.takenAt : undefined;
    const age = takenAt === undefined ? undefined : Date.now() - takenAt.time;
    const isOld = age !== undefined && age > oldAfterMs();
    const words =
      state === 'loading'
        ? 'being read'
        : problem !== undefined
          ? 'cannot be read'
          : age === undefined
            ? 'of an unknown time'
            : ageText(age);
    this.#item.text = `$(database) ${name}, ${words}`;
    this.#item.backgroundColor =
      isOld || problem !== undefined ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
    const advice = isOld ? ' It is old: take a new one.' : '';
    this.#item.tooltip =
      problem ??
      `Rollout Lens computes with the nodes, pods, quotas and times of the cluster snapshot ${name}.${advice} Click to choose another.`;
    this.#item.accessibilityInformation = { label: `Rollout Lens: cluster snapshot ${name}, ${words}`, role: 'button' };
    this.#item.show();
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}

function oldAfterMs(): number {
  const hours: unknown = vscode.workspace.getConfiguration(SECTION).get('snapshots.oldAfterHours');
  return (typeof hours === 'number' && hours > 0 ? hours : OLD_HOURS) * HOUR_MS;
}
