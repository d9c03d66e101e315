/** Upstream: pkg/chartutil/dependencies.go (Helm v3.21.4): which subcharts are on, under which names, and what they hand up. */
import { formatValue } from '../goTemplate/format';
import { GoError, type GoMap } from '../goTemplate/value';
import { setDependencies, type Chart, type Dependency } from './chart';
import { coalesceValues, mergeTables, mergeValues, type Warn } from './coalesce';
import { isCompatibleRange } from './compatible';
import { copyTable, isTable, pathValue, tableAt } from './tables';

/** Changes the chart. */
export function processDependencies(chart: Chart, values: GoMap, warn: Warn): void {
  processDependencyEnabled(chart, values, '', warn);
  processDependencyImportValues(chart, warn);
}

function processDependencyConditions(dependencies: readonly Dependency[], values: GoMap, path: string, warn: Warn): void {
  for (const dependency of dependencies) {
    for (const condition of dependency.condition.trim().split(',')) {
      if (condition === '') continue;
      const value = valueAt(values, path + condition);
      if (typeof value === 'boolean') {
        dependency.enabled = value;
        break;
      }
      if (value !== undefined)
        warn(`Warning: Condition path '${condition}' for chart ${dependency.name} returned non-bool value`);
    }
  }
}

function valueAt(values: GoMap, path: string): ReturnType<typeof pathValue> | undefined {
  try {
    return pathValue(values, path);
  } catch (error) {
    if (error instanceof GoError) return undefined;
    throw error;
  }
}

function processDependencyTags(dependencies: readonly Dependency[], values: GoMap, warn: Warn): void {
  const tags = values.get('tags');
  if (!isTable(tags)) return;
  for (const dependency of dependencies) {
    let hasTrue = false;
    let hasFalse = false;
    for (const tag of dependency.tags) {
      const value = tags.get(tag);
      if (value === true) hasTrue = true;
      else if (value === false) hasFalse = true;
      else if (value !== undefined) warn(`Warning: Tag '${tag}' for chart ${dependency.name} returned non-bool value`);
    }
    dependency.enabled = hasTrue || !hasFalse;
  }
}

function aliasDependency(charts: readonly Chart[], { name, version, alias }: Dependency): Chart | undefined {
  const chart = charts.find(({ metadata }) => metadata.name === name && isCompatibleRange(version, metadata.version));
  return chart === undefined
    ? undefined
    : { ...chart, metadata: { ...chart.metadata, name: alias === '' ? chart.metadata.name : alias } };
}

function processDependencyEnabled(chart: Chart, values: GoMap, path: string, warn: Warn): void {
  const { dependencies } = chart.metadata;
  if (dependencies === undefined) return;
  // Charts that Chart.yaml does not speak of are simply there.
  const charts = chart.dependencies.filter(
    ({ metadata }) =>
      !dependencies.some(({ name, version }) => metadata.name === name && isCompatibleRange(version, metadata.version)),
  );
  for (const dependency of dependencies) {
    const found = aliasDependency(chart.dependencies, dependency);
    if (found !== undefined) charts.push(found);
    if (dependency.alias !== '') dependency.name = dependency.alias;
  }
  setDependencies(chart, charts);
  for (const dependency of dependencies) dependency.enabled = true;
  const coalesced = coalesceValues(chart, values, warn);
  processDependencyTags(dependencies, coalesced, warn);
  processDependencyConditions(dependencies, coalesced, path, warn);
  const off = new Set(dependencies.filter(({ enabled }) => !enabled).map(({ name }) => name));
  const on = chart.dependencies.filter(({ metadata }) => !off.has(metadata.name));
  const listed = dependencies.filter(({ name }) => !off.has(name));
  for (const subchart of on) processDependencyEnabled(subchart, coalesced, `${path}${subchart.metadata.name}.`, warn);
  chart.metadata.dependencies = listed.length === 0 ? undefined : listed;
  setDependencies(chart, on);
}

/** The table under that path, and nothing beside it. */
function pathToMap(path: string, table: GoMap): GoMap {
  if (path === '.') return table;
  let map = table;
  for (const key of path.split('.').reverse()) map = new Map([[key, map]]);
  return map;
}

function processImportValues(chart: Chart, warn: Warn): void {
  const { dependencies } = chart.metadata;
  if (dependencies === undefined) return;
  const values = mergeValues(chart, undefined, warn);
  let imported: GoMap = new Map();
  for (const { name, importValues } of dependencies) {
    for (const entry of importValues) {
      const isPair = isTable(entry);
      if (!isPair && typeof entry !== 'string') continue;
      const child = isPair ? formatValue(entry.get('child') ?? null) : `exports.${entry}`;
      const parent = isPair ? formatValue(entry.get('parent') ?? null) : '.';
      try {
        imported = mergeTables(imported, pathToMap(parent, tableAt(values, `${name}.${child}`)), warn);
      } catch (error) {
        if (!(error instanceof GoError)) throw error;
        warn(`Warning: ImportValues missing table${isPair ? ` from chart ${name}` : ''}: ${error.message}`);
      }
    }
  }
  // What is imported has a lower priority than the parent's own values.
  chart.values = mergeTables(copyTable(values), imported, warn);
}

function processDependencyImportValues(chart: Chart, warn: Warn): void {
  for (const subchart of chart.dependencies) processDependencyImportValues(subchart, warn);
  processImportValues(chart, warn);
}
