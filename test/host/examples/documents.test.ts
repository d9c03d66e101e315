import * as vscode from 'vscode';
import { deepEqual, equal, ok } from '../support/assert';
import { until } from '../support/editor';
import { deployment, hoverAt, lensesOf, openText, problemsOf, untilProblem } from '../support/manifests';

describe('documents of all sorts', () => {
  it('the example that the command opens is understood and has something to find', async () => {
    await vscode.commands.executeCommand('rolloutLens.openExample');
    const document = vscode.window.activeTextEditor?.document;
    ok(document, 'no editor');
    equal(document.isUntitled, true);
    await untilProblem(document, 'both-round-to-zero');
    equal((await lensesOf(document)).length, 3);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('other languages are left alone', async () => {
    const document = await openText(deployment('text', ['paused: true']), 'plaintext');
    deepEqual(await lensesOf(document), []);
    equal(await hoverAt(document, 'kind'), '');
  });

  it('views of other versions have hovers, but neither problems nor facts', async () => {
    const text = `${deployment('viewed', ['replicas: 4', 'paused: true'])}---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: { name: budget, namespace: viewed }
spec: { minAvailable: 3, selector: { matchLabels: { app: viewed } } }
`;
    const provider = vscode.workspace.registerTextDocumentContentProvider('old-version', {
      provideTextDocumentContent: () => text,
    });
    const own = await openText(deployment('viewed', ['replicas: 4', 'paused: true']));
    const view = await vscode.workspace.openTextDocument(vscode.Uri.parse('old-version:/app.yaml'));
    ok(/never more than/.test(await hoverAt(view, 'kind: Deployment')), 'no hover');
    await untilProblem(own, 'paused');
    deepEqual(problemsOf(view), []);
    deepEqual(problemsOf(own), ['paused']);
    provider.dispose();
  });

  it('cells of notebooks are left alone', async () => {
    const text = deployment('cell', ['replicas: 4', 'paused: true']);
    const cell = new vscode.NotebookCellData(vscode.NotebookCellKind.Code, text, 'yaml');
    const notebook = await vscode.workspace.openNotebookDocument('jupyter-notebook', new vscode.NotebookData([cell]));
    const { document } = notebook.cellAt(0);
    equal(document.languageId, 'yaml');
    // What comes later has been judged: so the cell would have been.
    await untilProblem(await openText(text), 'paused');
    deepEqual(problemsOf(document), []);
  });

  it('what is too large for any API server says so instead of numbers', async () => {
    const document = await openText(`${deployment('large')}# ${'x'.repeat(4 * 1024 * 1024)}\n---\n${deployment('small', ['paused: true'])}`);
    ok(/Not analyzed: .*3 MiB/.test(await hoverAt(document, 'kind: Deployment')), 'no note at the kind');
    await untilProblem(document, 'paused');
    equal((await lensesOf(document)).length, 3);
  });

  it('what hides its structure behind templates says so at its kind', async () => {
    const document = await openText(`apiVersion: apps/v1\nkind: Deployment\n{{- include "spec" . | nindent 0 }}\n   a: b: c\n`);
    await until('the note is there', async () => /Not analyzed: .*template/.test(await hoverAt(document, 'kind: Deployment')));
    deepEqual(problemsOf(document), []);
  });
});
