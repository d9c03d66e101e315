import { DEFAULT_REPLICAS } from '../../../model/defaults';
import type { OwnerReference } from '../../../model/apiTypes';
import { getControllerOf } from '../../../model/meta';
import type { ObjectStore } from '../../api/objectStore';
import type { PodControllers } from '../../cluster/disruption/podControllers';

/** The controllers of pods as a disruption budget asks for them. */
export function podControllers(store: ObjectStore): PodControllers {
  return {
    getReplicaSet: (namespace, name) => store.get('ReplicaSet', `${namespace}/${name}`),
    getDeployment: (namespace, name) => store.get('Deployment', `${namespace}/${name}`),
    getScale: (reference: OwnerReference, namespace) => {
      const kind = reference.kind === 'Deployment' ? 'Deployment' : reference.kind === 'ReplicaSet' ? 'ReplicaSet' : undefined;
      const owner = kind === undefined ? undefined : store.get(kind, `${namespace}/${reference.name}`);
      if (owner !== undefined) return { uid: owner.metadata.uid ?? '', scale: owner.spec.replicas ?? DEFAULT_REPLICAS };
      // Of an owner that is not simulated there are the pods.
      const scale = [...store.list('Pod')].filter((pod) => getControllerOf(pod)?.uid === reference.uid).length;
      return scale === 0 ? undefined : { uid: reference.uid, scale };
    },
  };
}
