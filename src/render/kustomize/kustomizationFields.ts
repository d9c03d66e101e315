/** Upstream: api/types/*.go (kustomize v5.8.1): the fields of a kustomization and their types. */
import type { Selector } from './selector';
import type { JsonMap } from './toJson';

export type FieldType =
  | 'string'
  | 'bool'
  | 'int'
  | 'any'
  | { readonly list: FieldType }
  | { readonly map: 'string' | 'any' }
  | { readonly fields: Readonly<Record<string, FieldType>> };

const STRINGS: FieldType = { list: 'string' };
const STRING_MAP: FieldType = { map: 'string' };
const GVK = { group: 'string', version: 'string', kind: 'string' } as const;
const RES_ID = { ...GVK, name: 'string', namespace: 'string' } as const;
export const SELECTOR: FieldType = { fields: { ...RES_ID, annotationSelector: 'string', labelSelector: 'string' } };
const FIELD_OPTIONS: FieldType = { fields: { delimiter: 'string', index: 'int', encoding: 'string', create: 'bool' } };
export const FIELD_SPEC: FieldType = { fields: { ...GVK, path: 'string', create: 'bool' } };
export const PATCH: FieldType = {
  fields: {
    path: 'string',
    patch: 'string',
    target: SELECTOR,
    options: { fields: { allowNameChange: 'bool', allowKindChange: 'bool' } },
  },
};
export const IMAGE: FieldType = {
  fields: { name: 'string', newName: 'string', tagSuffix: 'string', newTag: 'string', digest: 'string' },
};
export const REPLICA: FieldType = { fields: { name: 'string', count: 'int' } };
const GENERATOR_OPTIONS: FieldType = {
  fields: { labels: STRING_MAP, annotations: STRING_MAP, disableNameSuffixHash: 'bool', immutable: 'bool' },
};
const CONFIG_MAP_ARGS = {
  namespace: 'string',
  name: 'string',
  behavior: 'string',
  literals: STRINGS,
  files: STRINGS,
  envs: STRINGS,
  env: 'string',
  options: GENERATOR_OPTIONS,
} as const;
export const REPLACEMENT = {
  source: { fields: { ...RES_ID, fieldPath: 'string', options: FIELD_OPTIONS } },
  targets: {
    list: { fields: { select: SELECTOR, reject: { list: SELECTOR }, fieldPaths: STRINGS, options: FIELD_OPTIONS } },
  },
  sourceValue: 'string',
} as const satisfies Record<string, FieldType>;
export const GENERATOR: FieldType = { fields: { ...CONFIG_MAP_ARGS, type: 'string' } };
const METADATA: FieldType = {
  fields: { name: 'string', namespace: 'string', labels: STRING_MAP, annotations: STRING_MAP },
};
const HELM_CHART_FIELDS: Readonly<Record<string, FieldType>> = {
  ...Object.fromEntries(
    ['name', 'version', 'repo', 'releaseName', 'namespace', 'valuesFile', 'valuesMerge', 'kubeVersion', 'nameTemplate'].map(
      (name) => [name, 'string'] as const,
    ),
  ),
  ...Object.fromEntries(['includeCRDs', 'skipHooks', 'skipTests', 'debug', 'devel'].map((name) => [name, 'bool'] as const)),
  additionalValuesFiles: STRINGS,
  valuesInline: { map: 'any' },
  apiVersions: STRINGS,
};
const HELM_GLOBALS = { chartHome: 'string', configHome: 'string' } as const;
const HELM_CHART: FieldType = { fields: HELM_CHART_FIELDS };
/** A generator that is an object has both. */
export const HELM_CHART_OBJECT: FieldType = { fields: { ...HELM_GLOBALS, ...HELM_CHART_FIELDS } };
const HELM_CHART_ARGS: FieldType = {
  fields: {
    ...Object.fromEntries(
      ['chartName', 'chartVersion', 'chartRepoUrl', 'chartHome', 'chartRepoName', 'helmBin', 'helmHome', 'values'].map(
        (name) => [name, 'string'] as const,
      ),
    ),
    ...Object.fromEntries(['valuesMerge', 'releaseName', 'releaseNamespace'].map((name) => [name, 'string'] as const)),
    valuesLocal: { map: 'any' },
    extraArgs: STRINGS,
  },
};

