import { existsSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CheckedFiles } from '../../check/checkedFiles';
import type { PathKind } from '../../features/builds/knownFiles';
import { REFUSALS } from '../../features/builds/refusals';
import { INDEX_LIMITS } from '../../features/coverage';
import { isNeverRead, MANIFEST_FILE, MAX_JSON_FILES } from '../../features/manifestFiles';
import { SETTINGS_FILE } from '../../features/settingsFile/settingsSchema';
import { bytesToString } from '../../model/utf8';
import { buildPath, isFolder } from './diskFiles';

/**
 * Where a workspace begins: the nearest folder above a path with settings, or with a repository. Where there is none, the current
 * folder, if the path is in it; else the folder of the path.
 */
export function workspaceAround(path: string): string {
  const start = isFolder(path) ? resolve(path) : dirname(resolve(path));
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, SETTINGS_FILE)) || existsSync(join(folder, '.git'))) return folder;
    if (dirname(folder) === folder) return withSlash(start).startsWith(withSlash(resolve('.'))) ? resolve('.') : start;
  }
}

/** The files of a workspace on disk. Nothing outside is read, and no symbolic link is followed. */
export class DiskWorkspace implements CheckedFiles {
  readonly root: string;
  readonly top: string;
  readonly paths: readonly string[];
  /** What is there and could not be read, with the reason. */
  readonly unreadable: string[] = [];
  readonly #address: string;

  /** `isExcluded`: what somebody wants to be left out. `named`: files that he wants, whatever they are called. */
  constructor(root: string, isExcluded: (path: string) => boolean = () => false, named: readonly string[] = []) {
    this.root = resolve(root);
    this.top = withSlash(buildPath(this.root));
    this.#address = withSlash(pathToFileURL(this.root).href);
    const found = this.#walk('', isExcluded);
    const more = new Set(named.flatMap((path) => this.pathOf(path) ?? []));
    const all = more.size === 0 ? found : [...new Set([...found, ...more])].sort();
    const json = all.filter((path) => path.endsWith('.json'));
    this.paths = [...all.filter((path) => !path.endsWith('.json')), ...json.slice(0, MAX_JSON_FILES)];
  }

  #walk(below: string, isExcluded: (path: string) => boolean): string[] {
    const files: string[] = [];
    const folders: string[] = [];
    for (const entry of this.#entriesOf(below)) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) folders.push(path);
      else if (entry.isFile() && MANIFEST_FILE.test(path)) files.push(path);
    }
    const isWanted = (path: string): boolean => !isNeverRead(path) && !isExcluded(path);
    const inside = folders.filter(isWanted).flatMap((folder) => this.#walk(folder, isExcluded));
    return [...files.filter(isWanted), ...inside].sort();
  }

  #entriesOf(below: string) {
    try {
      return readdirSync(join(this.root, below), { withFileTypes: true });
    } catch (error) {
      this.#note(below, error);
      return [];
    }
  }

  #note(path: string, error: unknown): void {
    this.unreadable.push(`${path}: ${error instanceof Error ? error.message : String(error)}`);
  }

  /** Seen from the top; undefined: it lies outside. */
  pathOf(path: string): string | undefined {
    const inside = relative(this.root, resolve(path)).split(sep).join('/');
    return inside === '..' || inside.startsWith('../') || /^[A-Za-z]:/.test(inside) ? undefined : inside;
  }

  textOf(path: string): string | undefined {
    try {
      return new TextDecoder().decode(readFileSync(join(this.root, path)));
    } catch (error) {
      this.#note(path, error);
      return undefined;
    }
  }

  uriOf(path: string): string {
    return path === '' ? this.#address : pathToFileURL(join(this.root, path)).href;
  }

  lookAt(path: string): { readonly text: string } | PathKind {
    if (!this.#isInside(path)) return { refused: REFUSALS.outside };
    const full = this.#full(path);
    if (this.#isBehindLink(full)) return { refused: REFUSALS.link };
    try {
      const found = statSync(full, { throwIfNoEntry: false });
      if (found?.isDirectory() === true) return 'folder';
      if (found?.isFile() !== true) return 'none';
      if (found.size > INDEX_LIMITS.fileSize) return { refused: REFUSALS.tooLarge };
      return { text: bytesToString(readFileSync(full)) };
    } catch {
      return 'none';
    }
  }

  list(folder: string): readonly string[] {
    const full = this.#full(folder);
    if (!this.#isInside(folder) || this.#isBehindLink(full)) return [];
    try {
      return readdirSync(full, { withFileTypes: true }).map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name));
    } catch {
      return [];
    }
  }

  #isInside(path: string): boolean {
    return withSlash(path).startsWith(this.top);
  }

  #full(path: string): string {
    return join(this.root, path.slice(this.top.length));
  }

  /** Itself, or a folder between it and the top. */
  #isBehindLink(full: string): boolean {
    for (let at = full; at.length > this.root.length; at = dirname(at))
      if (lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink() === true) return true;
    return false;
  }
}

function withSlash(path: string): string {
  return path.endsWith('/') ? path : `${path}/`;
}

/** One text that lies nowhere, with nothing around it. */
export function textAlone(name: string, text: string): CheckedFiles {
  return {
    paths: [name],
    top: '',
    textOf: () => text,
    uriOf: (path) => (path === '' ? 'file:///' : `file:///${path}`),
    lookAt: () => 'none',
    list: () => [],
  };
}
