import { DEFAULT_NAMESPACE, namespaceOf } from '../../../model/meta';
import type { PersistentVolume, PersistentVolumeClaim } from '../../../model/apiTypes';
import { BIND_COMPLETED_ANNOTATION, NO_PROVISIONER } from '../../../model/wellKnown';
import type { ClusterSpec } from './scenario';

/**
 * The claims and volumes of a cluster. A claim as people write it says nothing of its state: it is taken as bound, with a
 * volume made for it, unless its class makes none. One whose status says something else is left as it is.
 */
export function claimsAndVolumes(cluster: ClusterSpec): {
  readonly claims: readonly PersistentVolumeClaim[];
  readonly volumes: readonly PersistentVolume[];
} {
  const volumes = [...(cluster.persistentVolumes ?? [])];
  const unprovisioned = new Set(
    (cluster.storageClasses ?? [])
      .filter(({ provisioner }) => provisioner === NO_PROVISIONER)
      .map(({ metadata }) => metadata.name),
  );
  const claims = (cluster.persistentVolumeClaims ?? []).map((claim) => {
    const phase = claim.status?.phase ?? 'Bound';
    if (phase !== 'Bound' || unprovisioned.has(claim.spec?.storageClassName ?? '')) return claim;
    const { volumeName: written = '' } = claim.spec ?? {};
    const volumeName = written !== '' ? written : (reservedVolume(volumes, claim) ?? `pvc-${claim.metadata.name}`);
    if (!volumes.some(({ metadata }) => metadata.name === volumeName)) volumes.push(volumeFor(claim, volumeName));
    return bound(claim, volumeName);
  });
  return { claims, volumes };
}

function reservedVolume(volumes: readonly PersistentVolume[], claim: PersistentVolumeClaim): string | undefined {
  const reserved = volumes.find(({ spec }) => {
    const reference = spec?.claimRef;
    return reference?.name === claim.metadata.name && (reference.namespace ?? DEFAULT_NAMESPACE) === namespaceOf(claim);
  });
  return reserved?.metadata.name;
}

function volumeFor(claim: PersistentVolumeClaim, name: string): PersistentVolume {
  const { accessModes, storageClassName, volumeMode, resources } = claim.spec ?? {};
  const claimRef = { name: claim.metadata.name, namespace: namespaceOf(claim) };
  const spec = { accessModes, storageClassName, volumeMode, capacity: resources?.requests, claimRef };
  return { metadata: { name }, spec, status: { phase: 'Bound' } };
}

function bound(claim: PersistentVolumeClaim, volumeName: string): PersistentVolumeClaim {
  const annotations = { ...claim.metadata.annotations, [BIND_COMPLETED_ANNOTATION]: 'yes' };
  const metadata = { ...claim.metadata, annotations };
  return { ...claim, metadata, spec: { ...claim.spec, volumeName }, status: { ...claim.status, phase: 'Bound' } };
}
