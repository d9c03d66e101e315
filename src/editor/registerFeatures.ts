import * as vscode from 'vscode';
import { ActiveManifest } from './activeManifest';
import { registerAgentTools } from './agentTools';
import { Analyses } from './analyses';
import { Bases } from './bases/bases';
import { BuildInForce } from './builds/buildInForce';
import { Builds } from './builds/builds';
import { BuiltDocuments } from './builds/builtDocuments';
import { Debouncer } from './debouncer';
import { DiagnosticsPublisher } from './diagnostics';
import { Disposables } from './disposables';
import { FirstSteps } from './firstSteps';
import { Guard } from './guard';
import { IdleEstimates } from './idleEstimates';
import { isManifestDocument } from './languages';
import { registerMakeSafe } from './makeSafe';
import { NodeCount } from './nodeCount';
import { registerProviders } from './providers';
import { registerRuleDocs } from './ruleDocs';
import { RestartMarks } from './restartMarks';
import { Review } from './review';
import { Snapshots } from './snapshots/snapshots';
import { registerSettingsFile } from './settingsFileFeatures';
import { registerShowWarnings } from './showWarnings';
import { Status } from './statusBar';
import type { Product } from './product';
import { registerSupport } from './reportIssue';
import { WorkloadsView } from './workloads/workloadsView';
import { WorkspaceFiles } from './workspaceFiles';

const LENS_DELAY_MS = 100;

/** Everything that the editor shows about manifests while they are edited. */
export class EditorFeatures implements vscode.Disposable {
  readonly analyses: Analyses;
  readonly bases: Bases;
  readonly workloads: WorkloadsView;
  readonly snapshots: Snapshots;
  readonly #guard: Guard;
  readonly #disposables = new Disposables();

  constructor(log: vscode.LogOutputChannel, memory: vscode.Memento, product: Product, storage: vscode.Uri) {
    const add = <T extends vscode.Disposable>(item: T): T => this.#disposables.add(item);
    this.#guard = new Guard(log);
    this.analyses = add(new Analyses());
    const { analyses } = this;
    this.#registerProviders();
    add(registerShowWarnings(analyses, this.#guard));
    add(registerMakeSafe(analyses, this.#guard));
    add(new NodeCount(analyses, memory, this.#guard));
    const diagnostics = add(new DiagnosticsPublisher(analyses, this.#guard));
    this.bases = add(new Bases(analyses, memory, this.#guard));
    const builds = add(new Builds(analyses, this.bases, memory, this.#guard));
    add(new BuildInForce(builds, this.#guard));
    add(new BuiltDocuments(builds, this.#guard));
    const files = this.#startFiles(log);
    const sources = { analyses, bases: this.bases, files };
    add(new Review(sources, this.#guard));
    add(registerAgentTools(sources));
    add(new RestartMarks(analyses, this.#guard));
    const active = add(new ActiveManifest(analyses, this.#guard));
    add(new FirstSteps(analyses, active, this.#guard));
    add(new Status(analyses, active));
    this.snapshots = add(new Snapshots({ analyses, active, memory, storage, guard: this.#guard }));
    this.workloads = add(new WorkloadsView(analyses, this.#guard, () => files.start()));
    add(registerRuleDocs(product.extensionUri));
    add(registerSettingsFile(this.#guard));
    add(registerSupport(analyses, log, product, this.#guard));
    diagnostics.publishAll();
  }

  #registerProviders(): void {
    const add = <T extends vscode.Disposable>(item: T): T => this.#disposables.add(item);
    const changed = add(new vscode.EventEmitter<void>());
    const debouncer = add(new Debouncer(LENS_DELAY_MS));
    // Lenses and hints of the edited document are asked for anyway; those of others only when facts or settings change.
    add(
      this.analyses.onDidChange((document) => {
        if (document === undefined)
          debouncer.request('lenses', () => {
            changed.fire();
          });
      }),
    );
    const idle = add(new IdleEstimates(this.analyses, this.#guard));
    add(
      idle.onDidFind(() => {
        changed.fire();
      }),
    );
    add(registerProviders(this.analyses, idle, this.#guard, changed.event));
  }

  /** The workspace is read when a manifest is on show, not before. */
  #startFiles(log: vscode.LogOutputChannel): WorkspaceFiles {
    const files = this.#disposables.add(new WorkspaceFiles(this.analyses, log, this.#guard));
    const startFor = (document: vscode.TextDocument | undefined): void => {
      if (document !== undefined && isManifestDocument(document)) void files.start();
    };
    this.#disposables.add(vscode.workspace.onDidOpenTextDocument(startFor));
    vscode.workspace.textDocuments.forEach(startFor);
    return files;
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}
