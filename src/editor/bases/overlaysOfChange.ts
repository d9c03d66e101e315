import * as vscode from 'vscode';
import type { SourceTree } from '../../features/review/builtFiles';
import type { ChangedFile } from '../../features/review/changedFile';
import type { ReviewInput } from '../../features/review/reviewInput';
import { BuildFiles, pathOf, uriAt } from '../builds/buildFiles';
import { Pace } from '../pace';

export interface OverlayChange {
  /** Manifests and all else that may go into an overlay. */
  readonly changed: readonly ChangedFile[];
  readonly root: vscode.Uri;
  readonly token: vscode.CancellationToken;
}

/** What asks for ever more files is no overlay. */
const MAX_ROUNDS = 30;

/** A review with the overlays that the change reaches, as they are built; their files are read as they are asked for. */
export async function withOverlays(input: ReviewInput, { changed, root, token }: OverlayChange): Promise<ReviewInput> {
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
  const before = new Map(changed.map((file) => [pathOf(vscode.Uri.parse(file.uri)), file.before]));
  const definitions = [...input.index.definitions()].map(([uri, text]) => [pathOf(vscode.Uri.parse(uri)), text] as const);
  for (const [path, text] of definitions) room.update(path, text);
  for (const { uri, after } of changed) {
    if (after === undefined) room.tell(pathOf(vscode.Uri.parse(uri)), 'none');
    else room.update(pathOf(vscode.Uri.parse(uri)), after);
  }
  const paths = [...new Set([...definitions.map(([path]) => path), ...before.keys()])];
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
    refusal: (path) => files.refusal?.(path),
  };
}

/** The same files as they were: those that did not change are the same. */
function olderTree(files: Files, before: ReadonlyMap<string, string | undefined>): Files {
  const folders = new Set([...before].flatMap(([path, text]) => (text === undefined ? [] : foldersOf(path))));
  return {
    read: (path) => (before.has(path) ? before.get(path) : files.read(path)),
    isFolder: (path) => folders.has(path) || files.isFolder(path),
    refusal: (path) => files.refusal?.(path),
  };
}

function foldersOf(path: string): string[] {
  const steps = path.split('/').slice(0, -1);
  return steps.map((_, index) => steps.slice(0, index + 1).join('/'));
}
