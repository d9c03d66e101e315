/**
 * Upstream: staging/src/k8s.io/component-helpers/resource/helpers.go (v1.36.4). What a pod asks for and may use: scheduler,
 * quota evaluator, LimitRanger, the kubelet and the rules share it.
 *
 * DEVIATION: resources reported in a pod's status (in-place resize) and devices mapped to node resources are unknown here;
 * the specification alone counts.
 */
import type { Container, PodSpec, ResourceList } from './apiTypes';
import {
  addQuantities,
  compareQuantities,
  formatQuantity,
  parseQuantity,
  quantityMilliValue,
  quantityValue,
  type Quantity,
} from './quantity';

/** Exact amounts by resource name. */
export type Resources = ReadonlyMap<string, Quantity>;
type MutableResources = Map<string, Quantity>;

export interface PodResourcesOptions {
  /** Requests to assume for containers that leave these resources out (a request of 0 is not left out). */
  readonly nonMissingContainerRequests?: Resources | undefined;
  readonly excludeOverhead?: boolean | undefined;
  readonly skipPodLevelResources?: boolean | undefined;
}

/** What of a pod's specification says what it asks for. */
export type ResourceSpec = Pick<PodSpec, 'containers' | 'initContainers' | 'resources' | 'overhead'>;

/** What containers get that say nothing themselves. */
export interface DefaultRequirements {
  readonly requests: ResourceList;
  readonly limits: ResourceList;
}

const NO_RESOURCES: Resources = new Map();
const NANOS_PER_MILLI = 1_000_000n;
const parsedLists = new WeakMap<ResourceList, Resources>();

/** The amounts of a resource list; what is no quantity is left out (validation refuses it elsewhere). */
export function parseResources(list: ResourceList | null | undefined): Resources {
  if (list === undefined || list === null) return NO_RESOURCES;
  let resources = parsedLists.get(list);
  if (resources === undefined) {
    resources = parseResourceList(list);
    parsedLists.set(list, resources);
  }
  return resources;
}

function parseResourceList(list: ResourceList): Resources {
  const resources: MutableResources = new Map();
  for (const [name, text] of Object.entries(list)) {
    const quantity = parseQuantity(text);
    if (quantity !== undefined) resources.set(name, roundUpToMilli(quantity));
  }
  return resources;
}

/** The API server keeps resource lists in thousandths: 100u is stored as 1m. */
function roundUpToMilli(quantity: Quantity): Quantity {
  const { nanos } = quantity;
  const rest = nanos % NANOS_PER_MILLI;
  if (rest === 0n) return quantity;
  return { ...quantity, nanos: nanos - rest + (nanos > 0n ? NANOS_PER_MILLI : -NANOS_PER_MILLI) };
}

/** A sidecar: an init container that goes on running. */
export function isRestartableInitContainer(container: Container): boolean {
  return container.restartPolicy === 'Always';
}

function isSupportedPodLevelResource(name: string): boolean {
  return name === 'cpu' || name === 'memory' || name.startsWith('hugepages-');
}

function hasPodLevelResource(list: ResourceList | undefined): boolean {
  for (const name in list) if (isSupportedPodLevelResource(name)) return true;
  return false;
}

export function isPodLevelResourcesSet(spec: PodSpec): boolean {
  return hasPodLevelResource(spec.resources?.requests) || hasPodLevelResource(spec.resources?.limits);
}

function addTo(total: MutableResources, more: Resources): void {
  for (const [name, quantity] of more) {
    const sum = total.get(name);
    total.set(name, sum === undefined ? quantity : addQuantities(sum, quantity));
  }
}

function raiseTo(maximum: MutableResources, other: Resources): void {
  for (const [name, quantity] of other) {
    const most = maximum.get(name);
    if (most === undefined || compareQuantities(quantity, most) > 0) maximum.set(name, quantity);
  }
}

/**
 * The most that a pod's containers need at any one time. Sidecars (s) stay, so everything after them comes on top:
 * init i1 = 300m, sidecar s = 100m, init i2 = 500m, container c = 200m: max(i1 300m, s 100m, s + i2 600m, s + c 300m) = 600m.
 */
