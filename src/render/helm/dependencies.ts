/** Upstream: pkg/chartutil/dependencies.go (Helm v3.21.4): which subcharts are on, under which names, and what they hand up. */
import type { Slices } from '../../model/slices';
import { formatValue } from '../goTemplate/format';
import { GoError, type GoMap } from '../goTemplate/value';
import { setDependencies, type Chart, type Dependency } from './chart';
import { coalesceValues, mergeTables, mergeUnder, mergeValues } from './coalesce';
import { isCompatibleRange } from './compatible';
import type { Preparing } from './preparing';
import { copyTable, isTable, pathValue, tableAt } from './tables';

function processDependencyConditions(dependencies: readonly Dependency[], values: GoMap, path: string, of: Preparing): void {
  for (const dependency of dependencies) {
    of.spend(dependency.condition.length >> 3);
    for (const condition of dependency.condition.trim().split(',')) {
      if (condition === '') continue;
      const value = valueAt(values, path + condition);
      if (typeof value === 'boolean') {
        dependency.enabled = value;
        break;
      }
      if (value !== undefined)
        of.warn(() => `Warning: Condition path '${condition}' for chart ${dependency.name} returned non-bool value`);
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

function processDependencyTags(dependencies: readonly Dependency[], values: GoMap, of: Preparing): void {
  const tags = values.get('tags');
  if (!isTable(tags)) return;
  for (const dependency of dependencies) {
    of.spend(dependency.tags.length);
    let hasTrue = false;
    let hasFalse = false;
    for (const tag of dependency.tags) {
      const value = tags.get(tag);
      if (value === true) hasTrue = true;
      else if (value === false) hasFalse = true;
      else if (value !== undefined) of.warn(() => `Warning: Tag '${tag}' for chart ${dependency.name} returned non-bool value`);
    }
    dependency.enabled = hasTrue || !hasFalse;
  }
}

/** The subcharts that lie there, by their names. */
function chartsByName(charts: readonly Chart[]): ReadonlyMap<string, readonly Chart[]> {
  const byName = new Map<string, Chart[]>();
  for (const chart of charts) {
    const same = byName.get(chart.metadata.name);
    if (same === undefined) byName.set(chart.metadata.name, [chart]);
    else same.push(chart);
  }
  return byName;
}

function renamed(chart: Chart, alias: string): Chart {
  return { ...chart, metadata: { ...chart.metadata, name: alias === '' ? chart.metadata.name : alias } };
}

function isMeant({ version }: Dependency, { metadata }: Chart, of: Preparing): boolean {
  of.spend(RANGE_STEPS + (version.length >> 2));
  return isCompatibleRange(version, metadata.version);
}

/** What it takes to hold a version against a range. */
const RANGE_STEPS = 20;

/** Changes the chart: `path` is that of its values. */
export function* processDependencyEnabled(chart: Chart, values: GoMap, path: string, of: Preparing): Slices<void> {
  const { dependencies } = chart.metadata;
  if (dependencies === undefined) return;
  of.spend(dependencies.length + chart.dependencies.length);
  const byName = chartsByName(chart.dependencies);
  const named = new Set<Chart>();
  const chosen: Chart[] = [];
  for (const dependency of dependencies) {
    const fitting = (byName.get(dependency.name) ?? []).filter((each) => isMeant(dependency, each, of));
    for (const each of fitting) named.add(each);
    const [found] = fitting;
    if (found !== undefined) chosen.push(renamed(found, dependency.alias));
    if (dependency.alias !== '') dependency.name = dependency.alias;
  }
  // Charts that Chart.yaml does not speak of are simply there.
  setDependencies(chart, [...chart.dependencies.filter((each) => !named.has(each)), ...chosen]);
  for (const dependency of dependencies) dependency.enabled = true;
  const coalesced = yield* coalesceValues(chart, values, of);
  processDependencyTags(dependencies, coalesced, of);
  processDependencyConditions(dependencies, coalesced, path, of);
  const off = new Set(dependencies.filter(({ enabled }) => !enabled).map(({ name }) => name));
  const on = chart.dependencies.filter(({ metadata }) => !off.has(metadata.name));
  const listed = dependencies.filter(({ name }) => !off.has(name));
  for (const subchart of on) yield* processDependencyEnabled(subchart, coalesced, `${path}${subchart.metadata.name}.`, of);
  chart.metadata.dependencies = listed.length === 0 ? undefined : listed;
  setDependencies(chart, on);
}

function* processImportValues(chart: Chart, of: Preparing): Slices<void> {
  const { dependencies } = chart.metadata;
  if (dependencies === undefined) return;
  const values = yield* mergeValues(chart, undefined, of);
  const imported: GoMap = new Map();
  for (const { name, importValues } of dependencies) {
    for (const entry of importValues) {
      const isPair = isTable(entry);
      if (!isPair && typeof entry !== 'string') continue;
      const child = isPair ? formatValue(entry.get('child') ?? null) : `exports.${entry}`;
      const parent = isPair ? formatValue(entry.get('parent') ?? null) : '.';
      try {
        mergeUnder(parent, imported, tableAt(values, `${name}.${child}`), of);
      } catch (error) {
        if (!(error instanceof GoError)) throw error;
        of.warn(() => `Warning: ImportValues missing table${isPair ? ` from chart ${name}` : ''}: ${error.message}`);
      }
      yield* of.pause();
    }
  }
  // What is imported has a lower priority than the parent's own values.
  chart.values = mergeTables(copyTable(values, of), imported, of);
}

/** Changes the chart. */
export function* processDependencyImportValues(chart: Chart, of: Preparing): Slices<void> {
  for (const subchart of chart.dependencies) yield* processDependencyImportValues(subchart, of);
  yield* processImportValues(chart, of);
}
