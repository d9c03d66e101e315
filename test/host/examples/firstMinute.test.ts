import * as vscode from 'vscode';
import { equal, ok } from '../support/assert';
import { inWorkspace, openInWorkspace, ourExtension, until } from '../support/editor';
import { deployment, hoverAt, openText } from '../support/manifests';

interface Row {
  readonly uri: vscode.Uri;
  readonly workload?: { readonly name: string; readonly description: string };
}
interface Api {
  readonly rows: (row?: Row) => Promise<readonly Row[]>;
}

const panels = (): string[] =>
  vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label)).filter((label) => label.startsWith('Rollout: '));

async function closeAll(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
}

describe('the first minute', () => {
  afterEach(closeAll);

  it('lists all workloads of the workspace with their numbers', async () => {
    const { rows } = (await ourExtension().activate()) as unknown as Api;
    const files = await rows();
    const names = files.map(({ uri }) => uri.path.split('/').at(-1));
    ok(names.includes('deployment.yaml') && names.includes('daemonset.yaml'), names.join(', '));
    const file = files.find(({ uri }) => uri.path.endsWith('/deployment.yaml'));
    const [storefront] = await rows(file);
    equal(storefront?.workload?.name, 'storefront');
    ok(storefront?.workload?.description.startsWith('surge 3 · unavailable 2 · 8–13 pods') === true, storefront?.workload?.description ?? '');
    await vscode.commands.executeCommand('rolloutLens.simulateListed', storefront);
    await until('a simulator', () => panels().includes('Rollout: storefront'));
  });

  it('opens what a row is about', async () => {
    const { rows } = (await ourExtension().activate()) as unknown as Api;
    const file = (await rows()).find(({ uri }) => uri.path.endsWith('/multi-document.yaml'));
    const last = (await rows(file)).at(-1);
    await vscode.commands.executeCommand('rolloutLens.openWorkload', last);
    const editor = vscode.window.activeTextEditor;
    ok(editor !== undefined && editor.document.uri.path.endsWith('/multi-document.yaml'), 'the file is open');
    ok(editor.selection.active.line > 3, 'at the workload');
  });

  it('simulates a file of the Explorer that is not open', async () => {
    const begun = performance.now();
    await vscode.commands.executeCommand('rolloutLens.simulate', inWorkspace('deployment.yaml'));
    await until('a simulator', () => panels().includes('Rollout: storefront'));
    const took = performance.now() - begun;
    ok(took < 3000, `a panel within 3 s, not ${took.toFixed(0)} ms`);
  });

  it('says in the hover what the simulation shows', async () => {
    const { document } = await openInWorkspace('deployment.yaml');
    await until('a simulated duration', async () =>
      /\*\*Completes in [\d.]+ s\*\* \(simulated\): /.test(await hoverAt(document, 'replicas')),
    );
  });

  it('opens the page of a rule from the code of a problem, without a network', async () => {
    const document = await openText(deployment('paged', ['replicas: 4', 'paused: true']));
    const codes = (): { readonly target: vscode.Uri }[] =>
      vscode.languages.getDiagnostics(document.uri).flatMap(({ code }) => (typeof code === 'object' ? [code] : []));
    await until('a problem', () => codes().some(({ target }) => target.path === '/paused.md'));
    const target = codes().find(({ target: { path } }) => path === '/paused.md')?.target;
    ok(target !== undefined, 'its code leads somewhere');
    const page = await vscode.workspace.openTextDocument(target);
    ok(page.getText().startsWith('# paused\n') && page.getText().includes('rollout-lens: ignore paused'), page.getText());
  });

  for (const step of ['openExample', 'tryHover', 'tryFix', 'trySimulate']) {
    it(`does ${step} from a blank start, on the example`, async () => {
      await closeAll();
      await vscode.commands.executeCommand(`rolloutLens.${step}`);
      await until('the example', () => vscode.workspace.textDocuments.some(({ uri, languageId }) => uri.scheme === 'untitled' && languageId === 'yaml'));
      if (step === 'trySimulate') await until('a simulator', () => panels().includes('Rollout: storefront'));
    });
  }

  it('takes the file that the user looked at last, not the example', async () => {
    await openInWorkspace('daemonset.yaml');
    await until('the file to be known', async () => {
      await vscode.commands.executeCommand('rolloutLens.trySimulate');
      return panels().includes('Rollout: log-collector');
    });
  });
});
