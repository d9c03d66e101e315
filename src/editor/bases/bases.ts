import * as vscode from 'vscode';
import { COMMANDS } from '../../features/commands';
import type { Analyses } from '../analyses';
import { Debouncer } from '../debouncer';
import { Disposables } from '../disposables';
import type { Guard } from '../guard';
import { isManifestDocument, isOwnDocument, SELECTOR } from '../languages';
import { chooseBase, choiceText, DEFAULT_CHOICE, readChoice, stateOf, type BaseChoice, type BaseState } from './baseChoice';
import type { Version } from './version';
import { nameBefore, repositoryOf, showFile, type Repository } from './git';

const KEPT = 'rolloutLens.base';
const SETTLE_MS = 150;

/**
 * What the open manifests are compared with: the last commit unless somebody chose otherwise, in a diff editor its left side.
 * Without Git, or outside a repository, nothing is compared, and the status says so.
 */
export class Bases implements vscode.Disposable {
  readonly #analyses: Analyses;
  readonly #memory: vscode.Memento;
  readonly #guard: Guard;
  readonly #disposables = new Disposables();
  readonly #debouncer = this.#disposables.add(new Debouncer(SETTLE_MS));
  readonly #status = this.#disposables.add(vscode.languages.createLanguageStatusItem('rolloutLens.base', SELECTOR));
  /** The commit that was last looked at in each repository that is listened to. */
  readonly #heads = new Map<Repository, string | undefined>();
  #choice: BaseChoice;

  constructor(analyses: Analyses, memory: vscode.Memento, guard: Guard) {
    this.#analyses = analyses;
    this.#memory = memory;
    this.#guard = guard;
    this.#choice = readChoice(memory.get(KEPT));
    this.#status.name = 'Rollout Lens: Compared With';
    this.#status.command = { title: 'Change', command: COMMANDS.chooseBase };
    this.#status.detail = 'Rollout Lens';
    this.#status.text = choiceText(this.#choice);
    this.#disposables.add(
      vscode.workspace.onDidOpenTextDocument((document) => {
        this.#compare(document);
      }),
    );
    this.#disposables.add(
      vscode.window.tabGroups.onDidChangeTabs(() => {
        this.#compareAllSoon();
      }),
    );
    this.#disposables.add(
      vscode.commands.registerCommand(COMMANDS.chooseBase, (given?: unknown) =>
        guard.runAsync('Choosing what to compare with', () => this.#choose(given)),
      ),
    );
    this.#compareAllSoon();
  }

  /** From a keybinding or another extension, unasked: `{ kind: 'ref', ref: 'v1.2' }`. */
  async #choose(given: unknown): Promise<void> {
    const uri = vscode.window.activeTextEditor?.document.uri ?? vscode.workspace.workspaceFolders?.[0]?.uri;
    const choice = given === undefined ? await chooseBase(uri) : readChoice(given);
    if (choice === undefined) return;
    this.#choice = choice;
    await this.#memory.update(KEPT, choice);
    await this.#compareAll();
  }

  /** The state of a repository that is compared with; what is no state of it gives way to the last commit. */
  stateIn(repository: Repository): Promise<BaseState | undefined> {
    const isState = this.#choice.kind !== 'file' && this.#choice.kind !== 'none';
    return stateOf(isState ? this.#choice : DEFAULT_CHOICE, repository);
  }

  #compareAllSoon(): void {
    this.#debouncer.request('all', () => {
      void this.#guard.runAsync('Comparing', () => this.#compareAll());
    });
  }

  async #compareAll(): Promise<void> {
    await Promise.all(vscode.workspace.textDocuments.map((document) => this.#compareNow(document)));
  }

  #compare(document: vscode.TextDocument): void {
    void this.#guard.runAsync('Comparing with what runs', () => this.#compareNow(document));
  }

  async #compareNow(document: vscode.TextDocument): Promise<void> {
    if (!isManifestDocument(document)) return;
    const found = await this.#baseOf(document);
    if (document.isClosed) return;
    if (document === vscode.window.activeTextEditor?.document)
      this.#status.text = found === undefined ? nothingText(this.#choice) : `Compared with ${found.name}`;
    this.#analyses.setBase(document, found);
  }

  async #baseOf(document: vscode.TextDocument): Promise<Version | undefined> {
    const left = leftSideOf(document.uri);
    if (left !== undefined) return { text: (await vscode.workspace.openTextDocument(left)).getText(), name: 'the left side' };
    if (this.#choice.kind === 'none' || !isOwnDocument(document)) return undefined;
    if (this.#choice.kind === 'file') return fileVersion(vscode.Uri.parse(this.#choice.uri), document.uri);
    const repository = await repositoryOf(document.uri);
    if (repository === undefined) return undefined;
    this.#listen(repository);
    const state = await stateOf(this.#choice, repository);
    if (state === undefined) return undefined;
    const { ref, name } = state;
    const text = await showFile(repository, ref, document.uri.fsPath);
    if (text !== undefined) return { text, name };
    const before = await nameBefore(repository, ref, document.uri);
    // A file that was not there before holds what is new.
    return { text: (before === undefined ? undefined : await showFile(repository, ref, before)) ?? '', name };
  }

  /** After a commit, a pull, a change of branch or staging there is another version to compare with. */
  #listen(repository: Repository): void {
    if (this.#heads.has(repository)) return;
    this.#heads.set(repository, repository.state.HEAD?.commit);
    this.#disposables.add(
      repository.state.onDidChange(() => {
        const head = repository.state.HEAD?.commit;
        if (head === this.#heads.get(repository) && this.#choice.kind !== 'index') return;
        this.#heads.set(repository, head);
        this.#compareAllSoon();
      }),
    );
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}

function nothingText({ kind }: BaseChoice): string {
  return kind === 'none'
    ? 'Compared with nothing: a new image is assumed'
    : 'Compared with nothing: no version of this file is known';
}

/** In a diff editor: what stands at the left of a document. */
function leftSideOf(uri: vscode.Uri): vscode.Uri | undefined {
  const { tabGroups } = vscode.window;
  for (const { activeTab } of tabGroups.all) {
    const input = activeTab?.input;
    if (input instanceof vscode.TabInputTextDiff && input.modified.toString() === uri.toString()) return input.original;
  }
  return undefined;
}

async function fileVersion(uri: vscode.Uri, own: vscode.Uri): Promise<Version | undefined> {
  if (uri.toString() === own.toString()) return undefined;
  const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  const text = open?.getText() ?? new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  return { text, name: uri.path.split('/').at(-1) ?? 'the file' };
}
