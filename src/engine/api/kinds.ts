/** Ours: the kinds that the store keeps. */
import type {
  ControllerRevision,
  DaemonSet,
  Deployment,
  EndpointSlice,
  LimitRange,
  Namespace,
  Node,
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
  PodDisruptionBudget,
  PriorityClass,
  ReplicaSet,
  ResourceQuota,
  Service,
  StorageClass,
} from '../../model/apiTypes';

/** The kinds that the store keeps. */
export interface KindMap {
  Deployment: Deployment;
  ReplicaSet: ReplicaSet;
  DaemonSet: DaemonSet;
  ControllerRevision: ControllerRevision;
  Pod: Pod;
  Node: Node;
  Namespace: Namespace;
  PodDisruptionBudget: PodDisruptionBudget;
  ResourceQuota: ResourceQuota;
  LimitRange: LimitRange;
  PersistentVolume: PersistentVolume;
  PersistentVolumeClaim: PersistentVolumeClaim;
  StorageClass: StorageClass;
  Service: Service;
  PriorityClass: PriorityClass;
  EndpointSlice: EndpointSlice;
}
export type Kind = keyof KindMap;

/** The resource names that error texts use. */
export const RESOURCES: Readonly<Record<Kind, string>> = {
  Deployment: 'deployments.apps',
  ReplicaSet: 'replicasets.apps',
  DaemonSet: 'daemonsets.apps',
  ControllerRevision: 'controllerrevisions.apps',
  Pod: 'pods',
  Node: 'nodes',
  Namespace: 'namespaces',
  PodDisruptionBudget: 'poddisruptionbudgets.policy',
  ResourceQuota: 'resourcequotas',
  LimitRange: 'limitranges',
  PersistentVolume: 'persistentvolumes',
  PersistentVolumeClaim: 'persistentvolumeclaims',
  StorageClass: 'storageclasses.storage.k8s.io',
  Service: 'services',
  PriorityClass: 'priorityclasses.scheduling.k8s.io',
  EndpointSlice: 'endpointslices.discovery.k8s.io',
};

export const KINDS = /* @__PURE__ */ Object.keys(RESOURCES) as readonly Kind[];

export const API_VERSIONS: Readonly<Record<Kind, string>> = {
  Deployment: 'apps/v1',
  ReplicaSet: 'apps/v1',
  DaemonSet: 'apps/v1',
  ControllerRevision: 'apps/v1',
  Pod: 'v1',
  Node: 'v1',
  Namespace: 'v1',
  PodDisruptionBudget: 'policy/v1',
  ResourceQuota: 'v1',
  LimitRange: 'v1',
  PersistentVolume: 'v1',
  PersistentVolumeClaim: 'v1',
  StorageClass: 'storage.k8s.io/v1',
  Service: 'v1',
  PriorityClass: 'scheduling.k8s.io/v1',
  EndpointSlice: 'discovery.k8s.io/v1',
};

const CLUSTER_SCOPED: ReadonlySet<Kind> = new Set<Kind>([
  'Node',
  'Namespace',
  'PersistentVolume',
  'StorageClass',
  'PriorityClass',
]);

export function isNamespaced(kind: Kind): boolean {
  return !CLUSTER_SCOPED.has(kind);
}
