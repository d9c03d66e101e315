import * as vscode from 'vscode';
import { match, ok } from '../support/assert';
import { ourExtension, until } from '../support/editor';
import {
  change,
  fixesAt,
  hintedLines,
  hoverAt,
  lensesOf,
  removeFile,
  setText,
  untilNoProblem,
  untilProblem,
  withSetting,
  writeFile,
} from '../support/manifests';

const CHART = 'zz-chart';
const FILES: Readonly<Record<string, string>> = {
  'Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 1.0.0\n',
  'values.yaml': 'replicas: 10\nmaxSurge: 25%\nmaxUnavailable: 0\n',
  'values-staging.yaml': 'replicas: 2\nmaxSurge: 0\n',
  'templates/_helpers.tpl': '{{ define "shop.labels" }}app: shop{{ end }}',
  'templates/deployment.yaml': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ .Release.Name }}
spec:
  replicas: {{ .Values.replicas }}
  strategy:
    rollingUpdate:
      maxSurge: {{ .Values.maxSurge }}
      maxUnavailable: {{ .Values.maxUnavailable }}
  selector:
    matchLabels: { {{ include "shop.labels" . }} }
  template:
    metadata:
      labels: { {{ include "shop.labels" . }} }
    spec:
      containers:
        - name: shop
          image: example.com/shop:1.0
          readinessProbe: { httpGet: { path: /, port: 80 } }
