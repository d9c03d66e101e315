/** Upstream: pkg/scheduler/framework/plugins/volumerestrictions/volume_restrictions.go (v1.36.4). */
import type { Volume } from '../../../../model/apiTypes';
import { claimNotFound, directClaimNames } from '../claims';
import type { ClusterSnapshot } from '../clusterSnapshot';
import { filterWith, refused, SKIP, type FilterPlugin, type NodeFilter } from '../framework';
import type { NodeInfo } from '../nodeInfo';
import type { PodInfo } from '../podInfo';
import { unresolvable, unschedulable, type Status } from '../frameworkStatus';

const NAME = 'VolumeRestrictions';
const CLAIM_IN_USE = unschedulable(
  NAME,
  'node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode already in-use by another pod',
);
const DISK_CONFLICT = unschedulable(NAME, 'node(s) had no available disk');

/**
 * Refuses every node while another pod uses one of the pod's ReadWriteOncePod claims, and nodes on which the same in-line disk
 * is mounted.
 */
export const volumeRestrictions: FilterPlugin = {
  name: NAME,
  preFilter(info, cluster) {
    const { volumes } = info.pod.spec;
    if (volumes === undefined || volumes.length === 0) return SKIP;
    const exclusive = new Set<string>();
    for (const name of directClaimNames(info.pod)) {
      const claim = cluster.objects.get('PersistentVolumeClaim', name, info.namespace);
      if (claim === undefined) return refused(unresolvable(NAME, claimNotFound(name)));
      if (claim.spec?.accessModes?.includes('ReadWriteOncePod') === true) exclusive.add(name);
    }
    const disks = volumes.filter((volume) => DISK_KINDS.some((kind) => volume[kind] !== undefined));
    const conflicts = countUsed(exclusive, info.namespace, cluster);
    if (disks.length === 0 && conflicts === 0) return SKIP;
    return filterWith(new VolumeRestrictionsFilter(exclusive, disks, conflicts));
  },
};

function countUsed(names: ReadonlySet<string>, namespace: string, cluster: ClusterSnapshot): number {
  let count = 0;
  for (const name of names) if (cluster.isClaimUsed(namespace, name)) count++;
  return count;
}

class VolumeRestrictionsFilter implements NodeFilter {
  readonly #exclusive: ReadonlySet<string>;
  readonly #disks: readonly Volume[];
  #conflicts: number;

  constructor(exclusive: ReadonlySet<string>, disks: readonly Volume[], conflicts: number) {
    this.#exclusive = exclusive;
    this.#disks = disks;
    this.#conflicts = conflicts;
  }

  filter(node: NodeInfo): Status | undefined {
    if (this.#disks.some((disk) => node.pods.some(({ pod }) => isVolumeConflict(disk, pod.spec.volumes ?? []))))
      return DISK_CONFLICT;
    return this.#conflicts > 0 ? CLAIM_IN_USE : undefined;
  }

  /** QUIRK: a pod of another namespace with a claim of the same name counts here as one that has the claim. */
  update({ pod }: PodInfo, _node: NodeInfo, sign: 1 | -1): void {
    for (const name of directClaimNames(pod)) if (this.#exclusive.has(name)) this.#conflicts += sign;
  }

  clone(): NodeFilter {
    return new VolumeRestrictionsFilter(this.#exclusive, this.#disks, this.#conflicts);
  }
}

/** Volumes written into the pod that only one pod of a node may mount, unless all mount them read-only. */
const DISK_KINDS = ['gcePersistentDisk', 'awsElasticBlockStore', 'iscsi', 'rbd'] as const;
type DiskKind = (typeof DISK_KINDS)[number];

interface Disk {
  readonly readOnly?: boolean;
  readonly pdName?: string;
  readonly volumeID?: string;
  readonly iqn?: string;
  readonly monitors?: readonly string[];
  readonly pool?: string;
  readonly image?: string;
}

function isVolumeConflict(volume: Volume, existing: readonly Volume[]): boolean {
  return DISK_KINDS.some((kind) => {
    const disk = volume[kind] as Disk | undefined;
    if (disk === undefined) return false;
    return existing.some((other) => {
      const otherDisk = other[kind] as Disk | undefined;
      return otherDisk !== undefined && isSameDisk(kind, disk, otherDisk) && !mayShare(kind, disk, otherDisk);
    });
  });
}

function isSameDisk(kind: DiskKind, a: Disk, b: Disk): boolean {
  switch (kind) {
    case 'gcePersistentDisk':
      return a.pdName === b.pdName;
    case 'awsElasticBlockStore':
      return a.volumeID === b.volumeID;
    case 'iscsi':
      return a.iqn === b.iqn;
    case 'rbd': {
      const monitors = b.monitors ?? [];
      const samePool = (a.pool ?? 'rbd') === (b.pool ?? 'rbd');
      return samePool && a.image === b.image && (a.monitors ?? []).some((monitor) => monitors.includes(monitor));
    }
  }
}

function mayShare(kind: DiskKind, a: Disk, b: Disk): boolean {
  return kind !== 'awsElasticBlockStore' && a.readOnly === true && b.readOnly === true;
}
