/** Upstream: pkg/chartutil/jsonschema.go, santhosh-tekuri/jsonschema (Helm v3.21.4, v6): values against values.schema.json. */
import { GoError, type GoMap, type Value } from '../goTemplate/value';
import type { Chart } from './chart';
import { fromJson } from './jsonPrefix';
import { SchemaValidator, type Misfit } from './schemaValidator';
import { isTable } from './tables';

/** Throws `GoError` with what does not fit, by chart. */
export function validateAgainstSchema(chart: Chart, values: GoMap): void {
  const problems = problemsOf(chart, values);
  if (problems !== '') {
    throw new GoError(`values don't meet the specifications of the schema(s) in the following chart(s):\n${problems}`);
  }
}

function problemsOf(chart: Chart, values: GoMap): string {
  let problems = '';
  if (chart.schema !== undefined) {
    const misfits = new SchemaValidator(readSchema(chart.schema)).validate(values);
    if (misfits.length > 0) problems += `${chart.metadata.name}:\n${misfits.map((misfit) => describe(misfit, 0)).join('')}`;
  }
  for (const subchart of chart.dependencies) {
    const table = values.get(subchart.metadata.name);
    if (isTable(table)) problems += problemsOf(subchart, table);
  }
  return problems;
}

function readSchema(text: string): Value {
  try {
    return fromJson(JSON.parse(text));
  } catch {
    throw new GoError('unable to validate schema: invalid JSON');
  }
}

function describe({ path, message, causes = [] }: Misfit, indent: number): string {
  const line = `${'  '.repeat(indent)}- at '${path}': ${message}\n`;
  return line + causes.map((cause) => describe(cause, indent + 1)).join('');
}
