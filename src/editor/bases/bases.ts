import * as vscode from 'vscode';
import { COMMANDS } from '../../features/commands';
import type { Analyses } from '../analyses';
import { Debouncer } from '../debouncer';
import { Disposables } from '../disposables';
import type { Guard } from '../guard';
import { isManifestDocument, isOwnDocument, SELECTOR } from '../languages';
import { chooseBase, choiceText, DEFAULT_CHOICE, readChoice, stateOf, type BaseChoice, type BaseState } from './baseChoice';
import { nameBefore, Repositories, showFile, type Repository } from './git';
import { leftSideOf, openTextOf } from './otherTexts';
import type { Version } from './version';

const KEPT = 'rolloutLens.base';
const SETTLE_MS = 150;

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
  readonly #status = this.#disposables.add(vscode.languages.createLanguageStatusItem('rolloutLens.base', SELECTOR));
  readonly #listened = new Set<Repository>();
  /** Which state of a repository was compared with last. */
  readonly #refs = new Map<Repository, string | undefined>();
  /** Files that the state does not have: they may turn out to be renamed. */
  readonly #absent = new Set<string>();
  /** The newest question about each document: an older answer that comes late is none. */
  readonly #asked = new WeakMap<vscode.TextDocument, number>();
  readonly #texts = new WeakMap<vscode.TextDocument, string>();
  #count = 0;
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
    const add = <T extends vscode.Disposable>(item: T): T => this.#disposables.add(item);
    const all = (): void => {
      this.#compareAllSoon();
    };
    this.repositories = add(new Repositories());
    add(this.repositories.onDidChange(all));
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
    const choice = given === undefined ? await chooseBase(repository) : readChoice(given);
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
    await this.#guard.runAsync('Comparing with what runs', async () => {
      const { version, repository, why } = await this.#baseOf(document);
      if (document.isClosed || this.#asked.get(document) !== question) return;
      if (repository !== undefined) this.#listen(repository);
      this.#texts.set(document, version === undefined ? (why ?? nothingText(this.#choice)) : `Compared with ${version.name}`);
      this.#tell(vscode.window.activeTextEditor?.document);
      this.#analyses.setBase(document, version);
    });
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
    if (repository === undefined) return { version: undefined };
    const state = await this.stateIn(repository);
    this.#refs.set(repository, state?.ref);
    if (state === undefined) return { version: undefined, repository };
    return { version: await this.#versionIn(repository, state, document.uri), repository };
  }

  async #fileVersion(uri: vscode.Uri, own: vscode.Uri): Promise<Found> {
    if (uri.toString() === own.toString()) return { version: undefined };
    const name = uri.path.split('/').at(-1) ?? 'the file';
    const text = await openTextOf(uri);
    return text === undefined
      ? { version: undefined, why: `Compared with nothing: ${name} cannot be read` }
      : { version: { text, name } };
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
    if (this.#listened.has(repository)) return;
    this.#listened.add(repository);
    this.#disposables.add(
      repository.state.onDidChange(() => {
        this.#debouncer.request(repository.rootUri.toString(), () => {
          void this.#guard.runAsync('Comparing', () => this.#follow(repository));
        });
      }),
    );
  }

  async #follow(repository: Repository): Promise<void> {
    const state = await this.stateIn(repository);
    const isOther = state?.ref !== this.#refs.get(repository) || state?.ref === '' || this.#absent.size > 0;
    if (isOther) await this.#compareAll();
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
