/**
 * Makes src/model/apiTypes.ts, the types of API objects, and src/engine/api/schema/fieldTable.ts, what decoding and merging
 * need to know of their fields, from Kubernetes' OpenAPI v3 documents:
 *
 *     node scripts/generate-schema.mjs [--check]
 *
 * They lie in kubernetes/ of the folder that ROLLOUT_LENS_SHARED names, ../shared if it is not set; without them nothing is
 * made or checked. The documents know names, kinds and merge keys of fields. What only the Go types know (pointer or value,
 * named string types and their values, embedded structs) is in lib/apiFacts.mjs.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import {
  ALWAYS_THERE,
  ALWAYS_WRITTEN,
  CHECKED,
  DECODED,
  EMBEDDED,
  IN_THE_MODEL,
  MAY_BE_ABSENT,
  NAMED,
  POINTERS,
  STORED,
  TRIMMED,
  VALUES,
} from './lib/apiFacts.mjs';
import { BY_HAND } from './lib/apiFactsByHand.mjs';

/** @typedef {import('./lib/apiFacts.mjs').Schema} Schema */

const FOLDER = join(process.env['ROLLOUT_LENS_SHARED'] ?? join(import.meta.dirname, '../../shared'), 'kubernetes');
if (!existsSync(FOLDER)) {
  console.log(`Kubernetes' API schema is not at hand (${FOLDER}); nothing to do.`);
  process.exit(0);
}
/** @type {Record<string, Schema>} */
const schemas = Object.assign(
  BY_HAND,
  ...['api__v1.json', 'apis__apps__v1.json', 'apis__policy__v1.json'].map(
    (file) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')).components.schemas,
  ),
);

/** @param {string | undefined} text */
const words = (text) => (text ?? '').split(' ').filter((word) => word !== '');
/** @param {string} name */
const shortName = (name) => name.split('.').at(-1) ?? name;
/** @param {Schema} schema */
const refOf = (schema) => (schema.$ref ?? schema.allOf?.[0]?.$ref)?.split('/').at(-1);
/** @type {Record<string, string>} */
const SPECIAL = { IntOrString: 'x', Quantity: 'q', Time: 't', MicroTime: 't', FieldsV1: 'r', RawExtension: 'r' };

/** @param {string} type @param {string} field */
function embeddedIn(type, field) {
  for (const [struct, list] of Object.entries(EMBEDDED[type] ?? {})) {
    const all = words(list);
    if (all[0]?.startsWith('-') ? all[0] !== `-${field}` : all.includes(field)) return struct;
  }
  return undefined;
}

/**
 * Nothing or :s string, :b bool, :i int32, :l int64, :x int-or-string, :q quantity, :t time, :r raw, =T struct, [] list, {} map.
 * @param {Schema | undefined} schema @param {string} [named]
 * @returns {string}
 */
function kindCode(schema = {}, named) {
  const ref = refOf(schema);
  if (ref !== undefined) {
    const short = shortName(ref);
    if (SPECIAL[short] !== undefined) return `:${SPECIAL[short]}`;
    queue.push(ref);
    return `=${short}`;
  }
  if (schema.type === 'array') return `[]${kindCode(schema.items, named)}`;
  if (schema.type === 'object') return `{}${kindCode(schema.additionalProperties)}`;
  if (schema.type === 'boolean') return ':b';
  if (schema.type === 'integer') return schema.format === 'int64' ? ':l' : ':i';
  if (schema.type === 'string') return named === undefined ? '' : `:s${named}`;
  throw new Error(`What is ${JSON.stringify(schema)}?`);
}

// Name and kind, then: * pointer, ! always written, ^S embedded in S, @k merge by k, @= merge a set, + retain keys, ~N named map.
/** @param {string} type @param {string} field @param {Schema} schema @param {boolean} required */
function fieldCode(type, field, schema, required) {
  const named = NAMED[type]?.[field];
  const isMap = schema.type === 'object' && refOf(schema) === undefined;
  let code = `${field}${kindCode(schema, isMap ? undefined : named)}`;
  const isStruct = /^\w+=/.test(code);
  if (words(POINTERS[type]).includes(field) || (isStruct && schema.default === undefined)) code += '*';
  if (required || words(ALWAYS_WRITTEN[type]).includes(field)) code += '!';
  if (isMap && named !== undefined) code += `~${named}`;
  const struct = embeddedIn(type, field);
  if (struct !== undefined) code += `^${struct}`;
  const strategy = schema['x-kubernetes-patch-strategy'] ?? '';
  if (strategy.includes('merge')) code += `@${schema['x-kubernetes-patch-merge-key'] ?? '='}`;
  if (strategy.includes('retainKeys')) code += '+';
  return code;
}

/**
 * The fields of all types that can be reached from these.
 * @template T
 * @param {readonly string[]} roots
 * @param {(type: string, field: string, schema: Schema, required: boolean) => T | undefined} read
 */
