/**
 * Upstream: pkg/controller/disruption/disruption.go, the finders (v1.36.4). Which controller is behind a pod, and
 * what scale it wants.
 */
import { DEFAULT_REPLICAS } from '../../../model/defaults';
import type { Deployment, OwnerReference, ReplicaSet } from '../../../model/apiTypes';
import { getControllerOf } from '../../../model/meta';
import { goQuote } from '../../../model/goQuote';

export interface ControllerAndScale {
  readonly uid: string;
  readonly scale: number;
}

/** What the disruption controller knows of controllers. */
export interface PodControllers {
  getReplicaSet(namespace: string, name: string): ReplicaSet | undefined;
  getDeployment(namespace: string, name: string): Deployment | undefined;
  /** The API server's answer for the scale subresource of any kind that has one; undefined when there is no such object. */
  getScale(reference: OwnerReference, namespace: string): ControllerAndScale | undefined;
}

/** Resource names of the kinds that can own pods, and whether they have a scale subresource. */
const RESOURCES: Readonly<Record<string, { readonly resource: string; readonly scale: boolean }>> = {
  '/ReplicationController': { resource: 'replicationcontrollers', scale: true },
  '/Node': { resource: 'nodes', scale: false },
  '/Pod': { resource: 'pods', scale: false },
  'apps/ReplicaSet': { resource: 'replicasets.apps', scale: true },
  'apps/Deployment': { resource: 'deployments.apps', scale: true },
  'apps/StatefulSet': { resource: 'statefulsets.apps', scale: true },
  'apps/DaemonSet': { resource: 'daemonsets.apps', scale: false },
  'batch/Job': { resource: 'jobs.batch', scale: false },
  'batch/CronJob': { resource: 'cronjobs.batch', scale: false },
};

function groupOf(apiVersion: string): string {
  const slash = apiVersion.indexOf('/');
  return slash < 0 ? '' : apiVersion.slice(0, slash);
}

function isAppsKind(reference: OwnerReference, kind: string): boolean {
  return reference.kind === kind && ['apps', 'extensions'].includes(groupOf(reference.apiVersion));
}

export type FoundController = ControllerAndScale | 'notFound' | { readonly error: string };

/** The controller of a pod: for a Deployment's pods the Deployment, not the ReplicaSet between. */
export function findPodController(controllers: PodControllers, reference: OwnerReference, namespace: string): FoundController {
  if (isAppsKind(reference, 'ReplicaSet')) {
    const replicaSet = controllers.getReplicaSet(namespace, reference.name);
    if (replicaSet?.metadata.uid === reference.uid) {
      const found = deploymentOrReplicaSet(controllers, replicaSet, namespace);
      if (found !== undefined) return found;
    }
  }
  return findScaleController(controllers, reference, namespace);
}

function deploymentOrReplicaSet(
  controllers: PodControllers,
  replicaSet: ReplicaSet,
  namespace: string,
): ControllerAndScale | undefined {
  const owner = getControllerOf(replicaSet);
  if (owner !== undefined && isAppsKind(owner, 'Deployment')) {
    const deployment = controllers.getDeployment(namespace, owner.name);
    if (deployment?.metadata.uid === owner.uid) return { uid: owner.uid, scale: deployment.spec.replicas ?? DEFAULT_REPLICAS };
  }
  // A ReplicaSet whose Deployment is gone is left to its scale subresource.
  if (owner?.kind === 'Deployment') return undefined;
  return { uid: replicaSet.metadata.uid ?? '', scale: replicaSet.spec.replicas ?? DEFAULT_REPLICAS };
}

function findScaleController(controllers: PodControllers, reference: OwnerReference, namespace: string): FoundController {
  const known = RESOURCES[`${groupOf(reference.apiVersion)}/${reference.kind}`];
  const scale = controllers.getScale(reference, namespace);
  if (scale !== undefined) return scale.uid === reference.uid ? scale : 'notFound';
  if (known === undefined) {
    return { error: `no matches for kind ${goQuote(reference.kind)} in version ${goQuote(reference.apiVersion)}` };
  }
  return known.scale ? 'notFound' : { error: `${known.resource} does not implement the scale subresource` };
}
