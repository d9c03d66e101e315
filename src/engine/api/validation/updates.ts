/** Upstream: pkg/apis/apps/validation/validation.go (v1.36.4). */
import { semanticEqual } from '../schema/semanticEqual';
import type { DaemonSet, Deployment, LabelSelector, ObjectMeta } from '../../../model/apiTypes';
import type { Unchecked } from '../schema/unchecked';
import { ErrorList, Path, type FieldError } from './common/field';
import { selectorForm } from './common/internalForms';
import { validateDaemonSet, validateDeployment } from './workloads';

const IMMUTABLE = 'field is immutable';
const METADATA = Path.root('metadata');
const SELECTOR = Path.root('spec').child('selector');

/** The new object must be valid, and its selector the old one's. */
export function validateDeploymentUpdate(deployment: Unchecked<Deployment>, old: Unchecked<Deployment>): FieldError[] {
  return [
    ...validateMetaUpdate(deployment.metadata ?? {}, old.metadata ?? {}),
    ...validateDeployment(deployment),
    ...validateSelectorUpdate(deployment.spec?.selector, old.spec?.selector),
  ];
}

export function validateDaemonSetUpdate(daemonSet: Unchecked<DaemonSet>, old: Unchecked<DaemonSet>): FieldError[] {
  const errors = validateDaemonSet(daemonSet);
  return [
    ...errors,
    ...validateMetaUpdate(daemonSet.metadata ?? {}, old.metadata ?? {}),
    ...validateSelectorUpdate(daemonSet.spec?.selector, old.spec?.selector),
  ];
}

function validateMetaUpdate(meta: Unchecked<ObjectMeta>, old: Unchecked<ObjectMeta>): FieldError[] {
  const errors = new ErrorList();
  for (const name of ['name', 'namespace'] as const) {
    if (meta[name] !== old[name]) errors.invalid(METADATA.child(name), meta[name] ?? '', IMMUTABLE);
  }
  return errors.errors;
}

function validateSelectorUpdate(
  selector: Unchecked<LabelSelector> | undefined,
  old: Unchecked<LabelSelector> | undefined,
): FieldError[] {
  const errors = new ErrorList();
  const same = selector === old || (selector !== undefined && old !== undefined && semanticEqual('LabelSelector', selector, old));
  if (!same) errors.invalid(SELECTOR, selectorForm(selector), IMMUTABLE);
  return errors.errors;
}
