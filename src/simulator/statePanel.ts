import * as vscode from 'vscode';
import type { Picture } from '../shared/protocol';
import { readScenario } from '../shared/scenarioFile';
import type { SimulatorFocus } from './simulatorFocus';
import { SimulatorView, webviewOptions, type SimulatorLog } from './simulatorView';

export interface StatePanelOptions {
  readonly extensionUri: vscode.Uri;
  readonly log: SimulatorLog;
  readonly focus: SimulatorFocus;
}

/** A rollout that goes on from a snapshot, in a panel that follows no file: the page may save it as one. */
export function showState({ session, scenario: made, notes }: Picture, { extensionUri, log, focus }: StatePanelOptions): void {
  const { scenario, problem } = readScenario(made);
  if (scenario === undefined) {
    void vscode.window.showErrorMessage(`The snapshot cannot be simulated: ${problem}`);
    return;
  }
  const place = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
  const panel = vscode.window.createWebviewPanel(VIEW_TYPE, `Rollout: ${session.title}`, place, webviewOptions(extensionUri));
  panel.iconPath = vscode.Uri.joinPath(extensionUri, 'media', 'icon.png');
  const view: SimulatorView = new SimulatorView(panel.webview, {
    extensionUri,
    log,
    focus,
    folder: () => vscode.workspace.workspaceFolders?.[0]?.uri,
    onMessage: (message) => {
      if (message.type === 'ready') view.tell({ type: 'open', session, scenario, notes, restored: false });
      else if (message.type === 'showing') panel.title = message.title;
    },
  });
  panel.onDidDispose(() => {
    view.dispose();
  });
}

/** Not brought back after a reload: the snapshot may be another one by then. */
const VIEW_TYPE = 'rolloutLens.simulatorOfState';
