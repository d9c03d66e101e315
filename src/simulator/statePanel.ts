import * as vscode from 'vscode';
import { readSavedView, type Picture } from '../shared/protocol';
import { readScenario } from '../shared/scenarioFile';
import type { SimulatorFocus } from './simulatorFocus';
import { SimulatorView, webviewOptions, type SimulatorLog } from './simulatorView';

export interface StatePanelOptions {
  readonly extensionUri: vscode.Uri;
  readonly log: SimulatorLog;
  readonly focus: SimulatorFocus;
}

const BESIDE = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };

/** Rollouts that go on from a snapshot, and tours, each in a panel that follows no file: the page may save it as one. */
export class StatePanels implements vscode.WebviewPanelSerializer {
  static readonly viewType = 'rolloutLens.simulatorOfState';
  readonly #options: StatePanelOptions;

  constructor(options: StatePanelOptions) {
    this.#options = options;
  }

  show(picture: Picture, place = BESIDE): void {
    const { problem } = readScenario(picture.scenario);
    if (problem !== undefined) {
      void vscode.window.showErrorMessage(`This cannot be simulated: ${problem}`);
      return;
    }
    const { viewType } = StatePanels;
    const title = `Rollout: ${picture.session.title}`;
    this.#adopt(
      vscode.window.createWebviewPanel(viewType, title, place, webviewOptions(this.#options.extensionUri)),
      picture,
      false,
    );
  }

  /** After a reload: as it was, whatever the snapshot is by now. Only the page knows it. */
  deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const saved = readSavedView(state);
    if (saved === undefined || readScenario(saved.scenario).problem !== undefined) panel.dispose();
    else this.#adopt(panel, { session: saved.session, scenario: saved.scenario, notes: saved.notes ?? [] }, true);
    return Promise.resolve();
  }

  #adopt(panel: vscode.WebviewPanel, { session, scenario: made, notes }: Picture, restored: boolean): void {
    const { extensionUri, log, focus } = this.#options;
    const { scenario = made } = readScenario(made);
    panel.iconPath = vscode.Uri.joinPath(extensionUri, 'media', 'icon.png');
    const view: SimulatorView = new SimulatorView(panel.webview, {
      extensionUri,
      log,
      focus,
      folder: () => vscode.workspace.workspaceFolders?.[0]?.uri,
      onMessage: (message) => {
        if (message.type === 'ready') view.tell({ type: 'open', session, scenario, notes, restored });
        else if (message.type === 'showing') panel.title = message.title;
      },
    });
    panel.onDidDispose(() => {
      view.dispose();
    });
  }
}
