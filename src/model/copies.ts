import type { DeploymentCondition, KubernetesObject, ObjectMeta, PodCondition, PodSpec, PodStatus } from './apiTypes';

/**
 * Copies of API objects to put other parts into. A copy made by spread gets a shape of its own from each place that makes it (V8
 * even gives a shape to each single copy where a field is added behind the spread: put what is new before it), and code that
 * meets many shapes is slow; these have one shape, whoever asks for them. For objects that are copied by the thousand.
 */

/** A copy that is not handed on yet. */
export type Draft<T> = { -readonly [K in keyof T]: T[K] };

interface Whole extends KubernetesObject {
  readonly spec?: unknown;
  readonly status?: unknown;
}

/** Of a kind that has nothing but metadata, spec and status. */
export function draftOf<T extends KubernetesObject>(object: T): Draft<T> {
  const { apiVersion, kind, metadata, spec, status } = object as Whole;
  return { apiVersion, kind, metadata, spec, status } as unknown as Draft<T>;
}

export function draftOfMeta(metadata: ObjectMeta): Draft<ObjectMeta> {
  return {
    name: metadata.name,
    generateName: metadata.generateName,
    namespace: metadata.namespace,
    uid: metadata.uid,
    resourceVersion: metadata.resourceVersion,
    generation: metadata.generation,
    creationTimestamp: metadata.creationTimestamp,
    deletionTimestamp: metadata.deletionTimestamp,
    deletionGracePeriodSeconds: metadata.deletionGracePeriodSeconds,
    labels: metadata.labels,
    annotations: metadata.annotations,
    ownerReferences: metadata.ownerReferences,
    finalizers: metadata.finalizers,
  };
}

export function draftOfPodStatus(status: PodStatus | undefined): Draft<PodStatus> {
  return {
    phase: status?.phase,
    conditions: status?.conditions,
    containerStatuses: status?.containerStatuses,
    initContainerStatuses: status?.initContainerStatuses,
    message: status?.message,
    reason: status?.reason,
    nominatedNodeName: status?.nominatedNodeName,
    observedGeneration: status?.observedGeneration,
    podIP: status?.podIP,
    podIPs: status?.podIPs,
    startTime: status?.startTime,
  };
}

export function draftOfDeploymentCondition(condition: DeploymentCondition): Draft<DeploymentCondition> {
  const { type, status, lastUpdateTime, lastTransitionTime, reason, message } = condition;
  return { type, status, lastUpdateTime, lastTransitionTime, reason, message };
}

export function draftOfPodCondition(condition: PodCondition): Draft<PodCondition> {
  const { type, status, lastTransitionTime, reason, message, lastProbeTime, observedGeneration } = condition;
  return { type, status, lastTransitionTime, reason, message, lastProbeTime, observedGeneration };
}

/** With room for what is often put into it. */
export function draftOfPodSpec(spec: PodSpec): Draft<PodSpec> {
  return {
    nodeName: undefined,
    affinity: undefined,
    initContainers: undefined,
    resources: undefined,
    tolerations: undefined,
    topologySpreadConstraints: undefined,
    ...spec,
  };
}

/** The object with fields put in or exchanged, in their order: what a spread would do, but all such copies have one shape. */
export function withFields<T extends object>(object: T, ...changes: readonly (Partial<T> | undefined)[]): T {
  return Object.assign({}, object, ...changes) as T;
}

/** The list without the room that it was given to grow, which is that of 17 entries at least: for small lists that are kept. */
export function fitted<T>(list: readonly T[]): T[] {
  return list.slice();
}
