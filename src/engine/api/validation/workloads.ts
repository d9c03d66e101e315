/** Upstream: pkg/apis/apps/validation/validation.go (v1.36.4). */
import type {
  DaemonSet,
  DaemonSetSpec,
  DaemonSetUpdateStrategy,
  Deployment,
  DeploymentSpec,
  DeploymentStrategy,
  LabelSelector,
  PodTemplateSpec,
  RollingUpdateDaemonSet,
  RollingUpdateDeployment,
} from '../../../model/apiTypes';
import { isEmptySelector } from '../../../model/labelSelector';
import type { Unchecked } from '../schema/unchecked';
import { ErrorList, Path, sortedMap, type FieldError } from './common/field';
import { internalStrategy, selectorForm } from './common/internalForms';
import { compileSelector, validateLabelSelector } from './common/labels';
import {
  intOrPercentValue,
  validateNonnegative,
  validateNotMoreThan100Percent,
  validatePositiveIntOrPercent,
} from './common/numbers';
import { validateObjectMeta } from './common/objectMeta';
import { validatePodTemplateSpec } from './pods/podTemplate';

const METADATA = Path.root('metadata');
const SPEC = Path.root('spec');
const TEMPLATE = SPEC.child('template');

export function validateDeployment(deployment: Unchecked<Deployment>): FieldError[] {
  const errors = new ErrorList();
  validateObjectMeta(deployment.metadata ?? {}, METADATA, errors);
  validateDeploymentSpec(deployment.spec ?? {}, errors);
  return errors.errors;
}

function validateDeploymentSpec(spec: Unchecked<DeploymentSpec>, errors: ErrorList): void {
  const { selector, template = {}, minReadySeconds = 0, progressDeadlineSeconds: deadline } = spec;
  validateNonnegative(spec.replicas ?? 0, SPEC.child('replicas'), errors);
  if (selector === undefined) errors.required(SPEC.child('selector'));
  else {
    validateLabelSelector(selector, SPEC.child('selector'), errors);
    rejectEmptySelector(selector, 'deployment', errors);
  }
  validateDeploymentTemplate(selector, template, errors);
  validateDeploymentStrategy(spec.strategy ?? {}, SPEC.child('strategy'), errors);
  validateNonnegative(minReadySeconds, SPEC.child('minReadySeconds'), errors);
  validateNonnegative(spec.revisionHistoryLimit, SPEC.child('revisionHistoryLimit'), errors);
  if (deadline === undefined) return;
  validateNonnegative(deadline, SPEC.child('progressDeadlineSeconds'), errors);
  if (deadline <= minReadySeconds) {
    errors.invalid(SPEC.child('progressDeadlineSeconds'), deadline, 'must be greater than minReadySeconds');
  }
}

function rejectEmptySelector(selector: Unchecked<LabelSelector>, kind: string, errors: ErrorList): void {
  if (!isEmptySelector(selector)) return;
  errors.invalid(SPEC.child('selector'), selectorForm(selector), `empty selector is invalid for ${kind}`);
}

function validateDeploymentTemplate(
  selector: Unchecked<LabelSelector> | undefined,
  template: Unchecked<PodTemplateSpec>,
  errors: ErrorList,
): void {
  const matches = compileSelector(selector);
  if (matches === undefined) {
    errors.invalid(SPEC.child('selector'), selectorForm(selector), 'invalid label selector');
    return;
  }
  const isEmpty = selector !== undefined && isEmptySelector(selector);
  if (!isEmpty) requireMatch(matches, template, errors);
  validateTemplate(template, 'ReplicaSet', errors);
}

function requireMatch(
  matches: (labels: Readonly<Record<string, string>>) => boolean,
  template: Unchecked<PodTemplateSpec>,
  errors: ErrorList,
): void {
  const labels = template.metadata?.labels;
  if (matches(labels ?? {})) return;
  const place = TEMPLATE.child('metadata').child('labels');
  errors.invalid(place, labels === undefined ? null : sortedMap(labels), '`selector` does not match template `labels`');
}

function validateTemplate(template: Unchecked<PodTemplateSpec>, kind: string, errors: ErrorList): void {
  const spec = TEMPLATE.child('spec');
  const { restartPolicy = '', activeDeadlineSeconds } = template.spec ?? {};
  validatePodTemplateSpec(template, TEMPLATE, errors);
  if (restartPolicy !== 'Always') errors.notSupported(spec.child('restartPolicy'), restartPolicy, ['Always']);
  if (activeDeadlineSeconds !== undefined) {
    errors.forbidden(spec.child('activeDeadlineSeconds'), `activeDeadlineSeconds in ${kind} is not Supported`);
  }
}

