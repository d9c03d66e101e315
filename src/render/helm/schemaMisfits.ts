/** Upstream: santhosh-tekuri/jsonschema (v6), kind/kind.go: what is said of a value that does not fit. */
import { goQuote } from '../../model/goQuote';
import { formatValue } from '../goTemplate/format';
import { Int, List, type GoMap, type Value } from '../goTemplate/value';

export interface Misfit {
  /** As a JSON pointer. */
  readonly path: string;
  readonly message: string;
  readonly causes?: readonly Misfit[];
}

/** One by one: a call takes no more arguments than there is room for on the stack. */
export function addTo(misfits: Misfit[], more: readonly Misfit[]): void {
  for (const misfit of more) misfits.push(misfit);
}

/** Several of one schema are told under it. */
export function grouped(path: string, causes: readonly Misfit[]): readonly Misfit[] {
  return causes.length < 2 ? causes : [{ path, message: 'validation failed', causes }];
}

export function listOf(schema: GoMap, keyword: string): readonly Value[] {
  const value = schema.get(keyword);
  return value instanceof List ? value.items : [];
}

export function textsOf(value: Value | undefined): readonly string[] {
  return value instanceof List ? value.items.filter((item) => typeof item === 'string') : [];
}

export function isCompound(value: Value): boolean {
  return value instanceof Map || value instanceof List;
}

export function display(value: Value): string {
  return typeof value === 'string' ? quoted(value) : formatValue(value);
}

/** As upstream prints counts and numbers: in English. */
function inEnglish(number: number): string {
  return number.toLocaleString('en-US', { maximumFractionDigits: 20 });
}

export function typeNameOf(value: Value): string {
  if (value === null) return 'null';
  if (value instanceof Map) return 'object';
  if (value instanceof List) return 'array';
  return value instanceof Int ? 'number' : typeof value;
}

export function numberOf(value: Value): number | undefined {
  return value instanceof Int ? Number(value.value) : typeof value === 'number' ? value : undefined;
}

export function typeMisfit(schema: GoMap, value: Value, path: string): Misfit | undefined {
  const type = schema.get('type');
  const wanted = typeof type === 'string' ? [type] : textsOf(type);
  const given = typeNameOf(value);
  const isInteger = Number.isInteger(numberOf(value));
  if (wanted.length === 0 || wanted.includes(given) || (isInteger && wanted.includes('integer'))) return undefined;
  return { path, message: `got ${given}, want ${wanted.join(' or ')}` };
}

export function countMisfits(schema: GoMap, what: string, count: number, path: string): readonly Misfit[] {
  const misfits: Misfit[] = [];
  for (const side of ['min', 'max'] as const) {
    const bound = schema.get(side + what);
    if (typeof bound !== 'number' || (side === 'min' ? count >= bound : count <= bound)) continue;
    misfits.push({ path, message: `${side}${what}: got ${inEnglish(count)}, want ${inEnglish(bound)}` });
  }
  return misfits;
}

const BOUNDS: readonly (readonly [keyword: string, fits: (value: number, bound: number) => boolean])[] = [
  ['minimum', (value, bound) => value >= bound],
  ['maximum', (value, bound) => value <= bound],
  ['exclusiveMinimum', (value, bound) => value > bound],
  ['exclusiveMaximum', (value, bound) => value < bound],
  ['multipleOf', isMultiple],
];

/** In draft 4 the bounds that a value must not reach are said to be such: `exclusiveMinimum: true`. */
const OLD: readonly (readonly [keyword: string, exclusive: string])[] = [
  ['minimum', 'exclusiveMinimum'],
  ['maximum', 'exclusiveMaximum'],
];

export function boundMisfits(schema: GoMap, value: number, path: string): readonly Misfit[] {
  const exclusive = new Map(OLD.filter(([, word]) => schema.get(word) === true));
  const written = new Set(exclusive.values());
  return BOUNDS.flatMap(([keyword, fits]) => {
    const old = OLD.find(([, word]) => word === keyword && written.has(word));
    const bound = schema.get(old?.[0] ?? keyword);
    if (exclusive.has(keyword) || typeof bound !== 'number' || fits(value, bound)) return [];
    return [{ path, message: `${keyword}: got ${inEnglish(value)}, want ${inEnglish(bound)}` }];
  });
}

/** As decimal numbers: 0.3 is thrice 0.1. */
function isMultiple(value: number, bound: number): boolean {
  const scale = 10 ** Math.max(decimals(value), decimals(bound));
  return bound === 0 || Math.round(value * scale) % Math.round(bound * scale) === 0;
}

function decimals(value: number): number {
  const [digits = '', exponent = '0'] = String(value).split('e');
  return Math.max(0, (digits.split('.')[1]?.length ?? 0) - Number(exponent));
}

/** Upstream: kind.go, quote. */
export function quoted(text: string): string {
  return `'${goQuote(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

export function pointerStep(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
