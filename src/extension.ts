import { loadedAt } from './loadedAt';
import * as vscode from 'vscode';
import { EditorFeatures } from './editor/registerFeatures';
import type { Coverage } from './features/coverage';
import { registerSimulator } from './simulator/registerSimulator';

const loadingMs = performance.now() - loadedAt;

/** What `activate` returns: for the host tests and for other extensions that ask. */
export interface RolloutLensApi {
  /** How long it took to evaluate the bundle and to run `activate`, in milliseconds. */
  readonly activationMs: number;
  /** How much of the workspace is read so far. */
  readonly coverage: () => Coverage;
}

/** The only composition root: builds, registers, nothing else. */
export function activate(context: vscode.ExtensionContext): RolloutLensApi {
  const startedAt = performance.now();
  const log = vscode.window.createOutputChannel('Rollout Lens', { log: true });
  const features = new EditorFeatures(log, context.workspaceState);
  const simulator = registerSimulator(context, features.analyses, log);
  context.subscriptions.push(log, features, simulator);
  const activationMs = loadingMs + (performance.now() - startedAt);
  log.info(`Activated in ${activationMs.toFixed(1)} ms.`);
  return { activationMs, coverage: () => features.analyses.index.coverage };
}
