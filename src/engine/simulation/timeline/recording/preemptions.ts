import { getControllerOf, namespaceOf } from '../../../../model/meta';
import type { KubernetesObject, Pod } from '../../../../model/apiTypes';
import type { RecordedEvent } from '../../../client/eventRecorder';
import type { ObjectStore } from '../../../api/objectStore';

/** A workload, or a pod that belongs to none. */
export interface Owner {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

/** A pod that had to go for one of a higher priority. */
export interface Preemption {
  readonly t: number;
  readonly pod: string;
  readonly victim: Owner;
  readonly by: Owner | undefined;
}

/** Who stands behind a pod: the Deployment of its ReplicaSet, its DaemonSet, or nobody but itself. */
function ownerOf(store: ObjectStore, pod: Pod): Owner {
  const namespace = namespaceOf(pod);
  const reference = getControllerOf(pod);
  if (reference === undefined) return { kind: 'Pod', namespace, name: pod.metadata.name };
  const replicaSet: KubernetesObject | undefined =
    reference.kind === 'ReplicaSet' ? store.get('ReplicaSet', `${namespace}/${reference.name}`) : undefined;
  const { kind, name } = (replicaSet === undefined ? undefined : getControllerOf(replicaSet)) ?? reference;
  return { kind, namespace, name };
}

/** What an event `Preempted` tells; its message names the other pod by its uid. */
export function preemptionOf({ namespace, name, message }: RecordedEvent, store: ObjectStore, t: number): Preemption | undefined {
  const victim = store.get('Pod', `${namespace}/${name}`);
  if (victim === undefined) return undefined;
  const uid = /^Preempted by pod (\S*)/.exec(message)?.[1];
  let by: Owner | undefined;
  for (const pod of store.list('Pod')) if (pod.metadata.uid === uid) by = ownerOf(store, pod);
  return { t, pod: name, victim: ownerOf(store, victim), by };
}
