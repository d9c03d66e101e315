/** Upstream: pkg/apis/core/validation/validation.go (v1.36.4). */
import type { PodSchedulingGate, Toleration, TopologySpreadConstraint } from '../../../../model/apiTypes';
import type { Unchecked } from '../../schema/unchecked';
import { validateMatchLabelKeys } from './affinity';
import type { ErrorList, Path } from '../common/field';
import { validateLabelName, validateLabelSelector } from '../common/labels';
import { isQualifiedName, isValidLabelValue } from '../common/names';
import { validatePositive } from '../common/numbers';

const EFFECTS = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];
const ACTIONS = ['DoNotSchedule', 'ScheduleAnyway'];
const NODE_POLICIES = ['Honor', 'Ignore'];

export function validateTolerations(tolerations: readonly Unchecked<Toleration>[], path: Path, errors: ErrorList): void {
  tolerations.forEach((toleration, index) => {
    validateToleration(toleration, path.index(index), errors);
  });
}

function validateToleration(toleration: Unchecked<Toleration>, path: Path, errors: ErrorList): void {
  const { key = '', operator = '', effect = '' } = toleration;
  if (key !== '') validateLabelName(key, path.child('key'), errors);
  else if (operator !== 'Exists') {
    const detail = 'operator must be Exists when `key` is empty, which means "match all values and all keys"';
    errors.invalid(path.child('operator'), operator, detail);
  }
  if (toleration.tolerationSeconds !== undefined && effect !== 'NoExecute') {
    errors.invalid(path.child('effect'), effect, "effect must be 'NoExecute' when `tolerationSeconds` is set");
  }
  validateOperator(toleration, path.child('operator'), errors);
  if (effect !== '' && !EFFECTS.includes(effect)) errors.notSupported(path.child('effect'), effect, EFFECTS);
}

/** QUIRK: what is wrong with the value is reported at the operator. */
function validateOperator({ operator = '', value = '' }: Unchecked<Toleration>, path: Path, errors: ErrorList): void {
  switch (operator) {
    case '':
    case 'Equal': {
      const problems = isValidLabelValue(value);
      if (problems.length > 0) errors.invalid(path, value, problems.join(';'));
      break;
    }
    case 'Exists':
      if (value !== '') errors.invalid(path, value, "value must be empty when `operator` is 'Exists'");
      break;
    case 'Lt':
    case 'Gt':
      // The gate of the comparing operators is off.
      errors.notSupported(path, operator, ['Equal', 'Exists', 'Lt', 'Gt']);
      break;
    default:
      errors.notSupported(path, operator, ['Equal', 'Exists']);
  }
}

export function validateSchedulingGates(gates: readonly Unchecked<PodSchedulingGate>[], path: Path, errors: ErrorList): void {
  const seen = new Set<string>();
  gates.forEach(({ name = '' }, index) => {
    errors.invalidEach(path.index(index), name, isQualifiedName(name));
    if (seen.has(name)) errors.duplicate(path.index(index), name);
    seen.add(name);
  });
}

export function validateTopologySpreadConstraints(
  constraints: readonly Unchecked<TopologySpreadConstraint>[],
  path: Path,
  errors: ErrorList,
): void {
  constraints.forEach((constraint, index) => {
    const place = path.index(index);
    const { maxSkew = 0, topologyKey = '', whenUnsatisfiable = '', labelSelector } = constraint;
    validatePositive(maxSkew, place.child('maxSkew'), errors);
    if (topologyKey === '') errors.required(place.child('topologyKey'), 'can not be empty');
    if (!ACTIONS.includes(whenUnsatisfiable)) errors.notSupported(place.child('whenUnsatisfiable'), whenUnsatisfiable, ACTIONS);
    const repeated = constraints
      .slice(index + 1)
      .some((other) => (other.topologyKey ?? '') === topologyKey && (other.whenUnsatisfiable ?? '') === whenUnsatisfiable);
    if (repeated) errors.duplicate(place.child('{topologyKey, whenUnsatisfiable}', []), `{${topologyKey}, ${whenUnsatisfiable}}`);
    validateMinDomains(constraint, place.child('minDomains'), errors);
    validateNodePolicy(constraint.nodeAffinityPolicy, place.child('nodeAffinityPolicy'), errors);
    validateNodePolicy(constraint.nodeTaintsPolicy, place.child('nodeTaintsPolicy'), errors);
    validateMatchLabelKeys(constraint.matchLabelKeys ?? [], [], labelSelector, place, errors);
    validateLabelSelector(labelSelector, place.child('labelSelector'), errors);
  });
}

function validateMinDomains(
  { minDomains, whenUnsatisfiable = '' }: Unchecked<TopologySpreadConstraint>,
  path: Path,
  errors: ErrorList,
): void {
  if (minDomains === undefined) return;
  validatePositive(minDomains, path, errors);
  if (whenUnsatisfiable === 'DoNotSchedule') return;
  errors.invalid(path, minDomains, `can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${whenUnsatisfiable}`);
}

function validateNodePolicy(policy: string | undefined, path: Path, errors: ErrorList): void {
  if (policy !== undefined && !NODE_POLICIES.includes(policy)) errors.notSupported(path, policy, NODE_POLICIES);
}