function aggregateContainers(spec: ResourceSpec, resourcesOf: (container: Container) => Resources): MutableResources {
  const running: MutableResources = new Map();
  for (const container of spec.containers) addTo(running, resourcesOf(container));
  const sidecars: MutableResources = new Map();
  const starting: MutableResources = new Map();
  for (const container of spec.initContainers ?? []) {
    const own = resourcesOf(container);
    if (isRestartableInitContainer(container)) {
      addTo(running, own);
      addTo(sidecars, own);
      raiseTo(starting, sidecars);
    } else {
      const withSidecars = new Map(own);
      addTo(withSidecars, sidecars);
      raiseTo(starting, withSidecars);
    }
  }
  raiseTo(running, starting);
  return running;
}

function applyPodLevel(total: MutableResources, podLevel: ResourceList | undefined): void {
  for (const [name, quantity] of parseResources(podLevel)) {
    if (isSupportedPodLevelResource(name)) total.set(name, quantity);
  }
}

function withNonMissing(requests: Resources, nonMissing: Resources | undefined): Resources {
  if (nonMissing === undefined || nonMissing.size === 0) return requests;
  return new Map([...nonMissing, ...requests]);
}

/** What the containers together request, without pod-level resources and overhead. */
export function aggregateContainerRequests(spec: ResourceSpec, options: PodResourcesOptions = {}): Resources {
  const nonMissing = options.nonMissingContainerRequests;
  return aggregateContainers(spec, (container) => withNonMissing(parseResources(container.resources?.requests), nonMissing));
}

/** What the containers together may use, without pod-level resources and overhead. */
export function aggregateContainerLimits(spec: ResourceSpec): Resources {
  return aggregateContainers(spec, (container) => parseResources(container.resources?.limits));
}

/** The effective requests of a pod: containers over time, pod-level requests in their place where given, plus overhead. */
export function podRequests(spec: ResourceSpec, options: PodResourcesOptions = {}): Resources {
  const requests = new Map(aggregateContainerRequests(spec, options));
  if (options.skipPodLevelResources !== true && hasPodLevelResource(spec.resources?.requests)) {
    applyPodLevel(requests, spec.resources?.requests);
  }
  if (options.excludeOverhead !== true) addTo(requests, parseResources(spec.overhead));
  return requests;
}

/** The effective limits of a pod. Overhead is added only where there is a limit other than 0. */
export function podLimits(spec: PodSpec, options: PodResourcesOptions = {}): Resources {
  const limits = new Map(aggregateContainerLimits(spec));
  if (options.skipPodLevelResources !== true && isPodLevelResourcesSet(spec)) applyPodLevel(limits, spec.resources?.limits);
  if (options.excludeOverhead === true) return limits;
  for (const [name, overhead] of parseResources(spec.overhead)) {
    const limit = limits.get(name);
    if (limit !== undefined && limit.nanos !== 0n) limits.set(name, addQuantities(limit, overhead));
  }
  return limits;
}

/** A pod's requests as plain numbers, for hot code: CPU in thousandths, memory and storage in bytes, the rest in units. */
export interface PodRequestNumbers {
  readonly milliCPU: number;
  readonly memory: number;
  readonly ephemeralStorage: number;
  /** Extended resources, huge pages and everything else. */
  readonly scalar: ReadonlyMap<string, number>;
  /** For scoring: a container without a request counts as 100m and 200 MiB (200 × 1024 × 1024 bytes). */
  readonly nonZeroMilliCPU: number;
  readonly nonZeroMemory: number;
}

const DEFAULT_CPU_REQUEST: Quantity = { nanos: 100n * NANOS_PER_MILLI, format: 'DecimalSI' };
const DEFAULT_MEMORY_REQUEST: Quantity = { nanos: 200n * 1024n * 1024n * 1_000_000_000n, format: 'BinarySI' };
const DEFAULT_REQUESTS: Resources = new Map([
  ['cpu', DEFAULT_CPU_REQUEST],
  ['memory', DEFAULT_MEMORY_REQUEST],
]);
const requestNumbers = new WeakMap<ResourceSpec, PodRequestNumbers>();

