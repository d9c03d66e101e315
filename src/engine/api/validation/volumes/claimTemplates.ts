/** Upstream: pkg/apis/core/validation/validation.go (v1.36.4). */
import type {
  ObjectMeta,
  PersistentVolumeClaimSpec,
  PersistentVolumeClaimTemplate,
  TypedLocalObjectReference,
  TypedObjectReference,
} from '../../../../model/apiTypes';
import type { Unchecked } from '../../schema/unchecked';
import type { ErrorList, Path } from '../common/field';
import { validateAnnotations, validateLabels, validateLabelSelector } from '../common/labels';
import { isDNS1123Label, isDNS1123Subdomain } from '../common/names';
import { nanosOf } from '../common/quantities';

const ACCESS_MODES = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'];
const VOLUME_MODES = ['Block', 'Filesystem'];
/** In the order of the Go struct. */
const OTHER_META_FIELDS = [
  'name',
  'generateName',
  'namespace',
  'selfLink',
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'ownerReferences',
  'finalizers',
  'managedFields',
] as const;

/** Lower-cased as the server names a Go field. */
const REPORTED_NAMES: Readonly<Record<string, string>> = { uid: 'uID' };

/** The claim template of a generic ephemeral volume. */
export function validatePersistentVolumeClaimTemplate(
  template: Unchecked<PersistentVolumeClaimTemplate>,
  path: Path,
  errors: ErrorList,
): void {
  validateTemplateObjectMeta(template.metadata ?? {}, path.child('metadata'), errors);
  validatePersistentVolumeClaimSpec(template.spec ?? {}, path.child('spec'), errors);
}

function validateTemplateObjectMeta(meta: Unchecked<ObjectMeta>, path: Path, errors: ErrorList): void {
  validateAnnotations(meta.annotations, path.child('annotations'), errors);
  validateLabels(meta.labels, path.child('labels'), errors);
  for (const name of OTHER_META_FIELDS) {
    if (meta[name] !== undefined) errors.forbidden(path.child(REPORTED_NAMES[name] ?? name, [name]), 'cannot be set');
  }
}

function validatePersistentVolumeClaimSpec(spec: Unchecked<PersistentVolumeClaimSpec>, path: Path, errors: ErrorList): void {
  const { accessModes = [], storageClassName = '', volumeMode, volumeAttributesClassName = '' } = spec;
  if (accessModes.length === 0) errors.required(path.child('accessModes'), 'at least 1 access mode is required');
  validateLabelSelector(spec.selector, path.child('selector'), errors);
  validateAccessModes(accessModes, path.child('accessModes'), errors);
  validateStorageRequest(spec.resources?.requests?.['storage'], path.child('resources').key('storage'), errors);
  errors.invalidEach(
    path.child('storageClassName'),
    storageClassName,
    storageClassName === '' ? [] : isDNS1123Subdomain(storageClassName),
  );
  if (volumeMode !== undefined && !VOLUME_MODES.includes(volumeMode)) {
    errors.notSupported(path.child('volumeMode'), volumeMode, VOLUME_MODES);
  }
  validateDataSources(spec, path, errors);
  if (volumeAttributesClassName !== '') {
    errors.invalidEach(
      path.child('volumeAttributesClassName'),
      volumeAttributesClassName,
      isDNS1123Subdomain(volumeAttributesClassName),
    );
  }
}

function validateAccessModes(modes: readonly string[], path: Path, errors: ErrorList): void {
  for (const mode of modes) if (!ACCESS_MODES.includes(mode)) errors.notSupported(path, mode, ACCESS_MODES);
  const others = modes.some((mode) => mode !== 'ReadWriteOncePod' && ACCESS_MODES.includes(mode));
  if (modes.includes('ReadWriteOncePod') && others)
    errors.forbidden(path, 'may not use ReadWriteOncePod with other access modes');
}

function validateStorageRequest(storage: string | undefined, path: Path, errors: ErrorList): void {
  if (storage === undefined) errors.required(path);
  else if (nanosOf(storage) <= 0n) errors.invalid(path, storage, 'must be greater than zero');
}

function validateDataSources(spec: Unchecked<PersistentVolumeClaimSpec>, path: Path, errors: ErrorList): void {
  const { dataSource, dataSourceRef } = spec;
  if (dataSource !== undefined) validateReference(dataSource, path.child('dataSource'), errors);
  if (dataSourceRef === undefined) return;
  const { namespace = '' } = dataSourceRef;
  validateReference(dataSourceRef, path.child('dataSourceRef'), errors);
  if (namespace !== '') {
    errors.invalidEach(path.child('dataSourceRef').child('namespace'), namespace, isDNS1123Label(namespace));
    if (dataSource !== undefined) {
      errors.invalid(path, path.child('dataSource').toString(), 'may not be specified when dataSourceRef.namespace is specified');
    }
  } else if (dataSource !== undefined && !sameReference(dataSource, dataSourceRef)) {
    errors.invalid(path, path.child('dataSource').toString(), 'must match dataSourceRef');
  }
}

function sameReference(a: Unchecked<TypedLocalObjectReference>, b: Unchecked<TypedObjectReference>): boolean {
  return a.apiGroup === b.apiGroup && a.kind === b.kind && a.name === b.name;
}

function validateReference(reference: Unchecked<TypedLocalObjectReference>, path: Path, errors: ErrorList): void {
  const { apiGroup = '', kind = '', name = '' } = reference;
  if (name === '') errors.required(path.child('name'));
  if (kind === '') errors.required(path.child('kind'));
  if (apiGroup === '' && kind !== 'PersistentVolumeClaim') {
    errors.invalid(path, kind, "must be 'PersistentVolumeClaim' when referencing the default apiGroup");
  }
  if (apiGroup !== '') errors.invalidEach(path.child('apiGroup'), apiGroup, isDNS1123Subdomain(apiGroup));
}
