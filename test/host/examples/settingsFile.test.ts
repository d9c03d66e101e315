import * as vscode from 'vscode';
import { deepEqual, equal, match, ok } from '../support/assert';
import { inWorkspace, ourExtension, until } from '../support/editor';
import { change, deployment, hoverAt, rangeOf, removeFile, untilNoProblem, untilProblem, writeFile } from '../support/manifests';

/** Not at the top of the workspace: what it says holds for nothing there. */
const BELOW = 'zz-settings';
const NAME = '.rollout-lens.yaml';
const MANIFEST = 'zz-settings.yaml';

/** In a folder of its own: the editor keeps the text of a file for a while after it was closed and deleted. */
async function open(folder: string, text: string): Promise<vscode.TextDocument> {
  await ourExtension().activate();
  const document = await vscode.workspace.openTextDocument(await writeFile(`${BELOW}/${folder}/${NAME}`, text));
  await vscode.window.showTextDocument(document);
  return document;
}

/** Ours alone: editors also offer words of the text. */
async function offersBehind(document: vscode.TextDocument, text: string, isName: boolean): Promise<readonly string[]> {
  const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
    'vscode.executeCompletionItemProvider',
    document.uri,
    rangeOf(document, text).end,
  );
  const { Property, Value } = vscode.CompletionItemKind;
  return items.filter(({ kind }) => kind === (isName ? Property : Value)).map(({ label }) => (typeof label === 'string' ? label : label.label));
}

const ours = (document: vscode.TextDocument): readonly vscode.Diagnostic[] =>
  vscode.languages.getDiagnostics(document.uri).filter(({ source }) => source === 'Rollout Lens');

async function untilProblems(document: vscode.TextDocument, expected: readonly string[]): Promise<void> {
  const told = (): readonly string[] => ours(document).map(({ message }) => message);
  await until(`the problems are ${expected.join(', ')}`, () => told().join('\n') === expected.join('\n')).catch(() => {
    deepEqual(told(), expected);
  });
}

describe('.rollout-lens.yaml', () => {
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await removeFile(NAME);
    await removeFile(MANIFEST);
    await vscode.workspace.fs.delete(inWorkspace(BELOW), { recursive: true }).then(undefined, () => undefined);
  });

  it('explains its settings in hovers: what they mean, and what holds without them', async () => {
    const document = await open('hovers', 'assumptions:\n  podStartSeconds: 7\nrules:\n  paused: off\n');
    const seconds = await hoverAt(document, 'podStartSeconds');
    match(seconds, /\*\*assumptions\.podStartSeconds\*\*/);
    match(seconds, /Default: `3`/);
    match(await hoverAt(document, 'assumptions'), /What no manifest says/);
    match(await hoverAt(document, 'paused'), /\*\*rules\.paused\*\*/);
  });

  it('completes names that are not there yet, and values', async () => {
    const document = await open('offers', 'assumptions:\n  zones: 2\n  pod\nrules:\n  paused: \n');
    const names = await offersBehind(document, '  pod', true);
    ok(names.includes('podStartSeconds'), names.join(', '));
    ok(!names.includes('zones') && !names.includes('nodeCount'), names.join(', '));
    const severities = await offersBehind(document, 'paused: ', false);
    deepEqual([...severities].sort(), ['error', 'hint', 'info', 'information', 'off', 'warning']);
  });

  it('names what is wrong where it stands, until it is mended', async () => {
    const document = await open('problems', 'assumptions:\n  zones: 0\n  podStartSecond: 3\n');
    await untilProblems(document, ['assumptions has no “podStartSecond”; did you mean podStartSeconds?', 'assumptions.zones must be at least 1']);
    deepEqual(
      ours(document).map(({ range }) => document.getText(range)),
      ['podStartSecond', '0'],
    );
    equal(ours(document)[0]?.severity, vscode.DiagnosticSeverity.Warning);
    await change(document, 'podStartSecond', 'podStartSeconds');
    await change(document, 'zones: 0', 'zones: 1');
    await untilProblems(document, []);
  });

  it('holds for the manifests of its folder as soon as it is saved, and until it is deleted', async () => {
    const uri = await writeFile(MANIFEST, deployment('settings-file', ['replicas: 3', 'paused: true']));
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document);
    await untilProblem(document, 'paused');
    await writeFile(NAME, 'rules:\n  paused: error\n');
    await until('it is an error', async () => (await untilProblem(document, 'paused')).severity === vscode.DiagnosticSeverity.Error);
    await writeFile(NAME, 'rules:\n  paused: off\n');
    await untilNoProblem(document, 'paused');
    await removeFile(NAME);
    await untilProblem(document, 'paused');
  });
});
