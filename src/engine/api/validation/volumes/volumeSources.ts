/** Upstream: pkg/apis/core/validation/validation.go (v1.36.4). */
import type {
  AzureDiskVolumeSource,
  CSIVolumeSource,
  FCVolumeSource,
  FlexVolumeSource,
  FlockerVolumeSource,
  HostPathVolumeSource,
  ISCSIVolumeSource,
  LocalObjectReference,
  NFSVolumeSource,
  QuobyteVolumeSource,
  StorageOSVolumeSource,
} from '../../../../model/apiTypes';
import type { Unchecked } from '../../schema/unchecked';
import type { ErrorList, Path } from '../common/field';
import { sortedKeys } from '../common/labels';
import { byteLength, inclusiveRangeError, isDNS1123Label, isDNS1123Subdomain } from '../common/names';
import { validatePathNoBacksteps } from '../common/paths';

const HOST_PATH_TYPES = ['', 'BlockDevice', 'CharDevice', 'Directory', 'DirectoryOrCreate', 'File', 'FileOrCreate', 'Socket'];
const HOST_PORT = /^(?:\[[^[\]]*\]|[^:[\]]*):[^:[\]]*$/;
const IQN_AUTHORITY = /iqn\.\d{4}-\d{2}\.[A-Za-z0-9-.]/;
const ISCSI_NAMES: readonly [prefix: string, isValid: (name: string) => boolean][] = [
  ['iqn', isQualifiedISCSIName],
  ['eui', (name) => /^eui.[A-Za-z0-9]{16}$/.test(name)],
  ['naa', (name) => /^naa.[A-Za-z0-9]{32}$/.test(name)],
];

/** The fields of a source that must not be empty. */
export function requireFields<T extends object>(
  source: T,
  names: readonly (keyof T & string)[],
  path: Path,
  errors: ErrorList,
): void {
  for (const name of names) {
    const value: unknown = source[name];
    if (value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) errors.required(path.child(name));
  }
}

export function validateHostPath(source: Unchecked<HostPathVolumeSource>, path: Path, errors: ErrorList): void {
  const { path: target = '', type } = source;
  if (target === '') {
    errors.required(path.child('path'));
    return;
  }
  validatePathNoBacksteps(target, path.child('path'), errors);
  if (type !== undefined && !HOST_PATH_TYPES.includes(type)) errors.notSupported(path.child('type'), type, HOST_PATH_TYPES);
}

export function validatePartition(partition: number | undefined, path: Path, errors: ErrorList): void {
  const value = partition ?? 0;
  if (value < 0 || value > 255) errors.invalid(path.child('partition'), value, inclusiveRangeError(1, 255));
}

export function validateNFS(source: Unchecked<NFSVolumeSource>, path: Path, errors: ErrorList): void {
  requireFields(source, ['server', 'path'], path, errors);
  const { path: target = '' } = source;
  if (!target.startsWith('/')) errors.invalid(path.child('path'), target, 'must be an absolute path');
}

export function validateISCSI(source: Unchecked<ISCSIVolumeSource>, path: Path, errors: ErrorList): void {
  const { iqn = '', lun = 0, initiatorName } = source;
  requireFields(source, ['targetPortal', 'iqn'], path, errors);
  if (iqn !== '') validateISCSIName(iqn, path.child('iqn'), errors);
  if (lun < 0 || lun > 255) errors.invalid(path.child('lun'), lun, inclusiveRangeError(0, 255));
  if ((source.chapAuthDiscovery === true || source.chapAuthSession === true) && source.secretRef === undefined) {
    errors.required(path.child('secretRef'));
  }
  if (initiatorName !== undefined) validateISCSIName(initiatorName, path.child('initiatorname', ['initiatorName']), errors);
}

function validateISCSIName(name: string, path: Path, errors: ErrorList): void {
  const form = ISCSI_NAMES.find(([prefix]) => name.startsWith(prefix));
  if (form === undefined) errors.invalid(path, name, 'must be valid format starting with iqn, eui, or naa');
  else if (!form[1](name)) errors.invalid(path, name, 'must be valid format');
}

/** Upstream's expression has no anchor in front, so the name may begin anywhere; its end is free of separators. */
function isQualifiedISCSIName(name: string): boolean {
  const clean = name.length - tailOf(name, /[^,;*&$|\s]/).length;
  return [...name.matchAll(/:/g)].some(
    ({ index }) => index >= clean && index < name.length - 1 && IQN_AUTHORITY.test(tailOf(name.slice(0, index), /[A-Za-z0-9-.]/)),
  );
}

function tailOf(text: string, allowed: RegExp): string {
  let start = text.length;
  while (start > 0 && allowed.test(text[start - 1] ?? '')) start -= 1;
  return text.slice(start);
}

