import { Analysis } from '../../src/features/analysis';
import { Base, COMMITTED_VERSION } from '../../src/features/base';
import { computeDiagnostics } from '../../src/features/diagnostics';
import { DEFAULT_SETTINGS, type FeatureSettings } from '../../src/features/settings';
import type { Manifest } from '../../src/manifest/manifest';
import { WorkspaceIndex } from '../../src/features/workspaceIndex';
import type { DiagnosticData } from '../../src/features/said';

export interface Around {
  readonly settings?: Partial<FeatureSettings>;
  /** Other files of the workspace. */
  readonly others?: readonly string[];
  /** Files with names of their own. */
  readonly files?: Readonly<Record<string, string>>;
  readonly committed?: Manifest;
}

export const URI = 'file:///w/app.yaml';

/** A file with all that is around it, as the editor would see it. */
export function analyzed(text: string, around: Around = {}): Analysis {
  const index = new WorkspaceIndex();
  index.updateText(URI, text);
  (around.others ?? []).forEach((other, number) => {
    index.updateText(`file:///w/other-${number}.yaml`, other);
  });
  for (const [uri, other] of Object.entries(around.files ?? {})) index.updateText(uri, other);
  const settings = { ...DEFAULT_SETTINGS, ...around.settings };
  return new Analysis(URI, text, {
    settings,
    facts: index.factsFor(URI),
    base: around.committed === undefined ? undefined : new Base(around.committed, COMMITTED_VERSION),
  });
}

export function diagnosticsOf(text: string, around: Around = {}): DiagnosticData[] {
  return computeDiagnostics(analyzed(text, around));
}

/** The rules that speak, in order, without hints. */
export function ruleIds(text: string, around: Around = {}): string[] {
  return diagnosticsOf(text, around)
    .filter(({ severity }) => severity !== 'hint')
    .map(({ ruleId }) => ruleId);
}

/** A text with `‸` where the cursor is. */
export function cursor(marked: string): { readonly text: string; readonly offset: number } {
  const offset = marked.indexOf('‸');
  if (offset < 0) throw new Error('no cursor in the text');
  return { text: marked.slice(0, offset) + marked.slice(offset + 1), offset };
}

type Json = Readonly<Record<string, unknown>>;

/** A container that gives no rule a reason to speak. */
export const QUIET_CONTAINER: Json = { name: 'web', image: 'web:1.0', readinessProbe: { httpGet: { path: '/', port: 80 } } };

function workload(kind: string, spec: Json, pod: Json, extra: Json): string {
  const template = { metadata: { labels: { app: 'web' } }, spec: { containers: [QUIET_CONTAINER], ...pod } };
  const whole = { selector: { matchLabels: { app: 'web' } }, template, ...spec };
  return JSON.stringify({ apiVersion: 'apps/v1', kind, metadata: { name: 'web' }, spec: whole, ...extra }, undefined, 1);
}

/** A Deployment that no rule objects to, with these fields of its spec and of its pods instead. */
export function deployment(spec: Json = {}, pod: Json = {}, extra: Json = {}): string {
  return workload('Deployment', { replicas: 4, ...spec }, pod, extra);
}

export function daemonSet(spec: Json = {}, pod: Json = {}, extra: Json = {}): string {
  return workload('DaemonSet', spec, pod, extra);
}

/** `maxSurge` and `maxUnavailable` of a Deployment, as its strategy. */
export function rolling(maxSurge: unknown, maxUnavailable?: unknown): Json {
  return {
    strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge, ...(maxUnavailable === undefined ? {} : { maxUnavailable }) } },
  };
}

export function rollingDaemons(rollingUpdate: Json): Json {
  return { updateStrategy: { type: 'RollingUpdate', rollingUpdate } };
}

export function object(kind: string, apiVersion: string, name: string, spec: Json, extra: Json = {}): string {
  return JSON.stringify({ apiVersion, kind, metadata: { name }, spec, ...extra });
}
