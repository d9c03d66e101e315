/**
 * Upstream: santhosh-tekuri/jsonschema (v6): the keywords that charts use. `pattern` and `format` are not looked at; references
 * lead to places in the same document.
 */
import { characters } from '../goTemplate/bytes';
import { formatValue } from '../goTemplate/format';
import { Int, LimitError, List, type GoMap, type Value } from '../goTemplate/value';

export interface Misfit {
  /** As a JSON pointer. */
  readonly path: string;
  readonly message: string;
  readonly causes?: readonly Misfit[];
}

/** References can go in circles. */
const MAX_DEPTH = 100;
/** And they can go two ways at each turn: so many values are held against so many schemas, or against single words of one. */
const MAX_CHECKS = 200_000;

/** What all schemas of a chart and its subcharts may take together. */
export class SchemaEffort {
  #left = MAX_CHECKS;

  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) throw new LimitError('values.schema.json takes too many steps');
  }
}

export class SchemaValidator {
  readonly #root: Value;
  readonly #effort: SchemaEffort;
  /** What references lead to. */
  readonly #found = new Map<string, Value>();
  /** The values of enumerations, as they are compared. */
  readonly #allowed = new WeakMap<List, ReadonlySet<string>>();

  constructor(root: Value, effort: SchemaEffort) {
    this.#root = root;
    this.#effort = effort;
  }

  validate(value: Value): readonly Misfit[] {
    return this.#check(this.#root, value, '', 0);
  }

