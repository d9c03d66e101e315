/** Upstream: pkg/apis/core/validation/validation.go (v1.36.4). */
import type {
  EphemeralVolumeSource,
  ImageVolumeSource,
  SecretVolumeSource,
  ConfigMapVolumeSource,
  Volume,
} from '../../../../model/apiTypes';
import type { Unchecked } from '../../schema/unchecked';
import { validatePersistentVolumeClaimTemplate } from './claimTemplates';
import type { ErrorList, Path } from '../common/field';
import { byteLength, isDNS1123Label } from '../common/names';
import { validateLocalDescendingPath } from '../common/paths';
import { validateDownwardAPI, validateFileMode, validateKeysToPaths, validateProjected } from './projectedVolumes';
import { validatePullPolicy } from '../containers/pullPolicy';
import { nanosOf } from '../common/quantities';
import {
  requireFields,
  validateAzureDisk,
  validateCSI,
  validateFC,
  validateFlexVolume,
  validateFlocker,
  validateHostPath,
  validateISCSI,
  validateNFS,
  validatePartition,
  validateQuobyte,
  validateSecretRef,
  validateStorageOS,
} from './volumeSources';

type SourceName = Exclude<keyof Unchecked<Volume>, 'name'>;
type Check<K extends SourceName> = (source: NonNullable<Unchecked<Volume>[K]>, path: Path, errors: ErrorList) => void;

interface SourceCheck {
  readonly name: SourceName;
  /** As the server calls it when it is one too many. */
  readonly forbiddenAs: string;
  /** As the server calls it when something in it is wrong. */
  readonly reportedAs: string;
  readonly check: Check<SourceName>;
}

function source<K extends SourceName>(
  name: K,
  check: Check<K>,
  forbiddenAs: string = name,
  reportedAs: string = name,
): SourceCheck {
  return { name, forbiddenAs, reportedAs, check: check as unknown as Check<SourceName> };
}

/** In the server's order; QUIRK: some are reported under other names. */
const SOURCES: readonly SourceCheck[] = [
  source('hostPath', validateHostPath),
  source('gitRepo', (git, path, errors) => {
    requireFields(git, ['repository'], path, errors);
    validateLocalDescendingPath(git.directory ?? '', path.child('directory'), errors);
  }),
  source(
    'gcePersistentDisk',
    (disk, path, errors) => {
      requireFields(disk, ['pdName'], path, errors);
      validatePartition(disk.partition, path, errors);
    },
    'gcePersistentDisk',
    'persistentDisk',
  ),
  source('awsElasticBlockStore', (store, path, errors) => {
    requireFields(store, ['volumeID'], path, errors);
    validatePartition(store.partition, path, errors);
  }),
  source('secret', (secret, path, errors) => {
    requireFields(secret, ['secretName'], path, errors);
    validateItems(secret, path, errors);
  }),
  source('nfs', validateNFS),
  source('iscsi', validateISCSI),
  source('glusterfs', (gluster, path, errors) => {
    requireFields(gluster, ['endpoints', 'path'], path, errors);
  }),
  source('flocker', validateFlocker),
  source('persistentVolumeClaim', (claim, path, errors) => {
    requireFields(claim, ['claimName'], path, errors);
  }),
  source('rbd', (rbd, path, errors) => {
    requireFields(rbd, ['monitors', 'image'], path, errors);
  }),
  source('cinder', (cinder, path, errors) => {
    requireFields(cinder, ['volumeID'], path, errors);
    validateSecretRef(cinder.secretRef, path, errors);
  }),
  source(
    'cephfs',
    (ceph, path, errors) => {
      requireFields(ceph, ['monitors'], path, errors);
    },
    'cephFS',
  ),
  source('quobyte', validateQuobyte),
  source('downwardAPI', validateDownwardAPI, 'downwarAPI'),
  source('fc', validateFC),
  source('flexVolume', validateFlexVolume),
  source('configMap', (configMap, path, errors) => {
    requireFields(configMap, ['name'], path, errors);
    validateItems(configMap, path, errors);
  }),
  source('azureFile', (azure, path, errors) => {
    requireFields(azure, ['secretName', 'shareName'], path, errors);
  }),
  source('vsphereVolume', (disk, path, errors) => {
    requireFields(disk, ['volumePath'], path, errors);
  }),
  source('photonPersistentDisk', (disk, path, errors) => {
    requireFields(disk, ['pdID'], path, errors);
  }),
  source('portworxVolume', (disk, path, errors) => {
    requireFields(disk, ['volumeID'], path, errors);
  }),
  source('azureDisk', validateAzureDisk),
  source('storageos', validateStorageOS),
  source('projected', validateProjected),
  source('scaleIO', (scaleIO, path, errors) => {
    requireFields(scaleIO, ['gateway', 'system', 'volumeName'], path, errors);
  }),
  source('csi', validateCSI),
  source('ephemeral', validateEphemeral),
  source('image', validateImage),
];

