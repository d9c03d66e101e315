/** Upstream: pkg/action/{install,action}.go, cmd/helm/template.go (Helm v3.21.4): what `helm template` does, in memory. */
import { GoError, type FuncMap, type GoMap, type Value } from '../goTemplate/value';
import type { Rendering, Trace } from '../goTemplate/trace';
import { capabilitiesOf, type KubeVersion } from './capabilities';
import { chartFullPath, copyChart, isLibraryChart, type Chart } from './chart';
import { coalesceValues, type Warn } from './coalesce';
import { isCompatibleRange } from './compatible';
import { processDependencies } from './dependencies';
import { renderTemplates, type ParsedTemplates } from './engine';
import { sortManifests, type SortedManifests } from './sortedManifests';
import { allTemplates, type ReleaseOptions } from './renderValues';
import { validateAgainstSchema } from './schema';
import { isTable } from './tables';

export interface TemplateOptions {
  readonly release: ReleaseOptions;
  readonly kubeVersion: KubeVersion;
  readonly apiVersions?: readonly string[];
  readonly warn: Warn;
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

/** Throws `GoError`. The chart itself stays as it is. */
export function prepareChart(loaded: Chart, user: GoMap, { kubeVersion, warn }: TemplateOptions): PreparedChart {
  if (isLibraryChart(loaded)) throw new GoError('library charts are not installable');
  const chart = copyChart(loaded);
  processDependencies(chart, user, warn);
  const values = coalesceValues(chart, user, warn);
  validateAgainstSchema(chart, values);
  const needed = chart.metadata.kubeVersion;
  if (needed !== '' && !isCompatibleRange(needed, kubeVersion.version)) {
    throw new GoError(`chart requires kubeVersion: ${needed} which is incompatible with Kubernetes ${kubeVersion.version}`);
  }
  return { chart, values };
}

export interface Engine {
  readonly funcs: FuncMap;
  readonly parsed: ParsedTemplates;
  readonly trace?: Trace | undefined;
}

const NOTES = 'NOTES.txt';

/** Each file's text; NOTES.txt among them. Throws `GoError` or `LimitError`. */
export function renderChart(prepared: PreparedChart, options: TemplateOptions, engine: Engine): ReadonlyMap<string, Rendering> {
  const { release, kubeVersion, apiVersions } = options;
  const capabilities = capabilitiesOf(kubeVersion, apiVersions);
  return renderTemplates(allTemplates({ ...prepared, release, capabilities }, engine.funcs), engine);
}

export function isNotes(file: string): boolean {
  return file.endsWith(NOTES);
}

/** What `helm template` prints of the rendered files. Throws `GoError`. */
export function manifestOf(rendered: ReadonlyMap<string, Rendering>): string {
  const texts = [...rendered].filter(([name]) => !isNotes(name)).map(([name, { text }]) => [name, text] as const);
  const { generic, hooks }: SortedManifests = sortManifests(new Map(texts));
  const documents = generic.map(({ name, content }) => `---\n# Source: ${name}\n${content}\n`).join('');
  return `${documents.trim()}\n${hooks.map(({ name, content }) => `---\n# Source: ${name}\n${content}\n`).join('')}`;
}

/** The values that each chart's templates see, by the chart's full path; those that render nothing are left out. */
export function valuesByChart({ chart, values }: PreparedChart): ReadonlyMap<string, GoMap> {
  const found = new Map<string, GoMap>();
  collect(chart, values, found);
  return found;
}

function collect(chart: Chart, values: GoMap, into: Map<string, GoMap>): void {
  if (!isLibraryChart(chart)) into.set(chartFullPath(chart), values);
  for (const child of chart.dependencies) {
    const table = values.get(child.metadata.name);
    collect(child, isTable(table) ? table : new Map<string, Value>(), into);
  }
}
