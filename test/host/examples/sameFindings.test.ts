import * as vscode from 'vscode';
import { checkInSteps } from '../../../src/check/check';
import type { CheckedFiles } from '../../../src/check/checkedFiles';
import { DEFAULT_SETTINGS } from '../../../src/features/settings';
import { deepEqual } from '../support/assert';
import { ourExtension, until } from '../support/editor';

const TOP = 'examples/';
/** Each is a fortieth of a second. */
const ATTEMPTS = 100;

/** Folder by folder: on the web nobody searches. */
async function pathsBelow(folder: vscode.Uri, below = ''): Promise<readonly string[]> {
  const entries = await vscode.workspace.fs.readDirectory(vscode.Uri.joinPath(folder, below));
  const found = entries.map(async ([name, type]) => {
    const path = below === '' ? name : `${below}/${name}`;
    // Other tests make them.
    if (name.startsWith('zz-')) return [];
    if (type === vscode.FileType.Directory) return pathsBelow(folder, path);
    return /\.ya?ml$/.test(name) ? [path] : [];
  });
  return (await Promise.all(found)).flat();
}

async function textsOfWorkspace(): Promise<ReadonlyMap<string, string>> {
  const { uri: folder } = vscode.workspace.workspaceFolders?.[0] ?? { uri: vscode.Uri.file('/') };
  const texts = new Map<string, string>();
  for (const path of [...(await pathsBelow(folder))].sort())
    texts.set(path, new TextDecoder().decode(await vscode.workspace.fs.readFile(vscode.Uri.joinPath(folder, path))));
  return texts;
}

function filesOf(texts: ReadonlyMap<string, string>): CheckedFiles {
  const inside = (path: string): string => path.slice(TOP.length);
  return {
    paths: [...texts.keys()],
    top: TOP,
    textOf: (path) => texts.get(path),
    uriOf: (path) => `file:///${TOP}${path}`,
    lookAt(path) {
      const text = texts.get(inside(path));
      if (text !== undefined) return { text };
      return [...texts.keys()].some((each) => each.startsWith(`${inside(path)}/`)) ? 'folder' : 'none';
    },
    list: () => [],
  };
}

/** `10:67 warning stall-volume message`, as the command has them. */
function checked(texts: ReadonlyMap<string, string>): ReadonlyMap<string, readonly string[]> {
  const steps = checkInSteps({ files: filesOf(texts), wanted: [...texts.keys()], settings: DEFAULT_SETTINGS });
  for (;;) {
    const step = steps.next();
    if (step.done !== true) continue;
    const all = new Map([...texts.keys()].map((path) => [path, [] as string[]]));
    for (const { file, line, column, endLine, endColumn, severity, rule, message } of step.value.findings)
      all.get(file)?.push(`${line}:${column}-${endLine}:${endColumn} ${severity} ${rule} ${message}`);
    return all;
  }
}

const SEVERITIES = ['error', 'warning', 'information', 'hint'];

/** The same, as the editor has them. */
function shown(uri: vscode.Uri): string[] {
  const ours = vscode.languages.getDiagnostics(uri).filter(({ source }) => source === 'Rollout Lens');
  return ours.map(({ range: { start, end }, severity, code, message }) => {
    const rule = typeof code === 'object' ? code.value : code;
    const place = `${start.line + 1}:${start.character + 1}-${end.line + 1}:${end.character + 1}`;
    return `${place} ${SEVERITIES[severity] ?? ''} ${rule ?? ''} ${message}`;
  });
}

/** What another test never saved counts for the workspace, too, and gets its editor only a moment after it was made. */
async function closeEverything(): Promise<void> {
  await until('nothing unsaved is open', async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    return !vscode.workspace.textDocuments.some(({ isUntitled, isDirty }) => isUntitled && isDirty);
  });
}

describe('what the command `check` says', () => {
  it('is what the editor says about the same files, word for word', async () => {
    await closeEverything();
    await ourExtension().activate();
    const texts = await textsOfWorkspace();
    const expected = checked(texts);
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    const differing: unknown[] = [];
    for (const [path, findings] of expected) {
      const uri = vscode.Uri.joinPath(folder?.uri ?? vscode.Uri.file('/'), path);
      await vscode.window.showTextDocument(uri, { preview: false });
      const wanted = [...findings].sort();
      // Overlays are built in pauses, and each file is shown a moment after it is opened.
      const isSame = (): boolean => shown(uri).sort().join('\n') === wanted.join('\n');
      await until(`${path} shows the same`, isSame, ATTEMPTS).catch(() => undefined);
      if (!isSame()) differing.push({ path, editor: shown(uri).sort(), command: wanted });
    }
    deepEqual(differing, []);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });
});
