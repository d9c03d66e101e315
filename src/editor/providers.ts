import * as vscode from 'vscode';
import type { Analysis } from '../features/analysis';
import { computeCodeLenses } from '../features/codeLens';
import type { HoverData } from '../features/hover/hover';
import { computeInlayHints, type InlayHintData } from '../features/inlayHints';
import { computeQuickFixes } from '../features/quickFixes';
import type { Analyses } from './analyses';
import { diagnosticOf } from './diagnostics';
import type { Guard } from './guard';
import type { IdleEstimates } from './idleEstimates';
import { isManifestDocument, SELECTOR } from './languages';
import { rangeOf } from './ranges';
import type { CodeLensData, QuickFixData } from '../features/said';

function answering(analyses: Analyses, guard: Guard) {
  /** Documents that are none of ours get nothing, and an exception becomes an empty answer. */
  function answer<T>(what: string, document: vscode.TextDocument, nothing: T, compute: (analysis: Analysis) => T): T {
    if (!isManifestDocument(document)) return nothing;
    return guard.run(what, nothing, () => compute(analyses.analysisOf(document)));
  }
  /** The same once everything is judged that it rests on; who has gone on typing meanwhile asks again. */
  async function answerLater<T>(
    what: string,
    [document, token]: readonly [vscode.TextDocument, vscode.CancellationToken],
    nothing: T,
    compute: (analysis: Analysis) => T,
  ): Promise<T> {
    if (!isManifestDocument(document)) return nothing;
    const isOver = (): boolean => token.isCancellationRequested || document.isClosed;
    await guard.runAsync(what, () => analyses.judged(document, isOver));
    return isOver() ? nothing : answer(what, document, nothing, compute);
  }
  return { answer, answerLater };
}

/** Adapters of the pure features: offsets in, editor types out. `changed`: lenses and hints have to be asked for again. */
export function registerProviders(
  analyses: Analyses,
  idle: IdleEstimates,
  guard: Guard,
  changed: vscode.Event<void>,
): vscode.Disposable {
  const { languages } = vscode;
  const { answer, answerLater } = answering(analyses, guard);
  return vscode.Disposable.from(
    languages.registerHoverProvider(SELECTOR, {
      provideHover: async (document, position) => {
        const offset = document.offsetAt(position);
        if (!isManifestDocument(document)) return undefined;
        await idle.soon(document, offset);
        // Words for each field are needed once somebody asks for the first of them.
        const { computeHover } = await import('../features/hover/hover');
        return answer('The hover', document, undefined, (analysis) =>
          hoverOf(document, computeHover(analysis, offset, idle.estimates)),
        );
      },
    }),
    languages.registerCodeLensProvider(SELECTOR, {
      onDidChangeCodeLenses: changed,
      provideCodeLenses: (document, token) =>
        answerLater('The code lens', [document, token], [], (analysis) =>
          computeCodeLenses(analysis, idle.estimates).map((lens) => lensOf(document, lens)),
        ),
    }),
    languages.registerInlayHintsProvider(SELECTOR, {
      onDidChangeInlayHints: changed,
      provideInlayHints: (document, { start, end }) =>
        answer('The inlay hint', document, [], (analysis) =>
          computeInlayHints(analysis, document.offsetAt(start), document.offsetAt(end)).map((hint) => hintOf(document, hint)),
        ),
    }),
    languages.registerCodeActionsProvider(
      SELECTOR,
      {
        provideCodeActions: (document, range, _, token) => {
          // A cursor on the key means the value as well.
          const { start, end } = range.isEmpty ? document.lineAt(range.start).range : range;
          return answerLater('The quick fix', [document, token], [], (analysis) =>
            computeQuickFixes(analysis, document.offsetAt(start), document.offsetAt(end)).map((fix) => actionOf(document, fix)),
          );
        },
      },
      { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
    ),
  );
}

function hoverOf(document: vscode.TextDocument, hover: HoverData | undefined): vscode.Hover | undefined {
  if (hover === undefined) return undefined;
  const markdown = new vscode.MarkdownString(hover.markdown);
  markdown.isTrusted = { enabledCommands: hover.commands };
  return new vscode.Hover(markdown, rangeOf(document, hover));
}

function lensOf(document: vscode.TextDocument, lens: CodeLensData): vscode.CodeLens {
  const { command, arguments: args } = lens.action;
  return new vscode.CodeLens(rangeOf(document, lens), { title: lens.title, command, arguments: [...args] });
}

function hintOf(document: vscode.TextDocument, { offset, label, tooltip }: InlayHintData): vscode.InlayHint {
  const hint = new vscode.InlayHint(document.positionAt(offset), label, vscode.InlayHintKind.Type);
  hint.tooltip = tooltip;
  hint.paddingLeft = true;
  return hint;
}

function actionOf(document: vscode.TextDocument, fix: QuickFixData): vscode.CodeAction {
  const action = new vscode.CodeAction(fix.title, vscode.CodeActionKind.QuickFix);
  action.isPreferred = fix.preferred;
  action.diagnostics = [diagnosticOf(document, fix.diagnostic)];
  action.edit = new vscode.WorkspaceEdit();
  const [first] = fix.edits;
  if (fix.snippet === undefined || first === undefined) {
    for (const edit of fix.edits) action.edit.replace(document.uri, rangeOf(document, edit), edit.newText);
    for (const { uri, start, end, newText } of fix.others ?? []) {
      const range = new vscode.Range(start.line, start.character, end.line, end.character);
      action.edit.replace(vscode.Uri.parse(uri), range, newText);
    }
  } else {
    const filling = new vscode.SnippetTextEdit(rangeOf(document, first), new vscode.SnippetString(fix.snippet));
    filling.keepWhitespace = true;
    action.edit.set(document.uri, [filling]);
  }
  return action;
}
