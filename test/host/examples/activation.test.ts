import * as vscode from 'vscode';
import { deepEqual, equal, ok } from '../support/assert';
import { openInWorkspace, ourExtension, until } from '../support/editor';

const ACTIVATION_LIMIT_MS = 50;

describe('the extension in a folder of manifests', () => {
  it('sleeps until a YAML file is open', () => {
    equal(ourExtension().isActive, false, 'active although nothing is open');
  });

  it('wakes when an example is opened', async () => {
    const editor = await openInWorkspace('deployment.yaml');
    equal(editor.document.languageId, 'yaml');
    await until('the extension is active', () => ourExtension().isActive);
  });

  it('activates within the design’s limit', () => {
    const { activationMs } = ourExtension().exports;
    ok(activationMs <= ACTIVATION_LIMIT_MS, `activation took ${activationMs} ms, the limit is ${ACTIVATION_LIMIT_MS} ms`);
  });

  it('registers every command it contributes', async () => {
    const { contributes } = ourExtension().packageJSON as { contributes: { commands: { command: string }[] } };
    const registered = new Set(await vscode.commands.getCommands(true));
    ok(contributes.commands.length > 0, 'no command is contributed');
    const missing = contributes.commands.map(({ command }) => command).filter((command) => !registered.has(command));
    deepEqual(missing, [], 'contributed but not registered');
  });
});
