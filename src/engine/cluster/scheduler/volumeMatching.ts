/** Upstream: staging/src/k8s.io/component-helpers/storage/volume/pv_helpers.go (v1.36.4). */
import { DEFAULT_NAMESPACE, namespaceOf } from '../../../model/meta';
import { matchesSelector } from '../../../model/labelSelector';
import type { PersistentVolume, PersistentVolumeClaim, StorageClass, StringMap } from '../../../model/apiTypes';
import { compareQuantities, parseQuantity, type Quantity } from '../../../model/quantity';
import { nodeSelectorMatcher } from '../../../model/scheduling';
import { claimClass, volumeClass } from './claims';

const NOTHING: Quantity = { nanos: 0n, format: 'DecimalSI' };

function requestedStorage(claim: PersistentVolumeClaim): Quantity {
  return parseQuantity(claim.spec?.resources?.requests?.['storage'] ?? '') ?? NOTHING;
}

function capacityOf(volume: PersistentVolume): Quantity {
  return parseQuantity(volume.spec?.capacity?.['storage'] ?? '') ?? NOTHING;
}

/** Smaller requests first. */
export function compareStorage(a: PersistentVolumeClaim, b: PersistentVolumeClaim): number {
  return compareQuantities(requestedStorage(a), requestedStorage(b));
}

/** The smallest available volume that the claim can have on a node with these labels; one reserved for it goes first. */
export function findMatchingVolume(
  claim: PersistentVolumeClaim,
  volumes: Iterable<PersistentVolume>,
  taken: ReadonlySet<PersistentVolume>,
  nodeLabels: StringMap | undefined,
): PersistentVolume | undefined {
  let smallest: PersistentVolume | undefined;
  for (const volume of volumes) {
    if (taken.has(volume) || !isCandidate(claim, volume)) continue;
    const reachable = isReachable(volume, nodeLabels);
    // The volume reserved for this claim is the only choice: out of reach, there is none.
    if (isReservedFor(volume, claim)) return reachable ? volume : undefined;
    if (!reachable || !isAvailableTo(claim, volume)) continue;
    if (smallest === undefined || compareQuantities(capacityOf(volume), capacityOf(smallest)) < 0) smallest = volume;
  }
  return smallest;
}

/** Whether a volume's node affinity selects a node with these labels; of the node's name nothing is known here. */
export function isReachable(volume: PersistentVolume, nodeLabels: StringMap | undefined): boolean {
  const required = volume.spec?.nodeAffinity?.required;
  return required === undefined || nodeSelectorMatcher(required)({ metadata: { name: '', labels: nodeLabels } });
}

function isCandidate(claim: PersistentVolumeClaim, volume: PersistentVolume): boolean {
  if (volume.spec?.claimRef !== undefined && !isReservedFor(volume, claim)) return false;
  if (volumeClass(volume) !== claimClass(claim)) return false;
  if (compareQuantities(capacityOf(volume), requestedStorage(claim)) < 0) return false;
  if ((volume.spec?.volumeMode ?? 'Filesystem') !== (claim.spec?.volumeMode ?? 'Filesystem')) return false;
  return volume.metadata.deletionTimestamp === undefined;
}

function isReservedFor(volume: PersistentVolume, claim: PersistentVolumeClaim): boolean {
  const reference = volume.spec?.claimRef;
  if (reference === undefined || reference.name !== claim.metadata.name) return false;
  if ((reference.namespace ?? DEFAULT_NAMESPACE) !== namespaceOf(claim)) return false;
  return reference.uid === undefined || reference.uid === '' || reference.uid === claim.metadata.uid;
}

function isAvailableTo(claim: PersistentVolumeClaim, volume: PersistentVolume): boolean {
  if (volume.status?.phase !== 'Available') return false;
  const selector = claim.spec?.selector;
  if (selector !== undefined && !matchesSelector(selector, volume.metadata.labels)) return false;
  const modes = volume.spec?.accessModes ?? [];
  return (claim.spec?.accessModes ?? []).every((mode) => modes.includes(mode));
}

/** The topologies in which a class provisions: none given means everywhere. */
export function matchesTopologyTerms(terms: StorageClass['allowedTopologies'], labels: StringMap | undefined): boolean {
  if (terms === undefined || terms.length === 0) return true;
  return terms.some(({ matchLabelExpressions = [] }) => {
    const holds = matchLabelExpressions.every(
      ({ key, values = [] }) => labels?.[key] !== undefined && values.includes(labels[key]),
    );
    return matchLabelExpressions.length > 0 && holds;
  });
}
