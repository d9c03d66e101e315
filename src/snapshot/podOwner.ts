import type { OwnerReference, Pod } from '../model/apiTypes';
import { POD_TEMPLATE_HASH_LABEL } from '../model/wellKnown';

export interface PodOwner {
  readonly kind: string;
  readonly name: string;
}

/** Who a pod is there for, as people know it: of a ReplicaSet that a Deployment has made, the Deployment. */
export function ownerOf({ metadata }: Pod): PodOwner {
  const owner = controllerOf(metadata.ownerReferences);
  if (owner === undefined) return { kind: 'Pod', name: metadata.name };
  const hash = metadata.labels?.[POD_TEMPLATE_HASH_LABEL];
  const isOfDeployment = owner.kind === 'ReplicaSet' && hash !== undefined && owner.name.endsWith(`-${hash}`);
  return isOfDeployment
    ? { kind: 'Deployment', name: owner.name.slice(0, -hash.length - 1) }
    : { kind: owner.kind, name: owner.name };
}

function controllerOf(owners: readonly OwnerReference[] | undefined): OwnerReference | undefined {
  return owners?.find(({ controller }) => controller === true);
}
