import * as vscode from 'vscode';
import type { ChangedFile } from '../../features/review/changedFile';
import type { SourceTree } from '../../features/review/changedTrees';
import type { ReviewInput } from '../../features/review/reviewInput';
import { BuildFiles, pathOf, uriAt } from '../builds/buildFiles';
import { Pace } from '../pace';

export interface WholeChange {
  /** Manifests and all else that may go into an overlay or a chart. */
  readonly changed: readonly ChangedFile[];
  readonly root: vscode.Uri;
  readonly token: vscode.CancellationToken;
}

/** What asks for ever more files is nothing that can be built. */
const MAX_ROUNDS = 30;

/**
 * A review with the overlays and charts that the change reaches, as they are built; their files are read as they are asked for.
 */
export async function withBuildsOf(input: ReviewInput, { changed, root, token }: WholeChange): Promise<ReviewInput> {
  // The room of builders is loaded when there is something to build.
  const [{ withBuilds }, { WorkspaceBuilds }] = await Promise.all([
    import('../../features/review/builtFiles'),
    import('../../features/builds/workspaceBuilds'),
  ]);
  const uriOf = (path: string): string => uriAt(path)?.toString() ?? `file:///${path}`;
  const room = new WorkspaceBuilds({
    uriOf,
    pathOf: (uri) => pathOf(vscode.Uri.parse(uri)),
    factsFor: (uri) => input.index.factsFor(uri),
    settingsFor: () => input.settings,
    now: () => 0,
  });
  const before = olderTexts(changed, root);
  for (const { uri, after } of changed) {
    if (after === undefined) room.tell(pathOf(vscode.Uri.parse(uri)), 'none');
    else room.update(pathOf(vscode.Uri.parse(uri)), after);
  }
  const definitions = [...input.index.definitions()].map(([uri]) => pathOf(vscode.Uri.parse(uri)));
  const paths = [...new Set([...definitions, ...before.keys()])];
  const after: SourceTree = { ...treeOf(room.files), paths };
  const trees = {
    before: { ...olderTree(after, before), paths },
    after,
    changed: [...before.keys()],
    uriOf,
    nameOf: (path: string) => (`/${path}`.startsWith(`${root.path}/`) ? `/${path}`.slice(root.path.length + 1) : path),
  };
  const files = new BuildFiles();
  const pace = new Pace();
  for (let round = 0; round < MAX_ROUNDS && !token.isCancellationRequested; round++) {
    const built = await finished(withBuilds(input, trees), pace, token);
    if (built !== undefined && !(await files.read(room))) return built;
  }
  return input;
}

/** What stood where, of what is there otherwise now; undefined: there was nothing. */
function olderTexts(changed: readonly ChangedFile[], root: vscode.Uri): ReadonlyMap<string, string | undefined> {
  const texts = new Map(changed.map(({ uri, before }) => [pathOf(vscode.Uri.parse(uri)), before]));
  for (const { uri, oldName, before } of changed) {
    if (oldName === undefined) continue;
    texts.set(pathOf(vscode.Uri.parse(uri)), undefined);
    texts.set(pathOf(vscode.Uri.joinPath(root, oldName)), before);
  }
  return texts;
}

/** Undefined: it was canceled. */
async function finished<T>(steps: Generator<unknown, T>, pace: Pace, token: vscode.CancellationToken): Promise<T | undefined> {
  while (!token.isCancellationRequested) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await pace.pause();
  }
  return undefined;
}

type Files = Omit<SourceTree, 'paths'>;

function treeOf(files: Files): Files {
  return {
    read: (path) => files.read(path),
    isFolder: (path) => files.isFolder(path),
    list: (path) => files.list?.(path) ?? [],
    refusal: (path) => files.refusal?.(path),
  };
}

/** The same files as they were: those that did not change are the same. */
function olderTree(files: Files, before: ReadonlyMap<string, string | undefined>): Files {
  const there = [...before].flatMap(([path, text]) => (text === undefined ? [] : [path]));
  const folders = new Set(there.flatMap(foldersOf));
  return {
    read: (path) => (before.has(path) ? before.get(path) : files.read(path)),
    isFolder: (path) => folders.has(path) || files.isFolder(path),
    list: (folder) => [...new Set([...(files.list?.(folder) ?? []), ...there.flatMap((path) => nameIn(folder, path))])],
    refusal: (path) => files.refusal?.(path),
  };
}

/** What a folder has for a path below it. */
function nameIn(folder: string, path: string): string[] {
  if (!path.startsWith(`${folder}/`)) return [];
  const [name = '', ...more] = path.slice(folder.length + 1).split('/');
  return [more.length === 0 ? name : `${name}/`];
}

function foldersOf(path: string): string[] {
  const steps = path.split('/').slice(0, -1);
  return steps.map((_, index) => steps.slice(0, index + 1).join('/'));
}
