import { loadedAt } from './loadedAt';
import * as vscode from 'vscode';
import { EditorFeatures } from './editor/registerFeatures';
import { publicApi, type GetApi } from './editor/publicApi';
import type { Product } from './editor/product';
import type { Row } from './editor/workloads/workloadsView';
import type { Coverage } from './features/coverage';
import { registerSimulator } from './simulator/registerSimulator';

const loadingMs = performance.now() - loadedAt;

/** What `activate` returns: `getApi` is for other extensions, all else for the host tests. */
export interface RolloutLensApi {
  readonly getApi: GetApi;
  /** How long it took to evaluate the bundle and to run `activate`, in milliseconds. */
  readonly activationMs: number;
  /** How much of the workspace is read so far. */
  readonly coverage: () => Coverage;
  /** What the status says that the file on show is compared with. */
  readonly comparedWith: () => string;
  /** What the cluster snapshot in use is called in texts; undefined: none is, or it is being read. */
  readonly snapshot: (uri: vscode.Uri) => string | undefined;
  /** What the view in the side bar shows, below a row or at its top. */
  readonly rows: (row?: Row) => Promise<readonly Row[]>;
}

interface PackageJson {
  readonly version: string;
  readonly bugs?: { readonly url?: string };
}

function productOf({ extension, extensionUri }: vscode.ExtensionContext): Product {
  const { version, bugs } = extension.packageJSON as PackageJson;
  return { version, extensionUri, issues: bugs?.url };
}

/** The only composition root: builds, registers, nothing else. */
export function activate(context: vscode.ExtensionContext): RolloutLensApi {
  const startedAt = performance.now();
  const log = vscode.window.createOutputChannel('Rollout Lens', { log: true });
  const features = new EditorFeatures(log, context.workspaceState, productOf(context), context.globalStorageUri);
  const simulator = registerSimulator(context, features.analyses, log);
  context.subscriptions.push(log, features, simulator);
  const activationMs = loadingMs + (performance.now() - startedAt);
  log.info(`Activated in ${activationMs.toFixed(1)} ms.`);
  return {
    getApi: publicApi(features.analyses, context.extensionUri),
    activationMs,
    coverage: () => features.analyses.index.coverage,
    comparedWith: () => features.bases.text,
    snapshot: (uri) => features.snapshots.titleFor(uri),
    rows: (row) => features.workloads.getChildren(row),
  };
}
