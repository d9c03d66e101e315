import * as vscode from 'vscode';
import { COMMANDS } from '../features/commands';
import type { Editable, SafetyEdits, SafetyPlan, WeighedProposal } from '../features/safety/makeSafe';
import type { Analyses } from './analyses';
import type { Guard } from './guard';
import { Pace } from './pace';
import { rangeOf } from './ranges';

interface ProposalItem extends vscode.QuickPickItem {
  readonly proposal: WeighedProposal;
}

/** “Make It Safe”: proposes edits with what the simulation makes of each, and applies those that are chosen, after a preview. */
export function registerMakeSafe(analyses: Analyses, guard: Guard): vscode.Disposable {
  const preview = new Preview();
  const command = vscode.commands.registerCommand(COMMANDS.makeSafe, (where?: unknown, offset?: unknown) =>
    guard.runAsync('Making a workload safe', async () => {
      const document = await documentOf(where);
      const editable = document === undefined ? undefined : editableAt(analyses, document, offsetIn(document, where, offset));
      if (document === undefined) tell('Open a manifest with a Deployment or a DaemonSet first.');
      else if (editable === undefined) tell('There is no Deployment or DaemonSet in this file.');
      else await makeSafe(document, editable, preview);
    }),
  );
  return vscode.Disposable.from(preview, command);
}

async function makeSafe(document: vscode.TextDocument, editable: Editable, preview: Preview): Promise<void> {
  const { version } = document;
  const { planSafety, editsFor } = await import('../features/safety/makeSafe');
  const plan = await weighed('Simulating what each edit does', planSafety(editable));
  if (plan === undefined) return;
  const chosen = typeof plan === 'string' ? plan : await choose(plan);
  if (typeof chosen === 'string') tell(chosen);
  if (chosen === undefined || typeof chosen === 'string') return;
  const edits = await weighed('Simulating them together', editsFor(editable, chosen));
  if (typeof edits === 'string') tell(edits);
  else if (document.version !== version) tell('The file has changed meanwhile; nothing was written. Try again.');
  else if (edits !== undefined) await preview.ask(document, edits);
}

/** Slow enough to say so, short enough to stop. */
async function weighed<T>(title: string, steps: Generator<undefined, T>): Promise<T | undefined> {
  return vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title, cancellable: true },
    async (_progress, token) => {
      const pace = new Pace();
      for (let step = steps.next(); !token.isCancellationRequested; step = steps.next()) {
        if (step.done === true) return step.value;
        await pace.pause();
      }
      return undefined;
    },
  );
}

