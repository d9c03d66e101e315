import * as vscode from 'vscode';
import { equal, ok } from '../../support/assert';
import { ourExtension, until } from '../../support/editor';
import { deployment, hoverAt, lensesOf, setText, untilProblem } from '../../support/manifests';

/** Every request goes through the window and back: that takes its time on a busy machine. A minute and a half for one state. */
const PATIENCE = 3600;
const TIMEOUT_MS = 200_000;
const FOLDERS = 10;
const FILES_EACH = 20;

const REFUSED = '/workspace/group-9';

/** Files that exist in memory only; every second request fails, as drawn from a seed, and each for one of the folders. */
class FlakyFiles implements vscode.FileSystemProvider {
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;
  readonly texts = new Map<string, string>();
  readonly failed = new Set<string>();
  isFlaky = true;
  #state = 12345;

  #mayFail(uri: vscode.Uri): void {
    this.#state = (Math.imul(this.#state, 1103515245) + 12345) & 0x7fffffff;
    if (!this.isFlaky || (uri.path !== REFUSED && this.#state % 65536 < 32768)) return;
    this.failed.add(uri.toString());
    throw vscode.FileSystemError.Unavailable(uri);
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    const text = this.texts.get(uri.path);
    if (text !== undefined) {
      this.#mayFail(uri);
      return { type: vscode.FileType.File, ctime: 0, mtime: 0, size: text.length };
    }
    if (![...this.texts.keys()].some((path) => path.startsWith(`${uri.path}/`))) throw vscode.FileSystemError.FileNotFound(uri);
    return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
  }

  readDirectory(uri: vscode.Uri): [string, vscode.FileType][] {
    this.#mayFail(uri);
    const below = [...this.texts.keys()].flatMap((path) =>
      path.startsWith(`${uri.path}/`) ? [path.slice(uri.path.length + 1)] : [],
    );
    const names = new Set(below.map((path) => path.split('/')[0] ?? ''));
    return [...names].map((name) => [name, below.includes(name) ? vscode.FileType.File : vscode.FileType.Directory]);
  }

  readFile(uri: vscode.Uri): Uint8Array {
    this.#mayFail(uri);
    return new TextEncoder().encode(this.texts.get(uri.path) ?? '');
  }

  change(): void {
    const type = vscode.FileChangeType.Changed;
    this.#changed.fire([...this.texts.keys()].map((path) => ({ type, uri: vscode.Uri.from({ scheme: 'flaky', path }) })));
  }

  writeFile(): void {}
  createDirectory(): void {}
  delete(): void {}
  rename(): void {}
}

describe('in a virtual workspace whose file system fails half of the time', () => {
  const files = new FlakyFiles();
  const unhandled: unknown[] = [];

  before(() => {
    for (let folder = 0; folder < FOLDERS; folder++)
      for (let file = 0; file < FILES_EACH; file++)
        files.texts.set(`/workspace/group-${folder}/app-${file}.yaml`, deployment(`app-${folder}-${file}`));
    vscode.workspace.registerFileSystemProvider('flaky', files, { isReadonly: true });
    const host = (globalThis as { process?: { on(event: string, listener: (reason: unknown) => void): void } }).process;
    host?.on('unhandledRejection', (reason) => {
      if (reason instanceof Error && reason.stack?.includes('rollout-lens') === true) unhandled.push(reason);
    });
  });

  it('what is open is understood, and what could not be read is counted', async function () {
    this.timeout(TIMEOUT_MS);
    equal(vscode.workspace.workspaceFolders?.[0]?.uri.toString(), 'flaky:/workspace', 'the window has no such folder');
    const document = await vscode.workspace.openTextDocument({ language: 'yaml', content: deployment('open', ['paused: true']) });
    await until('the extension is active', () => ourExtension().isActive);
    await untilProblem(document, 'paused');
    ok((await lensesOf(document)).length > 0, 'no lens');
    const { coverage } = ourExtension().exports;
    // However often the workspace folder itself is refused.
    await until('files are read, and others are known not to be', () => coverage().read > 0 && coverage().unread > 0, PATIENCE);
    ok(files.failed.size > 0, 'nothing failed');
    for (let edit = 0; edit < 50; edit++) await setText(document, deployment('open', [`replicas: ${edit}`, 'paused: true']));
    ok(/never more than/.test(await hoverAt(document, 'kind: Deployment')), 'no hover');
    ok(coverage().unread > 0, 'a folder is refused, and nobody says so');
  });

  it('everything is read once the file system works again', async function () {
    this.timeout(TIMEOUT_MS);
    const { coverage } = ourExtension().exports;
    files.isFlaky = false;
    files.change();
    await until('all is read', () => coverage().read >= FOLDERS * FILES_EACH && coverage().unread === 0, PATIENCE);
    ok(unhandled.length === 0, unhandled.map(String).join('\n'));
  });
});
