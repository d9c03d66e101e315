import type { StringMap, Toleration } from './apiTypes';

/** The labels, annotations, taints and finalizers of Kubernetes that more than one file speaks of. */

export const HOSTNAME_LABEL = 'kubernetes.io/hostname';
/** Each namespace has it. */
export const NAMESPACE_NAME_LABEL = 'kubernetes.io/metadata.name';
export const ZONE_LABEL = 'topology.kubernetes.io/zone';
export const REGION_LABEL = 'topology.kubernetes.io/region';
/** What zone and region were called before v1.17; still read. */
export const OLD_ZONE_LABEL = 'failure-domain.beta.kubernetes.io/zone';
export const OLD_REGION_LABEL = 'failure-domain.beta.kubernetes.io/region';
/** What kubelets have set under these names since before v1.14, and still do. */
export const OS_LABEL = 'kubernetes.io/os';
export const OLD_OS_LABEL = 'beta.kubernetes.io/os';
export const OLD_ARCH_LABEL = 'beta.kubernetes.io/arch';

/** Which template a pod of a Deployment was made from: what its ReplicaSet adds to the selector. */
export const POD_TEMPLATE_HASH_LABEL = 'pod-template-hash';
/** Which ControllerRevision a pod of a DaemonSet was made from. */
export const CONTROLLER_REVISION_HASH_LABEL = 'controller-revision-hash';
/** Which template generation a pod of a DaemonSet was made from; older than the hash. */
export const TEMPLATE_GENERATION_LABEL = 'pod-template-generation';
/** Where the API server counts the template generations of a DaemonSet. */
export const TEMPLATE_GENERATION_ANNOTATION = 'deprecated.daemonset.template.generation';

/** The number of the rollout that a replica set belongs to; on a Deployment, that of its newest. */
export const REVISION_ANNOTATION = 'deployment.kubernetes.io/revision';
/** In apps/v1 the trace of the extensions/v1beta1 field `spec.rollbackTo`. */
export const ROLLBACK_TO_ANNOTATION = 'deprecated.deployment.rollback.to';
/** The Deployment's size when the replica set was last scaled: a difference means that someone scaled the Deployment. */
export const DESIRED_REPLICAS_ANNOTATION = 'deployment.kubernetes.io/desired-replicas';
/** The same plus surge: what proportions are measured by. */
export const MAX_REPLICAS_ANNOTATION = 'deployment.kubernetes.io/max-replicas';
/** The earlier numbers of a replica set that came back into use by a rollback. */
export const REVISION_HISTORY_ANNOTATION = 'deployment.kubernetes.io/revision-history';
export const LAST_APPLIED_ANNOTATION = 'kubectl.kubernetes.io/last-applied-configuration';
/** What a Deployment keeps to itself: neither its replica sets nor an undo take these from the other side. */
export const DEPLOYMENT_BOOKKEEPING: ReadonlySet<string> = new Set([
  LAST_APPLIED_ANNOTATION,
  REVISION_ANNOTATION,
  REVISION_HISTORY_ANNOTATION,
  DESIRED_REPLICAS_ANNOTATION,
  MAX_REPLICAS_ANNOTATION,
  ROLLBACK_TO_ANNOTATION,
]);

export const POD_DELETION_COST_ANNOTATION = 'controller.kubernetes.io/pod-deletion-cost';
export const MIRROR_POD_ANNOTATION = 'kubernetes.io/config.mirror';
export const SECCOMP_POD_ANNOTATION = 'seccomp.security.alpha.kubernetes.io/pod';
export const SECCOMP_CONTAINER_PREFIX = 'container.seccomp.security.alpha.kubernetes.io/';
export const APP_ARMOR_CONTAINER_PREFIX = 'container.apparmor.security.beta.kubernetes.io/';

export const BIND_COMPLETED_ANNOTATION = 'pv.kubernetes.io/bind-completed';
/** The provisioner of storage classes whose volumes nobody makes. */
export const NO_PROVISIONER = 'kubernetes.io/no-provisioner';

export const NOT_READY_TAINT = 'node.kubernetes.io/not-ready';
export const UNREACHABLE_TAINT = 'node.kubernetes.io/unreachable';
/** The taint of a cordoned node. */
export const UNSCHEDULABLE_TAINT = 'node.kubernetes.io/unschedulable';

/** Holds an object until the garbage collector has deleted what it owns. */
export const FOREGROUND_FINALIZER = 'foregroundDeletion';
/** Holds an object until the garbage collector has freed what it owns. */
export const ORPHAN_FINALIZER = 'orphan';

/** What every daemon pod tolerates: the signs of a node in trouble do not keep it away. */
const DAEMON_TOLERATIONS: readonly Toleration[] = [
  { key: NOT_READY_TAINT, operator: 'Exists', effect: 'NoExecute' },
  { key: UNREACHABLE_TAINT, operator: 'Exists', effect: 'NoExecute' },
  { key: 'node.kubernetes.io/disk-pressure', operator: 'Exists', effect: 'NoSchedule' },
  { key: 'node.kubernetes.io/memory-pressure', operator: 'Exists', effect: 'NoSchedule' },
  { key: 'node.kubernetes.io/pid-pressure', operator: 'Exists', effect: 'NoSchedule' },
  { key: UNSCHEDULABLE_TAINT, operator: 'Exists', effect: 'NoSchedule' },
];
const HOST_NETWORK_TOLERATIONS: readonly Toleration[] = [
  ...DAEMON_TOLERATIONS,
  { key: 'node.kubernetes.io/network-unavailable', operator: 'Exists', effect: 'NoSchedule' },
];

/** The tolerations that the DaemonSet controller adds to its pods. */
export function daemonTolerations(hostNetwork: boolean): readonly Toleration[] {
  return hostNetwork ? HOST_NETWORK_TOLERATIONS : DAEMON_TOLERATIONS;
}

/** Which version of its workload a pod, a ReplicaSet or a ControllerRevision belongs to. */
export function revisionHashIn(labels: StringMap | undefined): string | undefined {
  return labels?.[POD_TEMPLATE_HASH_LABEL] ?? labels?.[CONTROLLER_REVISION_HASH_LABEL];
}

/** Whether Kubernetes itself gave a resource its name. */
export function isNativeResource(name: string): boolean {
  return !name.includes('/') || name.includes('kubernetes.io/');
}

/** Whether somebody else's name stands for a resource that nodes offer and pods ask for. */
export function isExtendedResource(name: string): boolean {
  return !isNativeResource(name) && !name.startsWith('requests.');
}

/** Why a revision came about, in somebody's words: shown by `kubectl rollout history`. */
export const CHANGE_CAUSE_ANNOTATION = 'kubernetes.io/change-cause';

/** Set by `kubectl rollout restart`, so that the template differs. */
export const RESTARTED_AT_ANNOTATION = 'kubectl.kubernetes.io/restartedAt';

/** Whose slice it is, who keeps it, and whether its Service has no address of its own. */
export const SERVICE_NAME_LABEL = 'kubernetes.io/service-name';
export const MANAGED_BY_LABEL = 'endpointslice.kubernetes.io/managed-by';
export const HEADLESS_SERVICE_LABEL = 'service.kubernetes.io/headless';
/** What set off the newest change of a slice. */
export const LAST_CHANGE_TRIGGER_TIME_ANNOTATION = 'endpoints.kubernetes.io/last-change-trigger-time';

/** pkg/volume/util/storageclass.go */
export const DEFAULT_CLASS_ANNOTATION = 'storageclass.kubernetes.io/is-default-class';
