/** Upstream: pkg/scheduler/framework/types.go, PodInfo (v1.36.4). */
import { namespacedName, namespaceOf } from '../../../model/meta';
import type { Container, ContainerPort, Pod, PodSpec, ResourceList, ResourceRequirements, Volume } from '../../../model/apiTypes';
import { parseQuantity, quantityMilliValue, quantityValue, type Quantity } from '../../../model/quantity';
import { isExtendedResource, isNativeResource } from '../../../model/wellKnown';
import { isRestartableInitContainer, podRequestNumbers, podRequests, type Resources } from '../../../model/podResources';
import { podAffinityTerms, type PodAffinityTerms } from './affinityTerm';

/** Amounts as the scheduler counts them; `scalar` holds extended resources, huge pages and the like. */
export interface ResourceAmounts {
  readonly milliCPU: number;
  readonly memory: number;
  readonly ephemeralStorage: number;
  readonly scalar: ReadonlyMap<string, number>;
}

export interface HostPort {
  readonly protocol: string;
  readonly ip: string;
  readonly port: number;
}

/** What follows from a pod's containers alone; shared by all pods of a template. */
export interface ContainersInfo {
  readonly requests: ResourceAmounts;
  /** What a node counts for this pod when it scores: a container without a request as 100m and 200Mi. */
  readonly nonZeroMilliCPU: number;
  readonly nonZeroMemory: number;
  /** What this pod, when it is the one to be placed, counts for itself; differs from the above only with pod-level resources. */
  readonly scoredMilliCPU: number;
  readonly scoredMemory: number;
  readonly hostPorts: readonly HostPort[];
}

/** A pod's volumes that come from claims; `ephemeral` claims are made for the pod and carry its name. */
export interface ClaimVolume {
  readonly name: string;
  readonly ephemeral: boolean;
}

/** A pod as the scheduler's cache holds it. */
export interface PodInfo {
  readonly key: string;
  /** Replaced by newer versions that differ in nothing that matters here. */
  pod: Pod;
  readonly namespace: string;
  readonly priority: number;
  readonly containers: ContainersInfo;
  readonly affinity: PodAffinityTerms;
}

interface CachedContainers {
  readonly initContainers: readonly Container[] | undefined;
  readonly overhead: ResourceList | undefined;
  readonly resources: ResourceRequirements | undefined;
  readonly info: ContainersInfo;
}

/** More variants of one list of containers than this are not remembered. */
const MAX_VARIANTS = 8;
const containersInfos = new WeakMap<readonly Container[], CachedContainers[]>();
const claimVolumes = new WeakMap<readonly Volume[], readonly ClaimVolume[]>();
const NO_CLAIMS: readonly ClaimVolume[] = [];

const quantity = (text: string): Quantity => parseQuantity(text) as Quantity;
const NON_MISSING_REQUESTS: Resources = new Map([
  ['cpu', quantity('100m')],
  ['memory', quantity('200Mi')],
]);

/** Identity of a pod in the scheduler: its UID, or its name where it has none. */
export function podKey(pod: Pod): string {
  const { uid } = pod.metadata;
  return uid === undefined || uid === '' ? namespacedName(pod) : uid;
}

export function podPriority(pod: Pod): number {
  return pod.spec.priority ?? 0;
}

export function newPodInfo(pod: Pod): PodInfo {
  const namespace = namespaceOf(pod);
  return {
    key: podKey(pod),
    pod,
    namespace,
    priority: podPriority(pod),
    containers: containersInfo(pod.spec),
    affinity: podAffinityTerms(pod.spec.affinity, namespace),
  };
}

/** Requests and ports of a specification. Binding copies the spec but keeps its lists, so these are the key. */
export function containersInfo(spec: PodSpec): ContainersInfo {
  const { containers, initContainers, overhead, resources } = spec;
  let cached = containersInfos.get(containers);
  if (cached === undefined) containersInfos.set(containers, (cached = []));
  for (const entry of cached) {
    if (entry.initContainers === initContainers && entry.overhead === overhead && entry.resources === resources)
      return entry.info;
  }
  const info = computeContainersInfo(spec);
  if (cached.length < MAX_VARIANTS) cached.push({ initContainers, overhead, resources, info });
  return info;
}

function computeContainersInfo(spec: PodSpec): ContainersInfo {
  const numbers = podRequestNumbers(spec);
  const scored = podRequests(spec, { nonMissingContainerRequests: NON_MISSING_REQUESTS });
  return {
    requests: { ...numbers, scalar: new Map([...numbers.scalar].filter(([name]) => isScalarResourceName(name))) },
    nonZeroMilliCPU: numbers.nonZeroMilliCPU,
    nonZeroMemory: numbers.nonZeroMemory,
    scoredMilliCPU: quantityMilliValue(scored.get('cpu') ?? quantity('0')),
    scoredMemory: quantityValue(scored.get('memory') ?? quantity('0')),
    hostPorts: hostPorts(spec),
  };
}

/** Names outside Kubernetes' own, huge pages and attachable volumes; other native names are not counted by the scheduler. */
export function isScalarResourceName(name: string): boolean {
  if (name.startsWith('hugepages-') || name.startsWith('attachable-volumes-')) return true;
  return (isNativeResource(name) && name.includes('/')) || isExtendedResource(name);
}

/** The ports that containers and sidecars take on the node. */
function hostPorts(spec: PodSpec): HostPort[] {
  const containers = [...(spec.initContainers ?? []).filter(isRestartableInitContainer), ...spec.containers];
  return containers.flatMap((container) => (container.ports ?? []).filter(hasHostPort).map(toHostPort));
}

function hasHostPort(port: ContainerPort): boolean {
  return port.hostPort !== undefined && port.hostPort > 0;
}

function toHostPort({ hostPort = 0, hostIP, protocol }: ContainerPort): HostPort {
  return { port: hostPort, ip: hostIP === undefined || hostIP === '' ? '0.0.0.0' : hostIP, protocol: protocol ?? 'TCP' };
}

/** The claims that a pod's volumes name; for an ephemeral volume the last part of the name, which the pod's name precedes. */
export function podClaimVolumes(spec: PodSpec): readonly ClaimVolume[] {
  const { volumes } = spec;
  if (volumes === undefined || volumes.length === 0) return NO_CLAIMS;
  let claims = claimVolumes.get(volumes);
  if (claims === undefined) {
    claims = volumes.flatMap(toClaimVolume);
    claimVolumes.set(volumes, claims);
  }
  return claims;
}

function toClaimVolume(volume: Volume): ClaimVolume[] {
  if (volume.persistentVolumeClaim !== undefined) return [{ name: volume.persistentVolumeClaim.claimName, ephemeral: false }];
  return volume.ephemeral ? [{ name: volume.name, ephemeral: true }] : [];
}

/** The name of the claim behind a volume of this pod. */
export function claimName(volume: ClaimVolume, pod: Pod): string {
  return volume.ephemeral ? `${pod.metadata.name}-${volume.name}` : volume.name;
}
