import * as vscode from 'vscode';
import { deepEqual, equal, ok } from '../support/assert';
import { until } from '../support/editor';
import {
  change,
  deployment,
  fixesAt,
  openText,
  problemsOf,
  rangeOf,
  untilNoProblem,
  untilProblem,
  withSetting,
} from '../support/manifests';

const { Error: ERROR, Warning: WARNING } = vscode.DiagnosticSeverity;
const BOTH_ZERO = ['replicas: 3', 'strategy:', '  rollingUpdate: # for now', '    maxSurge: 0', '    maxUnavailable: 0 # none'];
const ROUNDED = ['replicas: 3', 'strategy:', '  rollingUpdate:', '    maxSurge: 0', '    maxUnavailable: "25%" # a quarter'];

async function closeActive(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
}

describe('problems', () => {
  it('appear with the edit that causes them and disappear with the one that fixes them', async () => {
    const document = await openText(deployment('edited', ['replicas: 4']));
    await change(document, 'replicas: 4', 'replicas: 4\n  paused: true');
    const problem = await untilProblem(document, 'paused');
    equal(problem.severity, WARNING);
    equal(document.getText(problem.range), 'true');
    await change(document, '\n  paused: true', '');
    await untilNoProblem(document, 'paused');
    deepEqual(problemsOf(document), []);
  });

  it('are errors where the API server rejects the manifest, and lead to their explanation', async () => {
    const document = await openText(deployment('rejected', BOTH_ZERO));
    const problem = await untilProblem(document, 'both-zero');
    equal(problem.severity, ERROR);
    ok(typeof problem.code === 'object' && decodeURIComponent(problem.code.target.toString()).includes('both-zero'), 'no link to the rule');
  });

  it('of one broken document leave the others alone', async () => {
    const document = await openText(`${deployment('fine', ['replicas: 3', 'paused: true'])}---\nkind: Deployment\nspec:\n  a: b: c\n`);
    await untilProblem(document, 'yaml-syntax');
    ok(problemsOf(document).includes('paused'), problemsOf(document).join(', '));
  });

  it('are not invented from templates', async () => {
    const templated = deployment('templated', ['replicas: {{ .n }}', 'paused: {{ .paused }}', 'strategy: {{ toYaml .strategy }}']);
    const document = await openText(`${templated}---\n${deployment('plain', ['replicas: 4', 'paused: true'])}`);
    await untilProblem(document, 'paused');
    deepEqual(problemsOf(document), ['paused']);
  });

  it('follow the severity that is set for their rule', async () => {
    const document = await openText(deployment('severity', ['replicas: 3', 'paused: true']));
    await untilProblem(document, 'paused');
    await withSetting('rules', { paused: 'error' }, async () => {
      await until('it is an error', async () => (await untilProblem(document, 'paused')).severity === ERROR);
    });
    await withSetting('rules', { paused: 'off' }, async () => {
      await untilNoProblem(document, 'paused');
    });
    await untilProblem(document, 'paused');
  });

  it('are silenced by a comment, which a quick fix writes', async () => {
    const document = await openText(deployment('ignored', ['replicas: 3', 'paused: true']));
    await untilProblem(document, 'paused');
    const fix = (await fixesAt(document, 'paused')).find(({ title }) => title.startsWith('Ignore'));
    ok(fix?.edit, 'no such fix');
    const before = document.getText();
    await vscode.workspace.applyEdit(fix.edit);
    equal(document.getText(), before.replace('paused: true', 'paused: true # rollout-lens: ignore paused'));
    await untilNoProblem(document, 'paused');
  });

  it('go when the document is no longer YAML', async () => {
    const document = await openText(deployment('language', ['replicas: 3', 'paused: true']));
    await untilProblem(document, 'paused');
    await vscode.languages.setTextDocumentLanguage(document, 'plaintext');
    await until('no problems', () => problemsOf(document).length === 0);
  });
});

describe('quick fixes', () => {
  it('change exactly the value, keep comments and quotes, and can be undone', async () => {
    const document = await openText(deployment('rounded', ROUNDED));
    await vscode.window.showTextDocument(document);
    await untilProblem(document, 'both-round-to-zero');
    const before = document.getText();
    const fix = (await fixesAt(document, 'maxUnavailable')).find(({ isPreferred }) => isPreferred === true);
    equal(fix?.title, 'Set maxUnavailable to 1');
    ok(fix?.edit, 'the fix has no edit');
    await vscode.workspace.applyEdit(fix.edit);
    equal(document.getText(), before.replace('"25%"', '1'));
    await untilNoProblem(document, 'both-round-to-zero');
    await vscode.commands.executeCommand('undo');
    equal(document.getText(), before);
    await untilProblem(document, 'both-round-to-zero');
    await closeActive();
  });

  it('that are preferred are applied by Auto Fix', async () => {
    const document = await openText(deployment('auto', ROUNDED));
    const editor = await vscode.window.showTextDocument(document);
    await untilProblem(document, 'both-round-to-zero');
    const before = document.getText();
    const { start } = rangeOf(document, 'maxUnavailable');
    editor.selection = new vscode.Selection(start, start);
    await until('the value is changed', async () => {
      await vscode.commands.executeCommand('editor.action.autoFix');
      return document.getText() !== before;
    });
    equal(document.getText(), before.replace('"25%"', '1'));
    await closeActive();
  });

  it('that leave something open are filled in on the spot: what to write is selected', async () => {
    const probe = /\n {10}readinessProbe:[^]*$/;
    const document = await openText(
      deployment('open', ['replicas: 3']).replace(probe, '\n          ports:\n            - containerPort: 8080\n'),
    );
    const editor = await vscode.window.showTextDocument(document);
    await untilProblem(document, 'no-readiness');
    const before = document.getText();
    const titles = (await fixesAt(document, 'name: web')).map(({ title }) => title);
    equal(titles[0]?.startsWith('Add a readiness probe'), true, titles.join(', '));
    const { start } = rangeOf(document, 'name: web');
    editor.selection = new vscode.Selection(start, start);
    // As the light bulb does: actions that went through an extension lose how their white space is meant.
    await until('the probe is there', async () => {
      await vscode.commands.executeCommand('editor.action.codeAction', { kind: 'quickfix', apply: 'first' });
      return document.getText() !== before;
    });
    const written = '          readinessProbe:\n            httpGet:\n              path: /\n              port: 8080\n';
    equal(document.getText(), before.replace('          ports:', `${written}          ports:`));
    equal(document.getText(editor.selection), '/');
    await untilNoProblem(document, 'no-readiness');
    await closeActive();
  });

  it('are a choice where there is more than one right answer', async () => {
    const document = await openText(deployment('choice', BOTH_ZERO));
    await untilProblem(document, 'both-zero');
    const before = document.getText();
    const fixes = await fixesAt(document, 'maxUnavailable');
    const titles = fixes.map(({ title }) => title);
    ok(titles.includes('Set maxUnavailable to 1') && titles.includes('Set maxSurge to 1'), titles.join(', '));
    ok(!fixes.some(({ isPreferred }) => isPreferred === true), 'one of them is preferred');
    const surge = fixes.find(({ title }) => title === 'Set maxSurge to 1');
    ok(surge?.edit, 'the fix has no edit');
    await vscode.workspace.applyEdit(surge.edit);
    equal(document.getText(), before.replace('maxSurge: 0', 'maxSurge: 1'));
  });
});
