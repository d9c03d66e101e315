/** Upstream: pkg/chartutil/values.go (Helm v3.21.4): tables of values and paths in them. */
import { GoError, type GoMap, type Value } from '../goTemplate/value';
import { deepCopy } from './functions/deep';
import type { Preparing } from './preparing';

export function isTable(value: Value | undefined): value is GoMap {
  return value instanceof Map;
}

/** Tables and lists copied, all the way down. */
export function copyTable(table: GoMap | undefined, of: Preparing): GoMap {
  const copy: GoMap = new Map();
  for (const [key, value] of table ?? []) {
    copy.set(
      key,
      deepCopy(value, (steps) => { of.spend(steps); }), // prettier-ignore
    );
  }
  return copy;
}

/** The table at a path with dots. */
export function tableAt(values: GoMap, path: string): GoMap {
  let table = values;
  for (const key of path.split('.')) {
    const next = table.get(key);
    if (!isTable(next)) throw new GoError(`"${key}" is not a table`);
    table = next;
  }
  return table;
}

/** What is at a path with dots, unless it is a table. */
export function pathValue(values: GoMap, path: string): Value {
  if (path === '') throw new GoError('YAML path cannot be empty');
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  let table: GoMap | undefined = values;
  if (keys.length > 0) {
    try {
      table = tableAt(values, keys.join('.'));
    } catch {
      table = undefined;
    }
  }
  const value = table?.get(last);
  if (value === undefined || isTable(value)) throw new GoError(`"${last}" is not a value`);
  return value;
}
