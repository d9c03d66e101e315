/** Upstream: pkg/apis/core/validation/validation.go (v1.36.4). */
import type {
  DownwardAPIVolumeFile,
  DownwardAPIVolumeSource,
  KeyToPath,
  ProjectedVolumeSource,
  ServiceAccountTokenProjection,
  VolumeProjection,
} from '../../../../model/apiTypes';
import type { Unchecked } from '../../schema/unchecked';
import { validateContainerResourceFieldSelector, validateObjectFieldSelector } from '../containers/env';
import type { ErrorList, Path } from '../common/field';
import { validateLocalNonReservedPath } from '../common/paths';

const VOLUME_FIELD_PATHS = ['metadata.annotations', 'metadata.labels', 'metadata.name', 'metadata.namespace', 'metadata.uid'];
const TEN_MINUTES = 600;
const MAX_TOKEN_SECONDS = 2 ** 32;

export function validateFileMode(mode: number | undefined, path: Path, errors: ErrorList): void {
  if (mode === undefined || (mode >= 0 && mode <= 0o777)) return;
  errors.invalid(path, mode, 'must be a number between 0 and 0777 (octal), both inclusive');
}

export function validateKeysToPaths(items: readonly Unchecked<KeyToPath>[], path: Path, errors: ErrorList): void {
  items.forEach((item, index) => {
    validateKeyToPath(item, path.index(index), errors);
  });
}

function validateKeyToPath({ key = '', path: target = '', mode }: Unchecked<KeyToPath>, path: Path, errors: ErrorList): void {
  if (key === '') errors.required(path.child('key'));
  if (target === '') errors.required(path.child('path'));
  validateLocalNonReservedPath(target, path.child('path'), errors);
  validateFileMode(mode, path.child('mode'), errors);
}

function validateDownwardAPIFile(file: Unchecked<DownwardAPIVolumeFile>, path: Path, errors: ErrorList): void {
  const { path: target = '', fieldRef, resourceFieldRef } = file;
  if (target === '') errors.required(path.child('path'));
  validateLocalNonReservedPath(target, path.child('path'), errors);
  if (fieldRef !== undefined) {
    validateObjectFieldSelector(fieldRef, VOLUME_FIELD_PATHS, path.child('fieldRef'), errors);
    if (resourceFieldRef !== undefined) {
      errors.invalid(path, 'resource', 'fieldRef and resourceFieldRef can not be specified simultaneously');
    }
  } else if (resourceFieldRef !== undefined) {
    validateContainerResourceFieldSelector(resourceFieldRef, path.child('resourceFieldRef'), true, errors);
  } else {
    errors.required(path, 'one of fieldRef and resourceFieldRef is required');
  }
  validateFileMode(file.mode, path.child('mode'), errors);
}

/** QUIRK: errors of an item are reported at the volume source. */
export function validateDownwardAPI(source: Unchecked<DownwardAPIVolumeSource>, path: Path, errors: ErrorList): void {
  validateFileMode(source.defaultMode, path.child('defaultMode'), errors);
  for (const file of source.items ?? []) validateDownwardAPIFile(file, path, errors);
}

export function validateProjected(source: Unchecked<ProjectedVolumeSource>, path: Path, errors: ErrorList): void {
  validateFileMode(source.defaultMode, path.child('defaultMode'), errors);
  const taken = new Set<string>();
  source.sources?.forEach((projection, index) => {
    validateProjection(projection, taken, path.child('sources').index(index), path, errors);
  });
}

function validateProjection(
  projection: Unchecked<VolumeProjection>,
  taken: Set<string>,
  path: Path,
  volumePath: Path,
  errors: ErrorList,
): void {
  const { secret, configMap, downwardAPI, serviceAccountToken } = projection;
  for (const [name, source] of [
    ['secret', secret],
    ['configMap', configMap],
  ] as const) {
    if (source === undefined) continue;
    const place = path.child(name);
    if ((source.name ?? '') === '') errors.required(place.child('name'));
    source.items?.forEach((item, index) => {
      validateKeyToPath(item, place.child('items').index(index), errors);
      takePath(item.path, source.name ?? '', taken, volumePath, errors);
    });
  }
  for (const file of downwardAPI?.items ?? []) {
    validateDownwardAPIFile(file, path.child('downwardAPI'), errors);
    takePath(file.path, file.path ?? '', taken, volumePath, errors);
  }
  if (serviceAccountToken !== undefined) {
    validateToken(serviceAccountToken, path.child('serviceAccountToken'), volumePath, errors);
  }
  const sources = [secret, configMap, downwardAPI, serviceAccountToken].filter((source) => source !== undefined);
  if (sources.length > 1) errors.forbidden(path, 'may not specify more than 1 volume type per source');
}

function takePath(target: string | undefined, reported: string, taken: Set<string>, path: Path, errors: ErrorList): void {
  if (target === undefined || target === '') return;
  if (taken.has(target)) errors.invalid(path, reported, 'conflicting duplicate paths');
  taken.add(target);
}

/** QUIRK: the token's path is reported as the volume source's. */
function validateToken(token: Unchecked<ServiceAccountTokenProjection>, path: Path, volumePath: Path, errors: ErrorList): void {
  const { expirationSeconds = 0, path: target = '' } = token;
  const seconds = path.child('expirationSeconds');
  if (expirationSeconds < TEN_MINUTES) {
    errors.invalid(seconds, expirationSeconds, 'may not specify a duration less than 10 minutes');
  }
  if (expirationSeconds > MAX_TOKEN_SECONDS) {
    errors.invalid(seconds, expirationSeconds, 'may not specify a duration larger than 2^32 seconds');
  }
  const place = path.child('path').named(volumePath.child('path'));
  if (target === '') errors.required(place);
  else validateLocalNonReservedPath(target, place, errors);
}