export const KUSTOMIZATION: FieldType = {
  fields: {
    kind: 'string',
    apiVersion: 'string',
    metadata: METADATA,
    openapi: STRING_MAP,
    namePrefix: 'string',
    nameSuffix: 'string',
    namespace: 'string',
    commonLabels: STRING_MAP,
    labels: {
      list: {
        fields: { pairs: STRING_MAP, includeSelectors: 'bool', includeTemplates: 'bool', fields: { list: FIELD_SPEC } },
      },
    },
    commonAnnotations: STRING_MAP,
    patchesStrategicMerge: STRINGS,
    patchesJson6902: { list: PATCH },
    patches: { list: PATCH },
    images: { list: IMAGE },
    imageTags: { list: IMAGE },
    replacements: { list: { fields: { ...REPLACEMENT, path: 'string' } } },
    replicas: { list: REPLICA },
    vars: {
      list: {
        fields: {
          name: 'string',
          objref: { fields: { ...RES_ID, apiVersion: 'string' } },
          fieldref: { fields: { fieldPath: 'string' } },
        },
      },
    },
    sortOptions: {
      fields: { order: 'string', legacySortOptions: { fields: { orderFirst: STRINGS, orderLast: STRINGS } } },
    },
    resources: STRINGS,
    components: STRINGS,
    crds: STRINGS,
    bases: STRINGS,
    configMapGenerator: { list: { fields: CONFIG_MAP_ARGS } },
    secretGenerator: { list: GENERATOR },
    helmGlobals: { fields: HELM_GLOBALS },
    helmCharts: { list: HELM_CHART },
    helmChartInflationGenerator: { list: HELM_CHART_ARGS },
    generatorOptions: GENERATOR_OPTIONS,
    configurations: STRINGS,
    generators: STRINGS,
    transformers: STRINGS,
    validators: STRINGS,
    buildMetadata: STRINGS,
  },
};

type StringMap = Readonly<Record<string, string>>;

export interface FieldSpecArgs {
  readonly group?: string;
  readonly version?: string;
  readonly kind?: string;
  readonly path?: string;
  readonly create?: boolean;
}

export interface PatchArgs {
  readonly path?: string;
  readonly patch?: string;
  readonly target?: Selector;
  readonly options?: { readonly allowNameChange?: boolean; readonly allowKindChange?: boolean };
}

export interface ImageArgs {
  readonly name?: string;
  readonly newName?: string;
  readonly tagSuffix?: string;
  readonly newTag?: string;
  readonly digest?: string;
}

export interface FieldOptions {
  readonly delimiter?: string;
  readonly index?: number;
  readonly create?: boolean;
}

export interface ReplacementArgs {
  readonly source?: Selector & { readonly fieldPath?: string; readonly options?: FieldOptions };
  readonly targets?: readonly {
    readonly select?: Selector;
    readonly reject?: readonly Selector[];
    readonly fieldPaths?: readonly string[];
    readonly options?: FieldOptions;
  }[];
  readonly sourceValue?: string;
  readonly path?: string;
}

export interface GeneratorOptions {
  readonly labels?: StringMap;
  readonly annotations?: StringMap;
  readonly disableNameSuffixHash?: boolean;
  readonly immutable?: boolean;
}

export interface GeneratorArgs {
  readonly namespace?: string;
  readonly name?: string;
  readonly behavior?: string;
  readonly literals?: readonly string[];
  readonly files?: readonly string[];
  readonly envs?: readonly string[];
  readonly env?: string;
  readonly options?: GeneratorOptions;
  readonly type?: string;
}

export interface VarArgs {
  readonly name?: string;
  readonly objref?: Selector & { readonly apiVersion?: string };
  readonly fieldref?: { readonly fieldPath?: string };
}

export interface Kustomization {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly openapi?: StringMap;
  readonly namePrefix?: string;
  readonly nameSuffix?: string;
  readonly namespace?: string;
  readonly commonLabels?: StringMap;
  readonly labels?: readonly {
    readonly pairs?: StringMap;
    readonly includeSelectors?: boolean;
    readonly includeTemplates?: boolean;
    readonly fields?: readonly FieldSpecArgs[];
  }[];
  readonly commonAnnotations?: StringMap;
  readonly patchesStrategicMerge?: readonly string[];
  readonly patchesJson6902?: readonly PatchArgs[];
  readonly patches?: readonly PatchArgs[];
  readonly images?: readonly ImageArgs[];
  readonly imageTags?: readonly ImageArgs[];
  readonly replacements?: readonly ReplacementArgs[];
  readonly replicas?: readonly { readonly name?: string; readonly count?: number }[];
  readonly vars?: readonly VarArgs[];
  readonly sortOptions?: {
    readonly order?: string;
    readonly legacySortOptions?: { readonly orderFirst?: readonly string[]; readonly orderLast?: readonly string[] };
  };
  readonly resources?: readonly string[];
  readonly components?: readonly string[];
  readonly crds?: readonly string[];
  readonly bases?: readonly string[];
  readonly configMapGenerator?: readonly GeneratorArgs[];
  readonly secretGenerator?: readonly GeneratorArgs[];
  readonly helmGlobals?: JsonMap;
  readonly helmCharts?: readonly JsonMap[];
  readonly helmChartInflationGenerator?: readonly JsonMap[];
  readonly generatorOptions?: GeneratorOptions;
  readonly configurations?: readonly string[];
  readonly generators?: readonly string[];
  readonly transformers?: readonly string[];
  readonly validators?: readonly string[];
  readonly buildMetadata?: readonly string[];
}
