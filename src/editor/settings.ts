import * as vscode from 'vscode';
import { DEFAULT_SETTINGS, type FeatureSettings } from '../features/settings';

type RuleSeverity = FeatureSettings['severities'][string];

export const SECTION = 'rolloutLens';

const SEVERITIES: ReadonlySet<unknown> = new Set(['error', 'warning', 'information', 'hint', 'off']);

/** What the user has set, as the features want it. */
export function readSettings(): FeatureSettings {
  const configuration = vscode.workspace.getConfiguration(SECTION);
  const nodeCount = configuration.get<number | null>('nodeCount') ?? undefined;
  return {
    nodeCount: isCount(nodeCount) ? nodeCount : undefined,
    assumptions: {
      podStartSeconds: seconds(configuration.get('assumptions.podStartSeconds'), DEFAULT_SETTINGS.assumptions.podStartSeconds),
      podStopSeconds: seconds(configuration.get('assumptions.podStopSeconds'), DEFAULT_SETTINGS.assumptions.podStopSeconds),
    },
    severities: readSeverities(configuration.get('rules')),
    codeLens: configuration.get('codeLens.enabled') !== false,
    inlayHints: configuration.get('inlayHints.enabled') !== false,
  };
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function seconds(value: unknown, fallback: number): number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : fallback;
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
