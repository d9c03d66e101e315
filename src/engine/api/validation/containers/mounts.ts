/** Upstream: pkg/apis/core/validation/validation.go (v1.36.4). */
import type { Container, Volume, VolumeDevice, VolumeMount } from '../../../../model/apiTypes';
import type { Unchecked } from '../../schema/unchecked';
import type { ErrorList, Path } from '../common/field';
import { hasBacksteps, validateLocalDescendingPath } from '../common/paths';

type Volumes = ReadonlyMap<string, Unchecked<Volume>>;

const PROPAGATIONS = ['Bidirectional', 'HostToContainer', 'None'];
const RECURSIVE_READ_ONLY = ['Disabled', 'Enabled', 'IfPossible'];

export function validateVolumeMounts(container: Unchecked<Container>, volumes: Volumes, path: Path, errors: ErrorList): void {
  const devices = container.volumeDevices ?? [];
  const taken = new Set<string>();
  container.volumeMounts?.forEach((mount, index) => {
    const place = path.index(index);
    const { name = '', mountPath = '' } = mount;
    if (name === '') errors.required(place.child('name'));
    if (!volumes.has(name)) errors.notFound(place.child('name'), name);
    if (mountPath === '') errors.required(place.child('mountPath'));
    if (taken.has(mountPath)) errors.invalid(place.child('mountPath'), mountPath, 'must be unique');
    taken.add(mountPath);
    if (devices.some((device) => (device.name ?? '') === name)) {
      errors.invalid(place.child('name'), name, 'must not already exist in volumeDevices');
    }
    if (lastPaths(devices.map(deviceEntry)).has(mountPath)) {
      errors.invalid(place.child('mountPath'), mountPath, 'must not already exist as a path in volumeDevices');
    }
    validateSubPaths(mount, place, path, errors);
    validateMountPropagation(mount, container, place.child('mountPropagation').named(path.child('mountPropagation')), errors);
    validateRecursiveReadOnly(mount, place.child('recursiveReadOnly').named(path.child('recursiveReadOnly')), errors);
  });
}

/** QUIRK: the format of sub-paths, propagation and recursive read-only is reported without the mount's position. */
function validateSubPaths(
  { subPath = '', subPathExpr = '' }: Unchecked<VolumeMount>,
  place: Path,
  path: Path,
  errors: ErrorList,
): void {
  if (subPath !== '') validateLocalDescendingPath(subPath, place.child('subPath').named(path.child('subPath')), errors);
  if (subPathExpr === '') return;
  if (subPath !== '') {
    errors.invalid(place.child('subPathExpr'), subPathExpr, 'subPathExpr and subPath are mutually exclusive');
  }
  validateLocalDescendingPath(subPathExpr, place.child('subPathExpr').named(path.child('subPathExpr')), errors);
}

function validateMountPropagation(
  { mountPropagation }: Unchecked<VolumeMount>,
  container: Unchecked<Container>,
  path: Path,
  errors: ErrorList,
): void {
  if (mountPropagation === undefined) return;
  if (!PROPAGATIONS.includes(mountPropagation)) errors.notSupported(path, mountPropagation, PROPAGATIONS);
  if (mountPropagation === 'Bidirectional' && container.securityContext?.privileged !== true) {
    errors.forbidden(path, 'Bidirectional mount propagation is available only to privileged containers');
  }
}

function validateRecursiveReadOnly(mount: Unchecked<VolumeMount>, path: Path, errors: ErrorList): void {
  const { recursiveReadOnly, readOnly, mountPropagation = 'None' } = mount;
  if (recursiveReadOnly === undefined || recursiveReadOnly === 'Disabled') return;
  if (!RECURSIVE_READ_ONLY.includes(recursiveReadOnly)) {
    errors.notSupported(path, recursiveReadOnly, RECURSIVE_READ_ONLY);
    return;
  }
  if (readOnly !== true) errors.forbidden(path, 'may only be specified when readOnly is true');
  if (mountPropagation !== 'None') {
    errors.forbidden(path, 'may only be specified when mountPropagation is None or not specified');
  }
}

type Entry = readonly [name: string, path: string];

function deviceEntry({ name = '', devicePath = '' }: Unchecked<VolumeDevice>): Entry {
  return [name, devicePath];
}

/** Of several uses of a volume the last path counts. */
function lastPaths(entries: readonly Entry[]): ReadonlySet<string> {
  return new Set(new Map(entries).values());
}

export function validateVolumeDevices(container: Unchecked<Container>, volumes: Volumes, path: Path, errors: ErrorList): void {
  const devices = container.volumeDevices ?? [];
  if (devices.length === 0) return;
  const mounts = (container.volumeMounts ?? []).map(({ name = '', mountPath = '' }): Entry => [name, mountPath]);
  const names = new Set<string>();
  const paths = new Set<string>();
  devices.forEach((device, index) => {
    validateVolumeDevice(device, { volumes, mounts, names, paths }, path.index(index), errors);
  });
}

interface DeviceContext {
  readonly volumes: Volumes;
  readonly mounts: readonly Entry[];
  /** Of the devices before. */
  readonly names: Set<string>;
  readonly paths: Set<string>;
}

function validateVolumeDevice(
  { name = '', devicePath = '' }: Unchecked<VolumeDevice>,
  { volumes, mounts, names, paths }: DeviceContext,
  path: Path,
  errors: ErrorList,
): void {
  const volume = volumes.get(name);
  const namePath = path.child('name');
  const devicePathPath = path.child('devicePath');
  if (name === '') errors.required(namePath);
  if (names.has(name)) errors.invalid(namePath, name, 'must be unique');
  if (volume === undefined) errors.notFound(namePath, name);
  else if (volume.persistentVolumeClaim === undefined && volume.ephemeral === undefined) {
    errors.invalid(namePath, name, 'can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode');
  }
  if (devicePath === '') errors.required(devicePathPath);
  if (paths.has(devicePath)) errors.invalid(devicePathPath, devicePath, 'must be unique');
  if (hasBacksteps(devicePath)) errors.invalid(devicePathPath, devicePath, "can not contain backsteps ('..')");
  else paths.add(devicePath);
  if (mounts.some(([mounted]) => mounted === name)) errors.invalid(namePath, name, 'must not already exist in volumeMounts');
  if (lastPaths(mounts).has(devicePath)) {
    errors.invalid(devicePathPath, devicePath, 'must not already exist as a path in volumeMounts');
  }
  if (name !== '') names.add(name);
}
