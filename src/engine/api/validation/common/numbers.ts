/** Upstream: pkg/apis/apps/validation/validation.go (v1.36.4). */
import type { ErrorList, Path } from './field';
import { isValidPercent } from './names';

export function validateNonnegative(value: number | undefined, path: Path, errors: ErrorList): void {
  if (value !== undefined && value < 0) errors.invalid(path, value, 'must be greater than or equal to 0');
}

export function validatePositive(value: number, path: Path, errors: ErrorList): void {
  if (value <= 0) errors.invalid(path, value, 'must be greater than zero');
}

export function validatePositiveIntOrPercent(value: number | string, path: Path, errors: ErrorList): void {
  if (typeof value === 'number') validateNonnegative(value, path, errors);
  else errors.invalidEach(path, value, isValidPercent(value));
}

export function validateNotMoreThan100Percent(value: number | string, path: Path, errors: ErrorList): void {
  const percent = percentOf(value);
  if (percent !== undefined && percent > 100) errors.invalid(path, value, 'must not be greater than 100%');
}

function percentOf(value: number | string): number | undefined {
  if (typeof value === 'number' || isValidPercent(value).length > 0) return undefined;
  return Number(value.slice(0, -1));
}

/** The bare number: 25 for `25%`, 25 for the malformed `"25"`, 0 for what is no number at all. */
export function intOrPercentValue(value: number | string): number {
  if (typeof value === 'number') return value;
  return percentOf(value) ?? (/^[+-]?\d+$/.test(value) ? Number(value) : 0);
}
