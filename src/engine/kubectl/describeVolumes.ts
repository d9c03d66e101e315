/** Upstream: staging/src/k8s.io/kubectl/pkg/describe/describe.go, describeVolumes (v1.36.4). */
import type { Volume } from '../../model/apiTypes';
import { canonicalQuantity, parseQuantity } from '../../model/quantity';
import { compareText } from './labels';

type Source = Readonly<Record<string, unknown>>;
type Describer = (source: Source) => string[];

const INDENT = '    ';
const MAX_LINE = 140;

/** The volumes of a template, one block each. */
export function describeVolumes(volumes: readonly Volume[]): string[] {
  if (volumes.length === 0) return ['  Volumes:\t<none>'];
  return ['  Volumes:', ...volumes.flatMap((volume) => [`   ${volume.name}:`, ...describeSource(volume)])];
}

/**
 * DEVIATION: sources that clusters of this version no longer serve in-tree (cloud disks and the like) are shown as `<unknown>`.
 */
function describeSource(volume: Volume): string[] {
  for (const [name, describe] of DESCRIBERS) {
    const source = volume[name];
    if (source && typeof source === 'object') return describe(source as Source).map((line) => `${INDENT}${line}`);
  }
  // Without any source the API server makes it an emptyDir.
  return Object.keys(volume).length === 1 ? emptyDir({}).map((line) => `${INDENT}${line}`) : ['  <unknown>'];
}

function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

function flag(value: unknown): string {
  return String(value === true);
}

function emptyDir({ medium, sizeLimit }: Source): string[] {
  const limit = typeof sizeLimit === 'string' || typeof sizeLimit === 'number' ? parseQuantity(sizeLimit) : undefined;
  const shown = limit !== undefined && limit.nanos > 0n ? canonicalQuantity(text(sizeLimit)) : '<unset>';
  return [
    "Type:\tEmptyDir (a temporary directory that shares a pod's lifetime)",
    `Medium:\t${text(medium)}`,
    `SizeLimit:\t${shown}`,
  ];
}

function projected({ sources }: Source): string[] {
  const lines = ['Type:\tProjected (a volume that contains injected data from multiple sources)'];
  for (const source of Array.isArray(sources) ? (sources as Readonly<Record<string, Source | undefined>>[]) : []) {
    if (source['secret'] !== undefined) {
      lines.push(`SecretName:\t${text(source['secret']['name'])}`, `Optional:\t${flag(source['secret']['optional'])}`);
    } else if (source['downwardAPI'] !== undefined) {
      lines.push('DownwardAPI:\ttrue');
    } else if (source['configMap'] !== undefined) {
      lines.push(`ConfigMapName:\t${text(source['configMap']['name'])}`, `Optional:\t${flag(source['configMap']['optional'])}`);
    } else if (source['serviceAccountToken'] !== undefined) {
      lines.push(`TokenExpirationSeconds:\t${text(source['serviceAccountToken']['expirationSeconds'] ?? 3600)}`);
    }
  }
  return lines;
}

function downwardAPI({ items }: Source): string[] {
  const mappings = Array.isArray(items) ? (items as { path: string; fieldRef?: Source; resourceFieldRef?: Source }[]) : [];
  return [
    'Type:\tDownwardAPI (a volume populated by information about the pod)',
    'Items:',
    ...mappings.flatMap(({ path, fieldRef, resourceFieldRef }) => [
      ...(fieldRef === undefined ? [] : [`  ${text(fieldRef['fieldPath'])} -> ${path}`]),
      ...(resourceFieldRef === undefined ? [] : [`  ${text(resourceFieldRef['resource'])} -> ${path}`]),
    ]),
  ];
}

function csi({ driver, fsType, readOnly, volumeAttributes }: Source): string[] {
  const attributes = Object.entries((volumeAttributes ?? {}) as Readonly<Record<string, string>>)
    .sort(([a], [b]) => compareText(a, b))
    .map(([key, value]) => `${key}=${value}`)
    .map((line) => (line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)}...` : line));
  const [first = '<none>', ...rest] = attributes;
  return [
    'Type:\tCSI (a Container Storage Interface (CSI) volume source)',
    `Driver:\t${text(driver)}`,
    `FSType:\t${text(fsType)}`,
    `ReadOnly:\t${flag(readOnly)}`,
    // QUIRK: the indentation is written once more before every value.
    `VolumeAttributes:\t${INDENT}${first}`,
    ...rest.map((line) => `${INDENT}\t${INDENT}${line}`),
  ];
}

const DESCRIBERS: readonly (readonly [field: keyof Volume, describe: Describer])[] = [
  [
    'hostPath',
    ({ path, type }) => ['Type:\tHostPath (bare host directory volume)', `Path:\t${text(path)}`, `HostPathType:\t${text(type)}`],
  ],
  ['emptyDir', emptyDir],
  [
    'secret',
    ({ secretName, optional }) => [
      'Type:\tSecret (a volume populated by a Secret)',
      `SecretName:\t${text(secretName)}`,
      `Optional:\t${flag(optional)}`,
    ],
  ],
  [
    'configMap',
    ({ name, optional }) => [
      'Type:\tConfigMap (a volume populated by a ConfigMap)',
      `Name:\t${text(name)}`,
      `Optional:\t${flag(optional)}`,
    ],
  ],
  [
    'nfs',
    ({ server, path, readOnly }) => [
      'Type:\tNFS (an NFS mount that lasts the lifetime of a pod)',
      `Server:\t${text(server)}`,
      `Path:\t${text(path)}`,
      `ReadOnly:\t${flag(readOnly)}`,
    ],
  ],
  [
    'persistentVolumeClaim',
    ({ claimName, readOnly }) => [
      'Type:\tPersistentVolumeClaim (a reference to a PersistentVolumeClaim in the same namespace)',
      `ClaimName:\t${text(claimName)}`,
      `ReadOnly:\t${flag(readOnly)}`,
    ],
  ],
  [
    'ephemeral',
    () => ['Type:\tEphemeralVolume (an inline specification for a volume that gets created and deleted with the pod)'],
  ],
  ['downwardAPI', downwardAPI],
  ['projected', projected],
  ['csi', csi],
  [
    'image',
    ({ reference, pullPolicy }) => [
      'Type:\tImage (a container image or OCI artifact)',
      `Reference:\t${text(reference)}`,
      `PullPolicy:\t${text(pullPolicy)}`,
    ],
  ],
];