export function validateFC(source: Unchecked<FCVolumeSource>, path: Path, errors: ErrorList): void {
  const { targetWWNs = [], wwids = [], lun } = source;
  if (targetWWNs.length === 0 && wwids.length === 0) {
    errors.required(path.child('targetWWNs'), 'must specify either targetWWNs or wwids, but not both');
  }
  if (targetWWNs.length > 0 && wwids.length > 0) {
    errors.invalid(path.child('targetWWNs'), targetWWNs, 'targetWWNs and wwids can not be specified simultaneously');
  }
  if (targetWWNs.length === 0) return;
  if (lun === undefined) errors.required(path.child('lun'), 'lun is required if targetWWNs is specified');
  else if (lun < 0 || lun > 255) errors.invalid(path.child('lun'), lun, inclusiveRangeError(0, 255));
}

export function validateQuobyte(source: Unchecked<QuobyteVolumeSource>, path: Path, errors: ErrorList): void {
  const { registry = '', tenant = '' } = source;
  const pairs = 'must be a host:port pair or multiple pairs separated by commas';
  if (registry === '') errors.required(path.child('registry'), pairs);
  else if (byteLength(tenant) >= 65) {
    errors.required(path.child('tenant'), 'must be a UUID and may not exceed a length of 64 characters');
  } else {
    for (const pair of registry.split(',')) if (!HOST_PORT.test(pair)) errors.invalid(path.child('registry'), registry, pairs);
  }
  requireFields(source, ['volume'], path, errors);
}

export function validateFlocker(source: Unchecked<FlockerVolumeSource>, path: Path, errors: ErrorList): void {
  const { datasetName = '', datasetUUID = '' } = source;
  if (datasetName === '' && datasetUUID === '') errors.required(path, 'one of datasetName and datasetUUID is required');
  if (datasetName !== '' && datasetUUID !== '') {
    errors.invalid(path, 'resource', 'datasetName and datasetUUID can not be specified simultaneously');
  }
  if (datasetName.includes('/')) errors.invalid(path.child('datasetName'), datasetName, "must not contain '/'");
}

export function validateSecretRef(secretRef: Unchecked<LocalObjectReference> | undefined, path: Path, errors: ErrorList): void {
  if (secretRef !== undefined && (secretRef.name ?? '') === '') errors.required(path.child('secretRef').child('name'));
}

export function validateFlexVolume(source: Unchecked<FlexVolumeSource>, path: Path, errors: ErrorList): void {
  requireFields(source, ['driver'], path, errors);
  for (const key of sortedKeys(source.options)) {
    const namespace = `.${(key.split('/', 1)[0] ?? '').toLowerCase()}`;
    if (namespace.endsWith('.kubernetes.io') || namespace.endsWith('.k8s.io')) {
      errors.invalid(path.child('options').key(key), key, 'kubernetes.io and k8s.io namespaces are reserved');
    }
  }
}

export function validateAzureDisk(source: Unchecked<AzureDiskVolumeSource>, path: Path, errors: ErrorList): void {
  const { cachingMode, kind, diskURI = '' } = source;
  const modes = ['None', 'ReadOnly', 'ReadWrite'];
  const kinds = ['Dedicated', 'Managed', 'Shared'];
  requireFields(source, ['diskName', 'diskURI'], path, errors);
  if (cachingMode !== undefined && !modes.includes(cachingMode))
    errors.notSupported(path.child('cachingMode'), cachingMode, modes);
  if (kind === undefined) return;
  if (!kinds.includes(kind)) errors.notSupported(path.child('kind'), kind, kinds);
  if (kind === 'Managed' && !diskURI.startsWith('/subscriptions/')) {
    const form = '/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}';
    errors.notSupported(path.child('diskURI'), diskURI, [form]);
  }
  if (kind !== 'Managed' && !diskURI.startsWith('https://')) {
    const form = 'https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd';
    errors.notSupported(path.child('diskURI'), diskURI, [form]);
  }
}

export function validateStorageOS(source: Unchecked<StorageOSVolumeSource>, path: Path, errors: ErrorList): void {
  const { volumeName = '', volumeNamespace = '' } = source;
  errors.text(path.child('volumeName'), volumeName, isDNS1123Label);
  if (volumeNamespace !== '') errors.invalidEach(path.child('volumeNamespace'), volumeNamespace, isDNS1123Label(volumeNamespace));
  validateSecretRef(source.secretRef, path, errors);
}

export function validateCSI(source: Unchecked<CSIVolumeSource>, path: Path, errors: ErrorList): void {
  const { driver = '', nodePublishSecretRef } = source;
  const driverPath = path.child('driver');
  if (driver === '') errors.required(driverPath);
  if (byteLength(driver) > 63) errors.tooLong(driverPath, 63);
  errors.invalidEach(driverPath, driver, isDNS1123Subdomain(driver.toLowerCase()));
  if (nodePublishSecretRef === undefined) return;
  const { name = '' } = nodePublishSecretRef;
  if (name === '') errors.required(path.child('nodePublishSecretRef').child('name'));
  else errors.invalidEach(path.child('name', ['nodePublishSecretRef', 'name']), name, isDNS1123Subdomain(name));
}
