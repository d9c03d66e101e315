import type * as vscode from 'vscode';
import type { MeasuredCluster } from '../../features/cluster/inUse';
import type { FeatureSettings } from '../../features/settings';
import type { TakenAt } from '../../snapshot/snapshot';
import type { ActiveManifest } from '../activeManifest';
import type { Analyses } from '../analyses';
import type { Guard } from '../guard';
import type { SnapshotFiles } from './snapshotFiles';

/** Under which key the name of the snapshot in use outlives the window. */
const CHOSEN = 'rollout-lens:snapshot';
export function chosenName(memory: vscode.Memento): string | undefined {
  return memory.get<string>(CHOSEN);
}

export async function rememberName(memory: vscode.Memento, name: string | undefined): Promise<void> {
  await memory.update(CHOSEN, name);
}

/** What snapshots are used with. */
export interface SnapshotHome {
  readonly analyses: Analyses;
  readonly active: ActiveManifest;
  readonly memory: vscode.Memento;
  /** Of the user. */
  readonly storage: vscode.Uri;
  readonly guard: Guard;
}

/** What is known of a snapshot by now. */
export interface LoadedSnapshot {
  readonly name: string;
  readonly takenAt: TakenAt | undefined;
  readonly cluster: MeasuredCluster;
  /** The same, with what its title says as of now. */
  readonly renew: () => Promise<MeasuredCluster>;
}

export type SnapshotState = LoadedSnapshot | 'loading' | { readonly problem: string };

/** What is done with snapshots, for the commands and the status bar. */
export interface SnapshotsInUse {
  readonly files: SnapshotFiles;
  readonly guard: Guard;
  /** Another snapshot is in use, or there is news of one. */
  readonly onDidChange: vscode.Event<void>;
  /** What was chosen where no setting says another. */
  readonly chosen: string | undefined;
  readonly nameFor: (uri: vscode.Uri | undefined) => string | undefined;
  readonly stateFor: (uri: vscode.Uri | undefined) => SnapshotState | undefined;
  readonly settingsFor: (uri: vscode.Uri | undefined) => FeatureSettings;
  readonly choose: (name: string | undefined) => Promise<void>;
  /** What was just read, or has been written under the same name. */
  readonly put: (loaded: LoadedSnapshot) => void;
  readonly forget: (name: string) => void;
}
