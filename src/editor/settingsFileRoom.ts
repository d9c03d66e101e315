/** What only workspaces with a `.rollout-lens.yaml` need: loaded when one is seen. */
import * as vscode from 'vscode';
import { readSettingsFile } from '../features/settingsFile/settingsFile';
import { fileSchema, type ValueSchema } from '../features/settingsFile/settingsSchema';
import { describeSetting, offersAt } from '../features/settingsFile/settingsWords';
import { rangeOf } from './ranges';

interface PackageJson {
  readonly contributes: { readonly configuration: { readonly properties: Readonly<Record<string, ValueSchema>> } };
}

let known: ValueSchema | undefined;

/** The settings describe themselves in package.json, and nowhere else. */
function schema(): ValueSchema {
  const manifest = vscode.extensions.getExtension('rollout-lens.rollout-lens')?.packageJSON as PackageJson;
  return (known ??= fileSchema(manifest.contributes.configuration.properties));
}

export function valuesIn(text: string): ReadonlyMap<string, unknown> {
  return readSettingsFile(text, schema()).values;
}

export function problemsOf(document: vscode.TextDocument): vscode.Diagnostic[] {
  return readSettingsFile(document.getText(), schema()).problems.map((problem) => {
    const diagnostic = new vscode.Diagnostic(rangeOf(document, problem), problem.message, vscode.DiagnosticSeverity.Warning);
    diagnostic.source = 'Rollout Lens';
    return diagnostic;
  });
}

export function hoverAt(document: vscode.TextDocument, position: vscode.Position): vscode.Hover | undefined {
  const found = describeSetting(document.getText(), document.offsetAt(position), schema());
  return found === undefined ? undefined : new vscode.Hover(new vscode.MarkdownString(found.markdown), rangeOf(document, found));
}

export function completionsAt(document: vscode.TextDocument, position: vscode.Position): vscode.CompletionItem[] {
  return offersAt(document.getText(), document.offsetAt(position), schema()).map(({ label, insert, means, isName }) => {
    const { Property, Value } = vscode.CompletionItemKind;
    const item = new vscode.CompletionItem(label, isName ? Property : Value);
    item.insertText = insert;
    item.documentation = new vscode.MarkdownString(means);
    if (isName && !insert.endsWith('\n  ')) item.command = { command: 'editor.action.triggerSuggest', title: 'Values' };
    return item;
  });
}
