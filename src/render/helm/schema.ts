/** Upstream: pkg/chartutil/jsonschema.go, santhosh-tekuri/jsonschema (Helm v3.21.4, v6): values against values.schema.json. */
import { GoError, type GoMap, type Value } from '../goTemplate/value';
import type { Chart } from './chart';
import { fromJson } from './jsonPrefix';
import { SchemaEffort, SchemaValidator, type Misfit } from './schemaValidator';
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
  readonly #validators = new Map<string, SchemaValidator>();

  problemsOf(chart: Chart, values: GoMap): string {
    let problems = '';
    if (chart.schema !== undefined) {
      const misfits = this.#validatorOf(chart.schema).validate(values);
      if (misfits.length > 0) problems += `${chart.metadata.name}:\n${describe(misfits, 0)}`;
    }
    for (const subchart of chart.dependencies) {
      const table = values.get(subchart.metadata.name);
      if (isTable(table) && problems.length < LONGEST) problems += this.problemsOf(subchart, table);
    }
    return problems;
  }

  #validatorOf(text: string): SchemaValidator {
    let known = this.#validators.get(text);
    if (known === undefined) this.#validators.set(text, (known = new SchemaValidator(readSchema(text), this.#effort)));
    return known;
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
    text += `${'  '.repeat(indent)}- at '${path}': ${message}\n${describe(causes, indent + 1)}`;
  }
  return text;
}
