import * as vscode from 'vscode';
import { findingsOf, workloadAt } from '../features/analysis';
import { COMMANDS } from '../features/commands';
import { diagnosticOf as dataOf } from '../features/diagnostics';
import type { Analyses } from './analyses';
import { rangeOf } from './ranges';

const ICONS = { error: '$(error)', warning: '$(warning)', information: '$(info)', hint: '$(lightbulb)' } as const;

interface FindingItem extends vscode.QuickPickItem {
  readonly range: vscode.Range;
}

/** The code lens' third part: all findings about a workload as a list; choosing one goes there. */
export function registerShowWarnings(analyses: Analyses): vscode.Disposable {
  return vscode.commands.registerCommand(COMMANDS.showWarnings, async (uri?: unknown, offset?: unknown) => {
    const document = await documentOf(uri);
    if (document === undefined) return;
    const analysis = analyses.analysisOf(document);
    const at =
      typeof offset === 'number'
        ? offset
        : document.offsetAt(vscode.window.activeTextEditor?.selection.active ?? new vscode.Position(0, 0));
    const placed = workloadAt(analysis, at);
    if (placed === undefined) {
      void vscode.window.showInformationMessage('There is no Deployment or DaemonSet here.');
      return;
    }
    const items = findingsOf(placed, analysis).map((ruled): FindingItem => {
      const { start, end, message, severity } = dataOf(ruled, placed);
      const range = rangeOf(document, { start, end });
      return {
        label: `${ICONS[severity]} ${ruled.finding.short}`,
        description: `line ${range.start.line + 1}`,
        detail: message,
        range,
      };
    });
    if (items.length === 0) {
      void vscode.window.showInformationMessage(`No rollout warnings for ${placed.workload.kind} ${placed.workload.name}.`);
      return;
    }
    const chosen = await vscode.window.showQuickPick(items, {
      title: `${placed.workload.kind} ${placed.workload.name}`,
      matchOnDetail: true,
    });
    if (chosen !== undefined) await vscode.window.showTextDocument(document, { selection: chosen.range });
  });
}

async function documentOf(uri: unknown): Promise<vscode.TextDocument | undefined> {
  if (typeof uri !== 'string') return vscode.window.activeTextEditor?.document;
  try {
    return await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
  } catch {
    return undefined;
  }
}
