/** Upstream: pkg/chartutil/coalesce.go (Helm v3.21.4): values of the user over those of a chart, over those of its subcharts. */
import type { Slices } from '../../model/slices';
import { sprintf } from '../goTemplate/printf';
import { GoError, type GoMap, type Value } from '../goTemplate/value';
import type { Chart } from './chart';
import type { Preparing } from './preparing';
import { copyTable, isTable } from './tables';

const GLOBAL = 'global';

interface Run {
  readonly of: Preparing;
  /** Nulls stay, as needed where coalescing comes again later. */
  readonly isMerge: boolean;
}

/** The values that the chart's templates see; of subcharts under their names. */
export function* coalesceValues(chart: Chart, values: GoMap | undefined, of: Preparing): Slices<GoMap> {
  return yield* coalesce({ of, isMerge: false }, chart, copyTable(values, of), '');
}

/** The same with nulls kept, for what is coalesced once more later. */
export function* mergeValues(chart: Chart, values: GoMap | undefined, of: Preparing): Slices<GoMap> {
  return yield* coalesce({ of, isMerge: true }, chart, copyTable(values, of), '');
}

function* coalesce(run: Run, chart: Chart, dest: GoMap, prefix: string): Slices<GoMap> {
  coalesceChart(run, chart, dest, prefix);
  yield* run.of.pause();
  return yield* coalesceDeps(run, chart, dest, prefix);
}

function concatPrefix(a: string, b: string): string {
  return a === '' ? b : `${a}.${b}`;
}

function* coalesceDeps(run: Run, chart: Chart, dest: GoMap, prefix: string): Slices<GoMap> {
  run.of.spend(chart.dependencies.length);
  for (const subchart of chart.dependencies) {
    const { name } = subchart.metadata;
    const before = dest.get(name);
    if (before !== undefined && !isTable(before)) throw new GoError(`type mismatch on ${name}: ${sprintf('%t', [before])}`);
    const table: GoMap = before ?? new Map<string, Value>();
    dest.set(name, table);
    const subPrefix = concatPrefix(prefix, chart.metadata.name);
    coalesceGlobals(run, table, dest, subPrefix);
    dest.set(name, yield* coalesce(run, subchart, table, subPrefix));
  }
  return dest;
}

/** The parent's globals go down, and win. */
function coalesceGlobals({ of }: Run, dest: GoMap, source: GoMap, prefix: string): void {
  const destGlobals = dest.get(GLOBAL) ?? (dest.has(GLOBAL) ? null : new Map<string, Value>());
  if (!isTable(destGlobals)) {
    of.warn(() => `warning: skipping globals because destination ${GLOBAL} is not a table.`);
    return;
  }
  const sourceGlobals = source.get(GLOBAL) ?? (source.has(GLOBAL) ? null : new Map<string, Value>());
  if (!isTable(sourceGlobals)) {
    of.warn(() => `warning: skipping globals because source ${GLOBAL} is not a table.`);
    return;
  }
  of.spend(1 + sourceGlobals.size);
  for (const [key, value] of sourceGlobals) {
    const below = destGlobals.get(key);
    if (isTable(value)) {
      of.spend(value.size);
      const copy: GoMap = new Map(value);
      if (!destGlobals.has(key)) destGlobals.set(key, copy);
      else if (!isTable(below)) of.warn(() => `Conflict: cannot merge map onto non-map for "${key}". Skipping.`);
      else {
        // The other way round: from the top down.
        coalesceTablesFullKey({ of, isMerge: true }, copy, below, concatPrefix(prefix, key));
        destGlobals.set(key, copy);
      }
    } else if (isTable(below)) of.warn(() => `key ${key} is table. Skipping`);
    else destGlobals.set(key, value);
  }
  dest.set(GLOBAL, destGlobals);
}

function coalesceChart(run: Run, chart: Chart, values: GoMap, prefix: string): void {
  const subPrefix = concatPrefix(prefix, chart.metadata.name);
  const children = new Set(chart.dependencies.map(({ metadata }) => metadata.name));
  for (const [key, own] of copyTable(chart.values, run.of)) {
    const given = values.get(key);
    if (given === undefined) values.set(key, own);
    // Null of a higher level takes the key away.
    else if (given === null && !run.isMerge) values.delete(key);
    else if (isTable(given)) {
      if (isTable(own)) {
        coalesceTablesFullKey({ ...run, isMerge: children.has(key) || run.isMerge }, given, own, concatPrefix(subPrefix, key));
      } else if (own !== null) run.of.warn(() => `warning: skipped value for ${subPrefix}.${key}: Not a table.`);
    }
  }
}

/** Nulls stay. */
export function mergeTables(dest: GoMap, source: GoMap, of: Preparing): GoMap {
  return coalesceTablesFullKey({ of, isMerge: true }, dest, source, '');
}

/** The same for a table under that path with nothing beside it, whatever else is there. */
export function mergeUnder(path: string, dest: GoMap, source: GoMap, of: Preparing): GoMap {
  const steps = path === '.' ? [] : path.split('.');
  let at = dest;
  for (const [index, key] of steps.entries()) {
    const given = at.get(key);
    if (given === undefined) at.set(key, tableUnder(steps.slice(index + 1), source));
    else if (given !== null && !isTable(given)) {
      const shown = (): string => sprintf('%v', [tableUnder(steps.slice(index + 1), source)]);
      of.warn(() => `warning: cannot overwrite table with non table for ${steps.slice(0, index + 1).join('.')} (${shown()})`);
    }
    if (!isTable(given)) return dest;
    at = given;
  }
  coalesceTablesFullKey({ of, isMerge: true }, at, source, steps.join('.'));
  return dest;
}

function tableUnder(path: readonly string[], table: GoMap): GoMap {
  return path.reduceRight((map, key) => new Map([[key, map]]), table);
}

function coalesceTablesFullKey(run: Run, dest: GoMap, source: GoMap, prefix: string): GoMap {
  run.of.spend(1 + dest.size + source.size);
  const nonNil = new Set([...source].filter(([, value]) => value !== null).map(([key]) => key));
  for (const [key, value] of dest) if (value === null) source.set(key, null);
  for (const [key, value] of source) {
    const fullKey = concatPrefix(prefix, key);
    const given = dest.get(key);
    if (given === null && !run.isMerge && nonNil.has(key)) dest.delete(key);
    else if (given === undefined) dest.set(key, value);
    else if (isTable(value)) {
      if (isTable(given)) coalesceTablesFullKey(run, given, value, fullKey);
      else run.of.warn(() => `warning: cannot overwrite table with non table for ${fullKey} (${sprintf('%v', [value])})`);
    } else if (isTable(given) && value !== null) {
      run.of.warn(() => `warning: destination for ${fullKey} is a table. Ignoring non-table value (${sprintf('%v', [value])})`);
    }
  }
  return dest;
}