function validateItems(
  volume: Unchecked<SecretVolumeSource> | Unchecked<ConfigMapVolumeSource>,
  path: Path,
  errors: ErrorList,
): void {
  validateFileMode(volume.defaultMode, path.child('defaultMode'), errors);
  validateKeysToPaths(volume.items ?? [], path.child('items'), errors);
}

function validateEphemeral({ volumeClaimTemplate }: Unchecked<EphemeralVolumeSource>, path: Path, errors: ErrorList): void {
  const place = path.child('volumeClaimTemplate');
  if (volumeClaimTemplate === undefined) errors.required(place);
  else validatePersistentVolumeClaimTemplate(volumeClaimTemplate, place, errors);
}

function validateImage({ reference = '', pullPolicy = '' }: Unchecked<ImageVolumeSource>, path: Path, errors: ErrorList): void {
  if (reference === '') errors.required(path.child('reference'));
  validatePullPolicy(pullPolicy, path.child('pullPolicy'), errors);
}

/** Checks the volumes and gives those that containers may mount: a volume with an error counts as missing. */
export function validateVolumes(
  volumes: readonly Unchecked<Volume>[],
  path: Path,
  errors: ErrorList,
): ReadonlyMap<string, Unchecked<Volume>> {
  const usable = new Map<string, Unchecked<Volume>>();
  volumes.forEach((volume, index) => {
    const place = path.index(index);
    const { name = '' } = volume;
    const before = errors.count;
    validateVolumeSource(volume, place, errors);
    errors.text(place.child('name'), name, isDNS1123Label);
    if (usable.has(name)) errors.duplicate(place.child('name'), name);
    if (errors.count === before) usable.set(name, volume);
  });
  return usable;
}

function validateVolumeSource(volume: Unchecked<Volume>, path: Path, errors: ErrorList): void {
  const sizeLimit = volume.emptyDir?.sizeLimit;
  let found = volume.emptyDir !== undefined;
  if (sizeLimit !== undefined && nanosOf(sizeLimit) < 0n) {
    errors.forbidden(path.child('emptyDir').child('sizeLimit'), 'SizeLimit field must be a valid resource quantity');
  }
  for (const { name, forbiddenAs, reportedAs, check } of SOURCES) {
    const value = volume[name];
    if (value === undefined) continue;
    if (found) errors.forbidden(path.child(forbiddenAs, [name]), 'may not specify more than 1 volume type');
    else check(value, path.child(reportedAs, [name]), errors);
    if (name === 'iscsi') validateISCSINameLength(volume, path, errors);
    found = true;
  }
  if (!found) errors.required(path, 'must specify a volume type');
}

function validateISCSINameLength({ name = '', iscsi }: Unchecked<Volume>, path: Path, errors: ErrorList): void {
  if (iscsi?.initiatorName === undefined || byteLength(`${name}:${iscsi.targetPortal ?? ''}`) <= 64) return;
  const detail =
    'Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.';
  errors.invalid(path.child('name'), name, detail);
}
