/** Upstream: staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/validation/validation.go (v1.36.4). */
import type { LabelSelector, LabelSelectorRequirement } from '../../../../model/apiTypes';
import type { Unchecked } from '../../schema/unchecked';
import type { ErrorList, Path } from './field';
import { byteLength, isQualifiedName, isValidLabelValue } from './names';

type Map = Readonly<Record<string, string>>;

const MAX_ANNOTATION_BYTES = 256 * 1024;

/** Go walks maps in random order; the order of the keys stands for it here. */
export function sortedKeys(map: Readonly<Record<string, unknown>> | undefined): string[] {
  return map === undefined ? [] : Object.keys(map).sort();
}

export function validateLabelName(key: string, path: Path, errors: ErrorList): void {
  errors.invalidEach(path, key, isQualifiedName(key));
}

export function validateLabels(labels: Map | undefined, path: Path, errors: ErrorList): void {
  for (const key of sortedKeys(labels)) {
    const value = labels?.[key] ?? '';
    validateLabelName(key, path.key(key).named(path), errors);
    errors.invalidEach(path.key(key).named(path), value, isValidLabelValue(value));
  }
}

export function validateAnnotations(annotations: Map | undefined, path: Path, errors: ErrorList): void {
  let size = 0;
  for (const key of sortedKeys(annotations)) {
    errors.invalidEach(path.key(key).named(path), key, isQualifiedName(key.toLowerCase()));
    size += byteLength(key) + byteLength(annotations?.[key] ?? '');
  }
  if (size > MAX_ANNOTATION_BYTES) errors.tooLong(path, MAX_ANNOTATION_BYTES);
}

export function validateLabelSelector(selector: Unchecked<LabelSelector> | undefined, path: Path, errors: ErrorList): void {
  if (selector === undefined) return;
  validateLabels(selector.matchLabels, path.child('matchLabels'), errors);
  selector.matchExpressions?.forEach((requirement, index) => {
    validateRequirement(requirement, path.child('matchExpressions').index(index), errors);
  });
}

function validateRequirement(requirement: Unchecked<LabelSelectorRequirement>, path: Path, errors: ErrorList): void {
  const values = requirement.values ?? [];
  switch (requirement.operator) {
    case 'In':
    case 'NotIn':
      if (values.length === 0) errors.required(path.child('values'), "must be specified when `operator` is 'In' or 'NotIn'");
      break;
    case 'Exists':
    case 'DoesNotExist':
      if (values.length > 0) {
        errors.forbidden(path.child('values'), "may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
      }
      break;
    default:
      errors.invalid(path.child('operator'), requirement.operator ?? '', 'not a valid selector operator');
  }
  validateLabelName(requirement.key ?? '', path.child('key'), errors);
  values.forEach((value, index) => {
    errors.invalidEach(path.child('values').index(index), value, isValidLabelValue(value));
  });
}

/** A selector that can be evaluated; undefined where Kubernetes could not build one. */
export function compileSelector(selector: Unchecked<LabelSelector> | undefined): ((labels: Map) => boolean) | undefined {
  if (selector === undefined) return () => false;
  const tests: ((labels: Map) => boolean)[] = [];
  for (const [key, value] of Object.entries(selector.matchLabels ?? {})) {
    if (isQualifiedName(key).length > 0 || isValidLabelValue(value).length > 0) return undefined;
    tests.push((labels) => labels[key] === value);
  }
  for (const requirement of selector.matchExpressions ?? []) {
    const test = compileRequirement(requirement);
    if (test === undefined) return undefined;
    tests.push(test);
  }
  return (labels) => tests.every((test) => test(labels));
}

function compileRequirement({
  key = '',
  operator,
  values = [],
}: Unchecked<LabelSelectorRequirement>): ((labels: Map) => boolean) | undefined {
  if (isQualifiedName(key).length > 0 || values.some((value) => isValidLabelValue(value).length > 0)) return undefined;
  const has = (labels: Map): boolean => Object.hasOwn(labels, key);
  const isIn = (labels: Map): boolean => has(labels) && values.includes(labels[key] ?? '');
  switch (operator) {
    case 'In':
      return values.length === 0 ? undefined : isIn;
    case 'NotIn':
      return values.length === 0 ? undefined : (labels) => !isIn(labels);
    case 'Exists':
      return values.length > 0 ? undefined : has;
    case 'DoesNotExist':
      return values.length > 0 ? undefined : (labels) => !has(labels);
    default:
      return undefined;
  }
}
