/** Upstream: pkg/action/{install,action}.go, cmd/helm/template.go (Helm v3.21.4): what `helm template` does, in memory. */
import { GoError, type GoMap } from '../goTemplate/value';

import type { Rendering, Trace } from '../goTemplate/trace';
import { capabilitiesOf, type KubeVersion } from './capabilities';
import { copyChart, isLibraryChart, sizeOfChart, type Chart } from './chart';
import { finished, type Slices } from '../../model/slices';
import { coalesceValues } from './coalesce';
import { isCompatibleRange } from './compatible';
import { processDependencyEnabled, processDependencyImportValues } from './dependencies';
import { renderTemplates, type ParsedTemplates } from './engine';
import { helmFunctions } from './functions/functions';
import { Preparing, type Warn } from './preparing';
import { readHead, sortManifests, type SortedManifests } from './sortedManifests';
import { allTemplates, type ReleaseOptions } from './renderValues';
import { validateAgainstSchema } from './schema';
import { seededRandom } from '../../model/seededRandom';

export interface TemplateOptions {
  readonly release: ReleaseOptions;
  readonly kubeVersion: KubeVersion;
  readonly apiVersions?: readonly string[];
  readonly warn?: Warn;
}

/** A chart of which is decided what takes part and with which values. */
export interface PreparedChart {
  readonly chart: Chart;
  readonly values: GoMap;
}

/** Without what Chart.yaml names and `charts/` does not hold. */
export function missingDependencies(chart: Chart): readonly string[] {
  const there = new Set(chart.dependencies.map(({ metadata }) => metadata.name));
  return (chart.metadata.dependencies ?? []).map(({ name }) => name).filter((name) => !there.has(name));
}

/** Throws `GoError` or `LimitError`. The chart itself stays as it is. */
export function prepareChart(loaded: Chart, user: GoMap, options: TemplateOptions): PreparedChart {
  return finished(prepareInSlices(loaded, user, options));
}

/** The same a little at a time. */
export function* prepareInSlices(loaded: Chart, user: GoMap, { kubeVersion, warn }: TemplateOptions): Slices<PreparedChart> {
  if (isLibraryChart(loaded)) throw new GoError('library charts are not installable');
  const chart = copyChart(loaded);
  const preparing = new Preparing(warn);
  yield* processDependencyEnabled(chart, user, '', preparing);
  yield* processDependencyImportValues(chart, preparing);
  const values = yield* coalesceValues(chart, user, preparing);
  yield;
  validateAgainstSchema(chart, values);
  const needed = chart.metadata.kubeVersion;
  if (needed !== '' && !isCompatibleRange(needed, kubeVersion.version)) {
    throw new GoError(`chart requires kubeVersion: ${needed} which is incompatible with Kubernetes ${kubeVersion.version}`);
  }
  return { chart, values };
}

/** What is kept from one rendering to the next, and whether is recorded what comes from where. */
export interface RenderingContext {
  readonly parsed: ParsedTemplates;
  readonly trace?: Trace | undefined;
}

/** Every rendering takes place at the same time, 2026-01-01, and with the same luck. */
export const NOW = 1_767_225_600;
const SEED = 1;

const NOTES = 'NOTES.txt';

/** Each file's text; NOTES.txt among them. Throws `GoError` or `LimitError`. */
export function renderChart(
  prepared: PreparedChart,
  options: TemplateOptions,
  context: RenderingContext,
): ReadonlyMap<string, Rendering> {
  const funcs = helmFunctions({ random: seededRandom(SEED), now: NOW });
  const { release, kubeVersion, apiVersions } = options;
  const capabilities = capabilitiesOf(kubeVersion, apiVersions);
  const templates = allTemplates({ ...prepared, release, capabilities }, funcs);
  return renderTemplates(templates, { ...context, funcs, size: sizeOfChart(prepared.chart) });
}

export function isNotes(file: string): boolean {
  return file.endsWith(NOTES);
}

/** `--no-hooks` and `--skip-tests`. */
export type HookChoice = 'all' | 'noTests' | 'none';

/** What `helm template` prints of the rendered files. Throws `GoError`. */
export function manifestOf(rendered: ReadonlyMap<string, Rendering>, choice: HookChoice = 'all'): string {
  const texts = [...rendered].filter(([name]) => !isNotes(name)).map(([name, { text }]) => [name, text] as const);
  const { generic, hooks: all }: SortedManifests = sortManifests(new Map(texts));
  const hooks = choice === 'none' ? [] : all.filter((hook) => choice === 'all' || !isTest(hook));
  const documents = generic.map(({ name, content }) => `---\n# Source: ${name}\n${content}\n`).join('');
  return `${documents.trim()}\n${hooks.map(({ name, content }) => `---\n# Source: ${name}\n${content}\n`).join('')}`;
}

const isTest = ({ name, content }: { readonly name: string; readonly content: string }): boolean =>
  (readHead(name, content).annotations?.get('helm.sh/hook') ?? '')
    .split(',')
    .some((event) => /^test(-success)?$/.test(event.trim()));
