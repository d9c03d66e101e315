import * as vscode from 'vscode';
import type { Analysis } from '../features/analysis';
import { computeCodeLenses } from '../features/codeLens';
import { computeHover } from '../features/hover/hover';
import { computeInlayHints } from '../features/inlayHints';
import { computeQuickFixes } from '../features/quickFixes';
import type { Analyses } from './analyses';
import { diagnosticOf } from './diagnostics';
import type { Guard } from './guard';
import { isManifestDocument } from './languages';
import { rangeOf } from './ranges';

/** Adapters of the pure features: offsets in, editor types out, nothing else. */

/** What all of them share: documents that are none of ours get nothing, and an exception becomes an empty answer. */
abstract class Provider {
  readonly #analyses: Analyses;
  readonly #guard: Guard;

  constructor(analyses: Analyses, guard: Guard) {
    this.#analyses = analyses;
    this.#guard = guard;
  }

  protected answer<T>(what: string, document: vscode.TextDocument, nothing: T, compute: (analysis: Analysis) => T): T {
    if (!isManifestDocument(document)) return nothing;
    return this.#guard.run(what, nothing, () => compute(this.#analyses.analysisOf(document)));
  }
}

export class HoverProvider extends Provider implements vscode.HoverProvider {
  provideHover(document: vscode.TextDocument, position: vscode.Position): vscode.Hover | undefined {
    return this.answer('The hover', document, undefined, (analysis) => {
      const hover = computeHover(analysis, document.offsetAt(position));
      if (hover === undefined) return undefined;
      const markdown = new vscode.MarkdownString(hover.markdown);
      markdown.isTrusted = { enabledCommands: hover.commands };
      return new vscode.Hover(markdown, rangeOf(document, hover));
    });
  }
}

export class CodeLensProvider extends Provider implements vscode.CodeLensProvider {
  readonly onDidChangeCodeLenses: vscode.Event<void>;

  constructor(analyses: Analyses, guard: Guard, changed: vscode.Event<void>) {
    super(analyses, guard);
    this.onDidChangeCodeLenses = changed;
  }

  provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
    return this.answer('The code lens', document, [], (analysis) =>
      computeCodeLenses(analysis).map((lens) => {
        const { command, arguments: args } = lens.action;
        return new vscode.CodeLens(rangeOf(document, lens), { title: lens.title, command, arguments: [...args] });
      }),
    );
  }
}

export class InlayHintsProvider extends Provider implements vscode.InlayHintsProvider {
  readonly onDidChangeInlayHints: vscode.Event<void>;

  constructor(analyses: Analyses, guard: Guard, changed: vscode.Event<void>) {
    super(analyses, guard);
    this.onDidChangeInlayHints = changed;
  }

  provideInlayHints(document: vscode.TextDocument, range: vscode.Range): vscode.InlayHint[] {
    return this.answer('The inlay hint', document, [], (analysis) =>
      computeInlayHints(analysis, document.offsetAt(range.start), document.offsetAt(range.end)).map(
        ({ offset, label, tooltip }) => {
          const hint = new vscode.InlayHint(document.positionAt(offset), label, vscode.InlayHintKind.Type);
          hint.tooltip = tooltip;
          hint.paddingLeft = true;
          return hint;
        },
      ),
    );
  }
}

export class QuickFixProvider extends Provider implements vscode.CodeActionProvider {
  static readonly metadata: vscode.CodeActionProviderMetadata = { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] };

  provideCodeActions(document: vscode.TextDocument, range: vscode.Range): vscode.CodeAction[] {
    // A cursor on the key means the value as well.
    const wanted = range.isEmpty ? document.lineAt(range.start).range : range;
    return this.answer('The quick fix', document, [], (analysis) =>
      computeQuickFixes(analysis, document.offsetAt(wanted.start), document.offsetAt(wanted.end)).map((fix) => {
        const action = new vscode.CodeAction(fix.title, vscode.CodeActionKind.QuickFix);
        action.isPreferred = fix.preferred;
        action.diagnostics = [diagnosticOf(document, fix.diagnostic)];
        action.edit = new vscode.WorkspaceEdit();
        for (const edit of fix.edits) action.edit.replace(document.uri, rangeOf(document, edit), edit.newText);
        return action;
      }),
    );
  }
}
