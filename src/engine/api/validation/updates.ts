import type { DaemonSet, Deployment, LabelSelector, ObjectMeta } from '../schema/apiTypes';
import { ErrorList, Path, type FieldError } from './common/field';
import { selectorForm } from './common/internalForms';
import { semanticallyEqual } from './common/semanticEqual';
import { validateDaemonSet, validateDeployment } from './workloads';

const IMMUTABLE = 'field is immutable';
const METADATA = Path.root('metadata');
const SELECTOR = Path.root('spec').child('selector');

/** The new object must be valid, and its selector the old one's. */
export function validateDeploymentUpdate(deployment: Deployment, old: Deployment): FieldError[] {
  return [
    ...validateMetaUpdate(deployment.metadata ?? {}, old.metadata ?? {}),
    ...validateDeployment(deployment),
    ...validateSelectorUpdate(deployment.spec?.selector, old.spec?.selector),
  ];
}

export function validateDaemonSetUpdate(daemonSet: DaemonSet, old: DaemonSet): FieldError[] {
  const errors = validateDaemonSet(daemonSet);
  return [
    ...errors,
    ...validateMetaUpdate(daemonSet.metadata ?? {}, old.metadata ?? {}),
    ...validateSelectorUpdate(daemonSet.spec?.selector, old.spec?.selector),
  ];
}

function validateMetaUpdate(meta: ObjectMeta, old: ObjectMeta): FieldError[] {
  const errors = new ErrorList();
  for (const name of ['name', 'namespace'] as const) {
    if (meta[name] !== old[name]) errors.invalid(METADATA.child(name), meta[name] ?? '', IMMUTABLE);
  }
  return errors.errors;
}

function validateSelectorUpdate(selector: LabelSelector | undefined, old: LabelSelector | undefined): FieldError[] {
  const errors = new ErrorList();
  const same =
    selector === old || (selector !== undefined && old !== undefined && semanticallyEqual('LabelSelector', selector, old));
  if (!same) errors.invalid(SELECTOR, selectorForm(selector), IMMUTABLE);
  return errors.errors;
}
