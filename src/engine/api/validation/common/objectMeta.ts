/** Upstream: staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.go (v1.36.4). */
import type { ManagedFieldsEntry, ObjectMeta, OwnerReference } from '../../../../model/apiTypes';
import { FOREGROUND_FINALIZER, ORPHAN_FINALIZER } from '../../../../model/wellKnown';
import type { Unchecked } from '../../schema/unchecked';
import type { ErrorList, Path } from './field';
import { validateAnnotations, validateLabels } from './labels';
import { isDNS1123Label, isDNS1123Subdomain, isQualifiedName } from './names';

const STANDARD_FINALIZERS: ReadonlySet<string> = new Set(['kubernetes', ORPHAN_FINALIZER, FOREGROUND_FINALIZER]);

/** Names with the trailing dash of a `generateName` taken for a letter. */
function maskTrailingDash(name: string): string {
  return name.length > 1 && name.endsWith('-') ? `${name.slice(0, -1)}a` : name;
}

/** The metadata of a namespaced workload; a missing namespace has been filled in before. */
export function validateObjectMeta(meta: Unchecked<ObjectMeta>, path: Path, errors: ErrorList): void {
  const { name = '', generateName = '', namespace = '' } = meta;
  if (generateName !== '') {
    errors.invalidEach(path.child('generateName'), generateName, isDNS1123Subdomain(maskTrailingDash(generateName)));
  }
  if (name === '') errors.required(path.child('name'), 'name or generateName is required');
  else errors.invalidEach(path.child('name'), name, isDNS1123Subdomain(name));
  if (namespace !== '') errors.invalidEach(path.child('namespace'), namespace, isDNS1123Label(namespace));
  validateLabels(meta.labels, path.child('labels'), errors);
  validateAnnotations(meta.annotations, path.child('annotations'), errors);
  validateOwnerReferences(meta.ownerReferences ?? [], path.child('ownerReferences'), errors);
  validateFinalizers(meta.finalizers ?? [], path.child('finalizers'), errors);
  validateManagedFields(meta.managedFields ?? [], path.child('managedFields'), errors);
  validateKubeFinalizerNames(meta.finalizers ?? [], path.child('finalizers'), errors);
}

function validateManagedFields(entries: readonly Unchecked<ManagedFieldsEntry>[], path: Path, errors: ErrorList): void {
  entries.forEach(({ operation = '', fieldsType = '' }, index) => {
    const place = path.index(index);
    if (operation !== 'Apply' && operation !== 'Update') {
      errors.invalid(place.child('operation'), operation, 'must be `Apply` or `Update`');
    }
    if (fieldsType !== '' && fieldsType !== 'FieldsV1')
      errors.invalid(place.child('fieldsType'), fieldsType, 'must be `FieldsV1`');
  });
}

export function severalControllers(first: string, second: string): string {
  return `Only one reference can have Controller set to true. Found "true" in references for ${first} and ${second}`;
}

function validateOwnerReferences(references: readonly Unchecked<OwnerReference>[], path: Path, errors: ErrorList): void {
  let first: string | undefined;
  for (const reference of references) {
    validateOwnerReference(reference, path, errors);
    if (reference.controller !== true) continue;
    const { kind = '', name = '' } = reference;
    const controller = `${kind}/${name}`;
    if (first === undefined) first = controller;
    else {
      errors.invalid(path, references.map(referenceForm), severalControllers(first, controller));
    }
  }
}

/** A reference as the server prints it. */
function referenceForm({ apiVersion = '', kind = '', name = '', uid = '', ...flags }: Unchecked<OwnerReference>): object {
  const { controller, blockOwnerDeletion } = flags;
  return { apiVersion, kind, name, uid, controller, blockOwnerDeletion };
}

function validateOwnerReference(reference: Unchecked<OwnerReference>, path: Path, errors: ErrorList): void {
  const { apiVersion = '', kind = '', name = '', uid = '' } = reference;
  if (apiVersion === '' || apiVersion.endsWith('/'))
    errors.invalid(path.child('apiVersion'), apiVersion, 'version must not be empty');
  if (kind === '') errors.invalid(path.child('kind'), kind, 'must not be empty');
  if (name === '') errors.invalid(path.child('name'), name, 'must not be empty');
  if (uid === '') errors.invalid(path.child('uid'), uid, 'must not be empty');
  if (apiVersion === 'v1' && kind === 'Event')
    errors.invalid(path, referenceForm(reference), '/v1, Kind=Event is disallowed from being an owner');
}

function validateFinalizers(finalizers: readonly string[], path: Path, errors: ErrorList): void {
  for (const finalizer of finalizers) errors.invalidEach(path, finalizer, isQualifiedName(finalizer));
  if (finalizers.includes(ORPHAN_FINALIZER) && finalizers.includes(FOREGROUND_FINALIZER)) {
    errors.invalid(path, finalizers, 'finalizer orphan and foregroundDeletion cannot be both set');
  }
}

function validateKubeFinalizerNames(finalizers: readonly string[], path: Path, errors: ErrorList): void {
  finalizers.forEach((finalizer, index) => {
    if (!finalizer.includes('/') && !STANDARD_FINALIZERS.has(finalizer)) {
      errors.invalid(path.index(index), finalizer, 'name is neither a standard finalizer name nor is it fully qualified');
    }
  });
}
