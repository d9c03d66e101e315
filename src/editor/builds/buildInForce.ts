import * as vscode from 'vscode';
import { COMMANDS } from '../../features/commands';
import { summaryOf } from '../../features/codeLens';
import { counted } from '../../model/words';
import type { BuildPlan } from '../../render/builtManifest';
import { Disposables } from '../disposables';
import type { Guard } from '../guard';
import { isOwnDocument } from '../languages';
import { uriAt } from './buildFiles';
import type { Builds } from './builds';

interface BuildItem extends vscode.QuickPickItem {
  readonly id: string;
  /** A file of values that the chart is not rendered with yet. */
  readonly offered?: boolean;
}

/** Which of several builds a file is seen in: shown in the status bar, and chosen there. */
export class BuildInForce implements vscode.Disposable {
  readonly #builds: Builds;
  readonly #disposables = new Disposables();
  readonly #item = this.#disposables.add(
    vscode.window.createStatusBarItem('rolloutLens.build', vscode.StatusBarAlignment.Right, 91),
  );

  constructor(builds: Builds, guard: Guard) {
    this.#builds = builds;
    this.#item.name = 'Rollout Lens: Overlay or Values in Force';
    this.#item.command = COMMANDS.chooseBuild;
    const show = (): void => {
      this.#show();
    };
    this.#disposables.add(builds.onDidChange(show));
    this.#disposables.add(vscode.window.onDidChangeActiveTextEditor(show));
    this.#disposables.add(
      vscode.commands.registerCommand(COMMANDS.chooseBuild, (where?: unknown, id?: unknown) =>
        guard.runAsync('Choosing an overlay', () => this.#choose(where, id)),
      ),
    );
  }

  #show(): void {
    const document = vscode.window.activeTextEditor?.document;
    const plans = document !== undefined && isOwnDocument(document) ? this.#builds.plansFor(document.uri) : [];
    const [inForce] = plans;
    if (
      inForce === undefined ||
      document === undefined ||
      (plans.length < 2 && this.#builds.offersFor(document.uri).length === 0)
    ) {
      this.#item.hide();
      return;
    }
    this.#item.text = `$(layers) ${inForce.name}`;
    this.#item.tooltip = `Rollout Lens shows this file as it is in ${inForce.name}, first of ${counted(plans.length, ...inForce.sort)}. Click to choose another one.`;
    this.#item.accessibilityInformation = {
      label: `Rollout Lens: ${inForce.sort[0]} in force is ${inForce.name}`,
      role: 'button',
    };
    this.#item.show();
  }

  /** From a lens or another extension with an address, and with the build to take. */
  async #choose(where: unknown, id: unknown): Promise<void> {
    const uri = typeof where === 'string' ? vscode.Uri.parse(where) : vscode.window.activeTextEditor?.document.uri;
    const plans = uri === undefined ? [] : this.#builds.plansFor(uri);
    if (plans.length === 0) {
      void vscode.window.showInformationMessage('No overlay and no chart of this workspace is built from this file.');
      return;
    }
    if (typeof id === 'string') {
      if (plans.some((plan) => plan.id === id)) await this.#builds.choose(id);
      return;
    }
    const picked = await this.#pick(plans, uri === undefined ? [] : this.#builds.offersFor(uri));
    if (picked?.offered === true) await this.#builds.watch(picked.id);
    else if (picked !== undefined) await this.#builds.choose(picked.id);
  }

  async #pick(plans: readonly BuildPlan[], offers: readonly string[]): Promise<BuildItem | undefined> {
    const items = plans.map((plan): BuildItem => {
      const [first, ...more] = this.#builds.analysisOf(plan.id)?.analysis.workloads ?? [];
      const numbers = first === undefined ? '' : `${first.workload.name}: ${summaryOf(first.assessment)}`;
      const rest = more.length === 0 ? '' : `, and ${counted(more.length, 'more workload')}`;
      const home = uriAt(plan.home);
      return {
        id: plan.id,
        label: `$(layers) ${plan.name}`,
        description: home === undefined ? plan.home : vscode.workspace.asRelativePath(home),
        detail: [`${numbers}${rest}`, plan.appliedBy].filter((part) => part !== undefined && part !== '').join(' · '),
      };
    });
    const title = 'See this file as it is in…';
    const more = offers.map((path): BuildItem => {
      const uri = uriAt(path);
      const label = `$(add) ${uri === undefined ? path : vscode.workspace.asRelativePath(uri)}`;
      return { id: path, label, description: 'render with these values, too', offered: true };
    });
    return vscode.window.showQuickPick([...items, ...more], { title, matchOnDescription: true });
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}
