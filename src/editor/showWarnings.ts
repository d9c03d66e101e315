import * as vscode from 'vscode';
import type { Analysis, PlacedWorkload } from '../features/analysis';
import { bySeverity } from '../features/assessment';
import { COMMANDS } from '../features/commands';
import { computeDiagnostics, diagnosticOf } from '../features/diagnostics';
import { otherKindsIn } from '../features/otherKinds';
import type { Analyses } from './analyses';
import type { Guard } from './guard';
import { rangeOf } from './ranges';
import type { DiagnosticData } from '../features/said';

const ICONS = { error: '$(error)', warning: '$(warning)', information: '$(info)', hint: '$(lightbulb)' } as const;

interface FindingItem extends vscode.QuickPickItem {
  readonly range: vscode.Range;
}

/** The code lens' third part: all findings about a workload as a list; choosing one goes there. */
export function registerShowWarnings(analyses: Analyses, guard: Guard): vscode.Disposable {
  return vscode.commands.registerCommand(COMMANDS.showWarnings, (uri?: unknown, offset?: unknown) =>
    guard.runAsync('Showing the warnings', async () => {
      const document = await documentOf(uri);
      if (document !== undefined) await showWarnings(document, analyses.analysisOf(document), offset);
    }),
  );
}

async function showWarnings(document: vscode.TextDocument, analysis: Analysis, offset: unknown): Promise<void> {
  const at = typeof offset === 'number' ? offset : cursorIn(document);
  const placed = analysis.workloadAt(at);
  if (placed === undefined) {
    const other = otherKindsIn(analysis.manifest).findLast(({ start }) => start <= at);
    void vscode.window.showInformationMessage(other?.text.replaceAll('`', '') ?? 'There is no Deployment or DaemonSet here.');
    return;
  }
  const { kind, name } = placed.workload;
  const items = [...syntaxItems(document, analysis, placed), ...findingItems(document, placed)];
  if (items.length === 0) {
    void vscode.window.showInformationMessage(`No rollout warnings for ${kind} ${name}.`);
    return;
  }
  const chosen = await vscode.window.showQuickPick(items, {
    title: `${kind} ${name}`,
    placeHolder: 'Choose one to go there',
    matchOnDetail: true,
  });
  if (chosen !== undefined) await vscode.window.showTextDocument(document, { selection: chosen.range });
}

/** The most serious first. */
function findingItems(document: vscode.TextDocument, placed: PlacedWorkload): FindingItem[] {
  return placed.assessment.findings
    .toSorted(bySeverity)
    .map((ruled) => itemOf(document, ruled.finding.short, diagnosticOf(ruled, placed)));
}

/** Of a document that is no YAML nothing else is said. */
function syntaxItems(document: vscode.TextDocument, analysis: Analysis, { placed }: PlacedWorkload): FindingItem[] {
  if (placed.document.problems.length === 0) return [];
  return computeDiagnostics(analysis)
    .filter(({ start }) => start >= placed.start && start <= placed.end)
    .map((data) => itemOf(document, 'not valid YAML', data));
}

function itemOf(document: vscode.TextDocument, short: string, data: DiagnosticData): FindingItem {
  const range = rangeOf(document, data);
  return {
    label: `${ICONS[data.severity]} ${short}`,
    description: `line ${range.start.line + 1}`,
    detail: data.message,
    range,
  };
}

function cursorIn(document: vscode.TextDocument): number {
  const editor = vscode.window.activeTextEditor;
  return editor?.document === document ? document.offsetAt(editor.selection.active) : 0;
}

async function documentOf(uri: unknown): Promise<vscode.TextDocument | undefined> {
  if (typeof uri !== 'string') return vscode.window.activeTextEditor?.document;
  return vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
}
