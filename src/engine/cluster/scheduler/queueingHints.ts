/**
 * Upstream: pkg/scheduler/framework/plugins/noderesources/fit.go,
 * pkg/scheduler/framework/plugins/interpodaffinity/plugin.go and the other plugins' isSchedulableAfter… (v1.36.4).
 * Together here, plugin by plugin. Which events make another try worth while for a pod that a plugin refused: upstream's
 * queueing hints, plugin by plugin.
 */
import { namespaceOf } from '../../../model/meta';
import { matchesSelector } from '../../../model/labelSelector';
import type { Node, Pod, StringMap, Volume } from '../../../model/apiTypes';
import { DO_NOT_SCHEDULE_EFFECTS, findUntoleratedTaint, requiredNodeAffinityMatcher } from '../../../model/scheduling';
import { matchesAffinityTerm, podAffinityTerms, withNamespaces, type AffinityTerm } from './affinityTerm';
import { waitsForFirstConsumer } from './claims';
import type { ClusterEvent, EventOf, EventResource } from './clusterEvents';
import type { ClusterSnapshot } from './clusterSnapshot';
import { HostPortInfo } from './hostPortInfo';
import { NodeInfo } from './nodeInfo';
import { insufficientResources } from './plugins/nodeResourcesFit';
import { claimName, containersInfo, podClaimVolumes } from './podInfo';
import { spreadConstraints } from './spreadConstraints';

type Hint<R extends EventResource> = (pod: Pod, event: EventOf<R>, cluster: ClusterSnapshot) => boolean;
/** A resource that is missing never helps. */
type Hints = { readonly [R in EventResource]?: Hint<R> };

const isAdded = ({ action }: ClusterEvent): boolean => action === 'add';
const isDeleted = ({ action }: ClusterEvent): boolean => action === 'delete';

/** The state before an update. */
function oldOf<T>(event: { readonly object: T; readonly action: string; readonly old?: T }): T | undefined {
  return event.old;
}

function labelsDiffer(a: StringMap | undefined, b: StringMap | undefined): boolean {
  if (a === b) return false;
  const keys = new Set([...Object.keys(a ?? {}), ...Object.keys(b ?? {})]);
  return [...keys].some((key) => a?.[key] !== b?.[key]);
}

const nodeAddedOrRelabeled: Hint<'Node'> = (_pod, event) => {
  return isAdded(event) || (event.action === 'update' && labelsDiffer(event.old.metadata.labels, event.object.metadata.labels));
};

/** A node that now satisfies what it did not before. */
function nowSatisfies(satisfies: (pod: Pod, node: Node) => boolean): Hint<'Node'> {
  return (pod, event) => {
    if (isDeleted(event) || !satisfies(pod, event.object)) return false;
    const old = oldOf(event);
    return old === undefined || !satisfies(pod, old);
  };
}

const ownClaimChanged: Hint<'PersistentVolumeClaim'> = (pod, event) => {
  const { name } = event.object.metadata;
  if (isDeleted(event) || namespaceOf(event.object) !== namespaceOf(pod)) return false;
  return podClaimVolumes(pod.spec).some((volume) => claimName(volume, pod) === name);
};

// ---- resources and ports

function fitsEmptyNode(pod: Pod, node: Node): boolean {
  const info = new NodeInfo(node.metadata.name);
  info.setNode(node);
  return insufficientResources(containersInfo(pod.spec).requests, info) === undefined;
}

const nodeGrew: Hint<'Node'> = (pod, event) => {
  if (isDeleted(event) || !fitsEmptyNode(pod, event.object)) return false;
  const old = oldOf(event);
  return old === undefined || old.status?.allocatable !== event.object.status?.allocatable;
};

const portsFreed: Hint<'AssignedPod'> = (pod, event) => {
  if (!isDeleted(event)) return false;
  const freed = new HostPortInfo();
  for (const port of containersInfo(event.object.spec).hostPorts) freed.add(port);
  return containersInfo(pod.spec).hostPorts.some((port) => freed.conflicts(port));
};

// ---- volumes

const volumeFreed: Hint<'AssignedPod'> = (pod, event) => {
  if (!isDeleted(event)) return false;
  if (namespaceOf(event.object) === namespaceOf(pod)) {
    const freed = new Set(podClaimVolumes(event.object.spec).map((volume) => claimName(volume, event.object)));
    if (podClaimVolumes(pod.spec).some((volume) => freed.has(claimName(volume, pod)))) return true;
  }
  // In-line disks: conflicts are found by kind only, which is enough for another look.
  const kinds = new Set((event.object.spec.volumes ?? []).flatMap(diskKinds));
  return (pod.spec.volumes ?? []).flatMap(diskKinds).some((kind) => kinds.has(kind));
};

function diskKinds(volume: Volume): string[] {
  const kinds = ['gcePersistentDisk', 'awsElasticBlockStore', 'iscsi', 'rbd'] as const;
  return kinds.filter((kind) => volume[kind] !== undefined);
}

const anyVolumeDetached: Hint<'AssignedPod'> = (_pod, event) => isDeleted(event) && podClaimVolumes(event.object.spec).length > 0;

// ---- topology spread

