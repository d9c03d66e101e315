/**
 * Upstream: santhosh-tekuri/jsonschema (v6), validator.go: values against a schema. What lies outside of the
 * document lets anything through.
 */
import { characters } from '../goTemplate/bytes';
import { formatValue } from '../goTemplate/format';
import { List, type GoMap, type Value } from '../goTemplate/value';
import { SchemaDocument, type SchemaEffort } from './schemaDocument';
import { FORMATS } from './schemaFormats';
import {
  addTo,
  boundMisfits,
  countMisfits,
  display,
  grouped,
  isCompound,
  listOf,
  numberOf,
  pointerStep,
  quoted,
  textsOf,
  typeMisfit,
  typeNameOf,
  type Misfit,
} from './schemaMisfits';

/** References can go in circles. */
const MAX_DEPTH = 100;
/** Names of properties and places of items that a schema has something to say about. */
type Evaluated = Set<string | number>;

/** A value and where it is. */
interface Spot {
  readonly value: Value;
  readonly path: string;
  readonly depth: number;
  /** For a schema around that asks what was left over. */
  readonly evaluated: Evaluated | undefined;
}

export class SchemaValidator {
  readonly #schema: SchemaDocument;
  readonly #effort: SchemaEffort;
  /** The values of enumerations, as they are compared. */
  readonly #allowed = new WeakMap<List, ReadonlySet<string>>();

  /** Throws a GoError for a schema that upstream refuses. */
  constructor(root: Value, effort: SchemaEffort) {
    this.#schema = new SchemaDocument(root, effort);
    this.#effort = effort;
  }

  validate(value: Value): readonly Misfit[] {
    return this.#check(this.#schema.root, { value, path: '', depth: 0, evaluated: undefined });
  }