function reachable(roots, read) {
  /** @type {Map<string, T[]>} */
  const found = new Map();
  queue.push(...roots);
  for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
    const type = shortName(name);
    if (found.has(type)) continue;
    const { properties = {}, required = [] } = schemas[name] ?? {};
    const fields = Object.entries(properties).sort(([a], [b]) => (a < b ? -1 : 1));
    found.set(
      type,
      fields.flatMap(([field, schema]) => read(type, field, schema, required.includes(field)) ?? []),
    );
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** @type {Record<string, string>} */
const SCALARS = { x: 'IntOrString', q: 'string', t: 'Time', r: 'unknown' };

/** @param {Schema | undefined} schema @param {string} [named] @returns {string} */
function tsType(schema = {}, named) {
  const ref = refOf(schema);
  if (ref !== undefined) {
    const short = shortName(ref);
    const scalar = SCALARS[SPECIAL[short] ?? ''];
    if (scalar === undefined) queue.push(ref);
    return scalar ?? short;
  }
  if (schema.type === 'array') return `readonly ${tsType(schema.items, named)}[]`;
  if (schema.type === 'object') {
    const of = tsType(schema.additionalProperties);
    if (of !== 'string') return `Readonly<Record<string, ${of}>>`;
    return refOf(schema.additionalProperties ?? {}) === undefined ? 'StringMap' : 'ResourceList';
  }
  if (schema.type === 'integer' || schema.type === 'number') return 'number';
  return named !== undefined && VALUES[named] !== undefined ? named : (schema.type ?? 'unknown');
}

/** @param {string} type @param {string} field @param {Schema} schema @param {boolean} required */
function property(type, field, schema, required) {
  if (KINDS.has(type) && ['apiVersion', 'kind', 'metadata'].includes(field)) return undefined;
  if (TRIMMED[type] !== undefined && !words(TRIMMED[type]).includes(field)) return undefined;
  const value = IN_THE_MODEL[type]?.[field] ?? tsType(schema, NAMED[type]?.[field]);
  const isThere = words(ALWAYS_THERE[type]).includes(field) || (required && !words(MAY_BE_ABSENT[type]).includes(field));
  if (value === 'unknown') return `  readonly ${field}?: unknown;`;
  return `  readonly ${field}${isThere ? '' : '?'}: ${value}${isThere ? '' : ' | undefined'};`;
}

/** @type {string[]} */
const queue = [];
const KINDS = new Set([...DECODED, ...STORED].map(shortName));
const decoded = reachable(DECODED, fieldCode);
/** Of what is only stored the fields that the model has. */
const checked = reachable(CHECKED, (type, field, schema, required) =>
  TRIMMED[type] === undefined || words(TRIMMED[type]).includes(field) ? fieldCode(type, field, schema, required) : undefined,
);
const table = [...new Map([...checked, ...decoded])].sort(([a], [b]) => (a < b ? -1 : 1));
const types = reachable([...DECODED, ...STORED, 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta'], property);

for (const [what, list] of Object.entries({ POINTERS, NAMED, EMBEDDED, ALWAYS_THERE, MAY_BE_ABSENT, IN_THE_MODEL, TRIMMED })) {
  for (const type of Object.keys(list))
    if (!types.some(([name]) => name === type)) throw new Error(`${what} names ${type}, which is not in the schema`);
}

/** Of so many fields on it is worth saying that a type has those of another one. */
const MANY = 10;

/**
 * `<T^S` stands for all fields of T, embedded in S.
 * @param {readonly [type: string, fields: readonly string[]]} entry
 */
function lineOf([type, fields]) {
  for (const struct of Object.keys(EMBEDDED[type] ?? {})) {
    for (const [like, own] of table) {
      const same = own.map((code) => withStruct(code, struct));
      if (same.length < MANY || !same.every((code) => fields.includes(code))) continue;
      return `${type} <${like}^${struct} ${fields.filter((code) => !same.includes(code)).join(' ')}`;
    }
  }
  return `${type} ${fields.join(' ')}`;
}

/** @param {string} code @param {string} struct */
const withStruct = (code, struct) => code.replace(/(?=@|\+|$)/, `^${struct}`);

const HEADER = '// Generated by scripts/generate-schema.mjs from Kubernetes v1.36.4 (Apache 2.0). Do not edit.';
const FILES = {
  'src/engine/api/schema/fieldTable.ts': `${HEADER}

/** A line for each of the types below Deployment, DaemonSet and what is around them; the generator explains the notation. */
export const FIELD_TABLE = \`
${table.map(lineOf).join('\n')}
\`;
`,
  'src/model/apiTypes.ts': `${HEADER}

import type { IntOrString } from './intOrPercent';
import type { Time } from './time';

/** Labels, annotations, node selectors. */
export type StringMap = Readonly<Record<string, string>>;
/** Quantities as texts, by resource name. */
export type ResourceList = StringMap;
${Object.entries(VALUES)
  .map(
    ([name, values]) =>
      `export type ${name} = ${words(values)
        .map((value) => `'${value}'`)
        .join(' | ')};`,
  )
  .join('\n')}

/** What every stored object has in common. */
export interface KubernetesObject {
  readonly apiVersion?: string | undefined;
  readonly kind?: string | undefined;
  readonly metadata: ObjectMeta;
}

${types.map(([type, fields]) => `export interface ${type} ${KINDS.has(type) ? 'extends KubernetesObject ' : ''}{\n${fields.join('\n')}\n}`).join('\n\n')}
`,
};
for (const [path, source] of Object.entries(FILES)) {
  const text = await format(source, { ...(await resolveConfig(path)), parser: 'typescript' });
  if (!process.argv.includes('--check')) writeFileSync(path, text);
  else if (readFileSync(path, 'utf8') !== text) throw new Error(`${path} is not what scripts/generate-schema.mjs makes.`);
}