const spreadCountChanged: Hint<'AssignedPod'> = (pod, event) => {
  if (namespaceOf(event.object) !== namespaceOf(pod)) return false;
  const { hard } = spreadConstraints(pod.spec.topologySpreadConstraints);
  const counts = (labels: StringMap | undefined): boolean => hard.some(({ selector }) => matchesSelector(selector, labels));
  const now = counts(event.object.metadata.labels);
  const old = oldOf(event);
  return old === undefined ? now : counts(old.metadata.labels) !== now;
};

const spreadDomainsChanged: Hint<'Node'> = (pod, event) => {
  const { hard } = spreadConstraints(pod.spec.topologySpreadConstraints);
  const hasKeys = ({ metadata }: Node): boolean => hard.every(({ topologyKey }) => metadata.labels?.[topologyKey] !== undefined);
  const old = oldOf(event);
  if (old === undefined) return hasKeys(event.object);
  if (hasKeys(old) !== hasKeys(event.object)) return true;
  const moved = hard.some(
    ({ topologyKey }) => old.metadata.labels?.[topologyKey] !== event.object.metadata.labels?.[topologyKey],
  );
  const honorsTaints = hard.some(({ honorsNodeTaints }) => honorsNodeTaints);
  return hasKeys(event.object) && (moved || (honorsTaints && old.spec?.taints !== event.object.spec?.taints));
};

// ---- pod (anti-)affinity

const affinityChanged: Hint<'AssignedPod'> = (pod, event, cluster) => {
  const terms = podAffinityTerms(pod.spec.affinity, namespaceOf(pod));
  const resolve = (term: AffinityTerm): AffinityTerm => withNamespaces(term, (selector) => cluster.selectNamespaces(selector));
  const wanted = terms.requiredAffinity.map(resolve);
  const unwanted = terms.requiredAntiAffinity.map(resolve);
  const isWanted = (other: Pod): boolean =>
    wanted.length > 0 && wanted.every((term) => matchesAffinityTerm(term, other, undefined));
  const isUnwanted = (other: Pod): boolean =>
    unwanted.some((term) => matchesAffinityTerm(term, other, undefined)) || repels(other, pod, cluster);
  switch (event.action) {
    case 'add':
      return isWanted(event.object);
    case 'delete':
      return isUnwanted(event.object);
    case 'update':
      return (!isWanted(event.old) && isWanted(event.object)) || (isUnwanted(event.old) && !isUnwanted(event.object));
  }
};

function repels(other: Pod, pod: Pod, cluster: ClusterSnapshot): boolean {
  const { requiredAntiAffinity } = podAffinityTerms(other.spec.affinity, namespaceOf(other));
  const namespaceLabels = cluster.namespaceLabels(namespaceOf(pod));
  return requiredAntiAffinity.some((term) => matchesAffinityTerm(term, pod, namespaceLabels));
}

// ---- the table

const HINTS: Readonly<Record<string, Hints>> = {
  NodeUnschedulable: {
    Node: nowSatisfies((_pod, node) => node.spec?.unschedulable !== true),
  },
  NodeName: { Node: (_pod, event) => isAdded(event) },
  TaintToleration: {
    Node: nowSatisfies(
      ({ spec }, node) => findUntoleratedTaint(node.spec?.taints, spec.tolerations, DO_NOT_SCHEDULE_EFFECTS) === undefined,
    ),
  },
  NodeAffinity: { Node: nowSatisfies(({ spec }, node) => requiredNodeAffinityMatcher(spec)(node)) },
  NodePorts: { Node: (_pod, event) => isAdded(event), AssignedPod: portsFreed },
  NodeResourcesFit: { Node: nodeGrew, AssignedPod: (_pod, event) => isDeleted(event) },
  VolumeRestrictions: {
    Node: (_pod, event) => isAdded(event),
    AssignedPod: volumeFreed,
    PersistentVolumeClaim: ownClaimChanged,
  },
  NodeVolumeLimits: {
    AssignedPod: anyVolumeDetached,
    CSINode: (_pod, event) => !isDeleted(event),
    PersistentVolumeClaim: ownClaimChanged,
  },
  VolumeBinding: {
    Node: nodeAddedOrRelabeled,
    CSINode: (_pod, event) => isAdded(event),
    StorageClass: (_pod, event) =>
      isAdded(event) || (event.action === 'update' && event.old.allowedTopologies !== event.object.allowedTopologies),
    PersistentVolumeClaim: ownClaimChanged,
    PersistentVolume: (_pod, event) => !isDeleted(event),
  },
  VolumeZone: {
    Node: nodeAddedOrRelabeled,
    StorageClass: (_pod, event) => isAdded(event) && waitsForFirstConsumer(event.object),
    PersistentVolumeClaim: ownClaimChanged,
    PersistentVolume: (_pod, event) =>
      isAdded(event) || (event.action === 'update' && labelsDiffer(event.old.metadata.labels, event.object.metadata.labels)),
  },
  PodTopologySpread: { Node: spreadDomainsChanged, AssignedPod: spreadCountChanged },
  InterPodAffinity: { Node: nodeAddedOrRelabeled, AssignedPod: affinityChanged },
};

/** Whether an event may help a pod that this plugin refused. */
export function mayHelp(plugin: string, pod: Pod, event: ClusterEvent, cluster: ClusterSnapshot): boolean {
  const hint = HINTS[plugin]?.[event.resource] as Hint<EventResource> | undefined;
  return hint?.(pod, event, cluster) ?? false;
}
