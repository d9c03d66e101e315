import * as vscode from 'vscode';
import {
  assumptionsFrom,
  numberSetting,
  readChartSettings,
  readTrafficSettings,
  type FeatureSettings,
} from '../features/settings';

type RuleSeverity = FeatureSettings['severities'][string];

export const SECTION = 'rolloutLens';

const SEVERITIES: ReadonlySet<unknown> = new Set(['error', 'warning', 'information', 'hint', 'off']);

/** What the user has set for a workspace folder, as the features want it. */
export function readSettings(folder: vscode.Uri | undefined): FeatureSettings {
  const configuration = vscode.workspace.getConfiguration(SECTION, folder);
  return {
    nodeCount: numberSetting('nodeCount', configuration.get('nodeCount')),
    traffic: readTrafficSettings(configuration.get('traffic')),
    assumptions: assumptionsFrom((name) => configuration.get(`assumptions.${name}`)),
    severities: readSeverities(configuration.get('rules')),
    codeLens: configuration.get('codeLens.enabled') !== false,
    inlayHints: configuration.get('inlayHints.enabled') !== false,
    templateHints: configuration.get('inlayHints.templates') === true,
    charts: readChartSettings(configuration.get('charts')),
  };
}

/** `info` is what people write for `information`. */
function readSeverities(value: unknown): Readonly<Record<string, RuleSeverity>> {
  if (typeof value !== 'object' || value === null) return {};
  const entries = Object.entries(value).map(([rule, severity]): [string, unknown] => [
    rule,
    severity === 'info' ? 'information' : severity,
  ]);
  return Object.fromEntries(entries.filter(([, severity]) => SEVERITIES.has(severity))) as Record<string, RuleSeverity>;
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
