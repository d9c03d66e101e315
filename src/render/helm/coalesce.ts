/** Upstream: pkg/chartutil/coalesce.go (Helm v3.21.4): values of the user over those of a chart, over those of its subcharts. */
import { sprintf } from '../goTemplate/printf';
import { GoError, type GoMap, type Value } from '../goTemplate/value';
import type { Chart } from './chart';
import { copyTable, isTable } from './tables';

/** What Helm logs on the way. */
export type Warn = (message: string) => void;

const GLOBAL = 'global';

interface Run {
  readonly warn: Warn;
  /** Nulls stay, as needed where coalescing comes again later. */
  readonly isMerge: boolean;
}

/** The values that the chart's templates see; of subcharts under their names. */
export function coalesceValues(chart: Chart, values: GoMap | undefined, warn: Warn): GoMap {
  return coalesce({ warn, isMerge: false }, chart, copyTable(values), '');
}

/** The same with nulls kept, for what is coalesced once more later. */
export function mergeValues(chart: Chart, values: GoMap | undefined, warn: Warn): GoMap {
  return coalesce({ warn, isMerge: true }, chart, copyTable(values), '');
}

function coalesce(run: Run, chart: Chart, dest: GoMap, prefix: string): GoMap {
  coalesceChart(run, chart, dest, prefix);
  return coalesceDeps(run, chart, dest, prefix);
}

function concatPrefix(a: string, b: string): string {
  return a === '' ? b : `${a}.${b}`;
}

function coalesceDeps(run: Run, chart: Chart, dest: GoMap, prefix: string): GoMap {
  for (const subchart of chart.dependencies) {
    const { name } = subchart.metadata;
    const before = dest.get(name);
    if (before !== undefined && !isTable(before)) throw new GoError(`type mismatch on ${name}: ${sprintf('%t', [before])}`);
    const table: GoMap = before ?? new Map<string, Value>();
    dest.set(name, table);
    const subPrefix = concatPrefix(prefix, chart.metadata.name);
    coalesceGlobals(run, table, dest, subPrefix);
    dest.set(name, coalesce(run, subchart, table, subPrefix));
  }
  return dest;
}

/** The parent's globals go down, and win. */
function coalesceGlobals({ warn }: Run, dest: GoMap, source: GoMap, prefix: string): void {
  const destGlobals = dest.get(GLOBAL) ?? (dest.has(GLOBAL) ? null : new Map<string, Value>());
  if (!isTable(destGlobals)) {
    warn(`warning: skipping globals because destination ${GLOBAL} is not a table.`);
    return;
  }
  const sourceGlobals = source.get(GLOBAL) ?? (source.has(GLOBAL) ? null : new Map<string, Value>());
  if (!isTable(sourceGlobals)) {
    warn(`warning: skipping globals because source ${GLOBAL} is not a table.`);
    return;
  }
  for (const [key, value] of sourceGlobals) {
    const below = destGlobals.get(key);
    if (isTable(value)) {
      const copy: GoMap = new Map(value);
      if (!destGlobals.has(key)) destGlobals.set(key, copy);
      else if (!isTable(below)) warn(`Conflict: cannot merge map onto non-map for "${key}". Skipping.`);
      else {
        // The other way round: from the top down.
        coalesceTablesFullKey({ warn, isMerge: true }, copy, below, concatPrefix(prefix, key));
        destGlobals.set(key, copy);
      }
    } else if (isTable(below)) warn(`key ${key} is table. Skipping`);
    else destGlobals.set(key, value);
  }
  dest.set(GLOBAL, destGlobals);
}

function coalesceChart(run: Run, chart: Chart, values: GoMap, prefix: string): void {
  const subPrefix = concatPrefix(prefix, chart.metadata.name);
  for (const [key, own] of copyTable(chart.values)) {
    const given = values.get(key);
    if (given === undefined) values.set(key, own);
    // Null of a higher level takes the key away.
    else if (given === null && !run.isMerge) values.delete(key);
    else if (isTable(given)) {
      if (isTable(own)) {
        const isChild = chart.dependencies.some(({ metadata }) => metadata.name === key);
        coalesceTablesFullKey({ ...run, isMerge: isChild || run.isMerge }, given, own, concatPrefix(subPrefix, key));
      } else if (own !== null) run.warn(`warning: skipped value for ${subPrefix}.${key}: Not a table.`);
    }
  }
}

/** Nulls stay. */
export function mergeTables(dest: GoMap, source: GoMap, warn: Warn): GoMap {
  return coalesceTablesFullKey({ warn, isMerge: true }, dest, source, '');
}

function coalesceTablesFullKey(run: Run, dest: GoMap, source: GoMap, prefix: string): GoMap {
  const nonNil = new Set([...source].filter(([, value]) => value !== null).map(([key]) => key));
  for (const [key, value] of dest) if (value === null) source.set(key, null);
  for (const [key, value] of source) {
    const fullKey = concatPrefix(prefix, key);
    const given = dest.get(key);
    if (given === null && !run.isMerge && nonNil.has(key)) dest.delete(key);
    else if (given === undefined) dest.set(key, value);
    else if (isTable(value)) {
      if (isTable(given)) coalesceTablesFullKey(run, given, value, fullKey);
      else run.warn(`warning: cannot overwrite table with non table for ${fullKey} (${sprintf('%v', [value])})`);
    } else if (isTable(given) && value !== null) {
      run.warn(`warning: destination for ${fullKey} is a table. Ignoring non-table value (${sprintf('%v', [value])})`);
    }
  }
  return dest;
}
