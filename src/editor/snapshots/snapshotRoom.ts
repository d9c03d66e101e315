import * as vscode from 'vscode';
import type { MeasuredCluster } from '../../features/cluster/inUse';
import type { FeatureSettings } from '../../features/settings';
import type { Analyses } from '../analyses';
import { Disposables } from '../disposables';
import { readGlob } from '../../features/glob';
import type { Guard } from '../guard';
import { SECTION } from '../settings';
import { SnapshotFiles } from './snapshotFiles';
import { loadKept } from './keptSnapshot';
import { SnapshotStatus } from './snapshotStatus';
import {
  chosenName,
  rememberName,
  type LoadedSnapshot,
  type SnapshotHome,
  type SnapshotsInUse,
  type SnapshotState,
} from './inUse';

/** Where nothing is open, the settings of the window count. */
const NOWHERE = vscode.Uri.parse('untitled:nowhere');
const TITLE_MS = 10 * 60_000;

/** Which snapshot counts for which file, and what is known of it. Loaded when one is in use, or somebody asks for one. */
export class SnapshotRoom implements SnapshotsInUse, vscode.Disposable {
  readonly files: SnapshotFiles;
  readonly guard: Guard;
  readonly #analyses: Analyses;
  readonly #memory: vscode.Memento;
  readonly #states = new Map<string, SnapshotState>();
  readonly #disposables = new Disposables();
  readonly #changed = this.#disposables.add(new vscode.EventEmitter<void>());
  #patterns: readonly (readonly [matches: (path: string) => boolean, name: string])[] | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Another snapshot is in use, or there is news of one. */
  readonly onDidChange = this.#changed.event;

  constructor({ analyses, memory, storage, guard, active }: SnapshotHome) {
    this.files = new SnapshotFiles(storage);
    this.guard = guard;
    this.#analyses = analyses;
    this.#memory = memory;
    this.#disposables.add(
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (!event.affectsConfiguration(`${SECTION}.snapshots`)) return;
        this.#patterns = undefined;
        this.#tell();
      }),
    );
    this.#disposables.add(new SnapshotStatus(this, active));
    this.#tell();
  }

  /** The snapshot that counts for a file: by the setting, or the one that was chosen. */
  nameFor(uri: vscode.Uri | undefined): string | undefined {
    const path = uri === undefined ? '' : vscode.workspace.asRelativePath(uri, false);
    this.#patterns ??= readPatterns();
    const found = this.#patterns.find(([matches]) => path !== '' && matches(path));
    return found?.[1] ?? this.chosen;
  }

  get chosen(): string | undefined {
    return chosenName(this.#memory);
  }

  /** Undefined: none is in use, or it is being read. */
  clusterFor(uri: vscode.Uri): MeasuredCluster | undefined {
    const state = this.stateFor(uri);
    return typeof state === 'object' && 'cluster' in state ? state.cluster : undefined;
  }

  stateFor(uri: vscode.Uri | undefined): SnapshotState | undefined {
    const name = this.nameFor(uri);
    if (name === undefined) return undefined;
    const state = this.#states.get(name);
    if (state === undefined) void this.guard.runAsync('Reading a cluster snapshot', () => this.#load(name));
    return state ?? 'loading';
  }

  settingsFor(uri: vscode.Uri | undefined): FeatureSettings {
    return this.#analyses.settingsFor(uri ?? NOWHERE);
  }

  /** From now on this one counts where no setting says another; undefined: none. */
  async choose(name: string | undefined): Promise<void> {
    await rememberName(this.#memory, name);
    this.#tell();
  }

  /** What was just read, or has been written under the same name. */
  put(loaded: LoadedSnapshot): void {
    this.#states.set(loaded.name, loaded);
    this.#renewSoon();
    this.#tell();
  }

  forget(name: string): void {
    this.#states.delete(name);
    this.#tell();
  }

  async #load(name: string): Promise<void> {
    this.#states.set(name, 'loading');
    const loaded = await loadKept(this.files, name);
    if ('problem' in loaded) this.#states.set(name, loaded);
    else this.#states.set(name, loaded);
    this.#renewSoon();
    this.#tell();
  }

  /** Snapshots grow older while they are in use. */
  #renewSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      void this.guard.runAsync('The age of a snapshot', () => this.#renew());
    }, TITLE_MS);
  }

  async #renew(): Promise<void> {
    for (const [name, state] of this.#states) {
      if (typeof state !== 'object' || 'problem' in state) continue;
      const cluster = await state.renew();
      if (cluster !== state.cluster) this.#states.set(name, { ...state, cluster });
    }
    this.#renewSoon();
    this.#tell();
  }

  #tell(): void {
    this.#changed.fire();
    this.#analyses.useClusters((uri) => this.clusterFor(uri));
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#disposables.dispose();
  }
}

/** The longest pattern goes first: it says most. */
function readPatterns(): readonly (readonly [matches: (path: string) => boolean, name: string])[] {
  const value: unknown = vscode.workspace.getConfiguration(SECTION).get('snapshots.profiles');
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return entries
    .filter((entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '')
    .sort(([one], [other]) => other.length - one.length)
    .map(([pattern, name]) => [readGlob(pattern), name]);
}
