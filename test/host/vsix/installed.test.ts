import * as vscode from 'vscode';
import { equal, ok } from '../support/assert';
import { inWorkspace, openInWorkspace, ourExtension, until } from '../support/editor';

describe('the packed extension, installed', () => {
  it('is the installed one, not the project folder', () => {
    const { extensionUri } = ourExtension();
    ok(/\/extensions\/rollout-lens\.rollout-lens-[\d.]+/.test(extensionUri.path), `loaded from ${extensionUri.path}`);
  });

  it('wakes when a YAML file is opened and offers its commands', async () => {
    await openInWorkspace('daemonset.yaml');
    await until('the extension is active', () => ourExtension().isActive);
    ok((await vscode.commands.getCommands(true)).includes('rolloutLens.simulate'), 'rolloutLens.simulate is missing');
  });

  it('carries its bundle and its webview, but no sources', async () => {
    const { extensionUri } = ourExtension();
    const exists = async (path: string): Promise<boolean> =>
      vscode.workspace.fs.stat(vscode.Uri.joinPath(extensionUri, path)).then(
        () => true,
        () => false,
      );
    equal(await exists('dist/extension.js'), true, 'dist/extension.js');
    equal(await exists('dist/webview/main.js'), true, 'dist/webview/main.js');
    equal(await exists('dist/webview/worker.js'), true, 'dist/webview/worker.js');
    equal(await exists('src'), false, 'src');
    equal(await exists('test'), false, 'test');
  });

  it('answers another extension: the numbers of a text, the end of a rollout, no version that is not there', async () => {
    const { getApi } = (await ourExtension().activate()) as unknown as {
      readonly getApi: (version: number) => {
        readonly analyze: (text: string) => Promise<{
          readonly workloads: readonly { readonly name: string; readonly numbers?: { readonly surge: number } }[];
          readonly findings: readonly { readonly rule: string; readonly line: number }[];
        }>;
        readonly simulate: (scenario: unknown) => Promise<{ readonly headline: string }>;
      };
    };
    const read = async (name: string): Promise<string> =>
      new TextDecoder().decode(await vscode.workspace.fs.readFile(inWorkspace(name)));
    const api = getApi(1);
    const { workloads, findings } = await api.analyze(await read('deployment.yaml'));
    ok(workloads.length > 0 && workloads.every(({ numbers }) => numbers !== undefined), 'no numbers');
    ok(
      findings.every(({ rule, line }) => rule !== '' && line >= 0),
      'findings without places',
    );
    const { headline } = await api.simulate(JSON.parse(await read('stall.rollout.json')));
    ok(headline.startsWith('Stalls'), headline);
    const refused = await api.simulate({ version: 1 }).then(
      () => 'played',
      (error: unknown) => String(error),
    );
    ok(refused.includes('scenario.'), refused);
    let said = '';
    try {
      getApi(2);
    } catch (error) {
      said = String(error);
    }
    ok(said.includes('no API of version 2'), said);
  });
});
