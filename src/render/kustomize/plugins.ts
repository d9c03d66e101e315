/**
 * Upstream: api/internal/plugins/loader/loader.go, api/internal/builtins (kustomize v5.8.1): transformers and generators that are
 * objects themselves. Only the built-in ones; nothing is executed.
 */
import { finished, type Slices } from '../../model/slices';
import { decode } from './decode';
import { KustomizeError } from './error';
import { generate, mergeGlobalOptions } from './generators';
import { imageTagTransform } from './imageTag';
import {
  FIELD_SPEC,
  GENERATOR,
  IMAGE,
  PATCH,
  REPLACEMENT,
  REPLICA,
  type FieldSpecArgs,
  type FieldType,
  type GeneratorArgs,
  type ImageArgs,
  type PatchArgs,
  type ReplacementArgs,
} from './kustomizationFields';
import { namespaceTransform } from './namespace';
import { jsonPatchTransform, patchTransform, strategicMergeTransform, type PatchContext, type Transform } from './patches';
import { replacementTransform } from './replacement';
import { replacementsOf } from './replacementFile';
import { Resource } from './resource';
import { RNode, newScalar, setField, type Place } from './rnode';
import { entriesTransform, hashTransform, nameTransform, replicaCountTransform } from './simpleTransforms';
import { gvkText } from './resId';
import { toJson } from './toJson';
import { fieldSpecsOf } from './transformerConfig';
import { VALUE_ADD, valueAddTransform, type ValueAddArgs } from './valueAdd';

const STRINGS: FieldType = { list: 'string' };

const CONFIG: FieldType = {
  fields: {
    metadata: { fields: { name: 'string', namespace: 'string' } },
    fieldSpecs: { list: FIELD_SPEC },
    prefix: 'string',
    suffix: 'string',
    labels: { map: 'string' },
    annotations: { map: 'string' },
    unsetOnly: 'bool',
    setRoleBindingSubjects: 'string',
    imageTag: IMAGE,
    replica: REPLICA,
    replacements: { list: { fields: { ...REPLACEMENT, path: 'string' } } },
    paths: STRINGS,
    patches: 'string',
    jsonOp: 'string',
    ...VALUE_ADD,
    ...(typeof PATCH === 'object' && 'fields' in PATCH ? PATCH.fields : {}),
  },
};

interface Config extends PatchArgs, ValueAddArgs {
  readonly metadata?: { readonly name?: string; readonly namespace?: string };
  readonly fieldSpecs?: readonly FieldSpecArgs[];
  readonly prefix?: string;
  readonly suffix?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly unsetOnly?: boolean;
  readonly setRoleBindingSubjects?: string;
  readonly imageTag?: ImageArgs;
  readonly replica?: { readonly name?: string; readonly count?: number };
  readonly replacements?: readonly ReplacementArgs[];
  readonly paths?: readonly string[];
  readonly patches?: string;
  readonly jsonOp?: string;
}

export function isBuiltIn({ gvk, apiVersion }: Resource): boolean {
  return gvk.group === '' && apiVersion === 'builtin';
}

function refuseForeign(resource: Resource): void {
  if (isBuiltIn(resource)) return;
  throw new KustomizeError('plugin', `external plugins disabled; unable to load external plugin '${resource.gvk.kind}'`);
}

function unknown(resource: Resource): KustomizeError {
  return new KustomizeError('plugin', `unable to load builtin ${gvkText(resource.gvk)}`);
}

export function pluginTransform(resource: Resource, context: PatchContext): Transform {
  refuseForeign(resource);
  const { node, kind } = resource;
  const config = (decode(node === undefined ? null : toJson(node), CONFIG, 'loose') ?? {}) as Config;
  const specs = fieldSpecsOf(config.fieldSpecs);
  const { place } = context;
  switch (kind) {
    case 'PrefixTransformer':
    case 'SuffixTransformer':
    case 'PrefixSuffixTransformer':
      return nameTransforms(kind, config, context);
    case 'NamespaceTransformer':
      return namespacePlugin(config, context);
    case 'LabelTransformer':
    case 'AnnotationsTransformer': {
      const entries = (kind === 'LabelTransformer' ? config.labels : config.annotations) ?? {};
      return (map) => entriesTransform(map, entries, specs, () => place);
    }
    case 'ImageTagTransformer':
      return (map) => imageTagTransform(map, config.imageTag ?? {}, specs, place);
    case 'ReplicaCountTransformer':
      return (map) => replicaCountTransform(map, config.replica ?? {}, specs, place);
    case 'ReplacementTransformer': {
      const replacements = (config.replacements ?? []).flatMap((entry) => replacementsOf(entry, context.loader));
      return function* (map) {
        for (const replacement of replacements) yield* replacementTransform(map.resources, replacement, place);
      };
    }
    case 'PatchTransformer':
      return finished(patchTransform(config, context));
    case 'PatchStrategicMergeTransformer':
      return finished(strategicMergeTransform(mergesOf(config), () => context));
    case 'PatchJson6902Transformer':
      return finished(
        jsonPatchTransform({ ...config, ...(config.jsonOp === undefined ? {} : { patch: config.jsonOp }) }, context),
      );
    case 'HashTransformer':
      return hashTransform;
    case 'ValueAddTransformer':
      return valueAddTransform(config, context);
    default:
      throw unknown(resource);
  }
}

