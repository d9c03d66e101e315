/** Upstream: santhosh-tekuri/jsonschema (v6), objcompiler.go: a schema by its draft, and where references in it lead. */
import { goQuote } from '../../model/goQuote';
import { GoError, LimitError, List, type GoMap, type Value } from '../goTemplate/value';
import { Regexp } from '../regexp/regexp';
import { StepBudget } from '../regexp/regexpMachine';
import { pointerStep, quoted } from './schemaMisfits';

/** The newest, which is meant where `$schema` is missing. */
const NEWEST = 2020;
const DRAFT = /^https?:\/\/json-schema\.org\/(?:draft-0([467])\/schema|draft\/(2019|2020)-\d\d\/schema)#?$/;

/** A keyword that came later means nothing in a schema of an older draft. */
const SINCE: ReadonlyMap<string, number> = new Map([
  ['const', 6],
  ['contains', 6],
  ['propertyNames', 6],
  ['if', 7],
  ['dependentRequired', 2019],
  ['dependentSchemas', 2019],
  ['minContains', 2019],
  ['maxContains', 2019],
  ['unevaluatedItems', 2019],
  ['unevaluatedProperties', 2019],
  ['prefixItems', NEWEST],
]);

/** Keywords of schemas below a schema: one, a list of them, or some by name. */
const BELOW: ReadonlySet<string> = new Set(
  'items additionalItems prefixItems additionalProperties propertyNames contains not if then else allOf anyOf oneOf unevaluatedItems unevaluatedProperties'.split(
    ' ',
  ),
);
const BELOW_BY_NAME: ReadonlySet<string> = new Set(
  'properties patternProperties $defs definitions dependentSchemas dependencies'.split(' '),
);

/** References can go two ways at each turn: so many values are held against so many schemas, or against single words of one. */
const MAX_CHECKS = 200_000;

/** What all schemas of a chart and its subcharts may take together. */
export class SchemaEffort {
  readonly searches = new StepBudget();
  #left = MAX_CHECKS;

  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) throw new LimitError('values.schema.json takes too many steps');
  }
}

export class SchemaDocument {
  readonly root: Value;
  readonly draft: number;
  /** Whether formats are looked at: later drafts take them for remarks. */
  readonly hasFormats: boolean;
  readonly #id: string;
  /** What references lead to. */
  readonly #found = new Map<string, Value>();
  readonly #anchors = new Map<string, Value>();
  readonly #patterns = new Map<string, Regexp>();

  /** Throws a GoError for a pattern that is no regular expression of Go's. */
  constructor(root: Value, effort: SchemaEffort) {
    this.root = root;
    const [, old, recent] = DRAFT.exec(textOf(root, '$schema')) ?? [];
    this.draft = Number(old ?? recent ?? NEWEST);
    this.hasFormats = this.draft < 2019;
    this.#id = textOf(root, this.draft === 4 ? 'id' : '$id').split('#')[0] ?? '';
    this.#read(root, '', effort);
  }

  /** undefined, too, where the draft does not know the keyword. */
  get(schema: GoMap, keyword: string): Value | undefined {
    return (SINCE.get(keyword) ?? 0) > this.draft ? undefined : schema.get(keyword);
  }

  resolve(reference: string): Value {
    let found = this.#found.get(reference);
    if (found === undefined) this.#found.set(reference, (found = this.#lookUp(reference)));
    return found;
  }

  /** Anything is let through by what lies elsewhere. */
  #lookUp(reference: string): Value {
    const [document = '', fragment = ''] = reference.split('#');
    if (document !== '' && document !== this.#id) return true;
    const place = decoded(fragment);
    if (place !== '' && !place.startsWith('/')) return this.#anchors.get(place) ?? true;
    let schema: Value | undefined = this.root;
    for (const step of place.split('/').slice(1)) {
      const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
      schema = schema instanceof Map ? schema.get(key) : schema instanceof List ? schema.items[Number(key)] : undefined;
    }
    return schema ?? true;
  }

  pattern(expression: string): Regexp | undefined {
    return this.#patterns.get(expression);
  }

  /** Compiles what is to be compiled, as upstream does before anything is held against it. */
  #read(part: Value, place: string, effort: SchemaEffort): void {
    effort.spend(1);
    if (part instanceof List) for (const [index, item] of part.items.entries()) this.#read(item, `${place}/${index}`, effort);
    if (!(part instanceof Map)) return;
    const anchor = textOf(part, '$anchor') || textOf(part, '$dynamicAnchor') || /#(.+)/.exec(textOf(part, '$id'))?.[1];
    if (anchor !== undefined && !anchor.startsWith('/')) this.#anchors.set(anchor, part);
    for (const [key, value] of part) {
      const below = `${place}/${key}`;
      if (key === 'pattern' && typeof value === 'string') this.#compile(value, below);
      if (BELOW.has(key)) this.#read(value, below, effort);
      if (!BELOW_BY_NAME.has(key) || !(value instanceof Map)) continue;
      for (const [name, schema] of value) {
        if (key === 'patternProperties') this.#compile(name, below);
        this.#read(schema, `${below}/${pointerStep(name)}`, effort);
      }
    }
  }

  #compile(expression: string, place: string): void {
    try {
      this.#patterns.set(expression, new Regexp(expression));
    } catch (error) {
      if (!(error instanceof GoError)) throw error;
      const invalid = `invalid regex ${goQuote(expression)} at "file:///values.schema.json#${place}": ${error.message}`;
      throw new GoError(this.hasFormats ? againstDraft(this.draft, place, expression, error.message) : invalid);
    }
  }
}

/** Where formats are looked at, the schema of schemas refuses such a pattern. */
function againstDraft(draft: number, place: string, expression: string, message: string): string {
  return `"file:///values.schema.json#" is not valid against metaschema: jsonschema validation failed with 'http://json-schema.org/draft-0${draft}/schema#'\n- at ${quoted(place)}: ${quoted(expression)} is not valid regex: ${message}`;
}

function textOf(schema: Value, keyword: string): string {
  const text = schema instanceof Map ? schema.get(keyword) : undefined;
  return typeof text === 'string' ? text : '';
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
