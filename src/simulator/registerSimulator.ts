import * as vscode from 'vscode';
import type { Analyses } from '../editor/analyses';
import { Disposables } from '../editor/disposables';
import { COMMANDS, SHOW_PICTURE, TAKE_TOUR } from '../features/commands';
import { simulationTargets, type SimulationTarget } from '../features/simulationTarget';
import { readSavedView, type Picture, type Session } from '../shared/protocol';
import { webviewOptions, type SimulatorLog } from './simulatorView';
import { ScenarioEditor } from './scenarioEditor';
import { SimulatorFocus } from './simulatorFocus';
import type { SimulatorPanel, SimulatorPanelOptions } from './simulatorPanel';
import { StatePanels } from './statePanel';

const VIEW_TYPE = 'rolloutLens.simulator';
const OPEN_SCENARIO = 'rolloutLens.openScenario';

/** Commands, panels and the editor of scenario files. */
export function registerSimulator(
  { extensionUri }: vscode.ExtensionContext,
  analyses: Analyses,
  log: SimulatorLog,
): vscode.Disposable {
  const disposables = new Disposables();
  const focus = disposables.add(new SimulatorFocus());
  const panels = disposables.add(new SimulatorPanels({ extensionUri, analyses, log, focus }));
  const states = new StatePanels({ extensionUri, log, focus });
  disposables.add(
    vscode.commands.registerCommand(COMMANDS.simulate, (where?: unknown, offset?: unknown, name?: unknown) =>
      simulate(panels, analyses, where, { offset, name }),
    ),
  );
  disposables.add(vscode.commands.registerCommand(OPEN_SCENARIO, openScenario));
  disposables.add(
    vscode.commands.registerCommand(SHOW_PICTURE, (picture: Picture) => {
      states.show(picture);
    }),
  );
  disposables.add(
    vscode.commands.registerCommand(TAKE_TOUR, async (name?: unknown) => {
      const { chooseTour } = await import('./tours');
      const picture = await chooseTour(extensionUri, name);
      if (picture !== undefined) states.show(picture, { viewColumn: vscode.ViewColumn.Active, preserveFocus: false });
    }),
  );
  disposables.add(vscode.window.registerWebviewPanelSerializer(VIEW_TYPE, panels));
  disposables.add(vscode.window.registerWebviewPanelSerializer(StatePanels.viewType, states));
  disposables.add(
    vscode.window.registerCustomEditorProvider(ScenarioEditor.viewType, new ScenarioEditor(extensionUri, log, focus), {
      supportsMultipleEditorsPerDocument: true,
    }),
  );
  return disposables;
}

interface Room {
  readonly SimulatorPanel: typeof SimulatorPanel;
}

/** What makes scenarios of manifests is loaded when there is something to simulate. */
const panelRoom = (): Promise<Room> => import('./simulatorPanel');

/** One panel per workload: asking again brings the panel that is there to the front. */
class SimulatorPanels implements vscode.WebviewPanelSerializer, vscode.Disposable {
  readonly #shared: Pick<SimulatorPanelOptions, 'extensionUri' | 'analyses' | 'log' | 'focus'>;
  readonly #panels = new Set<SimulatorPanel>();

  constructor(shared: Pick<SimulatorPanelOptions, 'extensionUri' | 'analyses' | 'log' | 'focus'>) {
    this.#shared = shared;
  }

  async show(uri: vscode.Uri, target: SimulationTarget): Promise<void> {
    const room = await panelRoom();
    const known = [...this.#panels].find((panel) => panel.uri.toString() === uri.toString() && isSame(panel.target, target));
    if (known !== undefined) {
      known.reveal();
      return;
    }
    const place = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    const panel = vscode.window.createWebviewPanel(
      VIEW_TYPE,
      `Rollout: ${target.name}`,
      place,
      webviewOptions(this.#shared.extensionUri),
    );
    this.#adopt(room, panel, uri, target, false);
  }

  /** After a reload: the page's own memory says which workload it was about. */
  async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const session = readSavedView(state)?.session;
    if (session?.uri === undefined) panel.dispose();
    else this.#adopt(await panelRoom(), panel, vscode.Uri.parse(session.uri), targetOf(session), true);
  }

  #adopt(room: Room, panel: vscode.WebviewPanel, uri: vscode.Uri, target: SimulationTarget, restored: boolean): void {
    const simulator: SimulatorPanel = new room.SimulatorPanel({
      panel,
      ...this.#shared,
      uri,
      target,
      restored,
      onDispose: () => {
        this.#panels.delete(simulator);
      },
    });
    this.#panels.add(simulator);
  }

