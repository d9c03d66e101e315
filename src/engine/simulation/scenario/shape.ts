import { EngineError } from '../../kernel/engineError';

/** Checks one value; throws an EngineError that names the place and says what belongs there. */
export type Check = (value: unknown, path: string) => void;

function refuse(path: string, message: string): never {
  throw new EngineError('InvalidInput', path, message);
}

function show(value: unknown): string {
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) return 'nothing';
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

export function number(options: { readonly min?: number; readonly max?: number; readonly integer?: boolean } = {}): Check {
  const { min = -Infinity, max = Infinity, integer = false } = options;
  return (value, path) => {
    if (typeof value !== 'number' || !Number.isFinite(value)) refuse(path, `must be a number, not ${show(value)}`);
    if (integer && !Number.isInteger(value)) refuse(path, `must be a whole number, not ${value}`);
    if (value < min) refuse(path, `must be at least ${min}, not ${value}`);
    if (value > max) refuse(path, `must be at most ${max}, not ${value}`);
  };
}

export const text: Check = (value, path) => {
  if (typeof value !== 'string') refuse(path, `must be a text, not ${show(value)}`);
};

export const name: Check = (value, path) => {
  if (typeof value !== 'string' || value === '') refuse(path, `must be a name, not ${show(value)}`);
};

export const flag: Check = (value, path) => {
  if (typeof value !== 'boolean') refuse(path, `must be true or false, not ${show(value)}`);
};

export function oneOf(...values: readonly unknown[]): Check {
  return (value, path) => {
    if (!values.includes(value)) refuse(path, `must be one of ${values.map(show).join(', ')}, not ${show(value)}`);
  };
}

export function list(item: Check, most = Infinity): Check {
  return (value, path) => {
    if (!Array.isArray(value)) refuse(path, `must be a list, not ${show(value)}`);
    if (value.length > most) refuse(path, `has ${value.length} entries, at most ${most} are allowed`);
    value.forEach((entry, index) => {
      item(entry, `${path}[${index}]`);
    });
  };
}

export function mapOf(item: Check): Check {
  return (value, path) => {
    for (const [key, entry] of Object.entries(asObject(value, path))) item(entry, `${path}.${key}`);
  };
}

function asObject(value: unknown, path: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) refuse(path, `must be an object, not ${show(value)}`);
  return value as Readonly<Record<string, unknown>>;
}

/** An object with just these fields; those in `required` must be there. */
export function object(fields: Readonly<Record<string, Check>>, required: readonly string[] = []): Check {
  return (value, path) => {
    const given = asObject(value, path);
    for (const field of required) if (given[field] === undefined) refuse(`${path}.${field}`, 'is missing');
    for (const [field, entry] of Object.entries(given)) {
      const check = fields[field];
      if (check === undefined) refuse(`${path}.${field}`, `is not known here; known are ${Object.keys(fields).join(', ')}`);
      if (entry !== undefined) check(entry, `${path}.${field}`);
    }
  };
}

/** Chooses the check by a field's value. */
export function variant(field: string, cases: Readonly<Record<string, Check>>): Check {
  return (value, path) => {
    const kind = asObject(value, path)[field];
    const check = typeof kind === 'string' ? cases[kind] : undefined;
    if (check === undefined) refuse(`${path}.${field}`, `must be one of ${Object.keys(cases).join(', ')}, not ${show(kind)}`);
    check(value, path);
  };
}

export function either(choose: (value: unknown) => Check): Check {
  return (value, path) => {
    choose(value)(value, path);
  };
}

/** Kubernetes objects are checked where the API server would; here only that it is an object with a name. */
export const kubernetesObject: Check = (value, path) => {
  const { metadata } = asObject(value, path);
  name(asObject(metadata, `${path}.metadata`)['name'], `${path}.metadata.name`);
};

const MAX_DEPTH = 100;

/** JSON is a tree of objects, lists, texts, numbers, flags and null; a field that is undefined counts as not there. */
export function plainJson(value: unknown, path: string, ancestors: readonly object[] = []): void {
  if (value === null || value === undefined || ['string', 'number', 'boolean'].includes(typeof value)) return;
  if (typeof value !== 'object') refuse(path, `is a ${typeof value}, which JSON does not have`);
  if (ancestors.includes(value)) refuse(path, 'contains itself');
  if (ancestors.length >= MAX_DEPTH) refuse(path, `is more than ${MAX_DEPTH} levels deep`);
  const within = [...ancestors, value];
  const isList = Array.isArray(value);
  for (const [key, entry] of Object.entries(value)) plainJson(entry, isList ? `${path}[${key}]` : `${path}.${key}`, within);
}

export const anyObject: Check = (value, path) => {
  asObject(value, path);
};
