/**
 * Upstream: plugin/pkg/admission/limitranger/admission.go (v1.36.4). The admission plugin LimitRanger for pods: defaults
 * before validation, the limits' rules after it.
 */
import type { Container, LimitRange, LimitRangeItem, Pod, ResourceList } from '../../model/apiTypes';
import {
  aggregateContainerLimits,
  aggregateContainerRequests,
  mergePodResourceRequirements,
  missing,
  parseResources,
  type DefaultRequirements,
  type Resources,
} from '../../model/podResources';
import { formatQuantity, type Quantity } from '../../model/quantity';
import { aggregateMessage } from '../api/aggregateMessage';
import { defaultContainerRequirements } from '../api/defaults/limitRange';

const LIMIT_RANGER_ANNOTATION = 'kubernetes.io/limit-ranger';

const MAX_MILLI_VALUE = ((1n << 63n) - 1n) / 1000n;
const NANOS_PER_MILLI = 1_000_000n;
const NANOS_PER_UNIT = 1_000_000_000n;

/** The pod with the defaults that the LimitRanges give to containers without requests or limits of their own. */
export function mutatePod<T extends Pod>(pod: T, limitRanges: readonly LimitRange[]): T {
  let result: T = pod;
  for (const limitRange of limitRanges) result = withDefaults(result, defaultContainerRequirements(limitRange));
  return result;
}

function withDefaults<T extends Pod>(pod: T, defaults: DefaultRequirements): T {
  const { metadata, spec } = pod;
  const containers = spec.containers.flatMap((item) => notesOn(item, defaults, 'container'));
  const notes = [...containers, ...(spec.initContainers ?? []).flatMap((item) => notesOn(item, defaults, 'init container'))];
  if (notes.length === 0) return pod;
  const annotations = { ...metadata.annotations, [LIMIT_RANGER_ANNOTATION]: `LimitRanger plugin set: ${notes.join('; ')}` };
  return { ...pod, metadata: { ...metadata, annotations }, spec: mergePodResourceRequirements(spec, defaults) };
}

function notesOn({ name, resources }: Container, { requests, limits }: DefaultRequirements, role: string): string[] {
  const newRequests = missing(requests, resources?.requests).sort();
  const newLimits = missing(limits, resources?.limits).sort();
  return [
    ...(newRequests.length > 0 ? [`${newRequests.join(', ')} request for ${role} ${name}`] : []),
    ...(newLimits.length > 0 ? [`${newLimits.join(', ')} limit for ${role} ${name}`] : []),
  ];
}

/** Why the first LimitRange that is not satisfied refuses the pod, or undefined. */
export function validatePodLimits(pod: Pod, limitRanges: readonly LimitRange[]): string | undefined {
  for (const limitRange of limitRanges) {
    const problems = podLimitProblems(pod, limitRange);
    if (problems.length > 0) return aggregateMessage(problems);
  }
  return undefined;
}

function podLimitProblems(pod: Pod, { spec }: LimitRange): string[] {
  const containers = [...pod.spec.containers, ...(pod.spec.initContainers ?? [])];
  return (spec?.limits ?? []).flatMap((item) => {
    if (item.type === 'Container') {
      return containers.flatMap(({ resources }) =>
        limitProblems(item, parseResources(resources?.requests), parseResources(resources?.limits)),
      );
    }
    return item.type === 'Pod' ? limitProblems(item, podLevelRequests(pod), podLevelLimits(pod)) : [];
  });
}

/** Overhead does not count here. */
function podLevelRequests({ spec }: Pod): Resources {
  return withPodLevel(aggregateContainerRequests(spec), spec.resources?.requests);
}

function podLevelLimits({ spec }: Pod): Resources {
  return withPodLevel(aggregateContainerLimits(spec), spec.resources?.limits);
}

/** QUIRK: unlike everywhere else pod-level huge pages do not replace the containers'. */
function withPodLevel(total: Resources, podLevel: ResourceList | undefined): Resources {
  const own = [...parseResources(podLevel)].filter(([name]) => name === 'cpu' || name === 'memory');
  return new Map([...total, ...own]);
}

