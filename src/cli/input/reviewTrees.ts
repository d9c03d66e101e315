import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ChangedFile } from '../../features/review/changedFile';
import { isChartFile } from '../../manifest/charts';
import { isKustomizationFile } from '../../manifest/kustomization';
import type { ChangedTrees, SourceTree } from '../../features/review/changedTrees';
import { blobId, Repository } from './git/repository';
import { UsageError } from '../arguments/usageError';

/** The manifests of one side of a comparison, by their paths with slashes; each is read when it is asked for. */
export interface ManifestTree {
  readonly paths: readonly string[];
  /** All files, manifests or not. */
  readonly all: readonly string[];
  textOf(path: string): string | undefined;
  /** Two files with the same id are the same, without a look at their texts. */
  idOf(path: string): string | undefined;
}

/** What is compared, and with what. */
export interface ReviewTrees {
  readonly before: ManifestTree;
  readonly after: ManifestTree;
  /** How texts call what it is compared with. */
  readonly baseName: string;
}

const MANIFEST = /\.(?:ya?ml|json)$/i;
/** Nobody deploys from there, and they are large. */
const SKIPPED: ReadonlySet<string> = new Set(['node_modules', '.git']);
const MAX_FILE = 2 * 1024 * 1024;

/** `head`: undefined is the folder as it stands. */
export function reviewTrees(folder: string, base: string, head: string | undefined): ReviewTrees {
  const repository = Repository.around(folder);
  const commit = repository?.obstacle === undefined ? repository?.commitOf(base) : undefined;
  if (repository === undefined || commit === undefined) {
    if (head === undefined && existsSync(base) && statSync(base).isDirectory())
      return { before: treeOnDisk(base), after: treeOnDisk(folder), baseName: base };
    throw new UsageError(`${base} cannot be compared with: ${whyNot(folder, repository)}${noFolder(head)}`);
  }
  const newest = repository.commitOf(head ?? 'HEAD');
  if (head !== undefined && newest === undefined)
    throw new UsageError(`${head} cannot be compared: the repository has no such branch, tag or commit`);
  const from = (newest === undefined ? undefined : repository.mergeBase(newest, commit)) ?? commit;
  const below = prefixOf(repository, folder);
  const before = treeOfCommit(repository, from, below);
  const after = head === undefined || newest === undefined ? treeOnDisk(folder) : treeOfCommit(repository, newest, below);
  const missing = leftOut(repository, before, after) ?? (head === undefined ? undefined : leftOut(repository, after, before));
  if (missing !== undefined)
    throw new UsageError(
      `${base} cannot be compared with: a version of ${missing} is not in this clone, which is a partial one; git fetch --refetch brings it`,
    );
  return { before, after, baseName: from === commit ? base : `the merge base with ${base}` };
}

/** A manifest that another tree has otherwise, and whose content a partial clone has left out. */
function leftOut(repository: Repository, tree: ManifestTree, other: ManifestTree): string | undefined {
  return tree.paths.find((path) => {
    const id = tree.idOf(path);
    return id !== undefined && id !== other.idOf(path) && !repository.has(id);
  });
}

function whyNot(folder: string, repository: Repository | undefined): string {
  if (repository === undefined) return `${folder} is in no Git repository`;
  const { obstacle } = repository;
  return obstacle === undefined
    ? 'the repository has no such branch, tag or commit'
    : `the repository cannot be read here, because ${obstacle}; compare with a folder of its files instead`;
}

function noFolder(head: string | undefined): string {
  return head === undefined ? ', and there is no folder of that name' : '';
}

/** The folder's path in its repository, with a slash at its end; a repository without a working tree is looked at whole. */
function prefixOf({ root }: Repository, folder: string): string {
  const inside = relative(root, resolve(folder)).split(sep).join('/');
  return inside === '' ? '' : `${inside}/`;
}

function treeOfCommit(repository: Repository, commit: string, below: string): ManifestTree {
  const ids = repository.filesOf(commit, below, (path) => !isSkipped(path));
  const idOf = (path: string): string | undefined => ids.get(below + path);
  const all = [...ids.keys()].map((path) => path.slice(below.length));
  return {
    all,
    paths: all.filter((path) => MANIFEST.test(path)),
    idOf,
    textOf: (path) => {
      const id = idOf(path);
      return id === undefined ? undefined : repository.textOf(id);
    },
  };
}

