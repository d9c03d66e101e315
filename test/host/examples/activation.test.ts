import * as vscode from 'vscode';
import { deepEqual, equal, ok } from '../support/assert';
import { openInWorkspace, ourExtension, until } from '../support/editor';

const ACTIVATION_LIMIT_MS = 50;

/** What the sum below takes on the machine that the limit was set for, when nothing else runs. */
const REFERENCE_MS = 7.5;
const REFERENCE_STEPS = 8_000_000;

/** How many times slower this machine is at present, at least 1: a busy machine must not be taken for a slow extension. */
function slowness(): number {
  const startedAt = Date.now();
  const rounds = 10;
  let hash = 0x811c9dc5;
  for (let step = 0; step < rounds * REFERENCE_STEPS; step++) hash = Math.imul(hash ^ (step & 255), 0x01000193) >>> 0;
  ok(hash > 0, 'the sum is done');
  return Math.max(1, (Date.now() - startedAt) / rounds / REFERENCE_MS);
}

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
    const limit = ACTIVATION_LIMIT_MS * slowness();
    ok(activationMs <= limit, `activation took ${activationMs} ms; here and now the limit is ${limit.toFixed(0)} ms`);
  });

  it('registers every command it contributes', async () => {
    const { contributes } = ourExtension().packageJSON as { contributes: { commands: { command: string }[] } };
    const registered = new Set(await vscode.commands.getCommands(true));
    ok(contributes.commands.length > 0, 'no command is contributed');
    const missing = contributes.commands.map(({ command }) => command).filter((command) => !registered.has(command));
    deepEqual(missing, [], 'contributed but not registered');
  });
});
