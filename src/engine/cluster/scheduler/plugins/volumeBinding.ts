/** Upstream: pkg/scheduler/framework/plugins/volumebinding/volume_binding.go (v1.36.4). */
import type { PersistentVolume, PersistentVolumeClaim } from '../../../../model/apiTypes';
import { NO_PROVISIONER } from '../../../../model/wellKnown';
import { claimClass, claimNotFound, findClass, isClaimFullyBound, podClaims, waitsForFirstConsumer } from '../claims';
import type { ClusterSnapshot } from '../clusterSnapshot';
import { filterWith, refused, SKIP, type FilterPlugin } from '../framework';
import type { NodeInfo } from '../nodeInfo';
import { claimName, podClaimVolumes, type PodInfo } from '../podInfo';
import { unresolvable, type Status } from '../frameworkStatus';
import { compareStorage, findMatchingVolume, isReachable, matchesTopologyTerms } from '../volumeMatching';

const NAME = 'VolumeBinding';
const NODE_CONFLICT = "node(s) didn't match PersistentVolume's node affinity";
const BIND_CONFLICT = "node(s) didn't find available persistent volumes to bind";
const VOLUME_MISSING = 'node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)';
const SELECTED_NODE_ANNOTATION = 'volume.kubernetes.io/selected-node';

/** Refuses nodes that cannot reach the pod's bound volumes, or on which its claims cannot be bound or provisioned. */
export const volumeBinding: FilterPlugin = {
  name: NAME,
  preFilter(info, cluster) {
    if (podClaimVolumes(info.pod.spec).length === 0) return SKIP;
    const problem = claimProblem(info, cluster);
    if (problem !== undefined) return refused(unresolvable(NAME, problem));
    const bound: PersistentVolumeClaim[] = [];
    const delayed: PersistentVolumeClaim[] = [];
    for (const claim of podClaims(info, cluster)) {
      if (isClaimFullyBound(claim)) bound.push(claim);
      // A claim that names its volume but is not bound to it yet is for the volume controller, as if its class were immediate.
      else if (waitsForFirstConsumer(findClass(claim, cluster)) && (claim.spec?.volumeName ?? '') === '') delayed.push(claim);
      else return refused(unresolvable(NAME, 'pod has unbound immediate PersistentVolumeClaims'));
    }
    delayed.sort(compareStorage);
    return filterWith({ filter: (node) => statusOf(node, bound, delayed, cluster) });
  },
};

function claimProblem(info: PodInfo, cluster: ClusterSnapshot): string | undefined {
  for (const volume of podClaimVolumes(info.pod.spec)) {
    const name = claimName(volume, info.pod);
    const claim = cluster.objects.get('PersistentVolumeClaim', name, info.namespace);
    if (claim === undefined) {
      return volume.ephemeral
        ? `waiting for ephemeral volume controller to create the persistentvolumeclaim "${name}"`
        : claimNotFound(name);
    }
    if (claim.status?.phase === 'Lost') {
      return `persistentvolumeclaim "${name}" bound to non-existent persistentvolume "${claim.spec?.volumeName ?? ''}"`;
    }
    if (claim.metadata.deletionTimestamp !== undefined) return `persistentvolumeclaim "${name}" is being deleted`;
  }
  return undefined;
}

function statusOf(
  node: NodeInfo,
  bound: readonly PersistentVolumeClaim[],
  delayed: readonly PersistentVolumeClaim[],
  cluster: ClusterSnapshot,
): Status | undefined {
  const reasons: string[] = [];
  const boundProblem = checkBoundClaims(bound, node, cluster);
  if (boundProblem === NODE_CONFLICT) reasons.push(NODE_CONFLICT);
  if (!canBind(delayed, node, cluster)) reasons.push(BIND_CONFLICT);
  if (boundProblem === VOLUME_MISSING) reasons.push(VOLUME_MISSING);
  return reasons.length === 0 ? undefined : unresolvable(NAME, ...reasons);
}

/** The first bound claim whose volume is gone or out of the node's reach. */
function checkBoundClaims(
  claims: readonly PersistentVolumeClaim[],
  node: NodeInfo,
  cluster: ClusterSnapshot,
): string | undefined {
  for (const claim of claims) {
    const volume = cluster.objects.get('PersistentVolume', claim.spec?.volumeName ?? '');
    if (volume === undefined) return VOLUME_MISSING;
    if (!isReachable(volume, node.node?.metadata.labels)) return NODE_CONFLICT;
  }
  return undefined;
}

/** Finds a volume for each claim, the smallest claims first; what finds none must be provisioned. */
function canBind(claims: readonly PersistentVolumeClaim[], node: NodeInfo, cluster: ClusterSnapshot): boolean {
  const labels = node.node?.metadata.labels;
  const taken = new Set<PersistentVolume>();
  for (const claim of claims) {
    const selectedNode = claim.metadata.annotations?.[SELECTED_NODE_ANNOTATION];
    if (selectedNode !== undefined && selectedNode !== node.name) return false;
  }
  for (const claim of claims) {
    if (claim.metadata.annotations?.[SELECTED_NODE_ANNOTATION] === undefined) {
      const volume = findMatchingVolume(claim, cluster.objects.list('PersistentVolume'), taken, labels);
      if (volume !== undefined) {
        taken.add(volume);
        continue;
      }
    }
    if (!canProvision(claim, node, cluster)) return false;
  }
  return true;
}

/** DEVIATION: the capacity that storage drivers report is unknown here; there is always enough. */
function canProvision(claim: PersistentVolumeClaim, node: NodeInfo, cluster: ClusterSnapshot): boolean {
  const storageClass = cluster.objects.get('StorageClass', claimClass(claim));
  const provisioner = storageClass?.provisioner ?? '';
  if (provisioner === '' || provisioner === NO_PROVISIONER) return false;
  return matchesTopologyTerms(storageClass?.allowedTopologies, node.node?.metadata.labels);
}
