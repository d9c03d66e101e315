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
import { allTemplates, type ReleaseOptions } from './renderValues';
import { validateAgainstSchema } from './schema';
import { seededRandom } from '../../model/seededRandom';

export interface TemplateOptions {
  readonly release: ReleaseOptions;
  readonly kubeVersion: KubeVersion;
  readonly apiVersions?: readonly string[];
  readonly warn?: Warn;
  readonly skipsSchemas?: boolean;
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
export function* prepareInSlices(loaded: Chart, user: GoMap, options: TemplateOptions): Slices<PreparedChart> {
  const { kubeVersion, warn, skipsSchemas = false } = options;
  if (isLibraryChart(loaded)) throw new GoError('library charts are not installable');
  const chart = copyChart(loaded);
  const preparing = new Preparing(warn);
  yield* processDependencyEnabled(chart, user, '', preparing);
  yield* processDependencyImportValues(chart, preparing);
  const values = yield* coalesceValues(chart, user, preparing);
  yield;
  if (!skipsSchemas) validateAgainstSchema(chart, values);
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
export const SEED = 1;

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
