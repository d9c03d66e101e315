import * as vscode from 'vscode';
import { COMMANDS, SHOW_PICTURE } from '../../features/commands';
import { Disposables } from '../disposables';
import { SECTION } from '../settings';
import { chosenName, type SnapshotHome } from './inUse';
import type { SnapshotRoom } from './snapshotRoom';

/** What files and windows say of which snapshot counts. */
const PROFILES = 'snapshots.profiles';

/** The commands about cluster snapshots; all else is loaded when one is in use or asked for. */
export class Snapshots implements vscode.Disposable {
  readonly #home: SnapshotHome;
  readonly #disposables = new Disposables();
  #opening: Promise<SnapshotRoom> | undefined;
  #room: SnapshotRoom | undefined;

  constructor(home: SnapshotHome) {
    this.#home = home;
    const on = (command: string, run: (room: SnapshotRoom, given: unknown) => Promise<void>): void => {
      const work = (given: unknown): Promise<void> =>
        home.guard.runAsync('A cluster snapshot', async () => run(await this.#open(), given));
      this.#disposables.add(vscode.commands.registerCommand(command, work));
    };
    on(COMMANDS.takeSnapshot, async (room, given) => (await import('./takeSnapshot')).takeSnapshot(room, given));
    on(COMMANDS.openSnapshot, async (room, given) => (await import('./openSnapshot')).openSnapshot(room, given));
    on(COMMANDS.chooseSnapshot, async (room, given) => (await import('./chooseSnapshot')).chooseSnapshot(room, given));
    const fromHere = (...given: readonly unknown[]): Promise<void> =>
      home.guard.runAsync('Simulating from here', async () => {
        const { chooseFromHere } = await import('./simulateFromHere');
        const picture = await chooseFromHere(await this.#open(), given);
        if (picture !== undefined) await vscode.commands.executeCommand(SHOW_PICTURE, picture);
      });
    this.#disposables.add(vscode.commands.registerCommand(COMMANDS.simulateFromHere, fromHere));
    const openIfUsed = (): void => {
      if (this.#opening === undefined && this.#isUsed()) void home.guard.runAsync('A cluster snapshot', () => this.#use());
    };
    this.#disposables.add(home.active.onDidChange(openIfUsed));
    this.#disposables.add(vscode.workspace.onDidChangeConfiguration(openIfUsed));
  }

  /** What the snapshot that counts for a file is called in texts. */
  titleFor(uri: vscode.Uri): string | undefined {
    return this.#room?.clusterFor(uri)?.title;
  }

  #isUsed(): boolean {
    const profiles: unknown = vscode.workspace.getConfiguration(SECTION).get(PROFILES);
    const isConfigured = typeof profiles === 'object' && profiles !== null && Object.keys(profiles).length > 0;
    return isConfigured || chosenName(this.#home.memory) !== undefined;
  }

  async #use(): Promise<void> {
    await this.#open();
  }

  #open(): Promise<SnapshotRoom> {
    return (this.#opening ??= import('./snapshotRoom').then(({ SnapshotRoom: Room }) => {
      this.#room = this.#disposables.add(new Room(this.#home));
      return this.#room;
    }));
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}
