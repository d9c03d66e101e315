import { namespaceOf } from '../model/meta';
import * as vscode from 'vscode';
import { Debouncer } from '../editor/debouncer';
import { Disposables } from '../editor/disposables';
import type { Scenario } from '../engine/simulation/scenario/scenario';
import type { PageMessage, Session } from '../shared/protocol';
import { parseScenario, printScenario, readScenario } from '../shared/scenarioFile';
import type { SimulatorFocus } from './simulatorFocus';
import { SimulatorView, type SimulatorLog, type SimulatorViewOptions } from './simulatorView';

const FOLLOW_DELAY_MS = 250;

/** Opens `*.rollout.json` in the simulator. The text stays the truth: changes in the page are written into it. */
export class ScenarioEditor implements vscode.CustomTextEditorProvider {
  static readonly viewType = 'rolloutLens.scenario';
  readonly #extensionUri: vscode.Uri;
  readonly #log: SimulatorLog;
  readonly #focus: SimulatorFocus;

  constructor(extensionUri: vscode.Uri, log: SimulatorLog, focus: SimulatorFocus) {
    this.#extensionUri = extensionUri;
    this.#log = log;
    this.#focus = focus;
  }

  resolveCustomTextEditor(document: vscode.TextDocument, panel: vscode.WebviewPanel): void {
    const session = new ScenarioSession(document, panel, {
      extensionUri: this.#extensionUri,
      log: this.#log,
      focus: this.#focus,
    });
    panel.onDidDispose(() => {
      session.dispose();
    });
  }
}

class ScenarioSession implements vscode.Disposable {
  readonly #document: vscode.TextDocument;
  readonly #view: SimulatorView;
  readonly #disposables = new Disposables();
  readonly #debouncer = this.#disposables.add(new Debouncer(FOLLOW_DELAY_MS));
  #opened = false;
  /** What the page knows already: its own edits come back as changes of the document. */
  #known = '';

  constructor(
    document: vscode.TextDocument,
    panel: vscode.WebviewPanel,
    options: Pick<SimulatorViewOptions, 'extensionUri' | 'log' | 'focus'>,
  ) {
    this.#document = document;
    this.#view = new SimulatorView(panel.webview, {
      ...options,
      folder: () => vscode.Uri.joinPath(document.uri, '..'),
      onMessage: (message) => {
        this.#receive(message);
      },
    });
    this.#disposables.add(
      vscode.workspace.onDidChangeTextDocument(({ document: changed }) => {
        if (changed !== document) return;
        this.#debouncer.request('follow', () => {
          this.#tell();
        });
      }),
    );
  }

  #receive(message: PageMessage): void {
    if (message.type === 'ready') {
      this.#opened = false;
      this.#known = '';
      this.#tell();
    } else if (message.type === 'edited') void this.#write(message.scenario);
    else if (message.type === 'reveal') void vscode.commands.executeCommand('vscode.openWith', this.#document.uri, 'default');
  }

  #tell(): void {
    const text = this.#document.getText();
    const { scenario, problem } = parseScenario(text);
    if (scenario === undefined) {
      this.#view.tell({ type: 'problem', problem: { kind: 'invalid', message: problem } });
      return;
    }
    const content = JSON.stringify(scenario);
    if (content === this.#known) this.#view.tell({ type: 'problem', problem: null });
    else if (this.#opened)
      this.#view.tell({ type: 'scenario', scenario, session: this.#session(scenario), notes: notesOf(scenario) });
    else this.#view.tell({ type: 'open', scenario, session: this.#session(scenario), notes: notesOf(scenario), restored: false });
    this.#known = content;
    this.#opened = true;
  }

  #session({ title, workload }: Scenario): Session {
    const { kind, metadata } = workload.after;
    return {
      title: title ?? metadata.name,
      kind: kind === 'DaemonSet' ? 'DaemonSet' : 'Deployment',
      name: metadata.name,
      namespace: namespaceOf(workload.after),
      origin: 'file',
      uri: this.#document.uri.toString(),
      canApply: false,
    };
  }

  async #write(edited: Scenario): Promise<void> {
    const { scenario, problem } = readScenario(edited);
    if (scenario === undefined) {
      this.#view.tell({ type: 'problem', problem: { kind: 'invalid', message: problem } });
      return;
    }
    this.#known = JSON.stringify(scenario);
    const change = new vscode.WorkspaceEdit();
    const end = this.#document.positionAt(this.#document.getText().length);
    change.replace(this.#document.uri, new vscode.Range(new vscode.Position(0, 0), end), printScenario(scenario));
    await vscode.workspace.applyEdit(change);
  }

  dispose(): void {
    this.#view.dispose();
    this.#disposables.dispose();
  }
}

const notesOf = ({ description }: Scenario): string[] => (description === undefined ? [] : [description]);
