/** Upstream: api/internal/plugins/builtinconfig/{transformerconfig,namebackreferences}.go (kustomize v5.8.1). */
import { readJson } from '../../manifest/json';
import type { ParsedText } from '../../manifest/parse';
import { decode } from './decode';
import { KustomizeError } from './error';
import { FIELD_SPECS, NAME_REFERENCES } from './facts';
import { makeFieldSpec, mergeFieldSpecs, type FieldSpec } from './fieldSpec';
import { FIELD_SPEC, type FieldSpecArgs, type FieldType } from './kustomizationFields';
import { compareGvk, gvkEquals, type Gvk } from './resId';
import type { Json } from './toJson';

const NAMES = [
  'namePrefix',
  'nameSuffix',
  'namespace',
  'commonLabels',
  'labels',
  'templateLabels',
  'commonAnnotations',
  'varReference',
  'images',
  'replicas',
] as const;

type SpecName = (typeof NAMES)[number];

export interface NameBackReferences extends Gvk {
  readonly referrers: readonly FieldSpec[];
}

export type TransformerConfig = Readonly<Record<SpecName, readonly FieldSpec[]>> & {
  readonly nameReference: readonly NameBackReferences[];
};

const part = (text: string | undefined): string => (text === undefined || text === '-' ? '' : text);

function specsOf(line: string): FieldSpec[] {
  const [paths = '', kinds = ''] = line.split(': ');
  return pathsOf(paths).flatMap((path) =>
    kinds.split(', ').map((each) => {
      const [create, group, version, kind] = each.split(' ');
      return makeFieldSpec(path, create === 'create', { group: part(group), version: part(version), kind: part(kind) });
    }),
  );
}

/** `a/b/c 2/d`: so many steps of a path are those of the path before. */
function pathsOf(written: string): readonly string[] {
  let before: readonly string[] = [];
  return written.split(' ').map((text) => {
    const steps = text.split('/');
    const shared = Number(steps[0]);
    before = Number.isNaN(shared) ? steps : [...before.slice(0, shared), ...steps.slice(1)];
    return before.join('/');
  });
}

function makeDefault(): TransformerConfig {
  const known: Readonly<Record<string, readonly string[]>> = FIELD_SPECS;
  const nameReference = NAME_REFERENCES.map(({ target, referrers }) => {
    const [group, version, kind] = target.split(' ');
    return { group: part(group), version: part(version), kind: part(kind), referrers: referrers.flatMap(specsOf) };
  });
  return sorted(fill((name) => (known[name] ?? []).flatMap(specsOf), nameReference));
}

function fill(specs: (name: SpecName) => readonly FieldSpec[], nameReference: readonly NameBackReferences[]): TransformerConfig {
  const entries = NAMES.map((name) => [name, specs(name)] as const);
  return { ...(Object.fromEntries(entries) as Record<SpecName, readonly FieldSpec[]>), nameReference };
}

function sorted(config: TransformerConfig): TransformerConfig {
  const byKind = <T extends Gvk>(list: readonly T[]): readonly T[] => [...list].sort((a, b) => compareGvk(a, b));
  return fill((name) => byKind(config[name]), byKind(config.nameReference));
}

/** Of an accumulator that is new. */
export const NO_CONFIG: TransformerConfig = fill(() => [], []);

export const DEFAULT_CONFIG: TransformerConfig = makeDefault();

/** What a kustomization without `configurations` has: merged into nothing, once for all. */
const USUAL_CONFIG = mergeWhole(NO_CONFIG, DEFAULT_CONFIG);

/** Which of two specs stays depends on which is there first: one for all kinds does not come in where there is one for a kind. */
export function mergeConfig(config: TransformerConfig, incoming: TransformerConfig): TransformerConfig {
  if (incoming !== DEFAULT_CONFIG && incoming !== USUAL_CONFIG) return mergeWhole(config, incoming);
  // Whatever has been merged has the usual specs, or some in their place.
  return config === NO_CONFIG ? USUAL_CONFIG : config;
}

function mergeWhole(config: TransformerConfig, incoming: TransformerConfig): TransformerConfig {
  if (config === incoming || incoming === NO_CONFIG) return config;
  let nameReference = config.nameReference;
  for (const reference of incoming.nameReference) nameReference = mergeReference(nameReference, reference);
  return sorted(fill((name) => mergeFieldSpecs(config[name], incoming[name]), nameReference));
}

function mergeReference(known: readonly NameBackReferences[], incoming: NameBackReferences): readonly NameBackReferences[] {
  if (!known.some((each) => gvkEquals(each, incoming))) return [...known, incoming];
  return known.map((each) =>
    gvkEquals(each, incoming) ? { ...each, referrers: mergeFieldSpecs(each.referrers, incoming.referrers) } : each,
  );
}

const SPECS: FieldType = { list: FIELD_SPEC };
const CONFIG: FieldType = {
  fields: {
    ...Object.fromEntries(NAMES.map((name) => [name, SPECS])),
    nameReference: { list: { fields: { group: 'string', version: 'string', kind: 'string', fieldSpecs: SPECS } } },
  },
};

type ConfigArgs = Readonly<Partial<Record<SpecName, readonly FieldSpecArgs[]>>> & {
  readonly nameReference?: readonly (Partial<Gvk> & { readonly fieldSpecs?: readonly FieldSpecArgs[] })[];
};

/** A file of `configurations`, by its name. */
export function readConfig({ root, problems }: ParsedText, name: string): TransformerConfig {
  if (problems[0] !== undefined) throw new KustomizeError('kustomization-malformed', problems[0].message);
  const json = root === undefined ? null : (readJson(root, 'literal').json ?? null);
  const args = readArgs(json, name);
  const nameReference = (args.nameReference ?? []).map(({ fieldSpecs, group, version, kind }) => ({
    group: group ?? '',
    version: version ?? '',
    kind: kind ?? '',
    referrers: fieldSpecsOf(fieldSpecs),
  }));
  return sorted(fill((name) => fieldSpecsOf(args[name]), nameReference));
}

function readArgs(json: Json, name: string): ConfigArgs {
  try {
    return decode(json, CONFIG, 'strict') ?? {};
  } catch (error) {
    if (!(error instanceof KustomizeError)) throw error;
    throw new KustomizeError(error.kind, error.message.replace('invalid Kustomization', name));
  }
}

export function fieldSpecsOf(args: readonly FieldSpecArgs[] | undefined): readonly FieldSpec[] {
  return (args ?? []).map((spec) => makeFieldSpec(spec.path ?? '', spec.create === true, spec));
}
