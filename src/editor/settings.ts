import * as vscode from 'vscode';
import { settingsFrom, type FeatureSettings } from '../features/settings';
import type { SettingsFiles } from './settingsFiles';

export const SECTION = 'rolloutLens';

/**
 * What holds for a workspace folder, as the features want it. What the workspace sets goes before its `.rollout-lens.yaml`, and
 * that before what its user has set for everything.
 */
export function readSettings(folder: vscode.Uri | undefined, files: SettingsFiles): FeatureSettings {
  const configuration = vscode.workspace.getConfiguration(SECTION, folder);
  const written = folder === undefined ? undefined : files.valuesIn(folder);
  return settingsFrom((name) => {
    const inFile = written?.get(name);
    if (inFile === undefined) return configuration.get(name);
    const set = configuration.inspect(name);
    return [inFile, set?.workspaceValue, set?.workspaceFolderValue].reduce(over, set?.globalValue);
  });
}

/** Objects are put together as the editor does it, of everything else the nearer counts. */
function over(wide: unknown, near: unknown): unknown {
  if (near === undefined) return wide;
  return isObject(wide) && isObject(near) ? { ...wide, ...near } : near;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Where a number of nodes is kept: with the user, or with the workspace and so with everybody who works on it. */
export type NodeCountPlace = 'machine' | 'workspace';

/** Where a number of nodes can be kept so that it counts: what a workspace says goes before what its user says. */
export function nodeCountPlaces(document: vscode.Uri | undefined): readonly NodeCountPlace[] {
  const values = vscode.workspace.getConfiguration(SECTION, document).inspect('nodeCount');
  if (values?.workspaceFolderValue !== undefined || values?.workspaceValue !== undefined) return ['workspace'];
  return vscode.workspace.workspaceFolders === undefined ? ['machine'] : ['machine', 'workspace'];
}

/** Sets the number of nodes where it counts for a document; undefined takes it back wherever it was set. */
export async function writeNodeCount(
  count: number | undefined,
  document: vscode.Uri | undefined,
  place: NodeCountPlace,
): Promise<void> {
  const configuration = vscode.workspace.getConfiguration(SECTION, document);
  const { Global, Workspace, WorkspaceFolder } = vscode.ConfigurationTarget;
  const values = configuration.inspect('nodeCount');
  if (count === undefined) {
    if (values?.workspaceFolderValue !== undefined) await configuration.update('nodeCount', undefined, WorkspaceFolder);
    if (values?.workspaceValue !== undefined) await configuration.update('nodeCount', undefined, Workspace);
    if (values?.globalValue !== undefined) await configuration.update('nodeCount', undefined, Global);
    return;
  }
  const shared = values?.workspaceFolderValue === undefined ? Workspace : WorkspaceFolder;
  await configuration.update('nodeCount', count, place === 'machine' ? Global : shared);
}
