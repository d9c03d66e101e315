/** Files come from the test server by HTTP; what is written stays in memory, so that a test run leaves no traces. */
const vscode = require('vscode');

const SCHEME = 'rollout-lens-workspace';

class HttpWorkspace {
  constructor(base) {
    this.base = base;
    this.written = new Map();
    this.folders = new Set();
    this.changes = new vscode.EventEmitter();
    this.onDidChangeFile = this.changes.event;
  }

  watch() {
    return new vscode.Disposable(() => undefined);
  }

  async fetch(uri) {
    const response = await fetch(`${this.base}/workspace${uri.path}`);
    if (!response.ok) throw vscode.FileSystemError.FileNotFound(uri);
    return response;
  }

  async stat(uri) {
    const written = this.written.get(uri.path);
    if (written !== undefined)
      return { type: vscode.FileType.File, ctime: 0, mtime: written.version, size: written.bytes.length };
    if (this.folders.has(uri.path)) return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    const response = await this.fetch(uri);
    const isFolder = response.headers.get('x-folder') === 'true';
    const size = (await response.arrayBuffer()).byteLength;
    return { type: isFolder ? vscode.FileType.Directory : vscode.FileType.File, ctime: 0, mtime: 0, size };
  }

  async readDirectory(uri) {
    const listed = this.folders.has(uri.path) ? [] : await (await this.fetch(uri)).json();
    const prefix = uri.path.endsWith('/') ? uri.path : `${uri.path}/`;
    const known = new Map(listed);
    const below = [...this.folders, ...this.written.keys()].filter((path) => path.startsWith(prefix));
    for (const path of below) {
      const [name, ...rest] = path.slice(prefix.length).split('/');
      const isFolder = rest.length > 0 || this.folders.has(path);
      if (!known.has(name)) known.set(name, isFolder ? vscode.FileType.Directory : vscode.FileType.File);
    }
    return [...known];
  }

  async readFile(uri) {
    return this.written.get(uri.path)?.bytes ?? new Uint8Array(await (await this.fetch(uri)).arrayBuffer());
  }

  writeFile(uri, bytes) {
    const known = this.written.get(uri.path);
    this.written.set(uri.path, { bytes, version: (known?.version ?? 0) + 1 });
    const type = known === undefined ? vscode.FileChangeType.Created : vscode.FileChangeType.Changed;
    this.changes.fire([{ type, uri }]);
  }

  delete(uri) {
    if (!this.written.delete(uri.path)) throw vscode.FileSystemError.NoPermissions(uri);
    this.changes.fire([{ type: vscode.FileChangeType.Deleted, uri }]);
  }

  createDirectory(uri) {
    this.folders.add(uri.path);
  }

  rename(uri, target) {
    const known = this.written.get(uri.path);
    if (known === undefined) throw vscode.FileSystemError.NoPermissions(uri);
    this.writeFile(target, known.bytes);
    this.delete(uri);
  }
}

exports.activate = (context) => {
  const { scheme, authority } = context.extensionUri;
  const workspace = new HttpWorkspace(`${scheme}://${authority}`);
  context.subscriptions.push(vscode.workspace.registerFileSystemProvider(SCHEME, workspace, { isCaseSensitive: true }));
};
