import * as vscode from 'vscode';
import { ok } from './assert';
import { inWorkspace, ourExtension, until } from './editor';

/** Manifests in the editor, and what our features say about them, asked as the editor itself asks. */

/** A document that belongs to no file. */
export async function openText(content: string, language = 'yaml'): Promise<vscode.TextDocument> {
  const document = await vscode.workspace.openTextDocument({ language, content });
  await ourExtension().activate();
  return document;
}

/** Writes a file into the workspace; `removeFile` when the test is over. */
export async function writeFile(name: string, text: string): Promise<vscode.Uri> {
  const uri = inWorkspace(name);
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  return uri;
}

export async function removeFile(name: string): Promise<void> {
  await vscode.workspace.fs.delete(inWorkspace(name)).then(undefined, () => undefined);
}

/** Replaces the whole text, as one edit. */
export async function setText(document: vscode.TextDocument, text: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, new vscode.Range(new vscode.Position(0, 0), document.positionAt(document.getText().length)), text);
  ok(await vscode.workspace.applyEdit(edit), 'the edit was refused');
}

/** Replaces the first occurrence of a text. */
export async function change(document: vscode.TextDocument, from: string, to: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, rangeOf(document, from), to);
  ok(await vscode.workspace.applyEdit(edit), 'the edit was refused');
}

export function rangeOf(document: vscode.TextDocument, text: string): vscode.Range {
  const at = document.getText().indexOf(text);
  ok(at >= 0, `the document has no ${text}`);
  return new vscode.Range(document.positionAt(at), document.positionAt(at + text.length));
}

/** The hover at the first letter of a text, as Markdown; empty where there is none. */
export async function hoverAt(document: vscode.TextDocument, text: string): Promise<string> {
  const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
    'vscode.executeHoverProvider',
    document.uri,
    rangeOf(document, text).start,
  );
  return hovers
    .flatMap(({ contents }) => contents)
    .map((content) => (content instanceof vscode.MarkdownString ? content.value : ''))
    .join('\n');
}

/** Our lenses: title and line. */
export async function lensesOf(document: vscode.TextDocument): Promise<readonly { title: string; line: number }[]> {
  const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', document.uri, 100);
  return lenses
    .filter(({ command }) => command?.command.startsWith('rolloutLens.') === true)
    .map(({ command, range }) => ({ title: command?.title ?? '', line: range.start.line }));
}

/** Our inlay hints, put into the line they are in. */
export async function hintedLines(document: vscode.TextDocument): Promise<readonly string[]> {
  const whole = new vscode.Range(0, 0, document.lineCount, 0);
  const hints = await vscode.commands.executeCommand<vscode.InlayHint[]>('vscode.executeInlayHintProvider', document.uri, whole);
  return hints.map(({ position, label }) => {
    const text = typeof label === 'string' ? label : label.map(({ value }) => value).join('');
    return `${document.lineAt(position.line).text.trim()} ${text}`;
  });
}

/** The quick fixes with the cursor in front of a text; nobody else in these editors offers any for YAML. */
export async function fixesAt(document: vscode.TextDocument, text: string): Promise<readonly vscode.CodeAction[]> {
  return vscode.commands.executeCommand<vscode.CodeAction[]>(
    'vscode.executeCodeActionProvider',
    document.uri,
    new vscode.Range(rangeOf(document, text).start, rangeOf(document, text).start),
    vscode.CodeActionKind.QuickFix.value,
  );
}

/** Our problems of a document, by the ids of the rules. */
export function problemsOf({ uri }: vscode.TextDocument): readonly string[] {
  return vscode.languages
    .getDiagnostics(uri)
    .filter(({ source }) => source === 'Rollout Lens')
    .map(({ code }) => String(typeof code === 'object' ? code.value : code));
}

export async function untilProblem(document: vscode.TextDocument, rule: string): Promise<vscode.Diagnostic> {
  const find = (): vscode.Diagnostic | undefined =>
    vscode.languages.getDiagnostics(document.uri).find(({ code }) => typeof code === 'object' && code.value === rule);
  await until(`${rule} is a problem, among ${problemsOf(document).join(', ')}`, () => find() !== undefined);
  const found = find();
  ok(found, rule);
  return found;
}

export async function untilNoProblem(document: vscode.TextDocument, rule: string): Promise<void> {
  await until(`${rule} is no problem`, () => !problemsOf(document).includes(rule));
}

/** Sets one of our settings for the length of a test. */
export async function withSetting(name: string, value: unknown, run: () => Promise<void>): Promise<void> {
  const set = async (to: unknown): Promise<void> => {
    await vscode.workspace.getConfiguration('rolloutLens').update(name, to, vscode.ConfigurationTarget.Global);
  };
  await set(value);
  try {
    await run();
  } finally {
    await set(undefined);
  }
}

/** A Deployment without a fault; `spec` and `pod` are lines of YAML that are put in at the right depth. */
export function deployment(name: string, spec: readonly string[] = ['replicas: 10'], pod: readonly string[] = []): string {
  return workload('Deployment', name, spec, pod);
}

export function daemonSet(name: string, spec: readonly string[] = [], pod: readonly string[] = []): string {
  return workload('DaemonSet', name, spec, pod);
}

function workload(kind: string, name: string, spec: readonly string[], pod: readonly string[]): string {
  return `apiVersion: apps/v1
kind: ${kind}
metadata:
  name: ${name}
  namespace: ${name}
spec:
${spec.map((line) => `  ${line}\n`).join('')}  selector:
    matchLabels:
      app: ${name}
  template:
    metadata:
      labels:
        app: ${name}
    spec:
${pod.map((line) => `      ${line}\n`).join('')}      containers:
        - name: web
          image: registry.example.com/web:1.0.0
          readinessProbe:
            httpGet:
              path: /ready
              port: 8080
            initialDelaySeconds: 5
          livenessProbe:
            httpGet:
              path: /live
              port: 8080
          startupProbe:
            httpGet:
              path: /live
              port: 8080
            failureThreshold: 30
`;
}
