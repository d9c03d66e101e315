import type { Slices } from '../../model/slices';
import type { FileTree } from '../../render/builtManifest';

/** What is known of a path without having its text. */
export type PathKind = 'folder' | 'none' | { readonly refused: string };

/**
 * The files of a workspace as far as builds have asked for them. Whoever asks for what is not known gets nothing, and the path is
 * noted as wanted: somebody who may wait reads it and tells of it.
 */
export class KnownFiles implements FileTree {
  readonly #texts = new Map<string, string>();
  readonly #kinds = new Map<string, PathKind>();
  readonly #lists = new Map<string, readonly string[]>();
  /** The folders above all that was ever asked for. */
  readonly #holders = new Set<string>();
  readonly #wanted = new Set<string>();
  readonly #wantedLists = new Set<string>();
  #misses = 0;

  /** What was asked for and is not known. */
  get wanted(): readonly string[] {
    return [...this.#wanted];
  }

  /** Folders of which was asked what they hold. */
  get wantedLists(): readonly string[] {
    return [...this.#wantedLists];
  }

  get wantedCount(): number {
    return this.#wanted.size + this.#wantedLists.size;
  }

  /** How often something was asked for that is not known. */
  get misses(): number {
    return this.#misses;
  }

  isKnown(path: string): boolean {
    return this.#texts.has(path) || this.#kinds.has(path);
  }

  /** What is known in a folder, however deep: its files, what is none, and the folders that were listed. */
  below(folder: string): readonly string[] {
    if (!this.#holders.has(folder)) return [];
    const start = `${folder}/`;
    const paths = new Set([...this.#texts.keys(), ...this.#kinds.keys(), ...this.#lists.keys()]);
    return [...paths].filter((path) => path.startsWith(start));
  }

  #hold(path: string): void {
    for (const folder of foldersAbove(path)) {
      if (this.#holders.has(folder)) break;
      this.#holders.add(folder);
    }
  }

  #miss(path: string): void {
    this.#wanted.add(path);
    this.#misses += 1;
  }

  /** Gives whether that is news. */
  setText(path: string, text: string): boolean {
    if (this.#texts.get(path) === text) return false;
    this.#texts.set(path, text);
    this.#kinds.delete(path);
    this.#wanted.delete(path);
    this.#hold(path);
    for (const folder of foldersAbove(path)) {
      if (this.#kinds.get(folder) === 'folder') break;
      this.#kinds.set(folder, 'folder');
    }
    return true;
  }

  setKind(path: string, kind: PathKind): void {
    this.#texts.delete(path);
    this.#wanted.delete(path);
    this.#hold(path);
    this.#kinds.set(path, kind);
  }

  /** It may be another one, or gone. */
  forget(path: string): void {
    this.#texts.delete(path);
    this.#kinds.delete(path);
  }

  read(path: string): string | undefined {
    const text = this.#texts.get(path);
    if (text === undefined && !this.#kinds.has(path)) this.#miss(path);
    return text;
  }

  isFolder(path: string): boolean {
    if (!this.isKnown(path)) this.#miss(path);
    return this.#kinds.get(path) === 'folder';
  }

  list(folder: string): readonly string[] {
    const names = this.#lists.get(folder);
    if (names === undefined) {
      this.#wantedLists.add(folder);
      this.#misses += 1;
    }
    return names ?? [];
  }

  isListed(folder: string): boolean {
    return this.#lists.has(folder);
  }

  setList(folder: string, names: readonly string[] | undefined): void {
    if (names === undefined) this.#lists.delete(folder);
    else {
      this.#hold(folder);
      this.#lists.set(folder, names);
    }
    this.#wantedLists.delete(folder);
  }

  refusal(path: string): string | undefined {
    const kind = this.#kinds.get(path);
    return typeof kind === 'object' ? kind.refused : undefined;
  }
}

/** The nearest first. */
function* foldersAbove(path: string): Generator<string> {
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) yield path.slice(0, at);
}

/** So many slices after it has asked for something new that is not known, work has asked for all that it can. */
const PATIENCE = 16;

/**
 * Work that rests on files; undefined: it has asked for what is not known, whatever others ask for between its slices. It comes
 * to nothing then, and is left as soon as it asks for nothing more: it may name the same folders in very many ways.
 */
export function* whereKnown<T>(files: KnownFiles, slices: Slices<T>): Slices<T | undefined> {
  let isMissing = false;
  let wanted = 0;
  for (let left = PATIENCE; left > 0; left -= isMissing ? 1 : 0) {
    const before = files.misses;
    const { done, value } = slices.next();
    isMissing ||= files.misses > before;
    if (done === true) return isMissing ? undefined : value;
    if (files.wantedCount > wanted) left = PATIENCE;
    wanted = files.wantedCount;
    yield;
  }
  return undefined;
}

/** The same files with other texts for some. */
export function withTexts(files: FileTree, texts: ReadonlyMap<string, string>): FileTree {
  return {
    read: (path) => texts.get(path) ?? files.read(path),
    isFolder: (path) => files.isFolder(path),
    refusal: (path) => files.refusal?.(path),
    ...(files.list === undefined ? {} : { list: (path: string) => files.list?.(path) ?? [] }),
  };
}
