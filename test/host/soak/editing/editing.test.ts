import * as vscode from 'vscode';
import { equal, ok } from '../../support/assert';
import { inWorkspace, ourExtension, until } from '../../support/editor';
import { hostProcess, usedHeap } from '../../support/hostProcess';
import { change, hintedLines, hoverAt, lensesOf, problemsOf } from '../../support/manifests';
import { say } from '../../support/runSuite';

const FILES = 200;
const EDITS = 2000;
const ROUND = 400;
/** What caches may still fill up with after the first round, in bytes. */
const MAY_GROW = 4_000_000;
const MAY_OPEN = 2;

interface Measured {
  readonly heap: number;
  readonly handles: number;
}

function measure(edits: number): Measured {
  const measured = { heap: usedHeap(), handles: hostProcess().getActiveResourcesInfo().length };
  say(`    ${edits} edits: heap ${(measured.heap / 1e6).toFixed(1)} MB, ${measured.handles} handles`);
  return measured;
}

const nth = (edit: number): string => (edit % 2 === 0 ? '25%' : '50%');

/** What a person does with a file: opens it, types, looks, sometimes saves, sometimes thinks better of it. */
async function edit(count: number): Promise<void> {
  const uri = inWorkspace(`app-${(count * 7) % FILES}.yaml`);
  const editor = await vscode.window.showTextDocument(uri);
  const { document } = editor;
  const before = document.getText().includes('maxSurge: 25%') ? '25%' : '50%';
  await change(document, `maxSurge: ${before}`, `maxSurge: ${before === nth(0) ? nth(1) : nth(0)}`);
  if (count % 2 === 0) ok((await lensesOf(document)).length > 0, `no lens after ${count} edits`);
  else if (count % 3 === 0) ok(/maxSurge/.test(await hoverAt(document, 'maxSurge')), `no hover after ${count} edits`);
  else ok((await hintedLines(document)).length > 0, `no hint after ${count} edits`);
  if (count % 5 === 0) ok(await document.save(), 'not saved');
  else if (count % 4 === 0) await vscode.commands.executeCommand('workbench.action.files.revert');
  if (count % 10 === 0) await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  if (count % 50 !== 0) return;
  await vscode.workspace.saveAll();
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
}

describe('2,000 edits in 200 files', () => {
  it('leave heap and handles as they were', async function () {
    this.timeout(3_600_000);
    await vscode.workspace.getConfiguration('files').update('autoSave', 'off', vscode.ConfigurationTarget.Global);
    await vscode.window.showTextDocument(inWorkspace('app-0.yaml'));
    await until('the extension is active', () => ourExtension().isActive);
    const { coverage } = ourExtension().exports;
    await until('the workspace is read', () => coverage().read > 0 && coverage().unread === 0, 4000);
    let first: Measured | undefined;
    let last = measure(0);
    for (let count = 1; count <= EDITS; count++) {
      await edit(count);
      if (count % ROUND !== 0) continue;
      last = measure(count);
      first ??= last;
    }
    ok(first, 'nothing was measured');
    ok(last.heap - first.heap < MAY_GROW, `the heap grew by ${last.heap - first.heap} bytes`);
    ok(last.handles - first.handles <= MAY_OPEN, `${last.handles - first.handles} handles more`);
    equal(coverage().unread, 0);
    const { document } = await vscode.window.showTextDocument(inWorkspace('app-1.yaml'));
    ok(problemsOf(document).length >= 0 && (await lensesOf(document)).length > 0, 'the last file is not understood');
  });
});
