import * as vscode from 'vscode';
import { COMMANDS } from '../../features/commands';
import type { Analyses } from '../analyses';
import { Debouncer } from '../debouncer';
import { Disposables } from '../disposables';
import type { Guard } from '../guard';
import { isManifestDocument, isOwnDocument, SELECTOR } from '../languages';
import { choiceText, DEFAULT_CHOICE, readChoice, stateOf, type BaseChoice, type BaseState } from './baseChoice';
import { nameBefore, Repositories, showFile, type Repository } from './git';
import { leftSideOf, openTextOf } from './otherTexts';
import type { Version } from './version';

const KEPT = 'rolloutLens.base';
const SETTLE_MS = 150;
/** Whoever has not answered by then is said not to have. */
const PATIENCE_MS = 1000;

/** What is known of a document's base: the version, or why there is none. */
interface Found {
  readonly version: Version | undefined;
  /** Where it comes from, to be asked again when that changes; undefined: from no repository. */
  readonly repository?: Repository;
  readonly why?: string;
}

/**
 * What the open manifests are compared with: the last commit unless somebody chose otherwise, in a diff editor its left side.
 * Without Git, or outside a repository, nothing is compared, and the status says so.
 */
export class Bases implements vscode.Disposable {
  readonly repositories: Repositories;
  readonly #analyses: Analyses;
  readonly #memory: vscode.Memento;
  readonly #guard: Guard;
  readonly #disposables = new Disposables();
  readonly #debouncer = this.#disposables.add(new Debouncer(SETTLE_MS));
  readonly #changed = this.#disposables.add(new vscode.EventEmitter<void>());
  readonly #status = this.#disposables.add(vscode.languages.createLanguageStatusItem('rolloutLens.base', SELECTOR));
  /** By their roots: the extension hands out another object each time. */
  readonly #listened = new Map<string, vscode.Disposable>();
  /** Which state of a repository was compared with last. */
  readonly #refs = new Map<string, string | undefined>();
  /** Files that the state does not have: they may turn out to be renamed. */
  readonly #absent = new Set<string>();
  /** The newest question about each document: an older answer that comes late is none. */
  readonly #asked = new WeakMap<vscode.TextDocument, number>();
  readonly #texts = new WeakMap<vscode.TextDocument, string>();
  #count = 0;
  #choice: BaseChoice;

  /** Another state is compared with, whatever file is open. */
  readonly onDidChange = this.#changed.event;

  constructor(analyses: Analyses, memory: vscode.Memento, guard: Guard) {
    this.#analyses = analyses;
    this.#memory = memory;
    this.#guard = guard;
    this.#choice = readChoice(memory.get(KEPT));
    this.#status.name = 'Rollout Lens: Compared With';
    this.#status.command = { title: 'Change', command: COMMANDS.chooseBase };
    this.#status.detail = 'Rollout Lens';
    this.#status.text = choiceText(this.#choice);
    const add = <T extends vscode.Disposable>(item: T): T => this.#disposables.add(item);
    const all = (): void => {
      this.#compareAllSoon();
    };
    this.repositories = add(new Repositories());
    add(
      this.repositories.onDidChange(() => {
        this.#forgetRepositories();
        this.#changed.fire();
        all();
      }),
    );
    add(
      vscode.workspace.onDidOpenTextDocument((document) => {
        void this.#compare(document);
      }),
    );
    add(vscode.window.tabGroups.onDidChangeTabs(all));
    add(
      vscode.window.onDidChangeActiveTextEditor((editor) => {
        this.#tell(editor?.document);
      }),
    );
    add(
      vscode.workspace.onDidChangeTextDocument(({ document: { uri } }) => {
        if (this.#isComparedWith(uri)) all();
      }),
    );
    add(
      vscode.commands.registerCommand(COMMANDS.chooseBase, (given?: unknown) =>
        guard.runAsync('Choosing what to compare with', () => this.#choose(given)),
      ),
    );
    all();
  }

  /** From a keybinding or another extension, unasked: `{ kind: 'ref', ref: 'v1.2' }`. */
  async #choose(given: unknown): Promise<void> {
    const uri = vscode.window.activeTextEditor?.document.uri ?? vscode.workspace.workspaceFolders?.[0]?.uri;
    const repository = uri === undefined ? undefined : this.repositories.around(uri);
    const choice = given === undefined ? await (await import('./chooseBase')).chooseBase(repository) : readChoice(given);
    if (choice === undefined) return;
    this.#choice = choice;
    await this.#memory.update(KEPT, choice);
    this.#changed.fire();
    await this.#compareAll();
  }

  /** The state of a repository that is compared with; what is no state of it gives way to the last commit. */
  stateIn(repository: Repository, ref?: string): Promise<BaseState | undefined> {
    if (ref !== undefined) return stateOf({ kind: 'ref', ref }, repository);
    const isState = this.#choice.kind !== 'file' && this.#choice.kind !== 'none';
    return stateOf(isState ? this.#choice : DEFAULT_CHOICE, repository);
  }

  /** How texts call the state that what is built from a file is compared with; undefined: it is compared with nothing. */
  async nameAt(uri: vscode.Uri): Promise<string | undefined> {
    if (this.#choice.kind === 'file' || this.#choice.kind === 'none') return undefined;
    const repository = this.repositories.around(uri);
    return repository === undefined ? undefined : (await this.stateIn(repository))?.name;
  }

  #isComparedWith(uri: vscode.Uri): boolean {
    if (this.#choice.kind === 'file' && this.#choice.uri === uri.toString()) return true;
    return vscode.window.tabGroups.all.some(
      ({ activeTab }) =>
        activeTab?.input instanceof vscode.TabInputTextDiff && activeTab.input.original.toString() === uri.toString(),
    );
  }

  #compareAllSoon(): void {
    this.#debouncer.request('all', () => {
      void this.#guard.runAsync('Comparing', () => this.#compareAll());
    });
  }