  #check(schema: Value, value: Value, path: string, depth: number): readonly Misfit[] {
    this.#effort.spend(1);
    if (schema === false) return [{ path, message: 'false schema' }];
    if (!(schema instanceof Map) || depth > MAX_DEPTH) return [];
    const misfits: Misfit[] = [];
    const reference = schema.get('$ref');
    if (typeof reference === 'string') addTo(misfits, this.#check(this.#resolve(reference), value, path, depth + 1));
    const wrongType = typeMisfit(schema, value, path);
    if (wrongType !== undefined) return [...misfits, wrongType];
    misfits.push(...this.#ofValue(schema, value, path));
    if (value instanceof Map) addTo(misfits, this.#object(schema, value, path, depth));
    if (value instanceof List) addTo(misfits, this.#array(schema, value, path, depth));
    addTo(misfits, this.#combined(schema, value, path, depth));
    return misfits;
  }

  #resolve(reference: string): Value {
    let found = this.#found.get(reference);
    if (found === undefined) this.#found.set(reference, (found = this.#lookUp(reference)));
    return found;
  }

  #lookUp(reference: string): Value {
    if (!reference.startsWith('#')) return true;
    let schema: Value | undefined = this.#root;
    for (const step of reference.slice(1).split('/').slice(1)) {
      const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
      schema = schema instanceof Map ? schema.get(key) : schema instanceof List ? schema.items[Number(key)] : undefined;
    }
    return schema ?? true;
  }

  #object(schema: GoMap, value: GoMap, path: string, depth: number): readonly Misfit[] {
    const misfits: Misfit[] = [];
    const required = textsOf(schema.get('required'));
    this.#effort.spend(required.length + value.size);
    const missing = required.filter((name) => !value.has(name));
    if (missing.length > 0) {
      misfits.push({ path, message: `missing propert${missing.length === 1 ? 'y' : 'ies'} ${missing.map(quoted).join(', ')}` });
    }
    misfits.push(...countMisfits(schema, 'Properties', value.size, path));
    const properties = schema.get('properties');
    const rest = schema.get('additionalProperties');
    const more: string[] = [];
    for (const [name, item] of value) {
      const own = properties instanceof Map ? properties.get(name) : undefined;
      const below = `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      if (own !== undefined) addTo(misfits, this.#check(own, item, below, depth + 1));
      else if (rest === false && !schema.has('patternProperties')) more.push(name);
      else if (rest instanceof Map && !schema.has('patternProperties')) addTo(misfits, this.#check(rest, item, below, depth + 1));
    }
    if (more.length > 0) misfits.push({ path, message: `additional properties ${more.map(quoted).join(', ')} not allowed` });
    return misfits;
  }

  #array(schema: GoMap, { items }: List, path: string, depth: number): readonly Misfit[] {
    const misfits: Misfit[] = [...countMisfits(schema, 'Items', items.length, path)];
    const of = schema.get('items');
    const prefix = schema.get('prefixItems') ?? (of instanceof List ? of : null);
    items.forEach((item, index) => {
      const own = prefix instanceof List && index < prefix.items.length ? prefix.items[index] : of;
      addTo(misfits, this.#check(own ?? true, item, `${path}/${index}`, depth + 1));
    });
    if (schema.get('uniqueItems') === true) {
      const seen = new Map<string, number>();
      for (const [index, item] of items.entries()) {
        const text = this.#textOf(item);
        const first = seen.get(text);
        if (first !== undefined) {
          misfits.push({ path, message: `items at ${first} and ${index} are equal` });
          break;
        }
        seen.set(text, index);
      }
    }
    return misfits;
  }

  #ofValue(schema: GoMap, value: Value, path: string): readonly Misfit[] {
    const misfits: Misfit[] = [];
    const allowed = schema.get('enum');
    if (allowed instanceof List && !this.#isAmong(value, allowed)) {
      this.#effort.spend(allowed.items.length);
      const names = allowed.items.map((item) => (typeof item === 'string' ? quoted(item) : formatValue(item)));
      misfits.push({ path, message: `value must be ${names.length === 1 ? '' : 'one of '}${names.join(', ')}` });
    }
    const constant = schema.get('const');
    if (constant !== undefined && this.#textOf(constant) !== this.#textOf(value)) {
      misfits.push({ path, message: `value must be ${typeof constant === 'string' ? quoted(constant) : formatValue(constant)}` });
    }
    if (typeof value === 'string' && (schema.has('minLength') || schema.has('maxLength'))) {
      this.#effort.spend(value.length >> 5);
      misfits.push(...countMisfits(schema, 'Length', characters(value).length, path));
    }
    const number = numberOf(value);
    return number === undefined ? misfits : [...misfits, ...boundMisfits(schema, number, path)];
  }

  #isAmong(value: Value, allowed: List): boolean {
    let texts = this.#allowed.get(allowed);
    if (texts === undefined) this.#allowed.set(allowed, (texts = new Set(allowed.items.map((item) => this.#textOf(item)))));
    return texts.has(this.#textOf(value));
  }

  /** Of values that are the same the same. */
  #textOf(value: Value): string {
    const text = `${typeNameOf(value)} ${formatValue(numberOf(value) ?? value)}`;
    this.#effort.spend(1 + (text.length >> 5));
    return text;
  }

  #combined(schema: GoMap, value: Value, path: string, depth: number): readonly Misfit[] {
    const check = (part: Value): readonly Misfit[] => this.#check(part, value, path, depth + 1);
    const misfits: Misfit[] = [];
    const all = listOf(schema, 'allOf')
      .map(check)
      .filter((causes) => causes.length > 0);
    if (all.length > 0) misfits.push({ path, message: 'allOf failed', causes: all.flat() });
    const any = listOf(schema, 'anyOf').map(check);
    if (any.length > 0 && any.every((causes) => causes.length > 0))
      misfits.push({ path, message: 'anyOf failed', causes: any.flat() });
    const one = listOf(schema, 'oneOf').map(check);
    const fitting = one.flatMap((causes, index) => (causes.length === 0 ? [index] : []));
    if (one.length > 0 && fitting.length === 0) misfits.push({ path, message: 'oneOf failed, none matched', causes: one.flat() });
    if (fitting.length > 1) misfits.push({ path, message: `oneOf failed, subschemas ${fitting.slice(0, 2).join(', ')} matched` });
    const not = schema.get('not');
    if (not !== undefined && check(not).length === 0) misfits.push({ path, message: 'not failed' });
    const condition = schema.get('if');
    if (condition !== undefined) addTo(misfits, check(schema.get(check(condition).length === 0 ? 'then' : 'else') ?? true));
    return misfits;
  }
}

/** One by one: a call takes no more arguments than there is room for on the stack. */
function addTo(misfits: Misfit[], more: readonly Misfit[]): void {
  for (const misfit of more) misfits.push(misfit);
}

function listOf(schema: GoMap, keyword: string): readonly Value[] {
  const value = schema.get(keyword);
  return value instanceof List ? value.items : [];
}

function textsOf(value: Value | undefined): readonly string[] {
  return value instanceof List ? value.items.filter((item) => typeof item === 'string') : [];
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "\\'")}'`;
}

function typeNameOf(value: Value): string {
  if (value === null) return 'null';
  if (value instanceof Map) return 'object';
  if (value instanceof List) return 'array';
  return value instanceof Int ? 'number' : typeof value;
}

function numberOf(value: Value): number | undefined {
  return value instanceof Int ? Number(value.value) : typeof value === 'number' ? value : undefined;
}

function typeMisfit(schema: GoMap, value: Value, path: string): Misfit | undefined {
  const type = schema.get('type');
  const wanted = typeof type === 'string' ? [type] : textsOf(type);
  const given = typeNameOf(value);
  const isInteger = Number.isInteger(numberOf(value));
  if (wanted.length === 0 || wanted.includes(given) || (isInteger && wanted.includes('integer'))) return undefined;
  return { path, message: `got ${given}, want ${wanted.join(' or ')}` };
}

function countMisfits(schema: GoMap, what: string, count: number, path: string): readonly Misfit[] {
  const misfits: Misfit[] = [];
  for (const side of ['min', 'max'] as const) {
    const bound = schema.get(side + what);
    if (typeof bound !== 'number' || (side === 'min' ? count >= bound : count <= bound)) continue;
    misfits.push({ path, message: `${side}${what}: got ${count}, want ${bound}` });
  }
  return misfits;
}

const BOUNDS: readonly (readonly [keyword: string, fits: (value: number, bound: number) => boolean])[] = [
  ['minimum', (value, bound) => value >= bound],
  ['maximum', (value, bound) => value <= bound],
  ['exclusiveMinimum', (value, bound) => value > bound],
  ['exclusiveMaximum', (value, bound) => value < bound],
  ['multipleOf', (value, bound) => bound === 0 || Number.isInteger(value / bound)],
];

function boundMisfits(schema: GoMap, value: number, path: string): readonly Misfit[] {
  return BOUNDS.flatMap(([keyword, fits]) => {
    const bound = schema.get(keyword);
    if (typeof bound !== 'number' || fits(value, bound)) return [];
    return [{ path, message: `${keyword}: got ${value}, want ${bound}` }];
  });
}
