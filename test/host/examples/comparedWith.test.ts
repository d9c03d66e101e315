import * as vscode from 'vscode';
import { match, ok } from '../support/assert';
import { openInWorkspace, ourExtension, until } from '../support/editor';
import { lensesOf } from '../support/manifests';

describe('a manifest where there is no Git', () => {
  it('is compared with nothing: the status says so and why, and all else is there', async () => {
    const { document } = await openInWorkspace('deployment.yaml');
    await ourExtension().activate();
    const { comparedWith } = ourExtension().exports;
    // It is switched off in one host, and does not exist in the other.
    const why =
      /^Compared with nothing: (?:Git is switched off, or not installed|files of the kind “[\w-]+” are in no Git repository here|there is no Git extension here, or it is disabled)$/;
    try {
      await until('the status says so', () => why.test(comparedWith()));
    } catch {
      match(comparedWith(), why);
    }
    await until('the lens', async () => (await lensesOf(document)).some(({ title }) => title.includes('surge')));
    ok(!(await lensesOf(document)).some(({ title }) => title.includes('Δ')), 'a change of nothing');
  });

  it('says what to do when a review is asked for', async () => {
    const { window } = vscode;
    const real = window.showInformationMessage;
    const said: string[] = [];
    Object.assign(window, { showInformationMessage: (text: string) => void said.push(text) });
    try {
      await openInWorkspace('deployment.yaml');
      await vscode.commands.executeCommand('rolloutLens.reviewChange');
    } finally {
      Object.assign(window, { showInformationMessage: real });
    }
    match(said.join(), /^There is nothing to compare with: .*\. The command line compares folders: review --base FOLDER\.$/);
  });
});
