import * as vscode from 'vscode';
import type { Analysis } from '../features/analysis';
import { COMMANDS } from '../features/commands';
import { computeNotAnalyzed } from '../features/diagnostics';
import { describeLeftOut } from '../features/coverage';
import { assumedText } from '../features/settings';
import { counted } from '../model/words';
import { needsNodeEach } from '../rules/pods';
import type { Active, ActiveManifest } from './activeManifest';
import type { Analyses } from './analyses';
import { Disposables } from './disposables';
import { SELECTOR } from './languages';

const HAS_WORKLOAD = 'rolloutLens.hasWorkload';

/**
 * What is worth knowing without asking, in the quietest places there are: the number of nodes in the status bar while they
 * matter, and behind the language's `{}` what the verdicts rest on.
 */
export class Status implements vscode.Disposable {
  readonly #analyses: Analyses;
  readonly #disposables = new Disposables();
  readonly #nodes = this.#disposables.add(
    vscode.window.createStatusBarItem('rolloutLens.nodeCount', vscode.StatusBarAlignment.Right, 90),
  );
  readonly #surroundings = this.#disposables.add(vscode.languages.createLanguageStatusItem('rolloutLens.surroundings', SELECTOR));
  #leftOut: vscode.LanguageStatusItem | undefined;
  #hasWorkload: boolean | undefined;

  constructor(analyses: Analyses, active: ActiveManifest) {
    this.#analyses = analyses;
    this.#nodes.name = 'Rollout Lens: Nodes';
    this.#nodes.command = COMMANDS.setNodeCount;
    this.#surroundings.name = 'Rollout Lens: Surroundings';
    this.#surroundings.command = { title: 'Change', command: COMMANDS.setNodeCount };
    this.#disposables.add(
      active.onDidChange((manifest) => {
        this.#show(manifest);
      }),
    );
  }

  #show(active: Active | undefined): void {
    const workloads = active?.analysis.workloads ?? [];
    this.#setHasWorkload(workloads.length > 0);
    this.#showNodes(active?.analysis);
    this.#showSurroundings(active);
    this.#showLeftOut(active?.analysis);
  }

  /** Menus offer the simulation where there is something to simulate. */
  #setHasWorkload(hasWorkload: boolean): void {
    if (this.#hasWorkload === hasWorkload) return;
    this.#hasWorkload = hasWorkload;
    void vscode.commands.executeCommand('setContext', HAS_WORKLOAD, hasWorkload);
  }

  #showNodes(analysis: Analysis | undefined): void {
    const text = analysis === undefined ? undefined : nodesText(analysis);
    if (text === undefined) {
      this.#nodes.hide();
      return;
    }
    this.#nodes.text = `$(server) ${text}`;
    this.#nodes.tooltip =
      'Rollout Lens computes DaemonSets, and pods that need a node each, for this many nodes. Click to change it.';
    this.#nodes.accessibilityInformation = { label: `Rollout Lens: ${text}`, role: 'button' };
    this.#nodes.show();
  }

  #showSurroundings(active: Active | undefined): void {
    const { coverage } = this.#analyses.index;
    const files = `${counted(coverage.read, 'manifest file')} read`;
    const nodes = active === undefined ? undefined : nodesText(active.analysis);
    const missing = describeLeftOut(coverage);
    // JSON that is no manifest gets no status either.
    this.#surroundings.selector = active === undefined ? [] : { language: active.document.languageId };
    this.#surroundings.text = nodes === undefined ? files : `${nodes}, ${files}`;
    const assumed = active === undefined ? 'Rollout Lens' : assumedText(active.analysis.surroundings.settings.assumptions);
    this.#surroundings.detail = missing ?? assumed;
    this.#surroundings.severity =
      missing === undefined ? vscode.LanguageStatusSeverity.Information : vscode.LanguageStatusSeverity.Warning;
  }

  /** An item of its own, there only while something is left out. */
  #showLeftOut(analysis: Analysis | undefined): void {
    const [first, ...more] = analysis === undefined ? [] : computeNotAnalyzed(analysis);
    if (first === undefined) {
      this.#leftOut?.dispose();
      this.#leftOut = undefined;
      return;
    }
    this.#leftOut ??= vscode.languages.createLanguageStatusItem('rolloutLens.notAnalyzed', SELECTOR);
    this.#leftOut.name = 'Rollout Lens: Left Out';
    this.#leftOut.text = `Not analyzed: ${first.reason}`;
    this.#leftOut.detail = more.length === 0 ? 'Rollout Lens' : `and ${counted(more.length, 'more document')}`;
  }

  dispose(): void {
    this.#leftOut?.dispose();
    this.#disposables.dispose();
  }
}

/** Undefined where the nodes do not matter: no DaemonSet is there, and no pods that need a node each. */
function nodesText(analysis: Analysis): string | undefined {
  const { workloads } = analysis;
  const daemonSet = workloads.find(({ workload }) => workload.kind === 'DaemonSet');
  const counting = daemonSet ?? workloads.find(({ workload }) => needsNodeEach(workload));
  if (counting === undefined) return undefined;
  const { count, known } = counting.assessment.nodes;
  return `${counted(count, 'node')}${known ? '' : ' assumed'}`;
}
