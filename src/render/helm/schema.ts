/** Upstream: pkg/chartutil/jsonschema.go, santhosh-tekuri/jsonschema (Helm v3.21.4, v6): values against values.schema.json. */
import { GoError, type GoMap, type Value } from '../goTemplate/value';
import type { Chart } from './chart';
import { fromJson } from './jsonPrefix';
import { SchemaEffort } from './schemaDocument';
import { quoted, type Misfit } from './schemaMisfits';
import { SchemaValidator } from './schemaValidator';
import { isTable } from './tables';

/** Throws `GoError` with what does not fit, by chart, or `LimitError`. */
export function validateAgainstSchema(chart: Chart, values: GoMap): void {
  const problems = new Checks().problemsOf(chart, values);
  if (problems !== '') {
    throw new GoError(`values don't meet the specifications of the schema(s) in the following chart(s):\n${problems}`);
  }
}

/** More than anybody reads of what does not fit. */
const LONGEST = 20_000;

class Checks {
  readonly #effort = new SchemaEffort();
  /** By their texts: a subchart that has many names has one. */
  readonly #validators = new Map<string, SchemaValidator | string>();

  problemsOf(chart: Chart, values: GoMap): string {
    let problems = '';
    if (chart.schema !== undefined) {
      const said = this.#said(chart.schema, values);
      if (said !== '') problems += `${chart.metadata.name}:\n${said}`;
    }
    for (const subchart of chart.dependencies) {
      const table = values.get(subchart.metadata.name);
      if (isTable(table) && problems.length < LONGEST) problems += this.problemsOf(subchart, table);
    }
    return problems;
  }

  #said(schema: string, values: GoMap): string {
    const validator = this.#validatorOf(schema);
    return typeof validator === 'string' ? validator : describe(validator.validate(values), 0);
  }

  /** What is wrong with a schema that cannot be used. */
  #validatorOf(text: string): SchemaValidator | string {
    let known = this.#validators.get(text);
    if (known === undefined) this.#validators.set(text, (known = validatorFor(readSchema(text), this.#effort)));
    return known;
  }
}

function validatorFor(schema: Value, effort: SchemaEffort): SchemaValidator | string {
  try {
    return new SchemaValidator(schema, effort);
  } catch (error) {
    if (error instanceof GoError) return error.message;
    throw error;
  }
}

function readSchema(text: string): Value {
  try {
    return fromJson(JSON.parse(text));
  } catch {
    throw new GoError('unable to validate schema: invalid JSON');
  }
}

function describe(misfits: readonly Misfit[], indent: number): string {
  let text = '';
  for (const { path, message, causes = [] } of misfits) {
    if (text.length > LONGEST) return `${text.slice(0, LONGEST)}…\n`;
    text += `${'  '.repeat(indent)}- at ${quoted(path)}: ${message}\n${describe(causes, indent + 1)}`;
  }
  return text;
}