function validateDeploymentStrategy(strategy: Unchecked<DeploymentStrategy>, path: Path, errors: ErrorList): void {
  const { type = '', rollingUpdate } = strategy;
  const place = path.child('rollingUpdate');
  if (type === 'Recreate') {
    if (rollingUpdate !== undefined) errors.forbidden(place, "may not be specified when strategy `type` is 'Recreate'");
  } else if (type === 'RollingUpdate') {
    if (rollingUpdate === undefined) errors.required(place, 'this should be defaulted and never be nil');
    else validateRollingUpdateDeployment(rollingUpdate, place, errors);
  } else errors.notSupported(path, internalStrategy(strategy), ['Recreate', 'RollingUpdate']);
}

function validateRollingUpdateDeployment(rollingUpdate: Unchecked<RollingUpdateDeployment>, path: Path, errors: ErrorList): void {
  const { maxUnavailable = 0, maxSurge = 0 } = rollingUpdate;
  const place = path.child('maxUnavailable');
  validatePositiveIntOrPercent(maxUnavailable, place, errors);
  validatePositiveIntOrPercent(maxSurge, path.child('maxSurge'), errors);
  if (intOrPercentValue(maxUnavailable) === 0 && intOrPercentValue(maxSurge) === 0) {
    errors.invalid(place, maxUnavailable, 'may not be 0 when `maxSurge` is 0');
  }
  validateNotMoreThan100Percent(maxUnavailable, place, errors);
}

export function validateDaemonSet(daemonSet: Unchecked<DaemonSet>): FieldError[] {
  const errors = new ErrorList();
  validateObjectMeta(daemonSet.metadata ?? {}, METADATA, errors);
  validateDaemonSetSpec(daemonSet.spec ?? {}, errors);
  return errors.errors;
}

function validateDaemonSetSpec(spec: Unchecked<DaemonSetSpec>, errors: ErrorList): void {
  const { selector, template = {} } = spec;
  validateLabelSelector(selector, SPEC.child('selector'), errors);
  const matches = compileSelector(selector);
  if (matches !== undefined) requireMatch(matches, template, errors);
  if (selector !== undefined) rejectEmptySelector(selector, 'daemonset', errors);
  validateTemplate(template, 'DaemonSet', errors);
  validateNonnegative(spec.minReadySeconds, SPEC.child('minReadySeconds'), errors);
  validateDaemonSetUpdateStrategy(spec.updateStrategy ?? {}, SPEC.child('updateStrategy'), errors);
  validateNonnegative(spec.revisionHistoryLimit, SPEC.child('revisionHistoryLimit'), errors);
}

function validateDaemonSetUpdateStrategy(strategy: Unchecked<DaemonSetUpdateStrategy>, path: Path, errors: ErrorList): void {
  const { type = '', rollingUpdate } = strategy;
  if (type === 'OnDelete') return;
  if (type !== 'RollingUpdate') errors.notSupported(path, internalStrategy(strategy), ['RollingUpdate', 'OnDelete']);
  else if (rollingUpdate === undefined) errors.required(path.child('rollingUpdate'));
  else validateRollingUpdateDaemonSet(rollingUpdate, path.child('rollingUpdate'), errors);
}

function validateRollingUpdateDaemonSet(rollingUpdate: Unchecked<RollingUpdateDaemonSet>, path: Path, errors: ErrorList): void {
  const { maxUnavailable = 0, maxSurge = 0 } = rollingUpdate;
  for (const [name, value] of [
    ['maxUnavailable', maxUnavailable],
    ['maxSurge', maxSurge],
  ] as const) {
    validatePositiveIntOrPercent(value, path.child(name), errors);
    validateNotMoreThan100Percent(value, path.child(name), errors);
  }
  const hasUnavailable = intOrPercentValue(maxUnavailable) !== 0;
  const hasSurge = intOrPercentValue(maxSurge) !== 0;
  if (hasUnavailable && hasSurge) {
    errors.invalid(path.child('maxSurge'), maxSurge, 'may not be set when maxUnavailable is non-zero');
  } else if (!hasUnavailable && !hasSurge) {
    errors.required(path.child('maxUnavailable'), 'cannot be 0 when maxSurge is 0');
  }
}
