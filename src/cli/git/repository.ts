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

  /** The repository that a folder is in. */
  static around(path: string): Repository | undefined {
    for (let root = resolve(path); ; root = dirname(root)) {
      const git = join(root, '.git');
      if (existsSync(git)) return new Repository(root, gitFolder(root, git));
      if (dirname(root) === root) return undefined;
    }
  }

  /** The commit that a name stands for: HEAD, a branch, a tag, a remote's branch, or an id. */
  commitOf(name: string): string | undefined {
    const id = /^[0-9a-f]{40}$/.test(name) ? name : this.#resolve(name);
    return id === undefined ? undefined : this.#peeled(id);
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

  /** The newest commit that both have in their past: breadth first, which is right for all but crossed merges. */
  mergeBase(a: string, b: string): string | undefined {
    const past = new Set<string>();
    for (const commit of this.#history(a)) past.add(commit);
    for (const commit of this.#history(b)) if (past.has(commit)) return commit;
    return undefined;
  }

  *#history(from: string): Generator<string, void> {
    const queue = [from];
    const seen = new Set(queue);
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      yield next;
      for (const parent of this.#parents(next)) {
        if (seen.has(parent)) continue;
        seen.add(parent);
        queue.push(parent);
      }
    }
  }

  #parents(id: string): string[] {
    try {
      const [head = ''] = this.#objects.read(id).data.toString('utf8').split('\n\n');
      return [...head.matchAll(/^parent ([0-9a-f]{40})$/gm)].map((match) => match[1] ?? '');
    } catch {
      // A shallow clone ends somewhere.
      return [];
    }
  }

  /** The files below a folder of a commit that are asked for, by their path from the root. */
  files(commit: string, below: string, wanted: (path: string) => boolean): Map<string, string> {
    const tree = /^tree ([0-9a-f]{40})/.exec(this.#objects.read(commit).data.toString('latin1'))?.[1] ?? '';
    const found = new Map<string, string>();
    this.#walk(tree, '', { below, wanted, found });
    return found;
  }

  #walk(tree: string, at: string, walk: Walk): void {
    for (const { name, id, isFolder, isFile } of entriesOf(this.#objects.read(tree).data)) {
      const path = `${at}${name}`;
      if (isFolder && (`${path}/`.startsWith(walk.below) || walk.below.startsWith(`${path}/`))) this.#walk(id, `${path}/`, walk);
      else if (isFile && path.startsWith(walk.below) && walk.wanted(path))
        walk.found.set(path, this.#objects.read(id).data.toString('utf8'));
    }
  }
}

interface Walk {
  /** With a slash at its end, or empty. */
  readonly below: string;
  readonly wanted: (path: string) => boolean;
  readonly found: Map<string, string>;
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
