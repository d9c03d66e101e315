import type { DaemonSet, Deployment, Pod } from '../../../model/apiTypes';
import { DEFAULT_NAMESPACE, namespaceOf } from '../../../model/meta';
import { ownerOf, ownerOrSelf } from '../../../model/podOwner';

/** Tells the two kinds of workload apart. */
export function isDaemonSet(workload: Deployment | DaemonSet): workload is DaemonSet {
  return workload.kind === 'DaemonSet';
}

/** Whether pods of this kind have a controller here; those of others only run. */
export function isSimulated(kind: string): kind is 'Deployment' | 'DaemonSet' {
  return kind === 'Deployment' || kind === 'DaemonSet';
}

/** `Deployment shop/web`: one workload among all. */
export function workloadKey(workload: Deployment | DaemonSet): string {
  const { namespace, name } = workload.metadata;
  return keyOf(isDaemonSet(workload) ? 'DaemonSet' : 'Deployment', namespace || DEFAULT_NAMESPACE, name);
}

export function keyOf(kind: string, namespace: string, name: string): string {
  return `${kind} ${namespace}/${name}`;
}

/** The key of whoever a pod belongs to: the workload that made it, or nobody else than itself. */
export function ownKeyOfPod(pod: Pod): string {
  const { kind, name } = ownerOrSelf(pod);
  return keyOf(kind, namespaceOf(pod), name);
}

/** The key of the workload that made a pod. */
export function workloadKeyOfPod(pod: Pod): string | undefined {
  const owner = ownerOf(pod);
  return owner && keyOf(owner.kind, namespaceOf(pod), owner.name);
}