  dispose(): void {
    for (const panel of this.#panels) panel.dispose();
    this.#panels.clear();
  }
}

/** The name decides; the place in the file only when the name is not found. */
const targetOf = ({ kind, name, namespace, build }: Session): SimulationTarget => ({
  kind,
  name,
  namespace,
  index: -1,
  start: 0,
  ...(build === undefined ? {} : { build }),
});

function isSame(a: SimulationTarget, b: SimulationTarget): boolean {
  return a.kind === b.kind && a.namespace === b.namespace && a.name === b.name && a.build === b.build;
}

interface Which {
  readonly offset: unknown;
  /** Of a file that decides about many. */
  readonly name: unknown;
}

/** From a lens or a hover with an address and what is meant there, from a menu with an address, from the palette with nothing. */
async function simulate(panels: SimulatorPanels, analyses: Analyses, where: unknown, { offset, name }: Which): Promise<void> {
  const document = await documentFor(where);
  if (document === undefined) {
    await offerScenario('Open a manifest with a Deployment or a DaemonSet to simulate its rollout.');
    return;
  }
  const targets = simulationTargets(analyses.analysisOf(document));
  const named = targets.find((target) => target.name === name);
  const target = named ?? (await chooseTarget(document, targets, typeof offset === 'number' ? offset : cursorIn(document)));
  if (target !== undefined) await panels.show(document.uri, target);
  else if (targets.length === 0) await offerScenario('This file holds no Deployment or DaemonSet that can be read.');
}

async function documentFor(where: unknown): Promise<vscode.TextDocument | undefined> {
  const uri = where instanceof vscode.Uri ? where : typeof where === 'string' ? vscode.Uri.parse(where) : undefined;
  if (uri === undefined) return vscode.window.activeTextEditor?.document;
  try {
    return await vscode.workspace.openTextDocument(uri);
  } catch {
    return undefined;
  }
}

function cursorIn(document: vscode.TextDocument): number | undefined {
  const editor = vscode.window.visibleTextEditors.find((candidate) => candidate.document === document);
  return editor === undefined ? undefined : document.offsetAt(editor.selection.active);
}

/** The workload that the offset is in, the only one, or the one that is picked. */
async function chooseTarget(
  document: vscode.TextDocument,
  targets: readonly SimulationTarget[],
  offset: number | undefined,
): Promise<SimulationTarget | undefined> {
  if (targets.length <= 1) return targets[0];
  const atCursor = offset === undefined ? undefined : targets.findLast(({ start }) => start <= offset);
  if (atCursor !== undefined) return atCursor;
  const items = targets.map((target) => ({
    label: target.name,
    description: `${target.kind} in ${target.namespace}`,
    detail: `line ${document.positionAt(target.start).line + 1}`,
    target,
  }));
  const picked = await vscode.window.showQuickPick(items, { title: 'Simulate the rollout of…', matchOnDescription: true });
  return picked?.target;
}

async function offerScenario(message: string): Promise<void> {
  const open = 'Open a Scenario…';
  if ((await vscode.window.showInformationMessage(message, open)) === open) await openScenario();
}

async function openScenario(given?: unknown): Promise<void> {
  const uri = given instanceof vscode.Uri ? given : (await pickScenario())?.[0];
  if (uri !== undefined) await vscode.commands.executeCommand('vscode.openWith', uri, ScenarioEditor.viewType);
}

function pickScenario(): Thenable<vscode.Uri[] | undefined> {
  return vscode.window.showOpenDialog({
    title: 'Open a rollout scenario',
    filters: { 'Rollout scenario': ['rollout.json', 'json'] },
  });
}