/** In name order within min, max and ratio (the real order is random). */
function limitProblems(item: LimitRangeItem, requests: Resources, limits: Resources): string[] {
  const check = (list: ResourceList | undefined, rule: Constraint): string[] =>
    [...parseResources(list)]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(
        ([name, enforced]) =>
          rule({ name, type: item.type, enforced, request: requests.get(name), limit: limits.get(name) }) ?? [],
      );
  return [
    ...check(item.min, minConstraint),
    ...check(item.max, maxConstraint),
    ...check(item.maxLimitRequestRatio, limitRequestRatioConstraint),
  ];
}

interface Observed {
  readonly name: string;
  readonly type: string;
  readonly enforced: Quantity;
  readonly request: Quantity | undefined;
  readonly limit: Quantity | undefined;
}
type Constraint = (observed: Observed) => string | undefined;

function minConstraint(observed: Observed): string | undefined {
  const { name, type, enforced, request, limit } = observed;
  const rule = `minimum ${name} usage per ${type} is ${formatQuantity(enforced)}`;
  const values = comparableValues(observed);
  if (request === undefined) return `${rule}.  No request is specified`;
  if (values.request < values.enforced) return `${rule}, but request is ${formatQuantity(request)}`;
  if (limit !== undefined && values.limit < values.enforced) return `${rule}, but limit is ${formatQuantity(limit)}`;
  return undefined;
}

function maxConstraint(observed: Observed): string | undefined {
  const { name, type, enforced, request, limit } = observed;
  const rule = `maximum ${name} usage per ${type} is ${formatQuantity(enforced)}`;
  const values = comparableValues(observed);
  if (limit === undefined) return `${rule}.  No limit is specified`;
  if (values.limit > values.enforced) return `${rule}, but limit is ${formatQuantity(limit)}`;
  if (request !== undefined && values.request > values.enforced) return `${rule}, but request is ${formatQuantity(request)}`;
  return undefined;
}

/** limit 2, request 100m, allowed 4: 2000 / 100 = 20 > 4. */
function limitRequestRatioConstraint(observed: Observed): string | undefined {
  const { name, type, enforced } = observed;
  const rule = `${name} max limit to request ratio per ${type} is ${formatQuantity(enforced)}`;
  const values = comparableValues(observed);
  if (values.request === 0n) return `${rule}, but no request is specified or request is 0`;
  if (values.limit === 0n) return `${rule}, but no limit is specified or limit is 0`;
  const ratio = Number(values.limit) / Number(values.request);
  const inMilli = unitsOf(enforced) <= MAX_MILLI_VALUE;
  const exceeded = inMilli ? ratio * 1000 > Number(milliOf(enforced)) : ratio > Number(unitsOf(enforced));
  return exceeded ? `${rule}, but provided ratio is ${ratio.toFixed(6)}` : undefined;
}

interface ComparableValues {
  readonly request: bigint;
  readonly limit: bigint;
  readonly enforced: bigint;
}

/** In thousandths, unless one of them is too large for that; then all in whole units. Missing ones are 0. */
function comparableValues({ request, limit, enforced }: Observed): ComparableValues {
  const quantities = { request, limit, enforced };
  const fits = Object.values(quantities).every((quantity) => unitsOf(quantity) <= MAX_MILLI_VALUE);
  const value = fits ? milliOf : unitsOf;
  return { request: value(request), limit: value(limit), enforced: value(enforced) };
}

function unitsOf(quantity: Quantity | undefined): bigint {
  return divideUp(quantity?.nanos ?? 0n, NANOS_PER_UNIT);
}

function milliOf(quantity: Quantity | undefined): bigint {
  return divideUp(quantity?.nanos ?? 0n, NANOS_PER_MILLI);
}

function divideUp(value: bigint, divisor: bigint): bigint {
  return value > 0n && value % divisor !== 0n ? value / divisor + 1n : value / divisor;
}
