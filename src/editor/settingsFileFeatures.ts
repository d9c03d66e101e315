import * as vscode from 'vscode';
import { SETTINGS_FILE } from '../features/settingsFile/settingsSchema';
import type { Guard } from './guard';

const SELECTOR: vscode.DocumentSelector = { pattern: `**/${SETTINGS_FILE}` };

/** Hover, completion and problems in `.rollout-lens.yaml`. */
export function registerSettingsFile(guard: Guard): vscode.Disposable {
  const { languages, workspace } = vscode;
  const problems = languages.createDiagnosticCollection('rolloutLens.settings');
  const tell = (document: vscode.TextDocument): void => {
    if (languages.match(SELECTOR, document) === 0) return;
    void guard.runAsync('Checking the settings file', async () => {
      const { problemsOf } = await import('./settingsFileRoom');
      if (!document.isClosed) problems.set(document.uri, problemsOf(document));
    });
  };
  workspace.textDocuments.forEach(tell);
  return vscode.Disposable.from(
    problems,
    workspace.onDidOpenTextDocument(tell),
    workspace.onDidChangeTextDocument(({ document }) => {
      tell(document);
    }),
    workspace.onDidCloseTextDocument(({ uri }) => {
      problems.delete(uri);
    }),
    languages.registerHoverProvider(SELECTOR, {
      provideHover: async (document, position) => (await import('./settingsFileRoom')).hoverAt(document, position),
    }),
    languages.registerCompletionItemProvider(
      SELECTOR,
      {
        provideCompletionItems: async (document, position) =>
          (await import('./settingsFileRoom')).completionsAt(document, position),
      },
      ' ',
      '\n',
    ),
  );
}
