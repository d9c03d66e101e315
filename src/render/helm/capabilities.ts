/** Upstream: pkg/chartutil/capabilities.go (Helm v3.21.4): what templates learn of cluster and Helm without asking either. */
import { goQuote } from '../../model/goQuote';
import { BOOL, GoError, STRING, Struct, List, type Field, type GoType, type Method, type Value } from '../goTemplate/value';

/** The version that is assumed where nobody says another one: that of the controllers. */
export const ASSUMED_KUBE_VERSION = '1.36.4';

export interface KubeVersion {
  /** `v1.36.4`. */
  readonly version: string;
  readonly major: string;
  readonly minor: string;
}

/** Upstream: k8s.io/apimachinery util/version ParseGeneric: what stands behind the numbers does not count. Throws `GoError`. */
export function kubeVersionOf(text: string): KubeVersion {
  const [read, numbers = ''] = /^\s*v?([0-9]+(?:\.[0-9]+)*)/.exec(text) ?? [''];
  if (numbers === '' || text.includes('\n', read.length)) throw invalid(text, `could not parse ${goQuote(text)} as version`);
  const parts = numbers.split('.');
  const [first = ''] = parts;
  if (parts.length < 2) throw invalid(text, `illegal version string ${goQuote(text)}`);
  if (first.startsWith('0') && first !== '0')
    throw invalid(text, `illegal zero-prefixed version component ${goQuote(first)} in ${goQuote(text)}`);
  const [major = '', minor = '', ...rest] = parts.map((part) => String(BigInt(part)));
  return { version: `v${[major, minor, ...rest].join('.')}`, major, minor };
}

const invalid = (text: string, why: string): GoError => new GoError(`invalid kube version '${text}': ${why}`);

const field = (name: string, type: GoType, json?: string, omitEmpty = false): Field => ({
  name,
  type,
  ...(json === undefined ? {} : { json }),
  ...(omitEmpty ? { omitEmpty } : {}),
});

const gitVersion: Method = { params: [], result: STRING, call: (version) => (version as Struct).fields.get('Version') ?? '' };

const KUBE_VERSION: GoType = {
  name: 'chartutil.KubeVersion',
  kind: 'struct',
  isNamed: true,
  fields: [field('Version', STRING), field('Major', STRING), field('Minor', STRING)],
  methods: new Map([
    ['String', gitVersion],
    ['GitVersion', gitVersion],
  ]),
  print: (version) => (version as Struct).fields.get('Version') as string,
};

const VERSION_SET: GoType = {
  name: 'chartutil.VersionSet',
  kind: 'slice',
  isNamed: true,
  elem: STRING,
  methods: new Map<string, Method>([
    ['Has', { params: [STRING], result: BOOL, call: (set, [version = '']) => (set as List).items.includes(version) }],
  ]),
};

const BUILD_INFO: GoType = {
  name: 'version.BuildInfo',
  kind: 'struct',
  isNamed: true,
  fields: [
    field('Version', STRING, 'version', true),
    field('GitCommit', STRING, 'git_commit', true),
    field('GitTreeState', STRING, 'git_tree_state', true),
    field('GoVersion', STRING, 'go_version', true),
  ],
};

const CAPABILITIES_STRUCT: GoType = {
  name: 'chartutil.Capabilities',
  kind: 'struct',
  isNamed: true,
  fields: [field('KubeVersion', KUBE_VERSION), field('APIVersions', VERSION_SET), field('HelmVersion', BUILD_INFO)],
};

const CAPABILITIES: GoType = {
  name: '*chartutil.Capabilities',
  kind: 'ptr',
  isNamed: true,
  elem: CAPABILITIES_STRUCT,
  methods: new Map<string, Method>([
    [
      'Copy',
      {
        params: [],
        result: { name: '*chartutil.Capabilities', kind: 'ptr', isNamed: true, elem: CAPABILITIES_STRUCT },
        call: (capabilities) => capabilities,
      },
    ],
  ]),
};

/** The Helm whose ways are followed here. */
const HELM_VERSION = new Map([
  ['Version', 'v3.21.4'],
  ['GitCommit', '813176c51bb5c181dbbd7901298ddcc104cd3417'],
  ['GitTreeState', 'clean'],
  ['GoVersion', 'go1.26.10'],
]);

/** `.Capabilities`; more API versions than the usual ones as `--api-versions` adds them. */
export function capabilitiesOf({ version, major, minor }: KubeVersion, more: readonly string[] = []): Value {
  const kube = new Map([
    ['Version', version],
    ['Major', major],
    ['Minor', minor],
  ]);
  return new Struct(
    CAPABILITIES,
    new Map<string, Value>([
      ['KubeVersion', new Struct(KUBE_VERSION, kube)],
      ['APIVersions', new List([...DEFAULT_VERSIONS, ...more], VERSION_SET)],
      ['HelmVersion', new Struct(BUILD_INFO, HELM_VERSION)],
    ]),
  );
}

/** Upstream: client-go's scheme and apiextensions, in the order in which they are registered. */
const DEFAULT_VERSIONS: readonly string[] = [
  'v1',
  'admissionregistration.k8s.io/v1',
  'admissionregistration.k8s.io/v1alpha1',
  'admissionregistration.k8s.io/v1beta1',
  'internal.apiserver.k8s.io/v1alpha1',
  'apps/v1',
  'apps/v1beta1',
  'apps/v1beta2',
  'authentication.k8s.io/v1',
  'authentication.k8s.io/v1alpha1',
  'authentication.k8s.io/v1beta1',
  'authorization.k8s.io/v1',
  'authorization.k8s.io/v1beta1',
  'autoscaling/v1',
  'autoscaling/v2',
  'batch/v1',
  'batch/v1beta1',
  'certificates.k8s.io/v1',
  'certificates.k8s.io/v1beta1',
  'certificates.k8s.io/v1alpha1',
  'coordination.k8s.io/v1alpha2',
  'coordination.k8s.io/v1beta1',
  'coordination.k8s.io/v1',
  'discovery.k8s.io/v1',
  'discovery.k8s.io/v1beta1',
  'events.k8s.io/v1',
  'events.k8s.io/v1beta1',
  'extensions/v1beta1',
  'flowcontrol.apiserver.k8s.io/v1',
  'flowcontrol.apiserver.k8s.io/v1beta1',
  'flowcontrol.apiserver.k8s.io/v1beta2',
  'flowcontrol.apiserver.k8s.io/v1beta3',
  'networking.k8s.io/v1',
  'networking.k8s.io/v1beta1',
  'node.k8s.io/v1',
  'node.k8s.io/v1alpha1',
  'node.k8s.io/v1beta1',
  'policy/v1',
  'policy/v1beta1',
  'rbac.authorization.k8s.io/v1',
  'rbac.authorization.k8s.io/v1beta1',
  'rbac.authorization.k8s.io/v1alpha1',
  'resource.k8s.io/v1',
  'resource.k8s.io/v1beta2',
  'resource.k8s.io/v1beta1',
  'resource.k8s.io/v1alpha3',
  'scheduling.k8s.io/v1alpha2',
  'scheduling.k8s.io/v1beta1',
  'scheduling.k8s.io/v1',
  'storage.k8s.io/v1beta1',
  'storage.k8s.io/v1',
  'storage.k8s.io/v1alpha1',
  'storagemigration.k8s.io/v1beta1',
  'apiextensions.k8s.io/v1beta1',
  'apiextensions.k8s.io/v1',
];
