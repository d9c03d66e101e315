/** Upstream: pkg/scheduler/framework/plugins/volumezone/volume_zone.go (v1.36.4). */
import type { PersistentVolume } from '../../../../model/apiTypes';
import { OLD_REGION_LABEL, OLD_ZONE_LABEL, REGION_LABEL, ZONE_LABEL } from '../../../../model/wellKnown';
import { claimClass, claimNotFound, directClaimNames, waitsForFirstConsumer } from '../claims';
import type { ClusterSnapshot } from '../clusterSnapshot';
import { filterWith, refused, SKIP, type FilterPlugin } from '../framework';
import type { NodeInfo } from '../nodeInfo';
import { podClaimVolumes, type PodInfo } from '../podInfo';
import { unresolvable, type Status } from '../frameworkStatus';

const NAME = 'VolumeZone';
const OTHER_ZONE = unresolvable(NAME, 'node(s) had no available volume zone');

/** Each label that ties a volume to a place, and the label that replaced it. */
const TOPOLOGY_LABELS: readonly (readonly [label: string, current: string])[] = [
  [OLD_ZONE_LABEL, ZONE_LABEL],
  [OLD_REGION_LABEL, REGION_LABEL],
  [ZONE_LABEL, ZONE_LABEL],
  [REGION_LABEL, REGION_LABEL],
];

interface VolumeTopology {
  readonly label: string;
  readonly current: string;
  readonly values: ReadonlySet<string>;
}

/** Refuses nodes outside the zones and regions that the labels of the pod's bound volumes name. */
export const volumeZone: FilterPlugin = {
  name: NAME,
  preFilter(info, cluster) {
    if (podClaimVolumes(info.pod.spec).length === 0) return SKIP;
    const topologies = volumeTopologies(info, cluster);
    if (!Array.isArray(topologies)) return refused(topologies);
    if (topologies.length === 0) return SKIP;
    return filterWith({ filter: (node) => (isWithin(node, topologies) ? undefined : OTHER_ZONE) });
  },
};

function volumeTopologies(info: PodInfo, cluster: ClusterSnapshot): VolumeTopology[] | Status {
  const topologies: VolumeTopology[] = [];
  for (const name of directClaimNames(info.pod)) {
    const claim = cluster.objects.get('PersistentVolumeClaim', name, info.namespace);
    if (claim === undefined) return unresolvable(NAME, claimNotFound(name));
    const volumeName = claim.spec?.volumeName ?? '';
    if (volumeName === '') {
      const className = claimClass(claim);
      if (className === '') return unresolvable(NAME, 'PersistentVolumeClaim had no pv name and storageClass name');
      const storageClass = cluster.objects.get('StorageClass', className);
      if (storageClass === undefined) return unresolvable(NAME, `storageclass.storage.k8s.io "${className}" not found`);
      if (waitsForFirstConsumer(storageClass)) continue;
      return unresolvable(NAME, 'PersistentVolume had no name');
    }
    const volume = cluster.objects.get('PersistentVolume', volumeName);
    if (volume === undefined) return unresolvable(NAME, `persistentvolume "${volumeName}" not found`);
    topologies.push(...topologiesOf(volume));
  }
  return topologies;
}

/** A label may name several places: `a__b`. */
function topologiesOf(volume: PersistentVolume): VolumeTopology[] {
  return TOPOLOGY_LABELS.flatMap(([label, current]) => {
    const value = volume.metadata.labels?.[label];
    if (value === undefined) return [];
    const values = value.split('__').map((part) => part.trim());
    // A label that cannot be read is ignored.
    return values.includes('') ? [] : [{ label, current, values: new Set(values) }];
  });
}

/** A node without any of the labels is in a cluster of one zone: everything is within reach. */
function isWithin({ node }: NodeInfo, topologies: readonly VolumeTopology[]): boolean {
  const labels = node?.metadata.labels;
  if (labels === undefined || !TOPOLOGY_LABELS.some(([label]) => labels[label] !== undefined)) return true;
  return topologies.every(({ label, current, values }) => {
    const value = labels[label] ?? labels[current];
    return value !== undefined && values.has(value);
  });
}
