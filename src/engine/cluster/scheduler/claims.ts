/**
 * Upstream: pkg/scheduler/framework/plugins/volumebinding/binder.go (v1.36.4). Claims, volumes and classes: the small
 * questions that several volume plugins ask.
 */
import type { PersistentVolume, PersistentVolumeClaim, Pod, StorageClass } from '../../../model/apiTypes';
import { BIND_COMPLETED_ANNOTATION } from '../../../model/wellKnown';
import type { ClusterSnapshot } from './clusterSnapshot';
import { claimName, podClaimVolumes, type PodInfo } from './podInfo';

const BETA_CLASS_ANNOTATION = 'volume.beta.kubernetes.io/storage-class';

export function claimNotFound(name: string): string {
  return `persistentvolumeclaim "${name}" not found`;
}

/** The claims of a pod's volumes that exist, by volume. */
export function podClaims(info: PodInfo, cluster: ClusterSnapshot): PersistentVolumeClaim[] {
  return podClaimVolumes(info.pod.spec).flatMap((volume) => {
    const claim = cluster.objects.get('PersistentVolumeClaim', claimName(volume, info.pod), info.namespace);
    return claim === undefined ? [] : [claim];
  });
}

/** Names of the claims that a pod's volumes name directly, without those made for ephemeral volumes. */
export function directClaimNames(pod: Pod): string[] {
  return podClaimVolumes(pod.spec)
    .filter((volume) => !volume.ephemeral)
    .map((volume) => volume.name);
}

export function claimClass(claim: PersistentVolumeClaim): string {
  return claim.metadata.annotations?.[BETA_CLASS_ANNOTATION] ?? claim.spec?.storageClassName ?? '';
}

export function volumeClass(volume: PersistentVolume): string {
  return volume.metadata.annotations?.[BETA_CLASS_ANNOTATION] ?? volume.spec?.storageClassName ?? '';
}

export function findClass(claim: PersistentVolumeClaim, cluster: ClusterSnapshot): StorageClass | undefined {
  return cluster.objects.get('StorageClass', claimClass(claim));
}

export function waitsForFirstConsumer(storageClass: StorageClass | undefined): boolean {
  return storageClass?.volumeBindingMode === 'WaitForFirstConsumer';
}

/** Bound, and the binding is complete. */
export function isClaimFullyBound(claim: PersistentVolumeClaim): boolean {
  return (claim.spec?.volumeName ?? '') !== '' && claim.metadata.annotations?.[BIND_COMPLETED_ANNOTATION] !== undefined;
}
