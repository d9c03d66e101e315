/** Upstream: pkg/chart/{chart,metadata,dependency}.go (Helm v3.21.4): a chart. */
import type { GoMap, Value } from '../goTemplate/value';

/** Bytes that are no UTF-8 stand as goTemplate/bytes.ts says. */
export interface ChartFile {
  readonly name: string;
  readonly data: string;
  /** Where it lies among the user's files, if that is known. */
  readonly path?: string | undefined;
}

export interface Maintainer {
  readonly name: string;
  readonly email: string;
  readonly url: string;
}

export interface Dependency {
  name: string;
  readonly version: string;
  readonly repository: string;
  readonly condition: string;
  readonly tags: readonly string[];
  enabled: boolean;
  importValues: readonly Value[];
  readonly alias: string;
}

export interface Metadata {
  name: string;
  readonly home: string;
  readonly sources: readonly string[] | undefined;
  readonly version: string;
  readonly description: string;
  readonly keywords: readonly string[] | undefined;
  readonly maintainers: readonly Maintainer[] | undefined;
  readonly icon: string;
  readonly apiVersion: string;
  readonly condition: string;
  readonly tags: string;
  readonly appVersion: string;
  readonly deprecated: boolean;
  readonly annotations: ReadonlyMap<string, string> | undefined;
  readonly kubeVersion: string;
  dependencies: readonly Dependency[] | undefined;
  readonly type: string;
}

/** Working out dependencies changes names, values and what hangs below: a loaded chart is copied for that (`copyChart`). */
export interface Chart {
  metadata: Metadata;
  values: GoMap | undefined;
  /** What they were read from. */
  readonly valuesFile?: ChartFile | undefined;
  readonly schema: string | undefined;
  readonly templates: readonly ChartFile[];
  readonly files: readonly ChartFile[];
  dependencies: readonly Chart[];
  parent: Chart | undefined;
}

export function setDependencies(chart: Chart, dependencies: readonly Chart[]): void {
  chart.dependencies = dependencies;
  for (const dependency of dependencies) dependency.parent = chart;
}

export function copyChart(chart: Chart): Chart {
  const { metadata } = chart;
  const dependencies = metadata.dependencies?.map((dependency) => ({ ...dependency }));
  const copy: Chart = { ...chart, metadata: { ...metadata, dependencies }, parent: undefined };
  setDependencies(copy, chart.dependencies.map(copyChart));
  return copy;
}

/** `p/charts/s`. */
export function chartFullPath({ metadata, parent }: Chart): string {
  return parent === undefined ? metadata.name : `${chartFullPath(parent)}/charts/${metadata.name}`;
}

export function isLibraryChart({ metadata }: Chart): boolean {
  return metadata.type.toLowerCase() === 'library';
}

/** In characters, with all its subcharts. */
export function sizeOfChart({ templates, files, dependencies }: Chart): number {
  let size = 0;
  for (const { data } of [...templates, ...files]) size += data.length;
  return dependencies.reduce((sum, dependency) => sum + sizeOfChart(dependency), size);
}
