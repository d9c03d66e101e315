import * as vscode from 'vscode';
import type { Analyses } from '../editor/analyses';
import { Debouncer } from '../editor/debouncer';
import { Disposables } from '../editor/disposables';
import { rangeOf } from '../editor/ranges';
import { simulationOf } from '../features/simulation';
import { simulationTargets, type SimulationTarget } from '../features/simulationTarget';
import { tuningEdits } from '../features/tuning';
import { withPaths } from '../model/appliedFrom';
import { listed } from '../model/words';
import type { HostMessage, PageMessage, Session, SourceProblem, TunableManifestValues } from '../shared/protocol';
import { readScenario } from '../shared/scenarioFile';
import type { SimulatorFocus } from './simulatorFocus';
import { SimulatorView, type SimulatorLog } from './simulatorView';

/** Typing is followed once it pauses. */
const FOLLOW_DELAY_MS = 250;

export interface SimulatorPanelOptions {
  readonly panel: vscode.WebviewPanel;
  readonly extensionUri: vscode.Uri;
  readonly analyses: Analyses;
  readonly log: SimulatorLog;
  readonly focus: SimulatorFocus;
  readonly uri: vscode.Uri;
  readonly target: SimulationTarget;
  readonly restored: boolean;
  readonly onDispose: () => void;
}

/** One workload of one manifest in a panel of its own. Follows the text; what cannot be read leaves the last good picture. */
export class SimulatorPanel implements vscode.Disposable {
  readonly #options: SimulatorPanelOptions;
  readonly #view: SimulatorView;
  readonly #disposables = new Disposables();
  readonly #debouncer = this.#disposables.add(new Debouncer(FOLLOW_DELAY_MS));
  #target: SimulationTarget;
  #opened = false;
  #lastScenario = '';

