import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ObjectStore } from './objects';

interface TreeEntry {
  readonly name: string;
  readonly id: string;
  readonly isFolder: boolean;
  readonly isFile: boolean;
}

/** A repository to read from: what its commits hold. */
export class Repository {
  /** The top of the working tree. */
  readonly root: string;
  readonly #folder: string;
  /** What worktrees share. */
  readonly #common: string;
  readonly #objects: ObjectStore;

  private constructor(root: string, folder: string) {
    this.root = root;
    this.#folder = folder;
    const common = join(folder, 'commondir');
    this.#common = existsSync(common) ? resolve(folder, readFileSync(common, 'utf8').trim()) : folder;
    this.#objects = new ObjectStore(join(this.#common, 'objects'));
  }

  /** The repository that a folder is in; one without a working tree is its own folder. */
  static around(path: string): Repository | undefined {
    for (let root = resolve(path); ; root = dirname(root)) {
      const git = join(root, '.git');
      if (existsSync(git)) return new Repository(root, gitFolder(root, git));
      if (['HEAD', 'objects', 'refs'].every((name) => existsSync(join(root, name)))) return new Repository(root, root);
      if (dirname(root) === root) return undefined;
    }
  }

  /** Why its commits cannot be read here, where they cannot. */
  get obstacle(): string | undefined {
    const config = join(this.#common, 'config');
    const text = existsSync(config) ? readFileSync(config, 'utf8') : '';
    if (/^[ \t]{0,20}objectformat[ \t]{0,20}=[ \t]{0,20}sha256/im.test(text)) return 'its objects are named by SHA-256';
    return /^[ \t]{0,20}refstorage[ \t]{0,20}=[ \t]{0,20}reftable/im.test(text)
      ? 'its branches are kept in a reftable'
      : undefined;
  }

  /** The commit that a name stands for: HEAD, a branch, a tag, a remote's branch, or an id, cut or not; `~2` and `^` go back. */
  commitOf(name: string): string | undefined {
    const [, base = '', back = ''] = /^([^~^]*)((?:~\d*|\^)*)$/.exec(name) ?? [];
    const full = /^[0-9a-f]{40}$/.test(base) && this.#objects.has(base) ? base : this.#resolve(base);
    const id = full ?? (/^[0-9a-f]{7,39}$/.test(base) ? this.#objects.complete(base) : undefined);
    let commit = id === undefined ? undefined : this.#peeled(id);
    for (const [, count = ''] of back.matchAll(/[~^](\d*)/g))
      for (let left = count === '' ? 1 : Number(count); left > 0 && commit !== undefined; left--)
        commit = this.#commit(commit)?.parents[0];
    return commit;
  }

  #resolve(name: string): string | undefined {
    const places = [name, `refs/${name}`, `refs/tags/${name}`, `refs/heads/${name}`, `refs/remotes/${name}`];
    for (const place of [...places, `refs/remotes/${name}/HEAD`]) {
      const found = this.#ref(place);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #ref(name: string, depth = 0): string | undefined {
    if (depth > 5 || name.includes('..')) return undefined;
    for (const folder of [this.#folder, this.#common]) {
      const path = join(folder, name);
      if (!existsSync(path) || !statSync(path).isFile()) continue;
      const text = readFileSync(path, 'utf8').trim();
      if (text.startsWith('ref: ')) return this.#ref(text.slice(5), depth + 1);
      if (/^[0-9a-f]{40}$/.test(text)) return text;
    }
    return this.#packedRefs.get(name);
  }

  get #packedRefs(): ReadonlyMap<string, string> {
    const path = join(this.#common, 'packed-refs');
    if (!existsSync(path)) return new Map();
    const lines = readFileSync(path, 'utf8').split('\n');
    return new Map(lines.filter((line) => /^[0-9a-f]{40} /.test(line)).map((line) => [line.slice(41), line.slice(0, 40)]));
  }

  /** Annotated tags name a commit. */
  #peeled(id: string): string {
    const { type, data } = this.#objects.read(id);
    if (type !== 'tag') return id;
    return this.#peeled(/^object ([0-9a-f]{40})/.exec(data.toString('latin1'))?.[1] ?? '');
  }

  /** The best commit that both have in their past: the newest first, as Git itself looks for it. */
  mergeBase(a: string, b: string): string | undefined {
    const queue: Commit[] = [];
    const marks = new Map<string, number>();
    // A clone that is shallow, or not whole, ends somewhere.
    const add = (id: string, mark: number): void => {
      const known = marks.get(id) ?? 0;
      if ((known | mark) === known) return;
      marks.set(id, known | mark);
      const commit = this.#commit(id);
      if (commit !== undefined) queue.splice(placeFor(commit, queue), 0, commit);
    };
    add(a, OURS);
    add(b, THEIRS);
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      const mark = marks.get(next.id) ?? 0;
      if (mark === (OURS | THEIRS)) return next.id;
      for (const parent of next.parents) add(parent, mark);
    }
    return undefined;
  }

  #commit(id: string): Commit | undefined {
    if (!this.#objects.has(id)) return undefined;
    const [head = ''] = this.#objects.read(id).data.toString('utf8').split('\n\n', 1);
    return {
      id,
      date: Number(/^committer .* (\d+) [-+]\d{4}$/m.exec(head)?.[1] ?? 0),
      parents: [...head.matchAll(/^parent ([0-9a-f]{40})$/gm)].map((match) => match[1] ?? ''),
    };
  }

  /** The ids of the files below a folder of a commit that are asked for, by their path from the root. */
  filesOf(commit: string, below: string, wanted: (path: string) => boolean): Map<string, string> {
    const tree = /^tree ([0-9a-f]{40})/.exec(this.#objects.read(commit).data.toString('latin1'))?.[1] ?? '';
    const found = new Map<string, string>();
    this.#walk(tree, '', { below, wanted, found });
    return found;
  }

  /** Undefined: a partial clone has left it out. */
  textOf(id: string): string | undefined {
    return this.#objects.find(id)?.data.toString('utf8');
  }

  has(id: string): boolean {
    return this.#objects.has(id);
  }

  #walk(tree: string, at: string, walk: Walk): void {
    for (const { name, id, isFolder, isFile } of entriesOf(this.#objects.read(tree).data)) {
      const path = `${at}${name}`;
      if (isFolder && (`${path}/`.startsWith(walk.below) || walk.below.startsWith(`${path}/`))) this.#walk(id, `${path}/`, walk);
      else if (isFile && path.startsWith(walk.below) && walk.wanted(path)) walk.found.set(path, id);
    }
  }
}

/** Among others in the order of their dates, the newest at the end. */
function placeFor({ date }: Commit, queue: readonly Commit[]): number {
  let [low, high] = [0, queue.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((queue[middle]?.date ?? 0) < date) low = middle + 1;
    else high = middle;
  }
  return low;
}

interface Commit {
  readonly id: string;
  readonly date: number;
  readonly parents: readonly string[];
}

/** Whose past a commit is in. */
const OURS = 1;
const THEIRS = 2;

interface Walk {
  /** With a slash at its end, or empty. */
  readonly below: string;
  readonly wanted: (path: string) => boolean;
  readonly found: Map<string, string>;
}

/** How Git calls a file of this content. */
export function blobId(content: Buffer): string {
  return createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex');
}

/** In worktrees and submodules `.git` is a file that names the folder. */
function gitFolder(root: string, git: string): string {
  if (statSync(git).isDirectory()) return git;
  const [, folder = ''] = /^gitdir: (.*)$/m.exec(readFileSync(git, 'utf8')) ?? [];
  return resolve(root, folder.trim());
}

function* entriesOf(tree: Buffer): Generator<TreeEntry, void> {
  for (let at = 0; at < tree.length;) {
    const space = tree.indexOf(0x20, at);
    const end = tree.indexOf(0, space);
    const mode = tree.toString('latin1', at, space);
    const name = tree.toString('utf8', space + 1, end);
    const id = tree.toString('hex', end + 1, end + 21);
    yield { name, id, isFolder: mode === '40000', isFile: mode.startsWith('100') };
    at = end + 21;
  }
}
