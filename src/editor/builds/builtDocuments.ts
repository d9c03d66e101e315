import * as vscode from 'vscode';
import { COMMANDS } from '../../features/commands';
import type { BuildPlan } from '../../render/builtManifest';
import { Disposables } from '../disposables';
import type { Guard } from '../guard';
import { BUILT_SCHEME } from './buildFiles';
import type { Builds } from './builds';

/** Marks the document of what was built before. */
const OLDER = 'before';

interface Side extends vscode.QuickPickItem {
  readonly name: string;
  readonly uri: vscode.Uri;
}

/** “Show Built Manifest”: what is applied, as a document that follows the typing. */
export class BuiltDocuments implements vscode.Disposable {
  readonly #builds: Builds;
  readonly #disposables = new Disposables();
  readonly #changed = this.#disposables.add(new vscode.EventEmitter<vscode.Uri>());

  constructor(builds: Builds, guard: Guard) {
    this.#builds = builds;
    this.#disposables.add(
      vscode.workspace.registerTextDocumentContentProvider(BUILT_SCHEME, {
        onDidChange: this.#changed.event,
        provideTextDocumentContent: (uri) => this.#textOf(uri),
      }),
    );
    this.#disposables.add(
      builds.onDidChange(() => {
        for (const { uri } of vscode.workspace.textDocuments) if (uri.scheme === BUILT_SCHEME) this.#changed.fire(uri);
      }),
    );
    const register = (command: string, what: string, run: (given: unknown) => Promise<void>): void => {
      this.#disposables.add(
        vscode.commands.registerCommand(command, (given?: unknown) => guard.runAsync(what, () => run(given))),
      );
    };
    register(COMMANDS.showBuilt, 'Showing what is built', (given) => this.#show(given));
    register(COMMANDS.compareBuilt, 'Comparing what is built', () => this.#compare());
  }

  #textOf(uri: vscode.Uri): string {
    const analysis = this.#builds.analysisOf(uri.query);
    if (uri.fragment === OLDER) return analysis?.older?.text ?? '# What it was built as is not known.\n';
    const built = analysis?.built;
    if (built === undefined) return '# It is not built: open a file of its overlay or chart.\n';
    const problems = built.problems
      .filter(({ id }) => id === 'not-built')
      .map(({ message }) => `# ${message.replace(/\s+/g, ' ')}\n`);
    return problems.length === 0 ? built.text : `# Left out:\n${problems.join('')}${built.text}`;
  }

  /** From a lens with the build, else that in force for the active editor. */
  async #show(given: unknown): Promise<void> {
    const id = typeof given === 'string' ? given : undefined;
    const [inForce] = this.#plans();
    const name = id === undefined ? inForce?.name : this.#builds.analysisOf(id)?.plan.name;
    const chosen = id ?? inForce?.id;
    if (chosen === undefined || name === undefined) return;
    const options = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true, preview: true };
    await vscode.window.showTextDocument(documentOf(chosen, name), options);
  }

  /** Two overlays of a file, side by side, or what one was built as before with what it is built as now. */
  async #compare(): Promise<void> {
    const [inForce, ...others] = this.#plans();
    if (inForce === undefined) return;
    const now = documentOf(inForce.id, inForce.name);
    const sides = others.map(({ id, name }): Side => ({ label: `$(layers) ${name}`, name, uri: documentOf(id, name) }));
    const { surroundings } = this.#builds.analysisOf(inForce.id)?.analysis ?? {};
    const before = surroundings?.base?.name;
    if (before !== undefined)
      sides.unshift({ label: `$(git-commit) ${before}`, name: before, uri: now.with({ fragment: OLDER }) });
    if (sides.length === 0) {
      void vscode.window.showInformationMessage(
        `This file is built in ${inForce.name} only, and no version before is known: there is nothing to compare it with.`,
      );
      return;
    }
    const title = `Compare ${inForce.name} with…`;
    const other = sides.length === 1 ? sides[0] : await vscode.window.showQuickPick(sides, { title });
    if (other === undefined) return;
    await vscode.commands.executeCommand('vscode.diff', other.uri, now, `${other.name} ↔ ${inForce.name} (built)`);
  }

  #plans(): readonly BuildPlan[] {
    const uri = vscode.window.activeTextEditor?.document.uri;
    const plans = uri === undefined ? [] : this.#builds.plansFor(uri);
    if (plans.length === 0)
      void vscode.window.showInformationMessage(
        'Nothing is built from this file: open a kustomization, a file that one names as a resource or a patch, or a file of a chart.',
      );
    return plans;
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}

/** `prod (built).yaml`, `values (built).yaml` */
function documentOf(id: string, name: string): vscode.Uri {
  const path = `/${name.replaceAll('/', ' ').replace(/\.ya?ml$/, '')} (built).yaml`;
  return vscode.Uri.from({ scheme: BUILT_SCHEME, path, query: id });
}
