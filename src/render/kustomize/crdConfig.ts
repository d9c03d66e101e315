/** Upstream: api/internal/accumulator/loadconfigfromcrds.go (kustomize v5.8.1): what `crds` say of fields of custom resources. */
import type { ParsedText } from '../../manifest/parse';
import { readJson } from '../../manifest/json';
import { spend } from './effort';
import { KustomizeError } from './error';
import { makeFieldSpec, type FieldSpec } from './fieldSpec';
import { mergeConfig, NO_CONFIG, type NameBackReferences, type TransformerConfig } from './transformerConfig';

type Definitions = Readonly<Record<string, unknown>>;

/** Where fields of the present type are in one of its objects. */
interface Found {
  readonly annotations: FieldSpec[];
  readonly labels: FieldSpec[];
  readonly names: FieldSpec[];
  readonly references: NameBackReferences[];
}

/** Deeper than any definition that is not part of itself. */
const DEEPEST = 50;

export function configOfDefinitions({ root, problems }: ParsedText, file: string): TransformerConfig {
  const json = root === undefined ? null : readJson(root, 'literal').json;
  if (problems[0] !== undefined || !isDefinitions(json))
    throw new KustomizeError(
      'openapi',
      `unable to parse open API definition from '${file}': ${problems[0]?.message ?? 'it has no map of types with a “Schema” each'}`,
    );
  let config = NO_CONFIG;
  for (const [type, definition] of Object.entries(json)) {
    const properties = propertiesOf(definition);
    if (!['kind', 'apiVersion', 'metadata'].every((name) => Object.hasOwn(properties, name))) continue;
    const found: Found = { annotations: [], labels: [], names: [], references: [] };
    search({ definitions: json, kind: type.slice(type.lastIndexOf('.') + 1), found }, type, []);
    config = mergeConfig(config, {
      ...NO_CONFIG,
      commonAnnotations: found.annotations,
      commonLabels: found.labels,
      namePrefix: found.names,
      nameReference: found.references,
    });
  }
  return config;
}

function isRecord(value: unknown): value is Definitions {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isDefinitions(json: unknown): json is Definitions {
  return isRecord(json) && Object.values(json).every(isRecord);
}

function propertiesOf(definition: unknown): Definitions {
  const schema = isRecord(definition) ? definition['Schema'] : undefined;
  const properties = isRecord(schema) ? schema['properties'] : undefined;
  return isRecord(properties) ? properties : {};
}

interface Search {
  readonly definitions: Definitions;
  readonly kind: string;
  readonly found: Found;
}

function search({ definitions, kind, found }: Search, type: string, path: readonly string[]): void {
  if (path.length > DEEPEST) throw new KustomizeError('openapi', `the definition of ${type} is part of itself`);
  const properties = Object.hasOwn(definitions, type) ? propertiesOf(definitions[type]) : {};
  for (const [name, property] of Object.entries(properties)) {
    spend(1);
    if (!isRecord(property)) continue;
    const text = (key: string): string | undefined => (typeof property[key] === 'string' ? property[key] : undefined);
    const here = [...path, name];
    const spec = (...below: readonly string[]): FieldSpec => makeFieldSpec([...here, ...below].join('/'), false, { kind });
    if (text('x-kubernetes-annotation') !== undefined) found.annotations.push(spec());
    if (text('x-kubernetes-label-selector') !== undefined) found.labels.push(spec());
    if (text('x-kubernetes-identity') !== undefined) found.names.push(spec());
    const version = text('x-kubernetes-object-ref-api-version');
    const target = text('x-kubernetes-object-ref-kind');
    if (version !== undefined && target !== undefined) {
      const referrers = [spec(text('x-kubernetes-object-ref-name-key') ?? 'name')];
      found.references.push({ group: '', version, kind: target, referrers });
    }
    const reference = text('$ref');
    if (reference !== undefined) search({ definitions, kind, found }, reference, here);
  }
}