  async #compareAll(): Promise<void> {
    await Promise.all(vscode.workspace.textDocuments.map((document) => this.#compare(document)));
  }

  async #compare(document: vscode.TextDocument): Promise<void> {
    if (!isManifestDocument(document)) return;
    const question = ++this.#count;
    this.#asked.set(document, question);
    const isOver = (): boolean => document.isClosed || this.#asked.get(document) !== question;
    const waiting = setTimeout(() => {
      if (!isOver()) this.#say(document, 'Compared with nothing yet: Git has not answered');
    }, PATIENCE_MS);
    await this.#guard.runAsync('Comparing with what runs', async () => {
      const { version, repository, why } = await this.#baseOf(document);
      if (isOver()) return;
      if (repository !== undefined) this.#listen(repository);
      this.#say(document, version === undefined ? `Compared with nothing: ${why ?? NOT_ASKED}` : `Compared with ${version.name}`);
      this.#analyses.setBase(document, version);
    });
    clearTimeout(waiting);
  }

  #say(document: vscode.TextDocument, text: string): void {
    this.#texts.set(document, text);
    this.#tell(vscode.window.activeTextEditor?.document);
  }

  /** What the status says of the document that is looked at. */
  get text(): string {
    return this.#status.text;
  }

  /** The status speaks of the document that is looked at. */
  #tell(document: vscode.TextDocument | undefined): void {
    const text = document === undefined ? undefined : this.#texts.get(document);
    if (text !== undefined) this.#status.text = text;
  }

  async #baseOf(document: vscode.TextDocument): Promise<Found> {
    const left = leftSideOf(document.uri);
    const text = left === undefined ? undefined : await openTextOf(left);
    if (text !== undefined) return { version: { text, name: 'the left side' } };
    if (this.#choice.kind === 'none' || !isOwnDocument(document)) return { version: undefined };
    if (this.#choice.kind === 'file') return this.#fileVersion(vscode.Uri.parse(this.#choice.uri), document.uri);
    const repository = this.repositories.around(document.uri);
    if (repository === undefined) return { version: undefined, why: this.repositories.obstacleAt(document.uri) };
    const state = await this.stateIn(repository);
    this.#note(repository, state?.ref);
    if (state === undefined) return { version: undefined, repository, why: 'the repository has no commit yet' };
    return { version: await this.#versionIn(repository, state, document.uri), repository };
  }

  async #fileVersion(uri: vscode.Uri, own: vscode.Uri): Promise<Found> {
    if (uri.toString() === own.toString()) return { version: undefined, why: 'this is the file that others are compared with' };
    const name = uri.path.split('/').at(-1) ?? 'the file';
    const text = await openTextOf(uri);
    return text === undefined ? { version: undefined, why: `${name} cannot be read` } : { version: { text, name } };
  }

  async #versionIn(repository: Repository, { ref, name }: BaseState, uri: vscode.Uri): Promise<Version> {
    const text = await showFile(repository, ref, uri.fsPath);
    this.#absent.delete(uri.toString());
    if (text !== undefined) return { text, name };
    this.#absent.add(uri.toString());
    const before = await nameBefore(repository, ref, uri);
    // A file that was not there before holds what is new.
    return { text: (before === undefined ? undefined : await showFile(repository, ref, before)) ?? '', name };
  }

  /** After a commit, a pull, a change of branch or staging there is another version to compare with. */
  #listen(repository: Repository): void {
    const root = repository.rootUri.toString();
    if (this.#listened.has(root)) return;
    const listener = repository.state.onDidChange(() => {
      this.#debouncer.request(root, () => {
        void this.#guard.runAsync('Comparing', () => this.#follow(repository));
      });
    });
    this.#listened.set(root, listener);
  }

  /** They may have been closed, and others opened in their places. */
  #forgetRepositories(): void {
    for (const listener of this.#listened.values()) listener.dispose();
    this.#listened.clear();
  }

  async #follow(repository: Repository): Promise<void> {
    const ref = (await this.stateIn(repository))?.ref;
    const isOther = this.#note(repository, ref);
    // What is staged changes under the same name.
    if (ref === '' && !isOther) this.#changed.fire();
    if (isOther || ref === '' || this.#absent.size > 0) await this.#compareAll();
  }

  /** True, and everybody hears of it: it is another state than was compared with last. */
  #note({ rootUri }: Repository, ref: string | undefined): boolean {
    const root = rootUri.toString();
    const isOther = this.#refs.has(root) && this.#refs.get(root) !== ref;
    this.#refs.set(root, ref);
    if (isOther) this.#changed.fire();
    return isOther;
  }

  dispose(): void {
    this.#forgetRepositories();
    this.#disposables.dispose();
  }
}

/** Why there is nothing, where nobody asked for something. */
const NOT_ASKED = 'a new image is assumed';
