import { matchesSelector } from './labelSelector';
import type { LabelSelector, StringMap } from './apiTypes';

/** What is read of a PersistentVolume. */
export interface VolumeTraits {
  readonly name: string;
  readonly labels: StringMap;
  /** The claim that it is kept for. */
  readonly claimName: string | undefined;
  readonly storageClassName: string;
  /** Undefined: nothing says where it is from. */
  readonly attached: boolean | undefined;
}

/** What is read of a PersistentVolumeClaim. */
export interface ClaimTraits {
  readonly name: string;
  readonly volumeName: string | undefined;
  readonly storageClassName: string | undefined;
  /** Of the volumes that it may have. */
  readonly selector: LabelSelector | undefined;
}

/** Sources that every node mounts by itself, or that lie on the node: nothing is attached, and nothing waits for it. */
const MOUNTED = ['azureFile', 'cephfs', 'glusterfs', 'hostPath', 'local', 'nfs'];
const DISKS = [
  'awsElasticBlockStore',
  'azureDisk',
  'cinder',
  'fc',
  'gcePersistentDisk',
  'iscsi',
  'portworxVolume',
  'rbd',
  'vsphereVolume',
];
/** Who provides such volumes, as drivers, provisioners and classes are called. */
const SHARED =
  /(?:^|[^a-z0-9])(?:nfs|efs|fsx|smb|cifs|cephfs|lustre|juicefs|glusterfs|filestore|azure-?file|(?:file|blob)\.csi\.azure\.com|gcsfuse|nasplugin|(?:alicloud|alibabacloud|cnfs)-nas)(?:[^a-z0-9]|$)/i;
const ON_THE_NODE = /(?:^|[^a-z0-9])(?:local-path|local-storage|host-?path|no-provisioner)(?:[^a-z0-9]|$)/i;

/** Reads a PersistentVolume as it was written, whatever that may be. */
export function volumeTraits(name: string, spec: Readonly<Record<string, unknown>>, labels: StringMap): VolumeTraits {
  const { csi, claimRef, storageClassName } = spec;
  const driver = fieldOf(csi, 'driver') ?? '';
  return {
    name,
    labels,
    claimName: fieldOf(claimRef, 'name'),
    storageClassName: typeof storageClassName === 'string' ? storageClassName : '',
    attached: isSourceAttached(spec, driver),
  };
}

function isSourceAttached(spec: Readonly<Record<string, unknown>>, driver: string): boolean | undefined {
  if (MOUNTED.some((source) => spec[source] !== undefined)) return false;
  if (driver !== '') return !isMountedBy(driver);
  return DISKS.some((source) => spec[source] !== undefined) ? true : undefined;
}

function fieldOf(value: unknown, field: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const found = (value as Readonly<Record<string, unknown>>)[field];
  return typeof found === 'string' ? found : undefined;
}

/** The volume that a claim names, or that is kept for it, or one of its class; undefined: it will be made. */
export function volumeOf<V extends VolumeTraits>(claim: ClaimTraits, volumes: readonly V[]): V | undefined {
  const { volumeName = '', storageClassName, selector } = claim;
  if (volumeName !== '') return volumes.find(({ name }) => name === volumeName);
  const kept = volumes.find(({ claimName }) => claimName === claim.name);
  if (kept === undefined && selector !== undefined) return volumes.find(({ labels }) => matchesSelector(selector, labels));
  return kept ?? volumes.find((volume) => volume.claimName === undefined && volume.storageClassName === storageClassName);
}

/** Whether a ReadWriteOnce volume is on one node at a time. What nobody knows is taken for a disk, as most are. */
export function isAttached(claim: ClaimTraits, volume: VolumeTraits | undefined, provisioner: string | undefined): boolean {
  return volume?.attached ?? !isMountedBy(provisioner ?? claim.storageClassName ?? '');
}

function isMountedBy(provider: string): boolean {
  return SHARED.test(provider) || ON_THE_NODE.test(provider);
}
