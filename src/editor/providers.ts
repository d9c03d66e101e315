import * as vscode from 'vscode';
import { computeCodeLenses } from '../features/codeLens';
import { computeHover } from '../features/hover/hover';
import { computeInlayHints } from '../features/inlayHints';
import { computeQuickFixes } from '../features/quickFixes';
import type { Analyses } from './analyses';
import { diagnosticOf } from './diagnostics';
import { rangeOf } from './ranges';

/** Adapters of the pure features: offsets in, editor types out, nothing else. */

export class HoverProvider implements vscode.HoverProvider {
  readonly #analyses: Analyses;

  constructor(analyses: Analyses) {
    this.#analyses = analyses;
  }

  provideHover(document: vscode.TextDocument, position: vscode.Position): vscode.Hover | undefined {
    const hover = computeHover(this.#analyses.analysisOf(document), document.offsetAt(position));
    if (hover === undefined) return undefined;
    const markdown = new vscode.MarkdownString(hover.markdown);
    markdown.isTrusted = { enabledCommands: hover.commands };
    return new vscode.Hover(markdown, rangeOf(document, hover));
  }
}

export class CodeLensProvider implements vscode.CodeLensProvider {
  readonly #analyses: Analyses;
  readonly onDidChangeCodeLenses: vscode.Event<void>;

  constructor(analyses: Analyses, changed: vscode.Event<void>) {
    this.#analyses = analyses;
    this.onDidChangeCodeLenses = changed;
  }

  provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
    return computeCodeLenses(this.#analyses.analysisOf(document)).map(
      (lens) =>
        new vscode.CodeLens(rangeOf(document, lens), {
          title: lens.title,
          command: lens.action.command,
          arguments: [...lens.action.arguments],
        }),
    );
  }
}

export class InlayHintsProvider implements vscode.InlayHintsProvider {
  readonly #analyses: Analyses;
  readonly onDidChangeInlayHints: vscode.Event<void>;

  constructor(analyses: Analyses, changed: vscode.Event<void>) {
    this.#analyses = analyses;
    this.onDidChangeInlayHints = changed;
  }

  provideInlayHints(document: vscode.TextDocument, range: vscode.Range): vscode.InlayHint[] {
    const analysis = this.#analyses.analysisOf(document);
    return computeInlayHints(analysis, document.offsetAt(range.start), document.offsetAt(range.end)).map(
      ({ offset, label, tooltip }) => {
        const hint = new vscode.InlayHint(document.positionAt(offset), label, vscode.InlayHintKind.Type);
        hint.tooltip = tooltip;
        hint.paddingLeft = true;
        return hint;
      },
    );
  }
}

export class QuickFixProvider implements vscode.CodeActionProvider {
  static readonly metadata: vscode.CodeActionProviderMetadata = { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] };
  readonly #analyses: Analyses;

  constructor(analyses: Analyses) {
    this.#analyses = analyses;
  }

  provideCodeActions(document: vscode.TextDocument, range: vscode.Range): vscode.CodeAction[] {
    const analysis = this.#analyses.analysisOf(document);
    return computeQuickFixes(analysis, document.offsetAt(range.start), document.offsetAt(range.end)).map((fix) => {
      const action = new vscode.CodeAction(fix.title, vscode.CodeActionKind.QuickFix);
      action.isPreferred = fix.preferred;
      action.diagnostics = [diagnosticOf(document, fix.diagnostic)];
      action.edit = new vscode.WorkspaceEdit();
      for (const edit of fix.edits) action.edit.replace(document.uri, rangeOf(document, edit), edit.newText);
      return action;
    });
  }
}
