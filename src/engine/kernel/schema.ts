import { EngineError } from './engineError';

/**
 * One description of a value from elsewhere (a file, the other side of a message channel) that gives its type, its check, and
 * the message that names the place and says what belongs there.
 */

/** Gives the value back as what it is, untouched; throws an EngineError when it is something else. */
export type Check<T> = (value: unknown, path: string) => T;
/** A field that may be missing. */
export interface Optional<T> {
  readonly optional: Check<T>;
}
export type Fields = Readonly<Record<string, Check<unknown> | Optional<unknown>>>;

/** The type of what a check lets through. */
export type Of<C> = C extends Check<infer T> ? T : C extends Optional<infer T> ? T : never;
export type ObjectOf<F> = Flat<
  { readonly [K in keyof F as F[K] extends Optional<unknown> ? never : K]: Of<F[K]> } & {
    readonly [K in keyof F as F[K] extends Optional<unknown> ? K : never]?: Of<F[K]>;
  }
>;
type Flat<T> = { [K in keyof T]: T[K] };
/** One of several objects, told apart by the field `tag`. */
type VariantOf<Tag extends string, Common, Cases> = {
  [K in keyof Cases]: ObjectOf<Readonly<Record<Tag, Check<K>>> & Common & Cases[K]>;
}[keyof Cases];

export function refuse(path: string, message: string): never {
  throw new EngineError('InvalidInput', path, message);
}

/** A value as messages quote it. */
export function show(value: unknown): string {
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) return 'nothing';
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

export const optional = <T>(check: Check<T>): Optional<T> => ({ optional: check });

export interface Range {
  readonly min?: number;
  readonly max?: number;
  readonly integer?: boolean;
}

export function number({ min = -Infinity, max = Infinity, integer = false }: Range = {}): Check<number> {
  return (value, path) => {
    if (typeof value !== 'number' || !Number.isFinite(value)) refuse(path, `must be a number, not ${show(value)}`);
    if (integer && !Number.isInteger(value)) refuse(path, `must be a whole number, not ${value}`);
    if (value < min) refuse(path, `must be at least ${min}, not ${value}`);
    if (value > max) refuse(path, `must be at most ${max}, not ${value}`);
    return value;
  };
}

/** A text; with `pattern` one of a form that `what` describes. */
export function text(most = Infinity, pattern?: RegExp, what = 'text'): Check<string> {
  return (value, path) => {
    if (typeof value !== 'string' || pattern?.test(value) === false) refuse(path, `must be a ${what}, not ${show(value)}`);
    if (value.length > most) refuse(path, `has ${value.length} characters, at most ${most} are allowed`);
    return value;
  };
}

export const name = text(Infinity, /./s, 'name');

export const flag: Check<boolean> = (value, path) => {
  if (typeof value !== 'boolean') refuse(path, `must be true or false, not ${show(value)}`);
  return value;
};

export function oneOf<const T extends string | number>(...values: readonly T[]): Check<T> {
  return (value, path) => values.find((candidate) => candidate === value) ?? refuseChoice(values, value, path);
}

function refuseChoice(values: readonly unknown[], value: unknown, path: string): never {
  refuse(path, `must be one of ${values.join(', ')}, not ${show(value)}`);
}

export function list<T>(item: Check<T>, { most = Infinity, least = 0 } = {}): Check<readonly T[]> {
  return (value, path) => {
    if (!Array.isArray(value)) refuse(path, `must be a list, not ${show(value)}`);
    if (value.length > most) refuse(path, `has ${value.length} entries, at most ${most} are allowed`);
    if (value.length < least) refuse(path, 'must not be empty');
    value.forEach((entry, index) => item(entry, `${path}[${index}]`));
    return value as readonly T[];
  };
}

export const anyObject: Check<Readonly<Record<string, unknown>>> = (value, path) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) refuse(path, `must be an object, not ${show(value)}`);
  return value as Readonly<Record<string, unknown>>;
};

export function mapOf<T>(item: Check<T>): Check<Readonly<Record<string, T>>> {
  return (value, path) => {
    for (const [key, entry] of Object.entries(anyObject(value, path))) item(entry, `${path}.${key}`);
    return value as Readonly<Record<string, T>>;
  };
}

/** An object with just these fields; one that is undefined counts as missing. */
export function object<const F extends Fields>(fields: F): Check<ObjectOf<F>> {
  return (value, path) => {
    const given = anyObject(value, path);
    for (const [field, check] of Object.entries(fields)) {
      if (typeof check === 'function' && given[field] === undefined) refuse(`${path}.${field}`, 'is missing');
    }
    for (const [field, entry] of Object.entries(given)) {
      const check = Object.hasOwn(fields, field) ? fields[field] : undefined;
      if (check === undefined) refuse(`${path}.${field}`, `is not known here; known are ${Object.keys(fields).join(', ')}`);
      if (entry !== undefined) (typeof check === 'function' ? check : check.optional)(entry, `${path}.${field}`);
    }
    return value as ObjectOf<F>;
  };
}

/** One of several objects, told apart by the value of the field `tag`; `common` are the fields that all of them have. */
export function variant<
  const Tag extends string,
  const Common extends Fields,
  const Cases extends Readonly<Record<string, Fields>>,
>(tag: Tag, common: Common, cases: Cases): Check<VariantOf<Tag, Common, Cases>> {
  const checks = new Map(Object.entries(cases).map(([kind, own]) => [kind, object({ ...common, [tag]: name, ...own })]));
  return (value, path) => {
    const kind = anyObject(value, path)[tag];
    const check = typeof kind === 'string' ? checks.get(kind) : undefined;
    if (check === undefined) refuseChoice(Object.keys(cases), kind, `${path}.${tag}`);
    check(value, path);
    return value as VariantOf<Tag, Common, Cases>;
  };
}

/** The check is chosen by a look at the value. */
export function either<C extends Check<unknown>>(choose: (value: unknown) => C): Check<Of<C>> {
  return (value, path) => choose(value)(value, path) as Of<C>;
}

const MAX_DEPTH = 100;

/** JSON is a tree of objects, lists, texts, numbers, flags and null; a field that is undefined counts as not there. */
export function plainJson(value: unknown, path: string, ancestors: readonly object[] = []): void {
  if (value === null || value === undefined || ['string', 'number', 'boolean'].includes(typeof value)) return;
  if (typeof value !== 'object') refuse(path, `is a ${typeof value}, which JSON does not have`);
  if (ancestors.includes(value)) refuse(path, 'contains itself');
  if (ancestors.length >= MAX_DEPTH) refuse(path, `is more than ${MAX_DEPTH} levels deep`);
  const within = [...ancestors, value];
  const isList = Array.isArray(value);
  if (Object.hasOwn(value, '__proto__')) refuse(path, 'has a field __proto__, which nothing has');
  for (const [key, entry] of Object.entries(value)) plainJson(entry, isList ? `${path}[${key}]` : `${path}.${key}`, within);
}

/** The value when it is one of these, otherwise undefined. */
export function readAs<T>(check: Check<T>, value: unknown): T | undefined {
  try {
    return check(value, 'value');
  } catch {
    return undefined;
  }
}
