/** Upstream: pkg/apis/core/validation/validation.go (v1.36.4). */
import type {
  Affinity,
  LabelSelector,
  NodeAffinity,
  NodeSelectorRequirement,
  NodeSelectorTerm,
  PodAffinity,
  PodAffinityTerm,
} from '../../../../model/apiTypes';
import type { Unchecked } from '../../schema/unchecked';
import type { ErrorList, Path } from '../common/field';
import { validateLabelName, validateLabelSelector } from '../common/labels';
import { isDNS1123Label, isDNS1123Subdomain, isValidLabelValue } from '../common/names';

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';

export function validateAffinity(affinity: Unchecked<Affinity> | undefined, path: Path, errors: ErrorList): void {
  if (affinity === undefined) return;
  const { nodeAffinity, podAffinity, podAntiAffinity } = affinity;
  if (nodeAffinity !== undefined) validateNodeAffinity(nodeAffinity, path.child('nodeAffinity'), errors);
  if (podAffinity !== undefined) validatePodAffinity(podAffinity, path.child('podAffinity'), errors);
  if (podAntiAffinity !== undefined) validatePodAffinity(podAntiAffinity, path.child('podAntiAffinity'), errors);
}

function validateWeight(weight: number, path: Path, errors: ErrorList): void {
  if (weight <= 0 || weight > 100) errors.invalid(path, weight, 'must be in the range 1-100');
}

function validateNodeAffinity(affinity: Unchecked<NodeAffinity>, path: Path, errors: ErrorList): void {
  const required = affinity[REQUIRED];
  if (required !== undefined) {
    const place = path.child(REQUIRED).child('nodeSelectorTerms');
    const terms = required.nodeSelectorTerms ?? [];
    if (terms.length === 0) errors.required(place, 'must have at least one node selector term');
    terms.forEach((term, index) => {
      validateNodeSelectorTerm(term, true, place.index(index), errors);
    });
  }
  affinity[PREFERRED]?.forEach(({ weight = 0, preference = {} }, index) => {
    const place = path.child(PREFERRED).index(index);
    validateWeight(weight, place.child('weight'), errors);
    validateNodeSelectorTerm(preference, false, place.child('preference'), errors);
  });
}

/** Label values are looked at only where they are required: a preference that cannot match does no harm. */
function validateNodeSelectorTerm(term: Unchecked<NodeSelectorTerm>, checkValues: boolean, path: Path, errors: ErrorList): void {
  term.matchExpressions?.forEach((requirement, index) => {
    validateNodeSelectorRequirement(requirement, checkValues, path.child('matchExpressions').index(index), errors);
  });
  term.matchFields?.forEach((requirement, index) => {
    validateNodeFieldSelectorRequirement(requirement, path.child('matchFields').index(index), errors);
  });
}

function validateNodeSelectorRequirement(
  requirement: Unchecked<NodeSelectorRequirement>,
  checkValues: boolean,
  path: Path,
  errors: ErrorList,
): void {
  const { key = '', operator = '', values = [] } = requirement;
  const valuesPath = path.child('values');
  switch (operator) {
    case 'In':
    case 'NotIn':
      if (values.length === 0) errors.required(valuesPath, "must be specified when `operator` is 'In' or 'NotIn'");
      break;
    case 'Exists':
    case 'DoesNotExist':
      if (values.length > 0) errors.forbidden(valuesPath, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
      break;
    case 'Gt':
    case 'Lt':
      if (values.length !== 1) errors.required(valuesPath, "must be specified single value when `operator` is 'Lt' or 'Gt'");
      break;
    default:
      errors.invalid(path.child('operator'), operator, 'not a valid selector operator');
  }
  validateLabelName(key, path.child('key'), errors);
  if (!checkValues) return;
  values.forEach((value, index) => {
    errors.invalidEach(valuesPath.index(index), value, isValidLabelValue(value));
  });
}

function validateNodeFieldSelectorRequirement(
  requirement: Unchecked<NodeSelectorRequirement>,
  path: Path,
  errors: ErrorList,
): void {
  const { key = '', operator = '', values = [] } = requirement;
  if (operator !== 'In' && operator !== 'NotIn')
    errors.invalid(path.child('operator'), operator, 'not a valid selector operator');
  else if (values.length !== 1) {
    const detail = "must be only one value when `operator` is 'In' or 'NotIn' for node field selector";
    errors.required(path.child('values'), detail);
  }
  if (key !== 'metadata.name') {
    errors.invalid(path.child('key'), key, 'not a valid field selector key');
    return;
  }
  values.forEach((value, index) => {
    errors.invalidEach(path.child('values').index(index), value, isDNS1123Subdomain(value));
  });
}

function validatePodAffinity(affinity: Unchecked<PodAffinity>, path: Path, errors: ErrorList): void {
  affinity[REQUIRED]?.forEach((term, index) => {
    validatePodAffinityTerm(term, path.child(REQUIRED).index(index), errors);
  });
  affinity[PREFERRED]?.forEach(({ weight = 0, podAffinityTerm = {} }, index) => {
    const place = path.child(PREFERRED).index(index);
    validateWeight(weight, place.child('weight'), errors);
    validatePodAffinityTerm(podAffinityTerm, place.child('podAffinityTerm'), errors);
  });
}

function validatePodAffinityTerm(term: Unchecked<PodAffinityTerm>, path: Path, errors: ErrorList): void {
  const { topologyKey = '', namespaces = [] } = term;
  validateLabelSelector(term.labelSelector, path.child('labelSelector'), errors);
  validateLabelSelector(term.namespaceSelector, path.child('namespaceSelector'), errors);
  for (const name of namespaces) errors.invalidEach(path.child('namespace', ['namespaces']), name, isDNS1123Label(name));
  validateMatchLabelKeys(term.matchLabelKeys ?? [], term.mismatchLabelKeys ?? [], term.labelSelector, path, errors);
  if (topologyKey === '') errors.required(path.child('topologyKey'), 'can not be empty');
  validateLabelName(topologyKey, path.child('topologyKey'), errors);
}

/** Keys whose values the server takes over from the pod's labels into the selector. */
export function validateMatchLabelKeys(
  matchKeys: readonly string[],
  mismatchKeys: readonly string[],
  selector: Unchecked<LabelSelector> | undefined,
  path: Path,
  errors: ErrorList,
): void {
  validateLabelKeys(matchKeys, selector, path.child('matchLabelKeys'), errors);
  validateLabelKeys(mismatchKeys, selector, path.child('mismatchLabelKeys'), errors);
  const known = new Set(Object.keys(selector?.matchLabels ?? {}));
  for (const { key = '' } of selector?.matchExpressions ?? []) {
    const index = matchKeys.lastIndexOf(key);
    if (index >= 0 && known.has(key)) errors.invalid(path.index(index), key, 'exists in both matchLabelKeys and labelSelector');
    known.add(key);
  }
  matchKeys.forEach((key, index) => {
    if (!mismatchKeys.includes(key)) return;
    errors.invalid(path.child('matchLabelKeys').index(index), key, 'exists in both matchLabelKeys and mismatchLabelKeys');
  });
}

function validateLabelKeys(
  keys: readonly string[],
  selector: Unchecked<LabelSelector> | undefined,
  path: Path,
  errors: ErrorList,
): void {
  if (keys.length === 0) return;
  if (selector === undefined) {
    errors.forbidden(path, 'must not be specified when labelSelector is not set');
    return;
  }
  keys.forEach((key, index) => {
    validateLabelName(key, path.index(index), errors);
  });
}
