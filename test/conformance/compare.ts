import type { Difference } from './suite';

/** What the API leaves out when it is empty; `compareValues` takes these for equal when asked to. */
function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === 0 || value === '' || value === false) return true;
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === 'object' && Object.values(value).every((item) => item === undefined);
}

export interface CompareOptions {
  /** Zero, "", false, [], {} and null are the same as missing (Kubernetes' `omitempty`). */
  readonly emptyIsMissing?: boolean;
}

/** Differences between two JSON values; the order of keys has no meaning, the order of lists has. */
export function compareValues(expected: unknown, actual: unknown, options: CompareOptions = {}, path = ''): Difference[] {
  if (Object.is(expected, actual)) return [];
  if (options.emptyIsMissing === true && isEmpty(expected) && isEmpty(actual)) return [];
  if ((expected ?? undefined) === undefined && (actual ?? undefined) === undefined) return [];
  if (Array.isArray(expected) && Array.isArray(actual)) return compareLists(expected, actual, options, path);
  if (isObject(expected) && isObject(actual)) {
    const keys = [...new Set([...Object.keys(expected), ...Object.keys(actual)])];
    return keys.flatMap((key) => compareValues(expected[key], actual[key], options, path === '' ? key : `${path}.${key}`));
  }
  return [{ path, expected, actual }];
}

function compareLists(expected: unknown[], actual: unknown[], options: CompareOptions, path: string): Difference[] {
  const differences: Difference[] = [];
  for (let index = 0; index < Math.max(expected.length, actual.length); index++) {
    differences.push(...compareValues(expected[index], actual[index], options, `${path}[${index}]`));
  }
  if (differences.length === 0 && expected.length !== actual.length)
    return [{ path: `${path}.length`, expected: expected.length, actual: actual.length }];
  return differences;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
