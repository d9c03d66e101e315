/** Small guards for data that comes from elsewhere: the other side of a message channel, a file, a saved state. */

export type Guard<T> = (value: unknown) => value is T;

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isText(value: unknown): value is string {
  return typeof value === 'string';
}

const SHORT_TEXT = 10_000;
export function isShortText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= SHORT_TEXT;
}

export function isFiniteNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

export function wholeNumber(min: number, max: number): Guard<number> {
  return (value): value is number => Number.isInteger(value) && (value as number) >= min && (value as number) <= max;
}

export function isIntOrPercent(value: unknown): value is number | string {
  return (Number.isInteger(value) && (value as number) >= 0) || (typeof value === 'string' && /^\d{1,9}%$/.test(value));
}

export function oneOf<const T extends string>(values: readonly T[]): Guard<T> {
  return (value): value is T => values.some((candidate) => candidate === value);
}

export function optional<T>(guard: Guard<T>): Guard<T | undefined> {
  return (value): value is T | undefined => value === undefined || guard(value);
}

/** A record whose listed fields pass; other fields are not looked at. */
export function fields<T extends object>(guards: { readonly [K in keyof Required<T>]: Guard<T[K]> }): Guard<T> {
  const entries = Object.entries<Guard<unknown>>(guards);
  return (value): value is T => isRecord(value) && entries.every(([key, guard]) => guard(value[key]));
}
