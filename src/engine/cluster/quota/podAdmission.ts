/**
 * Upstream: staging/src/k8s.io/apiserver/pkg/admission/chain.go, pkg/kubeapiserver/options/plugins.go (v1.36.4). Of the
 * chain only what limits and quotas do to pods. What a namespace's LimitRanges and ResourceQuotas make of a pod that is
 * to be created, in the API server's order: defaults, LimitRanger's defaults, validation, LimitRanger's rules, quota.
 */
import type { Container, LimitRange, Pod, ResourceList, ResourceQuota } from '../../../model/apiTypes';
import { formatQuantity } from '../../../model/quantity';
import type { Time } from '../../../model/time';
import { aggregateMessage } from '../../api/aggregateMessage';
import { ErrorList, Path } from '../../api/validation/common/field';
import { validatePodResources as validatePodLevelResources } from '../../api/validation/pods/podLevelResources';
import { validateContainerResourceRequirements } from '../../api/validation/containers/containerResources';
import { mutatePod, validatePodLimits } from '../limitRanger';
import { parseResources, setDefaultPodResources } from '../../../model/podResources';
import { checkQuotas } from './quotaAdmission';
import { goQuote } from '../../../model/goQuote';

export interface PodRefusal {
  readonly code: 403 | 422;
  readonly reason: 'Forbidden' | 'Invalid';
  /** What a ReplicaSet reports: `Error creating: <message>`. */
  readonly message: string;
}

export interface PodAdmission {
  /** The pod with defaults, as far as it came. */
  readonly pod: Pod;
  readonly error?: PodRefusal | undefined;
  readonly rejectedBy?: 'Validation' | 'LimitRanger' | 'ResourceQuota' | undefined;
  /** The quotas with this pod counted, if it was admitted. */
  readonly quotas?: readonly ResourceQuota[] | undefined;
}

export interface NamespacePolicies {
  readonly limitRanges: readonly LimitRange[];
  /** With their current status. */
  readonly quotas: readonly ResourceQuota[];
}

/** Admits or refuses a pod as it was submitted. */
export function admitPod(submitted: Pod, { limitRanges, quotas }: NamespacePolicies, now: Time): PodAdmission {
  const defaulted = { ...submitted, spec: setDefaultPodResources(submitted.spec) };
  const pod = withCanonicalResources(mutatePod(defaulted, limitRanges));
  const invalid = validatePodResources(pod);
  if (invalid.length > 0) {
    const message = `Pod ${goQuote(nameOf(pod))} is invalid: ${aggregateMessage(invalid)}`;
    return { pod, rejectedBy: 'Validation', error: { code: 422, reason: 'Invalid', message } };
  }
  const limitProblem = validatePodLimits(pod, limitRanges);
  if (limitProblem !== undefined) return { pod, rejectedBy: 'LimitRanger', error: forbidden(pod, limitProblem) };
  const check = checkQuotas(pod, quotas, now);
  if (check.problem !== undefined) return { pod, rejectedBy: 'ResourceQuota', error: forbidden(pod, check.problem) };
  return { pod, quotas: check.quotas };
}

/** With a generated name the prefix stands in for the name as long as there is none. */
function nameOf({ metadata }: Pod): string {
  return metadata.name || (metadata.generateName ?? 'Unknown');
}

export function forbidden(pod: Pod, problem: string): PodRefusal {
  return { code: 403, reason: 'Forbidden', message: `pods ${goQuote(nameOf(pod))} is forbidden: ${problem}` };
}

/** Requests above limits, and whatever else can be wrong with amounts once the defaults are in. */
function validatePodResources({ spec }: Pod): string[] {
  const errors = new ErrorList();
  const root = Path.root('spec');
  const claims = new Set<string>();
  const validate = (containers: readonly Container[] | undefined, field: string): void => {
    containers?.forEach(({ resources }, index) => {
      const path = root.child(field).index(index).child('resources');
      if (resources !== undefined) validateContainerResourceRequirements(withLists(resources), claims, path, errors);
    });
  };
  validate(spec.containers, 'containers');
  validate(spec.initContainers, 'initContainers');
  validatePodLevelResources(spec, claims, root, errors);
  return errors.errors.map(({ message }) => message);
}

function withLists({ requests, limits }: NonNullable<Container['resources']>): { requests: ResourceList; limits: ResourceList } {
  return { requests: requests ?? {}, limits: limits ?? {} };
}

function withCanonicalResources(pod: Pod): Pod {
  const canonical = (container: Container): Container =>
    container.resources === undefined ? container : { ...container, resources: canonicalRequirements(container.resources) };
  const { containers, initContainers } = pod.spec;
  return { ...pod, spec: { ...pod.spec, containers: containers.map(canonical), initContainers: initContainers?.map(canonical) } };
}

function canonicalRequirements(requirements: NonNullable<Container['resources']>): NonNullable<Container['resources']> {
  const { requests, limits } = requirements;
  return { ...requirements, requests: canonicalList(requests), limits: canonicalList(limits) };
}

function canonicalList(list: ResourceList | undefined): ResourceList | undefined {
  if (list === undefined) return undefined;
  return Object.fromEntries([...parseResources(list)].map(([name, quantity]) => [name, formatQuantity(quantity)]));
}
