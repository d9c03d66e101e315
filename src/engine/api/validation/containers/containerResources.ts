/** Upstream: pkg/apis/core/validation/validation.go (v1.36.4). */
import type { ResourceClaim, ResourceRequirements } from '../../../../model/apiTypes';
import { COMPUTE_QUOTAS } from '../../../../model/quotaUsage';
import { isExtendedResource, isNativeResource } from '../../../../model/wellKnown';
import type { Unchecked } from '../../schema/unchecked';
import type { ErrorList, Path } from '../common/field';
import { sortedKeys } from '../common/labels';
import { isDNS1123Label, isQualifiedName } from '../common/names';
import { isMultipleOf, isWholeNumber, nanosOf } from '../common/quantities';

type ResourceList = Readonly<Record<string, string>>;
type NameCheck = (name: string, path: Path, errors: ErrorList) => void;

const HUGEPAGES = 'hugepages-';
const STANDARD_CONTAINER_RESOURCES: ReadonlySet<string> = new Set(['cpu', 'memory', 'ephemeral-storage']);
const STANDARD_RESOURCES: ReadonlySet<string> = new Set([
  ...COMPUTE_QUOTAS,
  'pods',
  'resourcequotas',
  'services',
  'replicationcontrollers',
  'secrets',
  'configmaps',
  'persistentvolumeclaims',
  'storage',
  'requests.storage',
  'services.nodeports',
  'services.loadbalancers',
]);
/** What can only be counted in whole units. */
const INTEGER_RESOURCES: ReadonlySet<string> = new Set([
  'pods',
  'services',
  'replicationcontrollers',
  'resourcequotas',
  'secrets',
  'configmaps',
  'persistentvolumeclaims',
  'services.nodeports',
  'services.loadbalancers',
]);
const POD_LEVEL_RESOURCES = ['cpu', 'hugepages-', 'memory'];

export function isHugePageResource(name: string): boolean {
  return name.startsWith(HUGEPAGES);
}

function isQuotaHugePages(name: string): boolean {
  return isHugePageResource(name) || name.startsWith(`requests.${HUGEPAGES}`);
}

function isExtended(name: string): boolean {
  if (!isExtendedResource(name)) return false;
  return isQualifiedName(`requests.${name}`).length === 0;
}

/** Huge pages and extended resources are given out one to one: request and limit must be the same. */
function isOvercommitAllowed(name: string): boolean {
  return isNativeResource(name) && !isHugePageResource(name);
}

function validateResourceName(name: string, path: Path, errors: ErrorList): boolean {
  const before = errors.count;
  errors.invalidEach(path, name, isQualifiedName(name));
  if (errors.count > before) return false;
  if (!name.includes('/') && !STANDARD_RESOURCES.has(name) && !isQuotaHugePages(name)) {
    errors.invalid(path, name, 'must be a standard resource type or fully qualified');
    return false;
  }
  return true;
}

function validateContainerResourceName(name: string, path: Path, errors: ErrorList): void {
  validateResourceName(name, path, errors);
  if (!name.includes('/')) {
    if (!STANDARD_CONTAINER_RESOURCES.has(name) && !isHugePageResource(name)) {
      errors.invalid(path, name, 'must be a standard resource for containers');
    }
  } else if (!isNativeResource(name) && !isExtended(name)) {
    errors.invalid(path, name, "doesn't follow extended resource name standard");
  }
}

function isSupportedPodLevelResource(name: string): boolean {
  return name === 'cpu' || name === 'memory' || isHugePageResource(name);
}

function validatePodResourceName(name: string, path: Path, errors: ErrorList): void {
  if (!validateResourceName(name, path, errors)) return;
  if (!isSupportedPodLevelResource(name)) errors.notSupported(path, name, POD_LEVEL_RESOURCES);
}

function validateResourceQuantityValue(name: string, quantity: string, path: Path, errors: ErrorList): void {
  if (nanosOf(quantity) < 0n) errors.invalid(path, quantity, 'must be greater than or equal to 0');
  if ((INTEGER_RESOURCES.has(name) || isExtended(name)) && !isWholeNumber(quantity)) {
    errors.invalid(path, quantity, 'must be an integer');
  }
}

