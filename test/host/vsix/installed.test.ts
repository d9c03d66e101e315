import * as vscode from 'vscode';
import { equal, ok } from '../support/assert';
import { openInWorkspace, ourExtension, until } from '../support/editor';

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
});