  constructor(options: SimulatorPanelOptions) {
    this.#options = options;
    this.#target = options.target;
    const { panel, log, focus, extensionUri, uri } = options;
    panel.iconPath = vscode.Uri.joinPath(extensionUri, 'media', 'icon.png');
    this.#view = new SimulatorView(panel.webview, {
      extensionUri,
      log,
      focus,
      folder: () => vscode.Uri.joinPath(uri, '..'),
      onMessage: (message) => {
        this.#receive(message);
      },
    });
    this.#disposables.add(
      panel.onDidDispose(() => {
        this.dispose();
        options.onDispose();
      }),
    );
    this.#follow();
  }

  get uri(): vscode.Uri {
    return this.#options.uri;
  }

  get target(): SimulationTarget {
    return this.#target;
  }

  reveal(): void {
    this.#options.panel.reveal(undefined, true);
  }

  #follow(): void {
    const refresh = (): void => {
      this.#debouncer.request('follow', () => {
        void this.#refresh();
      });
    };
    this.#disposables.add(
      this.#options.analyses.onDidChange((document) => {
        if (document === undefined || this.#isSource(document)) refresh();
      }),
    );
    this.#disposables.add(
      vscode.workspace.onDidOpenTextDocument((document) => {
        if (this.#isSource(document)) refresh();
      }),
    );
    this.#disposables.add(
      vscode.workspace.onDidCloseTextDocument((document) => {
        if (!this.#isSource(document)) return;
        this.#debouncer.cancel('follow');
        this.#tellProblem({ kind: 'closed', message: 'The manifest is closed: its edits are not followed.' });
      }),
    );
  }

  #isSource({ uri }: vscode.TextDocument): boolean {
    return uri.toString() === this.#options.uri.toString();
  }

  #receive(message: PageMessage): void {
    switch (message.type) {
      case 'ready':
        this.#opened = false;
        this.#lastScenario = '';
        void this.#refresh();
        break;
      case 'apply':
        void this.#apply(message.values);
        break;
      case 'reveal':
        void this.#showSource();
        break;
      case 'showing':
        this.#options.panel.title = message.title;
        break;
      default:
        break;
    }
  }

  async #document(): Promise<vscode.TextDocument | undefined> {
    try {
      return await vscode.workspace.openTextDocument(this.#options.uri);
    } catch {
      this.#tellProblem({ kind: 'gone', message: 'The manifest can no longer be opened.' });
      return undefined;
    }
  }

  async #refresh(): Promise<void> {
    const document = await this.#document();
    if (document === undefined) return;
    const simulation = simulationOf(this.#options.analyses.analysisOf(document), this.#target);
    if (simulation.problem !== undefined) {
      this.#tellProblem(simulation.problem);
      return;
    }
    // A build that is not there yet after a restart is not given up.
    this.#target = { ...this.#target, ...simulation.target };
    const { notes } = simulation;
    const session = sessionOf(this.#options.uri, this.#target);
    const text = JSON.stringify([simulation.scenario, notes, session]);
    // What the page has already was checked when it was sent.
    if (text === this.#lastScenario) {
      this.#view.tell({ type: 'problem', problem: null });
      return;
    }
    const { scenario, problem } = readScenario(simulation.scenario);
    if (scenario === undefined) {
      this.#tellProblem({ kind: 'invalid', message: problem });
      return;
    }
    this.#view.tell(this.#message(session, scenario, notes));
    this.#lastScenario = text;
    this.#opened = true;
  }

  #message(
    session: Session,
    scenario: Extract<HostMessage, { type: 'open' }>['scenario'],
    notes: readonly string[],
  ): HostMessage {
    if (this.#opened) return { type: 'scenario', session, scenario, notes };
    return { type: 'open', session, scenario, notes, restored: this.#options.restored };
  }

  #tellProblem(problem: SourceProblem): void {
    this.#view.tell({ type: 'problem', problem });
  }

  /** Writes the values as one normal edit, which the editor can undo. */
  async #apply(values: TunableManifestValues): Promise<void> {
    const document = await this.#document();
    if (document === undefined) return;
    const result = tuningEdits(this.#options.analyses.analysisOf(document), this.#target, values);
    if (result.problem !== undefined) {
      this.#view.tell({ type: 'applied', ok: false, message: result.problem });
      return;
    }
    const change = new vscode.WorkspaceEdit();
    for (const edit of result.edits) change.replace(document.uri, rangeOf(document, edit), edit.newText);
    const others = result.others ?? [];
    for (const { uri, start, end, newText } of others)
      change.replace(vscode.Uri.parse(uri), new vscode.Range(start.line, start.character, end.line, end.character), newText);
    await this.#bringIntoSight(document, result.edits);
    const ok = await vscode.workspace.applyEdit(change);
    await this.#refresh();
    const changed = [
      ...(result.edits.length > 0 ? [document.uri.path] : []),
      ...others.map(({ uri }) => vscode.Uri.parse(uri).path),
    ];
    const files = [...new Set(changed.map((path) => path.split('/').at(-1) ?? path))];
    const file = files.length === 0 ? 'the manifest' : listed(files);
    this.#view.tell({
      type: 'applied',
      ok,
      message: ok ? `Written into ${file}, not saved yet. Undo in its editor takes it back.` : 'The editor refused the change.',
    });
  }

  /** Nothing is changed where nobody sees it: a manifest that is closed or behind others is opened at what changes. */
  async #bringIntoSight(document: vscode.TextDocument, [first]: readonly { readonly start: number }[]): Promise<void> {
    const visible = vscode.window.visibleTextEditors.find((editor) => editor.document === document);
    const editor =
      visible ?? (await vscode.window.showTextDocument(document, { viewColumn: this.#columnBeside(), preserveFocus: true }));
    const at = document.positionAt(first?.start ?? 0);
    editor.revealRange(new vscode.Range(at, at), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }

  /** Where a manifest does not hide the picture. */
  #columnBeside(): vscode.ViewColumn {
    return this.#options.panel.viewColumn === vscode.ViewColumn.One ? vscode.ViewColumn.Two : vscode.ViewColumn.One;
  }

  async #showSource(): Promise<void> {
    const document = await this.#document();
    if (document === undefined) return;
    const targets = simulationTargets(this.#options.analyses.analysisOf(document), this.#target.build);
    const found = targets.find(({ index }) => index === this.#target.index);
    const at = document.positionAt(found?.start ?? 0);
    await vscode.window.showTextDocument(document, { viewColumn: this.#columnBeside(), selection: new vscode.Range(at, at) });
  }

  dispose(): void {
    this.#view.dispose();
    this.#disposables.dispose();
  }
}

function sessionOf(uri: vscode.Uri, { kind, name, namespace, build, from }: SimulationTarget): Session {
  const inFolder = (path: string): string => vscode.workspace.asRelativePath(uri.with({ path: `/${path}` }), false);
  return {
    title: name,
    kind,
    name,
    namespace,
    origin: 'manifest',
    uri: uri.toString(),
    ...(build === undefined ? {} : { build }),
    from: withPaths(from ?? { tool: 'file', path: uri.path.slice(1) }, inFolder),
    canApply: true,
  };
}