/** `podRequests` in numbers, computed once for each specification object. */
export function podRequestNumbers(spec: ResourceSpec): PodRequestNumbers {
  let numbers = requestNumbers.get(spec);
  if (numbers === undefined) {
    numbers = computeRequestNumbers(spec);
    requestNumbers.set(spec, numbers);
  }
  return numbers;
}

function computeRequestNumbers(spec: ResourceSpec): PodRequestNumbers {
  const requests = podRequests(spec);
  const nonZero = podRequests(spec, { nonMissingContainerRequests: nonMissingRequests(spec, requests) });
  const scalar = new Map<string, number>();
  for (const [name, quantity] of requests) {
    if (name !== 'cpu' && name !== 'memory' && name !== 'ephemeral-storage') scalar.set(name, quantityValue(quantity));
  }
  return {
    milliCPU: milliOf(requests.get('cpu')),
    memory: valueOf(requests.get('memory')),
    ephemeralStorage: valueOf(requests.get('ephemeral-storage')),
    scalar,
    nonZeroMilliCPU: milliOf(nonZero.get('cpu')),
    nonZeroMemory: valueOf(nonZero.get('memory')),
  };
}

/** With requests of the pod (its limits do not count) the defaults fill in only for what nobody, pod or container, requests. */
function nonMissingRequests(spec: PodSpec, requests: Resources): Resources {
  if (!hasPodLevelResource(spec.resources?.requests)) return DEFAULT_REQUESTS;
  return new Map([...DEFAULT_REQUESTS].filter(([name]) => (requests.get(name)?.nanos ?? 0n) === 0n));
}

function milliOf(quantity: Quantity | undefined): number {
  return quantity === undefined ? 0 : quantityMilliValue(quantity);
}

function valueOf(quantity: Quantity | undefined): number {
  return quantity === undefined ? 0 : quantityValue(quantity);
}

/** The API server's defaulting of resources of a created pod (not a template): limits become missing requests. */
export function setDefaultPodResources<S extends ResourceSpec>(spec: S): S {
  return withPodLevelRequests(withContainers(spec, withRequestsFromLimits));
}

/** What LimitRanger makes of it: containers get the defaults of a LimitRange where they say nothing themselves. */
export function mergePodResourceRequirements<S extends ResourceSpec>(spec: S, defaults: DefaultRequirements): S {
  return withContainers(spec, (container) => {
    const { resources } = container;
    if (missing(defaults.requests, resources?.requests).length + missing(defaults.limits, resources?.limits).length === 0) {
      return container;
    }
    const requests = { ...defaults.requests, ...resources?.requests };
    return { ...container, resources: { ...resources, requests, limits: { ...defaults.limits, ...resources?.limits } } };
  });
}

/** The names of the defaults that a list does not have. */
export function missing(defaults: ResourceList, list: ResourceList = {}): string[] {
  return Object.keys(defaults).filter((name) => list[name] === undefined);
}

function withContainers<S extends ResourceSpec>(spec: S, change: (container: Container) => Container): S {
  const changed = { ...spec, containers: spec.containers.map(change) };
  return spec.initContainers === undefined ? changed : { ...changed, initContainers: spec.initContainers.map(change) };
}

function withRequestsFromLimits(container: Container): Container {
  const { resources } = container;
  if (resources?.limits === undefined) return container;
  return { ...container, resources: { ...resources, requests: { ...resources.limits, ...resources.requests } } };
}

/** Pod-level limits without requests: what the containers request (huge pages aside), otherwise the limit itself. */
function withPodLevelRequests<S extends ResourceSpec>(spec: S): S {
  const { resources } = spec;
  if (resources?.limits === undefined || Object.keys(resources.limits).length === 0) return spec;
  const requests: Record<string, string> = {};
  for (const [name, limit] of Object.entries(resources.limits)) if (isSupportedPodLevelResource(name)) requests[name] = limit;
  for (const [name, quantity] of aggregateContainerRequests(spec)) {
    if (name === 'cpu' || name === 'memory') requests[name] = formatQuantity(quantity);
  }
  return { ...spec, resources: { ...resources, requests: { ...requests, ...resources.requests } } };
}