`,
};

async function open(name: string): Promise<vscode.TextDocument> {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  ok(folder, 'there is no workspace');
  const document = await vscode.workspace.openTextDocument(vscode.Uri.joinPath(folder.uri, CHART, name));
  await vscode.window.showTextDocument(document);
  return document;
}

describe('charts', () => {
  before(async () => {
    const { coverage } = ourExtension().exports;
    await until('the workspace is read', () => coverage().read > 0 && coverage().unread === 0);
    // Whoever watches files has to be there before they come.
    await new Promise<void>((resolve) => setTimeout(resolve, 2000));
    for (const [name, text] of Object.entries(FILES)) await writeFile(`${CHART}/${name}`, text);
  });

  after(async () => {
    for (const name of Object.keys(FILES)) await removeFile(`${CHART}/${name}`);
    await removeFile(`${CHART}/templates`);
    await removeFile(CHART);
  });

  it('show in a template what it renders, with each set of values', async () => {
    const document = await open('templates/deployment.yaml');
    const title = async (): Promise<string> => (await lensesOf(document)).map((lens) => lens.title).join('\n');
    await until('the lens has the numbers', async () => (await title()).includes('surge 3 · unavailable 0 · 10–13 pods'));
    await until('the other set follows', async () => /staging: surge 0 · unavailable 0 · rejected/.test(await title()));
    ok((await hintedLines(document)).includes('maxSurge: {{ .Values.maxSurge }} → 3 pods'), 'the hint');
    match(await hoverAt(document, '.Values.maxSurge'), /values\.yaml#L2[^]*25.% of 10/);
  });

  it('place a finding at the expression, and mend it where the value is written', async () => {
    const document = await open('templates/deployment.yaml');
    const { range, message } = await untilProblem(document, 'both-zero');
    match(message, /^In staging: /);
    ok(document.getText(range).startsWith('{{'), document.getText(range));
    // While the chart is rendered again nothing is offered.
    await until('a fix edits a file of values', async () => {
      const fixes = await fixesAt(document, 'maxUnavailable:');
      const files = fixes.flatMap(({ edit }) => edit?.entries().map(([uri]) => uri.path) ?? []);
      return files.some((path) => /values(?:-staging)?\.yaml$/.test(path));
    });
  });

  it('follow the typing, and tell errors with Helm’s words', async () => {
    const document = await open('templates/deployment.yaml');
    await change(document, '.Values.replicas', '.Values.no.replicas');
    const { message } = await untilProblem(document, 'not-built');
    match(message, /nil pointer evaluating interface \{\}\.replicas/);
    await change(document, '.Values.no.replicas', '.Values.replicas');
  });

  it('show in values.yaml what the values make', async () => {
    const document = await open('values.yaml');
    await until('the lens is there', async () => (await lensesOf(document)).some(({ title }) => title.includes('surge 3')));
    match(await hoverAt(document, 'maxUnavailable'), /templates\/deployment\.yaml#L10/);
  });

  it('show what is rendered, and follow the values', async () => {
    const document = await open('values.yaml');
    await vscode.commands.executeCommand('rolloutLens.showBuilt');
    const rendered = (): string =>
      vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === 'rollout-lens-built')?.getText() ?? '';
    await until('it is shown', () => rendered().includes('replicas: 10'));
    await change(document, 'replicas: 10', 'replicas: 12');
    await until('it follows', () => rendered().includes('replicas: 12'));
    await change(document, 'replicas: 12', 'replicas: 10');
  });

  it('keep the cursor in step with what is rendered, both ways', async () => {
    const document = await open('templates/deployment.yaml');
    await vscode.commands.executeCommand('rolloutLens.showBuilt');
    const builtEditor = (): vscode.TextEditor | undefined =>
      vscode.window.visibleTextEditors.find((editor) => editor.document.uri.scheme === 'rollout-lens-built');
    const ownEditor = (): vscode.TextEditor | undefined =>
      vscode.window.visibleTextEditors.find((editor) => editor.document === document);
    const lineOf = (editor: vscode.TextEditor | undefined): string =>
      editor === undefined ? '' : editor.document.lineAt(editor.selection.active.line).text;
    const select = (editor: vscode.TextEditor | undefined, text: string): void => {
      ok(editor, 'it is visible');
      const at = editor.document.getText().indexOf(text);
      ok(at >= 0, text);
      editor.selection = new vscode.Selection(editor.document.positionAt(at), editor.document.positionAt(at));
    };
    await until('it is shown', () => builtEditor()?.document.getText().includes('maxSurge') === true);
    await vscode.window.showTextDocument(document, vscode.ViewColumn.One);
    select(ownEditor(), 'maxUnavailable:');
    await until('the rendered side follows', () => lineOf(builtEditor()).includes('maxUnavailable: 0'));
    const built = builtEditor();
    ok(built, 'it is still visible');
    await vscode.window.showTextDocument(built.document, built.viewColumn);
    select(builtEditor(), 'kind: Deployment');
    await until('the template follows', () => lineOf(ownEditor()) === 'kind: Deployment');
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  });

  it('are compared with another set of values', async () => {
    await open('templates/deployment.yaml');
    await vscode.commands.executeCommand('rolloutLens.compareBuilt');
    const shown = (): vscode.TabInputTextDiff | undefined => {
      const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      return input instanceof vscode.TabInputTextDiff ? input : undefined;
    };
    await until('both are shown', () => shown() !== undefined);
    const text = async (uri: vscode.Uri | undefined): Promise<string> =>
      uri === undefined ? '' : (await vscode.workspace.openTextDocument(uri)).getText();
    match(await text(shown()?.modified), /replicas: 10\n/);
    match(await text(shown()?.original), /replicas: 2\n/);
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  });

  it('say at Chart.yaml which subchart is missing, and what fetches it', async () => {
    const document = await open('Chart.yaml');
    await setText(
      document,
      `${FILES['Chart.yaml'] ?? ''}dependencies:\n- {name: redis, version: 1.0.0, repository: "https://example.com/charts"}\n`,
    );
    const { message } = await untilProblem(document, 'not-built');
    match(message, /redis is not in charts\/: the chart is rendered without it.*helm dependency build zz-chart/);
    const template = await open('templates/deployment.yaml');
    await until('the rest is rendered', async () => (await lensesOf(template)).some(({ title }) => title.includes('surge 3')));
    await setText(document, FILES['Chart.yaml'] ?? '');
    await untilNoProblem(document, 'not-built');
  });

  it('show what expressions come to, where that is set', async () => {
    const document = await open('templates/deployment.yaml');
    await withSetting('inlayHints.templates', true, async () => {
      await until('the hint is there', async () =>
        (await hintedLines(document)).includes('replicas: {{ .Values.replicas }} → 10'),
      );
    });
  });

  it('have what is set for them', async () => {
    const charts = { [CHART]: { release: 'web', sets: { huge: { set: ['replicas=100'] } } } };
    await withSetting('charts', charts, async () => {
      const document = await open('templates/deployment.yaml');
      await until('the lens follows', async () => (await lensesOf(document)).some(({ title }) => title.includes('100–125 pods')));
    });
  });
});