  #check(schema: Value, around: Spot): readonly Misfit[] {
    const { value, path } = around;
    this.#effort.spend(1);
    if (schema === false) return [{ path, message: 'false schema' }];
    if (!(schema instanceof Map) || around.depth > MAX_DEPTH) return [];
    const reference = schema.get('$ref');
    // What stands beside a reference came to mean something later.
    if (typeof reference === 'string' && this.#schema.draft < 2019) return this.#here(this.#schema.resolve(reference), around);
    const alone = typeMisfit(schema, value, path) ?? this.#ofForm(schema, value, path);
    if (alone !== undefined) return [alone];
    const asksForRest = schema.has('unevaluatedProperties') || schema.has('unevaluatedItems');
    const spot = asksForRest ? { ...around, evaluated: around.evaluated ?? new Set<string | number>() } : around;
    const misfits: Misfit[] = [];
    for (const keyword of ['$ref', '$dynamicRef', '$recursiveRef']) {
      const target = schema.get(keyword);
      if (typeof target === 'string') addTo(misfits, this.#here(this.#schema.resolve(target), spot));
    }
    if (value instanceof Map) addTo(misfits, this.#object(schema, value, spot));
    if (value instanceof List) addTo(misfits, this.#array(schema, value.items, spot));
    if (typeof value === 'string') addTo(misfits, this.#text(schema, value, path));
    const number = numberOf(value);
    if (number !== undefined) addTo(misfits, boundMisfits(schema, number, path));
    addTo(misfits, this.#combined(schema, spot));
    if (asksForRest) addTo(misfits, this.#rest(schema, spot));
    return misfits;
  }

  /** Another schema for the same value. */
  #here(schema: Value, spot: Spot): readonly Misfit[] {
    this.#effort.spend(1);
    const evaluated = spot.evaluated && new Set<string | number>();
    const misfits = this.#check(schema, { ...spot, depth: spot.depth + 1, evaluated });
    if (misfits.length === 0) evaluated?.forEach((step) => spot.evaluated?.add(step));
    return grouped(spot.path, misfits);
  }

  #below(schema: Value, value: Value, { path, depth, evaluated }: Spot, step: string | number): readonly Misfit[] {
    evaluated?.add(step);
    const below = `${path}/${typeof step === 'string' ? pointerStep(step) : step}`;
    return grouped(below, this.#check(schema, { value, path: below, depth: depth + 1, evaluated: undefined }));
  }

  /** What upstream says alone of a value. */
  #ofForm(schema: GoMap, value: Value, path: string): Misfit | undefined {
    const constant = this.#schema.get(schema, 'const');
    if (constant !== undefined && this.#textOf(constant) !== this.#textOf(value)) {
      return { path, message: isCompound(constant) ? 'const failed' : `value must be ${display(constant)}` };
    }
    const allowed = schema.get('enum');
    if (allowed instanceof List && !this.#isAmong(value, allowed)) return { path, message: this.#enumWords(allowed.items) };
    const name = schema.get('format');
    if (typeof value !== 'string' || typeof name !== 'string' || !this.#schema.hasFormats) return undefined;
    this.#effort.spend(value.length >> 5);
    return FORMATS.get(name)?.(value) === false ? { path, message: `${quoted(value)} is not valid ${name}` } : undefined;
  }

  #enumWords(items: readonly Value[]): string {
    this.#effort.spend(items.length);
    if (items.some(isCompound)) return 'enum failed';
    return `value must be ${items.length === 1 ? '' : 'one of '}${items.map(display).join(', ')}`;
  }

  #object(schema: GoMap, value: GoMap, spot: Spot): readonly Misfit[] {
    const { path } = spot;
    const misfits: Misfit[] = [...countMisfits(schema, 'Properties', value.size, path)];
    const missing = this.#missing(schema.get('required'), value);
    this.#effort.spend(value.size);
    if (missing.length > 0) {
      misfits.push({ path, message: `missing propert${missing.length === 1 ? 'y' : 'ies'} ${missing.map(quoted).join(', ')}` });
    }
    this.#dependencies(schema, 'dependencies', spot, misfits);
    this.#properties(schema, value, spot, misfits);
    const names = this.#schema.get(schema, 'propertyNames');
    for (const name of names === undefined ? [] : value.keys()) {
      const causes = this.#check(names ?? true, { value: name, path: '', depth: spot.depth + 1, evaluated: undefined });
      if (causes.length > 0) misfits.push({ path: '', message: `invalid propertyName ${quoted(name)}`, causes });
    }
    this.#dependencies(schema, 'dependentSchemas', spot, misfits);
    this.#dependencies(schema, 'dependentRequired', spot, misfits);
    return misfits;
  }

  #missing(required: Value | undefined, value: GoMap): readonly string[] {
    const names = textsOf(required);
    this.#effort.spend(names.length);
    return names.filter((name) => !value.has(name));
  }

  #dependencies(schema: GoMap, keyword: string, spot: Spot, misfits: Misfit[]): void {
    const dependencies = this.#schema.get(schema, keyword);
    if (!(dependencies instanceof Map) || !(spot.value instanceof Map)) return;
    for (const [name, dependency] of dependencies) {
      this.#effort.spend(1);
      if (!spot.value.has(name)) continue;
      if (!(dependency instanceof List)) {
        addTo(misfits, this.#here(dependency, spot));
        continue;
      }
      const missing = this.#missing(dependency, spot.value).map(quoted).join(', ');
      if (missing !== '') misfits.push({ path: spot.path, message: `properties ${missing} required, if ${quoted(name)} exists` });
    }
  }

  #properties(schema: GoMap, value: GoMap, spot: Spot, misfits: Misfit[]): void {
    const properties = schema.get('properties');
    const patterns = schema.get('patternProperties');
    const rest = schema.get('additionalProperties');
    const more: string[] = [];
    for (const [name, item] of value) {
      const own = properties instanceof Map ? properties.get(name) : undefined;
      const schemas = own === undefined ? [] : [own];
      for (const [pattern, part] of patterns instanceof Map ? patterns : []) if (this.#matches(pattern, name)) schemas.push(part);
      if (schemas.length === 0 && rest === false) more.push(name);
      else if (schemas.length === 0 && rest !== undefined) schemas.push(rest);
      for (const part of schemas) addTo(misfits, this.#below(part, item, spot, name));
    }
    if (more.length > 0) {
      misfits.push({ path: spot.path, message: `additional properties ${more.map(quoted).join(', ')} not allowed` });
    }
  }

  #matches(pattern: string, text: string): boolean {
    return this.#schema.pattern(pattern)?.matches(text, this.#effort.searches) ?? true;
  }

  #array(schema: GoMap, items: readonly Value[], spot: Spot): readonly Misfit[] {
    const misfits: Misfit[] = [...countMisfits(schema, 'Items', items.length, spot.path)];
    if (schema.get('uniqueItems') === true) addTo(misfits, this.#repeated(items, spot.path));
    const isNewest = this.#schema.draft >= 2020;
    const of = schema.get('items');
    const isTuple = !isNewest && of instanceof List;
    const prefix = isNewest ? schema.get('prefixItems') : of;
    const first = prefix instanceof List ? prefix.items : [];
    const rest = isTuple ? schema.get('additionalItems') : of;
    const isClosed = isTuple && rest === false;
    const more = items.length - first.length;
    if (isClosed && more > 0) misfits.push({ path: spot.path, message: `last ${more} additionalItem(s) not allowed` });
    items.forEach((item, index) => {
      const own = first[index] ?? (isClosed ? undefined : rest);
      if (own !== undefined) addTo(misfits, this.#below(own, item, spot, index));
    });
    addTo(misfits, this.#contained(schema, items, spot));
    return misfits;
  }

  #repeated(items: readonly Value[], path: string): readonly Misfit[] {
    const seen = new Map<string, number>();
    for (const [index, item] of items.entries()) {
      const text = this.#textOf(item);
      const first = seen.get(text);
      if (first !== undefined) return [{ path, message: `items at ${first} and ${index} are equal` }];
      seen.set(text, index);
    }
    return [];
  }

  #contained(schema: GoMap, items: readonly Value[], spot: Spot): readonly Misfit[] {
    const { path } = spot;
    const contains = this.#schema.get(schema, 'contains');
    if (contains === undefined) return [];
    const causes: Misfit[] = [];
    const matched: number[] = [];
    items.forEach((item, index) => {
      const misfits = this.#below(contains, item, { ...spot, evaluated: undefined }, index);
      addTo(causes, misfits);
      if (misfits.length > 0) return;
      matched.push(index);
      if (this.#schema.draft >= 2020) spot.evaluated?.add(index);
    });
    const least = this.#schema.get(schema, 'minContains');
    const most = this.#schema.get(schema, 'maxContains');
    const misfits: Misfit[] = [];
    if (typeof least !== 'number') {
      if (matched.length === 0) misfits.push({ path, message: 'no items match contains schema', causes });
    } else if (matched.length < least) {
      const found = matched.length === 0 ? 'none matched' : `matched ${matched.length} items at ${matched.join(' ')}`;
      misfits.push({ path, message: `min ${least} items required to match contains schema, but ${found}`, causes });
    }
    if (typeof most === 'number' && matched.length > most) {
      const found = `matched ${matched.length} items at ${matched.join(' ')}`;
      misfits.push({ path, message: `max ${most} items required to match contains schema, but ${found}` });
    }
    return misfits;
  }

  #text(schema: GoMap, value: string, path: string): readonly Misfit[] {
    const misfits: Misfit[] = [];
    if (schema.has('minLength') || schema.has('maxLength')) {
      this.#effort.spend(value.length >> 5);
      misfits.push(...countMisfits(schema, 'Length', characters(value).length, path));
    }
    const pattern = schema.get('pattern');
    if (typeof pattern === 'string' && !this.#matches(pattern, value))
      misfits.push({ path, message: `${quoted(value)} does not match pattern ${quoted(pattern)}` });
    return misfits;
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

  #combined(schema: GoMap, spot: Spot): readonly Misfit[] {
    const { path } = spot;
    const check = (part: Value): readonly Misfit[] => this.#here(part, spot);
    const misfits: Misfit[] = [];
    const not = schema.get('not');
    if (not !== undefined && check(not).length === 0) misfits.push({ path, message: 'not failed' });
    const all = listOf(schema, 'allOf').flatMap(check);
    if (all.length > 0) misfits.push({ path, message: 'allOf failed', causes: all });
    const any = listOf(schema, 'anyOf').map(check);
    if (any.length > 0 && any.every((causes) => causes.length > 0))
      misfits.push({ path, message: 'anyOf failed', causes: any.flat() });
    const one = listOf(schema, 'oneOf').map(check);
    const fitting = one.flatMap((causes, index) => (causes.length === 0 ? [index] : []));
    if (one.length > 0 && fitting.length === 0) misfits.push({ path, message: 'oneOf failed, none matched', causes: one.flat() });
    if (fitting.length > 1) misfits.push({ path, message: `oneOf failed, subschemas ${fitting.slice(0, 2).join(', ')} matched` });
    const condition = this.#schema.get(schema, 'if');
    if (condition !== undefined) addTo(misfits, check(schema.get(check(condition).length === 0 ? 'then' : 'else') ?? true));
    return misfits;
  }

  /** What no other schema had something to say about. */
  #rest(schema: GoMap, spot: Spot): readonly Misfit[] {
    const { value } = spot;
    const keyword = value instanceof Map ? 'unevaluatedProperties' : 'unevaluatedItems';
    const rest = this.#schema.get(schema, keyword);
    if (rest === undefined) return [];
    const parts: Iterable<readonly [string | number, Value]> =
      value instanceof Map ? value : value instanceof List ? value.items.entries() : [];
    return [...parts].flatMap(([step, part]) => (spot.evaluated?.has(step) === true ? [] : this.#below(rest, part, spot, step)));
  }
}