async function choose({
  kind,
  name,
  now,
  proposals,
  leftOut,
}: SafetyPlan): Promise<readonly WeighedProposal[] | string | undefined> {
  const not = leftOut.length === 0 ? '' : ` Not proposed: ${leftOut.join(' ')}`;
  if (proposals.length === 0) return `There is nothing to make safer about ${kind} ${name}. Its rollout: ${now}.${not}`;
  if (not !== '') tell(not.trim());
  const items = proposals.map((proposal): ProposalItem => ({
    label: proposal.title,
    detail: `${proposal.effect} — ${proposal.why}`,
    picked: true,
    proposal,
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title: `Make ${kind} ${name} safe (now: ${now})`,
    placeHolder: 'Choose what to change; a preview shows it before anything is written',
    canPickMany: true,
    ignoreFocusOut: true,
  });
  return picked === undefined || picked.length === 0 ? undefined : picked.map(({ proposal }) => proposal);
}

/** Shows what would be written beside what is there; the answer is given below it. */
class Preview implements vscode.Disposable {
  readonly #address = vscode.Uri.from({ scheme: 'rollout-lens-safe', path: '/made-safe.yaml' });
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #provider: vscode.Disposable;
  #text = '';

  constructor() {
    this.#provider = vscode.workspace.registerTextDocumentContentProvider(this.#address.scheme, {
      onDidChange: this.#changed.event,
      provideTextDocumentContent: () => this.#text,
    });
  }

  async ask(document: vscode.TextDocument, { edits, effect }: SafetyEdits): Promise<void> {
    this.#text = editedText(document.getText(), edits);
    this.#changed.fire(this.#address);
    const { version } = document;
    const name = document.uri.path.split('/').at(-1) ?? '';
    await vscode.commands.executeCommand('vscode.diff', document.uri, this.#address, `${name}: made safe (preview)`);
    const together = effect === '' ? 'The simulated rollout stays the same' : `Together: ${effect}`;
    const [apply, parts] = [
      { label: '$(check) Apply', detail: together },
      { label: '$(checklist) Apply in parts…', detail: 'Tick each part in the preview of the editor' },
    ];
    const answer = await vscode.window.showQuickPick([apply, parts], {
      title: `Make ${name} safe as shown?`,
      placeHolder: 'Escape discards it',
      ignoreFocusOut: true,
    });
    await this.#close();
    if (answer === undefined) return;
    if (document.version !== version) tell('The file has changed meanwhile; nothing was written. Try again.');
    else await write(document, edits, answer === parts);
  }

  async #close(): Promise<void> {
    const isOurs = ({ input }: vscode.Tab): boolean =>
      input instanceof vscode.TabInputTextDiff && input.modified.scheme === this.#address.scheme;
    await vscode.window.tabGroups.close(vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.filter(isOurs)));
  }

  dispose(): void {
    this.#provider.dispose();
    this.#changed.dispose();
  }
}

function editedText(text: string, edits: SafetyEdits['edits']): string {
  const later = edits.toSorted((a, b) => b.start - a.start || edits.indexOf(b) - edits.indexOf(a));
  return later.reduce((result, { start, end, newText }) => result.slice(0, start) + newText + result.slice(end), text);
}

/** In parts: the editor's own preview, with a check mark for each. */
async function write(document: vscode.TextDocument, edits: SafetyEdits['edits'], needsConfirmation: boolean): Promise<void> {
  const change = new vscode.WorkspaceEdit();
  for (const edit of edits) {
    const { title, effect } = edit;
    const shown = { label: title, description: effect, needsConfirmation, iconPath: new vscode.ThemeIcon('shield') };
    change.replace(document.uri, rangeOf(document, edit), edit.newText, shown);
  }
  await vscode.window.showTextDocument(document);
  await vscode.workspace.applyEdit(change, { isRefactoring: true });
}

function editableAt(analyses: Analyses, document: vscode.TextDocument, offset: number): Editable | undefined {
  const analysis = analyses.analysisOf(document);
  const found = analysis.workloadAt(offset) ?? analysis.workloads[0];
  const index = analysis.workloads.findIndex(({ workload }) => workload === found?.workload);
  if (index < 0) return undefined;
  const factsWith: Editable['factsWith'] = (manifest) => {
    return analyses.index.replacing([[analysis.uri, manifest]]).factsFor(analysis.uri);
  };
  return { analysis, index, factsWith };
}

/** From a hover an address, from the view a row, from a menu an address; from the palette nothing. */
async function documentOf(where: unknown): Promise<vscode.TextDocument | undefined> {
  const place = typeof where === 'object' && where !== null && 'uri' in where ? where.uri : where;
  if (place instanceof vscode.Uri) return vscode.workspace.openTextDocument(place);
  if (typeof place === 'string') return vscode.workspace.openTextDocument(vscode.Uri.parse(place));
  return vscode.window.activeTextEditor?.document;
}

function offsetIn(document: vscode.TextDocument, where: unknown, offset: unknown): number {
  if (typeof offset === 'number') return offset;
  if (typeof where === 'object' && where !== null && 'offset' in where && typeof where.offset === 'number') return where.offset;
  const editor = vscode.window.visibleTextEditors.find((candidate) => candidate.document === document);
  return editor === undefined ? 0 : document.offsetAt(editor.selection.active);
}

function tell(message: string): void {
  void vscode.window.showInformationMessage(message);
}