function isSkipped(path: string): boolean {
  return path.split('/').some((part) => SKIPPED.has(part));
}

function treeOnDisk(folder: string): ManifestTree {
  const all = filesBelow(folder);
  const present = new Set(all);
  const contents = new Map<string, Buffer>();
  const contentOf = (path: string): Buffer | undefined => {
    if (!present.has(path)) return undefined;
    const content = contents.get(path) ?? readFileSync(join(folder, path));
    contents.set(path, content);
    return content;
  };
  return {
    all,
    paths: all.filter((path) => MANIFEST.test(path)),
    textOf: (path) => contentOf(path)?.toString('utf8'),
    idOf: (path) => {
      const content = contentOf(path);
      return content === undefined ? undefined : blobId(content);
    },
  };
}

function filesBelow(folder: string, below = ''): string[] {
  return readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : filesBelow(folder, path);
    return entry.isFile() && statSync(join(folder, path)).size <= MAX_FILE ? [path] : [];
  });
}

/** Both versions for whoever builds from them. Of what is no manifest, only what a build may read is compared. */
export function changedTrees(folder: string, { before, after }: ReviewTrees): ChangedTrees {
  const isDifferent = (path: string): boolean => before.idOf(path) !== after.idOf(path);
  const folders = [before, after].flatMap(({ all }) =>
    all.filter((path) => isKustomizationFile(path) || isChartFile(path)).map((path) => path.slice(0, path.lastIndexOf('/') + 1)),
  );
  const isNearOne = (path: string): boolean => folders.some((some) => path.startsWith(some));
  const changed = [...new Set([...before.all, ...after.all])].filter(
    (path) => (MANIFEST.test(path) || isNearOne(path)) && isDifferent(path),
  );
  const top = `${basename(resolve(folder)) || 'files'}/`;
  const below = (path: string): string => (path.startsWith(top) ? path.slice(top.length) : path);
  return {
    before: sourceTree(before, top),
    after: sourceTree(after, top),
    changed: changed.map((path) => top + path),
    uriOf: (path) => uriOf(folder, below(path)),
    nameOf: below,
  };
}

/** All is put into a folder: a chart has to lie in one, and is called by it. */
function sourceTree(tree: ManifestTree, top: string): SourceTree {
  const paths = tree.all.map((path) => top + path);
  const lists = new Map<string, string[]>([['', []]]);
  for (const path of paths) listIn(lists, path);
  const texts = new Map<string, string | undefined>();
  const textOf = (path: string): string | undefined => {
    if (!texts.has(path)) texts.set(path, path.startsWith(top) ? tree.textOf(path.slice(top.length)) : undefined);
    return texts.get(path);
  };
  return {
    paths,
    read: textOf,
    isFolder: (path) => lists.has(path),
    list: (folder) => lists.get(folder) ?? [],
  };
}

/** Among what its folder holds, and that among what holds it. */
function listIn(lists: Map<string, string[]>, path: string): void {
  let name = path;
  for (let at = path.lastIndexOf('/'); ; at = path.lastIndexOf('/', at - 1)) {
    const folder = path.slice(0, Math.max(0, at));
    const known = lists.get(folder);
    const entry = at < 0 ? name : name.slice(folder.length + 1);
    if (known !== undefined) {
      known.push(entry);
      return;
    }
    lists.set(folder, [entry]);
    name = `${folder}/`;
  }
}

export function changedBetween(folder: string, { before, after }: ReviewTrees): ChangedFile[] {
  return [...new Set([...before.paths, ...after.paths])]
    .sort()
    .filter((path) => before.idOf(path) !== after.idOf(path))
    .map((path) => ({ uri: uriOf(folder, path), name: path, before: before.textOf(path), after: after.textOf(path) }))
    .filter((file) => file.before !== file.after);
}

export function uriOf(folder: string, path: string): string {
  return pathToFileURL(resolve(folder, path)).href;
}
