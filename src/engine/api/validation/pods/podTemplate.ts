/** Upstream: pkg/apis/core/validation/validation.go (v1.36.4). */
import type { PodSpec, PodTemplateSpec, SeccompProfile } from '../../../../model/apiTypes';
import {
  APP_ARMOR_CONTAINER_PREFIX,
  MIRROR_POD_ANNOTATION,
  POD_DELETION_COST_ANNOTATION,
  SECCOMP_CONTAINER_PREFIX,
  SECCOMP_POD_ANNOTATION,
} from '../../../../model/wellKnown';
import type { Unchecked } from '../../schema/unchecked';
import { visitContainers } from '../common/containerPaths';
import type { ErrorList, Path } from '../common/field';
import { sortedKeys, validateAnnotations, validateLabels } from '../common/labels';
import { validateLocalDescendingPath } from '../common/paths';
import { validatePodSpec } from './podSpec';

type Annotations = Readonly<Record<string, string>>;

/** QUIRK: labels and annotations of the template are reported without `metadata`. */
export function validatePodTemplateSpec(template: Unchecked<PodTemplateSpec>, path: Path, errors: ErrorList): void {
  const { metadata = {}, spec = {} } = template;
  const annotations = metadata.annotations ?? {};
  const annotationsPath = path.child('annotations', ['metadata', 'annotations']);
  validateLabels(metadata.labels, path.child('labels', ['metadata', 'labels']), errors);
  validateAnnotations(annotations, annotationsPath, errors);
  validatePodSpecificAnnotations(annotations, spec, annotationsPath, errors);
  validatePodSpec(spec, path.child('spec'), errors);
  validateSeccompAnnotationsAndFields(annotations, spec, path.child('spec'), errors);
  if ((spec.ephemeralContainers ?? []).length > 0) {
    errors.forbidden(path.child('spec').child('ephemeralContainers'), 'ephemeral containers not allowed in pod template');
  }
}

function validatePodSpecificAnnotations(annotations: Annotations, spec: Unchecked<PodSpec>, path: Path, errors: ErrorList): void {
  const mirror = annotations[MIRROR_POD_ANNOTATION];
  if (mirror !== undefined && (spec.nodeName ?? '') === '') {
    errors.invalid(path.key(MIRROR_POD_ANNOTATION), mirror, 'must set spec.nodeName if mirror pod annotation is set');
  }
  const cost = annotations[POD_DELETION_COST_ANNOTATION];
  if (cost !== undefined && !isDeletionCost(cost))
    errors.invalid(path.key(POD_DELETION_COST_ANNOTATION), cost, 'must be a 32bit integer');
  const ofPod = annotations[SECCOMP_POD_ANNOTATION];
  if (ofPod !== undefined) validateSeccompAnnotation(ofPod, path.child(SECCOMP_POD_ANNOTATION), errors);
  for (const key of sortedKeys(annotations)) {
    if (key.startsWith(SECCOMP_CONTAINER_PREFIX)) validateSeccompAnnotation(annotations[key] ?? '', path.child(key), errors);
  }
  for (const key of sortedKeys(annotations)) {
    if (key.startsWith(APP_ARMOR_CONTAINER_PREFIX))
      validateAppArmorAnnotation(key, annotations[key] ?? '', spec, path.key(key), errors);
  }
}

function isDeletionCost(text: string): boolean {
  if (!/^(?:0|-\d+|[1-9]\d*)$/.test(text)) return false;
  const value = Number(text);
  return value >= -(2 ** 31) && value < 2 ** 31;
}

function validateSeccompAnnotation(profile: string, path: Path, errors: ErrorList): void {
  if (['runtime/default', 'docker/default', 'unconfined'].includes(profile)) return;
  if (profile.startsWith('localhost/')) validateLocalDescendingPath(profile.slice('localhost/'.length), path, errors);
  else errors.invalid(path, profile, 'must be a valid seccomp profile');
}

function validateAppArmorAnnotation(key: string, profile: string, spec: Unchecked<PodSpec>, path: Path, errors: ErrorList): void {
  const name = key.slice(APP_ARMOR_CONTAINER_PREFIX.length);
  const containers = [...(spec.initContainers ?? []), ...(spec.containers ?? []), ...(spec.ephemeralContainers ?? [])];
  if (!containers.some((container) => (container.name ?? '') === name)) errors.invalid(path, name, 'container not found');
  if (['', 'runtime/default', 'unconfined'].includes(profile) || profile.startsWith('localhost/')) return;
  errors.invalid(path, profile, `invalid AppArmor profile name: ${JSON.stringify(profile)}`);
}

/** Where the old annotation and the field are both set they must say the same. */
function validateSeccompAnnotationsAndFields(
  annotations: Annotations,
  spec: Unchecked<PodSpec>,
  path: Path,
  errors: ErrorList,
): void {
  validateSeccompMatch(annotations[SECCOMP_POD_ANNOTATION], spec.securityContext?.seccompProfile, path, errors);
  visitContainers(spec, path, (container, place) => {
    const annotation = annotations[`${SECCOMP_CONTAINER_PREFIX}${container.name ?? ''}`];
    validateSeccompMatch(annotation, container.securityContext?.seccompProfile, place, errors);
  });
}

function validateSeccompMatch(
  annotation: string | undefined,
  profile: Unchecked<SeccompProfile> | undefined,
  owner: Path,
  errors: ErrorList,
): void {
  if (annotation === undefined || profile === undefined) return;
  const path = owner.child('securityContext').child('seccompProfile');
  const matches: Readonly<Record<string, boolean>> = {
    Unconfined: annotation === 'unconfined',
    RuntimeDefault: annotation === 'runtime/default' || annotation === 'docker/default',
    Localhost: annotation.startsWith('localhost/'),
  };
  if (matches[profile.type ?? ''] === false) {
    errors.forbidden(path.child('type'), 'seccomp type in annotation and field must match');
  } else if (profile.type === 'Localhost' && annotation.slice('localhost/'.length) !== profile.localhostProfile) {
    errors.forbidden(path.child('localhostProfile'), 'seccomp profile in annotation and field must match');
  }
}
