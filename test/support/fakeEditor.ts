import { mock } from 'node:test';
import Module, { createRequire } from 'node:module';

/** As much of an address as those who read a workspace look at. */
class FakeUri {
  readonly scheme: string;
  readonly path: string;

  constructor(scheme: string, path: string) {
    this.scheme = scheme;
    this.path = path;
  }

  static parse(text: string): FakeUri {
    const [scheme = '', path = ''] = text.split(/:(.*)/);
    return new FakeUri(scheme, path);
  }

  static joinPath(uri: FakeUri, name: string): FakeUri {
    return new FakeUri(uri.scheme, `${uri.path}/${name}`);
  }

  toString(): string {
    return `${this.scheme}:${this.path}`;
  }
}

class FakeFileSystemError extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

const FILE = 1;
const FOLDER = 2;
type Listener = (argument: unknown) => void;

/** A workspace `flaky:/workspace` of files that may be refused, and the clock of whoever reads it. */
export class FakeEditor {
  readonly files = new Map<string, string>();
  /** Decides of each request by its path. */
  isRefused: (path: string) => boolean = () => false;
  requests = 0;
  scheme = 'flaky';
  readonly #changed: Listener[] = [];
  readonly #settings: Listener[] = [];

  /** Loads a module of the product, which takes this editor for the real one. */
  load(path: string): unknown {
    const loader = Module as unknown as { _load: (this: unknown, id: string, ...rest: unknown[]) => unknown };
    const original = loader._load;
    const api = this.#api();
    loader._load = function (id, ...rest) {
      return id === 'vscode' ? api : original.call(this, id, ...rest);
    };
    const require = createRequire(__filename);
    try {
      for (const key of Object.keys(require.cache))
        if (/[\\/]src[\\/]editor[\\/]/.test(key)) Reflect.deleteProperty(require.cache, key);
      return require(`../../src/${path}`);
    } finally {
      loader._load = original;
    }
  }

  /** Lets time pass, and everybody do what is then due; timers are to be mocked. */
  async pass(ms: number): Promise<void> {
    const step = 500;
    for (let at = 0; at <= ms; at += step) {
      for (let turn = 0; turn < 20; turn++) {
        await new Promise((resolve) => setImmediate(resolve));
        mock.timers.tick(0);
      }
      mock.timers.tick(step);
    }
  }

  changeFile(path: string): void {
    for (const listener of this.#changed) listener(new FakeUri(this.scheme, path));
  }

  changeExcludes(): void {
    for (const listener of this.#settings) listener({ affectsConfiguration: () => true });
  }

  #answer<T>(uri: FakeUri, answer: () => T): Promise<T> {
    this.requests += 1;
    if (this.isRefused(uri.path)) return Promise.reject(new FakeFileSystemError('Unavailable'));
    try {
      return Promise.resolve(answer());
    } catch (error) {
      return Promise.reject(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #textOf(uri: FakeUri): string {
    const text = this.files.get(uri.path);
    if (text === undefined) throw new FakeFileSystemError('FileNotFound');
    return text;
  }

  #entriesOf(uri: FakeUri): [string, number][] {
    const below = [...this.files.keys()].filter((path) => path.startsWith(`${uri.path}/`));
    if (below.length === 0) throw new FakeFileSystemError('FileNotFound');
    const names = new Set(below.map((path) => path.slice(uri.path.length + 1).split('/')[0] ?? ''));
    return [...names].map((name) => [name, this.files.has(`${uri.path}/${name}`) ? FILE : FOLDER]);
  }

  #api(): unknown {
    const never = (): { dispose: () => void } => ({ dispose: () => undefined });
    const heard =
      (listeners: Listener[]) =>
      (listener: Listener): { dispose: () => void } => {
        listeners.push(listener);
        return never();
      };
    const watcher = (pattern: string): unknown => ({
      onDidCreate: never,
      onDidChange: pattern === '**/*' ? never : heard(this.#changed),
      onDidDelete: never,
      dispose: () => undefined,
    });
    const root = (): FakeUri => new FakeUri(this.scheme, '/workspace');
    return {
      Uri: FakeUri,
      FileSystemError: FakeFileSystemError,
      FileType: { File: FILE, Directory: FOLDER },
      RelativePattern: class {
        readonly base: FakeUri;
        readonly pattern: string;
        constructor(base: FakeUri, pattern: string) {
          this.base = base;
          this.pattern = pattern;
        }
      },
      ProgressLocation: { Notification: 15 },
      window: { withProgress: () => Promise.resolve() },
      Range: Array,
      workspace: {
        workspaceFolders: [
          {
            get uri() {
              return root();
            },
          },
        ],
        textDocuments: [],
        getWorkspaceFolder: (uri: FakeUri) => (`${uri.path}/`.startsWith('/workspace/') ? { uri: root() } : undefined),
        getConfiguration: () => ({ get: () => ({}) }),
        createFileSystemWatcher: watcher,
        onDidCloseTextDocument: never,
        onDidChangeWorkspaceFolders: never,
        onDidChangeConfiguration: heard(this.#settings),
        findFiles: ({ base, pattern }: { base: FakeUri; pattern: string }) =>
          this.#answer(base, () =>
            [...this.files.keys()]
              .filter((path) => path.endsWith('.json') === pattern.endsWith('.json'))
              .map((path) => new FakeUri(base.scheme, path)),
          ),
        fs: {
          stat: (uri: FakeUri) => this.#answer(uri, () => ({ size: this.#textOf(uri).length })),
          readFile: (uri: FakeUri) => this.#answer(uri, () => new TextEncoder().encode(this.#textOf(uri))),
          readDirectory: (uri: FakeUri) => this.#answer(uri, () => this.#entriesOf(uri)),
        },
      },
    };
  }
}
