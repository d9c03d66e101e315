import * as vscode from 'vscode';
import { equal, ok } from '../../support/assert';
import { openInWorkspace, ourExtension, until } from '../../support/editor';
import { hoverAt, lensesOf, untilProblem } from '../../support/manifests';

describe('in a workspace that is not trusted', () => {
  it('everything is said as elsewhere', async () => {
    equal(vscode.workspace.isTrusted, false);
    const { document } = await openInWorkspace('mistakes.yaml');
    await untilProblem(document, 'both-zero');
    ok((await lensesOf(document)).length > 0, 'no lens');
    ok((await hoverAt(document, 'kind: Deployment')) !== '', 'no hover');
    const { comparedWith } = ourExtension().exports;
    await until('the status says what it is compared with', () => comparedWith().startsWith('Compared with nothing: '));
    equal(comparedWith(), 'Compared with nothing: Git takes no part in a workspace that is not trusted');
  });
});
