/**
 * The value as the API's JSON has it: fields that are zero, empty or null are left out, also within lists and objects. The
 * named fields keep a zero, where the API tells 0 from missing.
 */
export function omitEmpty(value: unknown, keepZero: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => omitEmpty(item, keepZero));
  if (typeof value !== 'object' || value === null) return value;
  const result: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    const inner = omitEmpty(item, keepZero);
    if (!isEmpty(inner) || (inner === 0 && keepZero.has(key))) result[key] = inner;
  }
  return result;
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === 0 || value === '' || value === false) return true;
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