function mergesOf({ paths = [], patches = '' }: Config): readonly string[] {
  return patches === '' ? paths : [...paths, patches];
}

function nameTransforms(kind: string, { fieldSpecs, prefix = '', suffix = '' }: Config, { place }: PatchContext): Transform {
  if (fieldSpecs === undefined) throw new KustomizeError('plugin', 'fieldSpecs is not expected to be nil');
  const specs = fieldSpecsOf(fieldSpecs);
  return function* (map) {
    if (kind !== 'SuffixTransformer') yield* nameTransform(map, 'prefix', prefix, specs, place);
    if (kind !== 'PrefixTransformer') yield* nameTransform(map, 'suffix', suffix, specs, place);
  };
}

function namespacePlugin(config: Config, { place }: PatchContext): Transform {
  const { setRoleBindingSubjects = '', unsetOnly = false, metadata, fieldSpecs } = config;
  if (!['', 'defaultOnly', 'allServiceAccounts', 'none'].includes(setRoleBindingSubjects))
    throw new KustomizeError('plugin', `invalid value "${setRoleBindingSubjects}" for setRoleBindingSubjects`);
  const namespace = metadata?.namespace ?? '';
  return (map) =>
    namespaceTransform(map, { namespace, specs: fieldSpecsOf(fieldSpecs), unsetOnly, setRoleBindingSubjects, place });
}

/** What a generator object makes. */
export function* pluginGenerate(resource: Resource, { loader, place }: PatchContext): Slices<Resource> {
  refuseForeign(resource);
  const { kind, node, name, namespace } = resource;
  if (kind === 'IAMPolicyGenerator') return serviceAccountFor(resource, place);
  if (kind !== 'ConfigMapGenerator' && kind !== 'SecretGenerator') {
    if (kind.endsWith('Transformer')) throw new KustomizeError('plugin', `plugin ${kind} not a generator`);
    throw unknown(resource);
  }
  const args = (decode(node === undefined ? null : toJson(node), GENERATOR, 'loose') ?? {}) as GeneratorArgs;
  const places = { entry: place, at: () => place };
  const made = kind === 'SecretGenerator' ? 'Secret' : 'ConfigMap';
  const named = { ...args, name: args.name || name, namespace: args.namespace || namespace };
  return yield* generate(made, named, mergeGlobalOptions(args.options, undefined), loader, places);
}

const IAM_POLICY: FieldType = {
  fields: {
    cloud: 'string',
    kubernetesService: { fields: { name: 'string', namespace: 'string' } },
    serviceAccount: { fields: { name: 'string', projectId: 'string' } },
  },
};

interface IamPolicy {
  readonly cloud?: string;
  readonly kubernetesService?: { readonly name?: string; readonly namespace?: string };
  readonly serviceAccount?: { readonly name?: string; readonly projectId?: string };
}

/** Upstream: api/filters/iampolicygenerator/iampolicygenerator.go. */
function serviceAccountFor({ node }: Resource, place: Place): Resource {
  const policy = (decode(node === undefined ? null : toJson(node), IAM_POLICY, 'loose') ?? {}) as IamPolicy;
  const { cloud = '', kubernetesService: { name = '', namespace = '' } = {}, serviceAccount: account = {} } = policy;
  if (cloud !== 'gke') throw new KustomizeError('plugin', `cloud provider ${cloud} not supported yet`);
  const text = (value: string): RNode => newScalar(value, '!!str', place);
  const map = (...entries: readonly (readonly [string, RNode])[]): RNode => {
    const made = new RNode('map', '', '!!map');
    for (const [key, value] of entries) setField(made, key, value);
    return made;
  };
  const bound = `${account.name ?? ''}@${account.projectId ?? ''}.iam.gserviceaccount.com`;
  const metadata = map(['annotations', map(['iam.gke.io/gcp-service-account', text(bound)])], ['name', text(name)]);
  if (namespace !== '') setField(metadata, 'namespace', text(namespace));
  return new Resource(map(['apiVersion', text('v1')], ['kind', text('ServiceAccount')], ['metadata', metadata]));
}
