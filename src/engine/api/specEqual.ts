import { compareQuantities, parseQuantity } from '../../model/quantity';

/** Fields that are maps of quantities. */
const QUANTITY_MAPS: ReadonlySet<string> = new Set(['requests', 'limits', 'overhead']);
/** Fields that are quantities, by the field in which they are. */
const QUANTITY_FIELDS: Readonly<Record<string, string>> = { sizeLimit: 'emptyDir', divisor: 'resourceFieldRef' };

/**
 * Whether two specs mean the same. Quantities are equal by value, however they are written: 1Gi and 1073741824.
 */
export function specEqual(a: unknown, b: unknown): boolean {
  return equalIn('', '', a, b);
}

function equalIn(parent: string, field: string, a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a === 'string' && typeof b === 'string') return isQuantity(parent, field) && equalQuantities(a, b);
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return isNothing(a) && isNothing(b);
  if (Array.isArray(a) || Array.isArray(b)) return equalLists(field, a, b);
  const left = a as Readonly<Record<string, unknown>>;
  const right = b as Readonly<Record<string, unknown>>;
  for (const key in left) if (!equalIn(field, key, left[key], right[key])) return false;
  for (const key in right) if (!(key in left) && !equalIn(field, key, undefined, right[key])) return false;
  return true;
}

function equalLists(field: string, a: unknown, b: unknown): boolean {
  if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
  return a.every((item, index) => equalIn(field, '', item, b[index]));
}

function isQuantity(parent: string, field: string): boolean {
  return QUANTITY_MAPS.has(parent) || QUANTITY_FIELDS[field] === parent;
}

function equalQuantities(a: string, b: string): boolean {
  const [left, right] = [parseQuantity(a), parseQuantity(b)];
  return left !== undefined && right !== undefined && compareQuantities(left, right) === 0;
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null;
}