export function validateContainerResourceRequirements(
  requirements: Unchecked<ResourceRequirements>,
  podClaimNames: ReadonlySet<string>,
  path: Path,
  errors: ErrorList,
): void {
  validateResourceRequirements(requirements, validateContainerResourceName, podClaimNames, path, errors);
}

export function validatePodResourceRequirements(
  requirements: Unchecked<ResourceRequirements>,
  podClaimNames: ReadonlySet<string>,
  path: Path,
  errors: ErrorList,
): void {
  validateResourceRequirements(requirements, validatePodResourceName, podClaimNames, path, errors);
}

function validateResourceRequirements(
  requirements: Unchecked<ResourceRequirements>,
  checkName: NameCheck,
  podClaimNames: ReadonlySet<string>,
  path: Path,
  errors: ErrorList,
): void {
  const { limits = {}, requests = {} } = requirements;
  for (const name of sortedKeys(limits)) {
    const place = path.child('limits').key(name);
    checkName(name, place, errors);
    validateResourceQuantityValue(name, limits[name] ?? '0', place, errors);
    validateHugePages(name, limits[name] ?? '0', place, errors);
  }
  for (const name of sortedKeys(requests)) validateRequest(name, { requests, limits }, checkName, path, errors);
  const names = [...Object.keys(limits), ...Object.keys(requests)];
  if (names.some(isHugePageResource) && !names.includes('cpu') && !names.includes('memory')) {
    errors.forbidden(path, 'HugePages require cpu or memory');
  }
  validateResourceClaimNames(requirements.claims ?? [], podClaimNames, path.child('claims'), errors);
}

function validateRequest(
  name: string,
  { requests, limits }: { readonly requests: ResourceList; readonly limits: ResourceList },
  checkName: NameCheck,
  path: Path,
  errors: ErrorList,
): void {
  const quantity = requests[name] ?? '0';
  const limit = limits[name];
  const requestsPath = path.child('requests');
  const place = requestsPath.key(name);
  checkName(name, place, errors);
  validateResourceQuantityValue(name, quantity, place, errors);
  if (limit === undefined) {
    if (!isOvercommitAllowed(name)) errors.required(path.child('limits'), 'Limit must be set for non overcommitable resources');
  } else if (nanosOf(quantity) !== nanosOf(limit) && !isOvercommitAllowed(name)) {
    errors.invalid(place.named(requestsPath), quantity, `must be equal to ${name} limit of ${limit}`);
  } else if (nanosOf(quantity) > nanosOf(limit)) {
    errors.invalid(place.named(requestsPath), quantity, `must be less than or equal to ${name} limit of ${limit}`);
  }
  validateHugePages(name, quantity, place, errors);
}

/** `hugepages-2Mi: 3Mi` is one page and a half. */
function validateHugePages(name: string, quantity: string, path: Path, errors: ErrorList): void {
  if (!isHugePageResource(name) || isMultipleOf(quantity, name.slice(HUGEPAGES.length))) return;
  errors.invalid(path, quantity, `${quantity} is not positive integer multiple of ${name}`);
}

function validateResourceClaimNames(
  claims: readonly Unchecked<ResourceClaim>[],
  podClaimNames: ReadonlySet<string>,
  path: Path,
  errors: ErrorList,
): void {
  const names = new Set<string>();
  claims.forEach((claim, index) => {
    const place = path.index(index);
    const { name = '', request = '' } = claim;
    if (name === '') {
      errors.required(place);
      return;
    }
    validateClaimUse(name, request, names, place, errors);
    if (!podClaimNames.has(name)) {
      const known = [...podClaimNames].sort().join(', ');
      const list = podClaimNames.size === 0 ? ' which is empty' : `: ${known}`;
      errors.notFound(place, name, `must be one of the names in pod.spec.resourceClaims${list}`);
    }
  });
}

function validateClaimUse(name: string, request: string, names: Set<string>, path: Path, errors: ErrorList): void {
  if (names.has(name)) {
    errors.duplicate(path, name);
    return;
  }
  const key = request === '' ? name : `${name}/${request}`;
  if (request !== '') errors.invalidEach(path.child('request'), request, isDNS1123Label(request));
  if (names.has(key)) errors.duplicate(path, key);
  else if (request === '') {
    for (const other of names) if (other.startsWith(`${name}/`)) errors.duplicate(path, name);
  }
  names.add(key);
}
