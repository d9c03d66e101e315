/**
 * Upstream: api/internal/loader/{fileloader,loadrestrictions}.go (kustomize v5.8.1). Nothing is fetched; what lies outside
 * the root of a kustomization is not read.
 */
import type { FileTree } from '../builtManifest';
import { spend } from './effort';
import { KustomizeError } from './error';

export interface LoaderOptions {
  readonly files: FileTree;
  /** What becomes of files outside the root: `noted` are read as if `--load-restrictor LoadRestrictionsNone` were given. */
  readonly outside: 'refused' | 'noted' | 'allowed';
  /** Every file that was asked for, whether it is there or not. */
  readonly asked: Set<string>;
}

/** Where a kustomization finds a chart and its values. */
export interface ChartPlace {
  readonly files: FileTree;
  readonly root: string;
  readonly asked: Set<string>;
  /** A file that the kustomization names. */
  readonly load: (path: string) => string;
}

const MAX_DEPTH = 64;

/** What it costs to look for a file, in steps. */
export const LOAD = 10;

export class Loader {
  /** Without a leading slash; empty for the top. */
  readonly root: string;
  readonly #options: LoaderOptions;
  readonly #referrer: Loader | undefined;
  readonly #depth: number;
  #outside: 'none' | KustomizeError | 'told' = 'none';

  constructor(root: string, options: LoaderOptions, referrer?: Loader) {
    this.root = referrer === undefined && options.files.realPath !== undefined ? options.files.realPath(root) : root;
    this.#options = options;
    this.#referrer = referrer;
    this.#depth = (referrer?.depth ?? 0) + 1;
    if (referrer === undefined) this.#refuse(this.root);
    if (this.#depth > MAX_DEPTH) throw new KustomizeError('too-large', 'kustomizations are nested too deeply');
  }

  get chartPlace(): ChartPlace {
    const { files, asked } = this.#options;
    return { files, asked, root: this.root, load: (path) => this.load(path) };
  }

  get depth(): number {
    return this.#depth;
  }

  /** A loader for a folder below or beside this one. */
  enter(path: string): Loader {
    if (path === '') throw new KustomizeError('empty', 'new root cannot be empty');
    if (isRemote(path)) throw new KustomizeError('remote', `'${path}' is remote, and nothing is fetched`);
    if (path.startsWith('/')) throw new KustomizeError('missing-file', `new root '${path}' cannot be absolute`);
    const root = this.#realPath(joinPath(this.root, path));
    this.#refuse(root);
    if (!this.#options.files.isFolder(root)) {
      const what = this.#read(root) === undefined ? `not a valid directory: '/${root}' doesn't exist` : 'file is not directory';
      throw notThere(`must build at directory: '/${root}': ${what}`, root);
    }
    this.#refuseCycle(root);
    return new Loader(root, this.#options, this);
  }

  /** What whoever gives the files does not let anybody look at. */
  #refuse(path: string): void {
    const reason = this.#options.files.refusal?.(path);
    if (reason !== undefined) throw new KustomizeError('refused', `'/${path}' ${reason}`);
  }

  #refuseCycle(candidate: string): void {
    if (isBelow(this.root, candidate))
      throw new KustomizeError('cycle', `cycle detected: candidate root '/${candidate}' contains visited root '/${this.root}'`);
    if (this.#referrer !== undefined) this.#referrer.#refuseCycle(candidate);
  }

  pathOf(path: string): string {
    return path.startsWith('/') ? joinPath('', path) : joinPath(this.root, path);
  }

  load(path: string): string {
    spend(LOAD + (path.length >> 3));
    if (/^https?:\/\//i.test(path)) throw new KustomizeError('remote', `'${path}' is remote, and nothing is fetched`);
    const full = this.pathOf(path);
    this.#refuse(full);
    if (this.#options.outside === 'allowed') return this.#read(full) ?? this.#missing(full);
    if (this.#options.files.isFolder(full)) throw new NotAFile(full);
    if (!isBelow(folderOf(this.#realPath(full)), this.root)) {
      if (this.#read(full) === undefined) this.#missing(full);
      this.#noteOutside(new KustomizeError('outside-root', `security; file '/${full}' is not in or below '/${this.root}'`));
    }
    return this.#read(full) ?? this.#missing(full);
  }

  /** Whether an entry is a folder: builds name so many that finding it by an error of `load` would take most of their time. */
  isFolder(path: string): boolean {
    const full = this.pathOf(path);
    return this.#isOpen(full) && this.#options.files.isFolder(full);
  }

  /** Whether there is a file to load, likewise. */
  isFile(path: string): boolean {
    const full = this.pathOf(path);
    return this.#isOpen(full) && !this.#options.files.isFolder(full) && this.#read(full) !== undefined;
  }

  #isOpen(path: string): boolean {
    return this.#options.files.refusal?.(path) === undefined;
  }

  #noteOutside(error: KustomizeError): void {
    if (this.#options.outside === 'refused') throw error;
    if (this.#outside === 'none') this.#outside = error;
  }

  /** What there is to say of the first file outside the root that was read all the same; once. */
  takeOutside(): KustomizeError | undefined {
    if (typeof this.#outside === 'string') return undefined;
    const error = this.#outside;
    this.#outside = 'told';
    return error;
  }

  #realPath(path: string): string {
    const { files } = this.#options;
    return files.realPath === undefined ? path : files.realPath(path);
  }

  #missing(path: string): never {
    if (this.#options.files.isFolder(path)) throw new NotAFile(path);
    throw notThere(`'/${path}' doesn't exist`, path);
  }

  #read(path: string): string | undefined {
    this.#options.asked.add(path);
    return this.#options.files.read(path);
  }
}

function notThere(message: string, path: string): KustomizeError {
  return Object.assign(new KustomizeError('missing-file', message), { missing: path });
}

/** A folder where a file is wanted, which may be a kustomization. */
export class NotAFile extends KustomizeError {
  constructor(path: string) {
    super('missing-file', `'/${path}' must resolve to a file`);
  }
}

/** What git would have to clone. */
const REPOSITORY =
  /^(?:git::|git@|ssh:|https?:|file:|[\w.-]+@[\w.-]+:|(?:www\.)?(?:github\.com|gitlab\.com|bitbucket\.org)[/:])|\.git(?:$|[/?])|\?(?:ref|version)=|\/_git\//i;

export function isRemote(path: string): boolean {
  return REPOSITORY.test(path);
}

export function joinPath(folder: string, path: string): string {
  if (/^[\w-][\w.-]*$/.test(path)) return folder === '' ? path : `${folder}/${path}`;
  const parts = folder === '' ? [] : folder.split('/');
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

function isBelow(folder: string, root: string): boolean {
  return root === '' || folder === root || folder.startsWith(`${root}/`);
}
