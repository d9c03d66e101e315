import type { Pod } from './apiTypes';
import { getControllerOf } from './meta';
import { revisionHashIn } from './wellKnown';

export interface PodOwner {
  readonly kind: string;
  readonly name: string;
}

/** Whose a pod is, as people know it: of a ReplicaSet that a Deployment has made, the Deployment's. Undefined: nobody's. */
export function ownerOf(pod: Pod): PodOwner | undefined {
  const owner = getControllerOf(pod);
  if (owner === undefined) return undefined;
  const hash = revisionHashIn(pod.metadata.labels);
  const isOfDeployment = owner.kind === 'ReplicaSet' && hash !== undefined && owner.name.endsWith(`-${hash}`);
  return isOfDeployment ? { kind: 'Deployment', name: owner.name.slice(0, -hash.length - 1) } : owner;
}

/** The same, where a pod that is nobody's is its own. */
export function ownerOrSelf(pod: Pod): PodOwner {
  return ownerOf(pod) ?? { kind: 'Pod', name: pod.metadata.name };
}
