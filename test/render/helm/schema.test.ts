import { strict as assert } from 'node:assert';
import { GoError } from '../../../src/render/goTemplate/value';
import type { Chart } from '../../../src/render/helm/chart';
import { loadFiles } from '../../../src/render/helm/loader';
import { readYaml } from '../../../src/render/helm/readYaml';
import { validateAgainstSchema } from '../../../src/render/helm/schema';
import { asTable } from '../../../src/render/helm/structReader';

const DRAFT_7 = 'http://json-schema.org/draft-07/schema#';
const PREFIX = "values don't meet the specifications of the schema(s) in the following chart(s):\nc:\n";

function chartWith(schema: object): Chart {
  const files = { 'Chart.yaml': 'apiVersion: v2\nname: c\nversion: 1.0.0\n', 'values.schema.json': JSON.stringify(schema) };
  return loadFiles(Object.entries(files).map(([name, data]) => ({ name, data })));
}

/** What Helm says of such values, or nothing. */
function said(schema: object, values: string): string {
  try {
    validateAgainstSchema(chartWith(schema), asTable(readYaml(values)));
    return '';
  } catch (error) {
    assert.ok(error instanceof GoError);
    assert.ok(error.message.startsWith(PREFIX), error.message);
    return error.message.slice(PREFIX.length).trimEnd();
  }
}

const of = (schema: object): object => ({ $schema: DRAFT_7, properties: { a: schema } });
const newest = (schema: object): object => ({ properties: { a: schema } });

describe('values against values.schema.json', () => {
  const cases: readonly (readonly [what: string, schema: object, values: string, words: string])[] = [
    ['a text of the pattern', of({ pattern: '^[a-z]+$' }), 'a: web', ''],
    ['a text of another', of({ pattern: '^[a-z]+$' }), "a: It's", "- at '/a': 'It\\'s' does not match pattern '^[a-z]+$'"],
    ['a pattern about a number', of({ pattern: '^a' }), 'a: 1', ''],
    [
      'a name of no pattern',
      of({ patternProperties: { '^x-': { type: 'string' } }, additionalProperties: false }),
      'a: {x-a: b, z: 1}',
      "- at '/a': additional properties 'z' not allowed",
    ],
    [
      'a value of a name of a pattern',
      of({ patternProperties: { '^x-': { type: 'string' } } }),
      'a: {x-a: 1}',
      "- at '/a/x-a': got number, want string",
    ],
    [
      'two misfits in one place, told under it',
      of({ properties: { b: { type: 'string' }, c: { type: 'string' } } }),
      'a: {b: 1, c: 2}',
      "- at '/a': validation failed\n  - at '/a/b': got number, want string\n  - at '/a/c': got number, want string",
    ],
    ['numbers in English', of({ maximum: 65535 }), 'a: 70000', "- at '/a': maximum: got 70,000, want 65,535"],
    ['a bound that is not to be reached, in draft 4', { $schema: 'http://json-schema.org/draft-04/schema#', ...newest({ minimum: 1, exclusiveMinimum: true }) }, 'a: 1', "- at '/a': exclusiveMinimum: got 1, want 1"], // prettier-ignore
    ['a multiple of a fraction', of({ multipleOf: 0.1 }), 'a: 0.3', ''],
    ['no multiple of a fraction', of({ multipleOf: 0.1 }), 'a: 0.35', "- at '/a': multipleOf: got 0.35, want 0.1"],
    ['a name that is not allowed', of({ propertyNames: { maxLength: 2 } }), 'a: {abc: 1}', "- at '': invalid propertyName 'abc'\n  - at '': maxLength: got 3, want 2"], // prettier-ignore
    ['a property that another needs', of({ dependencies: { b: ['c'] } }), 'a: {b: 1}', "- at '/a': properties 'c' required, if 'b' exists"], // prettier-ignore
    ['the same in a newer draft', newest({ dependentRequired: { b: ['c'] } }), 'a: {b: 1}', "- at '/a': properties 'c' required, if 'b' exists"], // prettier-ignore
    ['a newer keyword in an older draft', of({ dependentRequired: { b: ['c'] } }), 'a: {b: 1}', ''],
    ['a list without the item', of({ contains: { const: 'x' } }), 'a: [y]', "- at '/a': no items match contains schema\n  - at '/a/0': value must be 'x'"], // prettier-ignore
    ['items behind those of a tuple', of({ items: [{}], additionalItems: false }), 'a: [1, 2]', "- at '/a': last 1 additionalItem(s) not allowed"], // prettier-ignore
    ['an object among the allowed', of({ enum: [{}] }), 'a: 1', "- at '/a': enum failed"],
    ['what stands beside a reference, in an older draft', { ...of({ $ref: '#/definitions/x', type: 'string' }), definitions: { x: {} } }, 'a: 1', ''], // prettier-ignore
    ['the same in the newest', { ...newest({ $ref: '#/$defs/x', type: 'string' }), $defs: { x: {} } }, 'a: 1', "- at '/a': got number, want string"], // prettier-ignore
    ['a reference by the name of the document', { $id: 'https://example.com/v.json', ...newest({ $ref: 'https://example.com/v.json#/$defs/x' }), $defs: { x: { type: 'string' } } }, 'a: 1', "- at '/a': got number, want string"], // prettier-ignore
    ['a reference to an anchor', { ...newest({ $ref: '#x' }), $defs: { y: { $anchor: 'x', type: 'string' } } }, 'a: 1', "- at '/a': got number, want string"], // prettier-ignore
    ['what no schema knows', newest({ allOf: [{ properties: { b: {} } }], unevaluatedProperties: false }), 'a: {b: 1, c: 1}', "- at '/a/c': false schema"], // prettier-ignore
    ['a host', of({ format: 'hostname' }), 'a: web_1', "- at '/a': 'web_1' is not valid hostname"],
    ['an address', of({ format: 'email' }), 'a: me', "- at '/a': 'me' is not valid email"],
    ['a link', of({ format: 'uri' }), 'a: /b', "- at '/a': '/b' is not valid uri"],
    ['four numbers', of({ format: 'ipv4' }), 'a: 10.0.0.256', "- at '/a': '10.0.0.256' is not valid ipv4"], // prettier-ignore
    ['a format in a draft that takes it for a remark', newest({ format: 'email' }), 'a: me', ''],
    ['a format that nobody knows', of({ format: 'color' }), 'a: me', ''],
    [
      'a pattern that Go does not have',
      newest({ pattern: '(?!a)' }),
      'b: 1',
      'invalid regex "(?!a)" at "file:///values.schema.json#/properties/a/pattern": error parsing regexp: invalid or unsupported Perl syntax: `(?!`',
    ],
  ];
  for (const [what, schema, values, words] of cases) {
    it(`says what Helm says of ${what}`, () => {
      assert.equal(said(schema, values), words);
    });
  }
});
