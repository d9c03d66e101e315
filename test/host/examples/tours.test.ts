import * as vscode from 'vscode';
import { until } from '../support/editor';

const tabs = (): readonly vscode.Tab[] => vscode.window.tabGroups.all.flatMap((group) => group.tabs);

describe('a tour inside the controllers', () => {
  it('opens in a panel of its own', async () => {
    await vscode.commands.executeCommand('rolloutLens.takeTour', 'expectations');
    const isTour = ({ label }: vscode.Tab): boolean => label.includes('Expectations and a stale cache');
    await until('the tour', () => tabs().some(isTour));
    await vscode.window.tabGroups.close(tabs().filter(isTour));
  });
});
