/** Upstream: pkg/scheduler/framework/plugins/nodevolumelimits/csi.go (v1.36.4). */
import { podClaims, findClass } from '../claims';
import type { ClusterSnapshot } from '../clusterSnapshot';
import { filterWith, SKIP, type FilterPlugin } from '../framework';
import type { NodeInfo } from '../nodeInfo';
import { podClaimVolumes, type PodInfo } from '../podInfo';
import { unschedulable, type Status } from '../frameworkStatus';

const NAME = 'NodeVolumeLimits';
const TOO_MANY_VOLUMES = unschedulable(NAME, 'node(s) exceed max volume count');

/** Refuses nodes whose CSI drivers cannot attach as many volumes as the pod would bring. */
export const nodeVolumeLimits: FilterPlugin = {
  name: NAME,
  preFilter(info, cluster) {
    if (podClaimVolumes(info.pod.spec).length === 0 || cluster.objects.count('CSINode') === 0) return SKIP;
    return filterWith({ filter: (node) => checkLimits(info, node, cluster) });
  },
};

function checkLimits(info: PodInfo, node: NodeInfo, cluster: ClusterSnapshot): Status | undefined {
  const limits = volumeLimits(node, cluster);
  const added = attachableVolumes(info, cluster);
  if (limits.size === 0 || added.size === 0) return undefined;
  const attached = new Map<string, string>();
  for (const other of node.pods) for (const [handle, driver] of attachableVolumes(other, cluster)) attached.set(handle, driver);
  for (const handle of attached.keys()) added.delete(handle);
  for (const [driver, count] of countByDriver(added)) {
    const limit = limits.get(driver);
    if (limit !== undefined && (countByDriver(attached).get(driver) ?? 0) + count > limit) return TOO_MANY_VOLUMES;
  }
  return undefined;
}

function volumeLimits({ name }: NodeInfo, cluster: ClusterSnapshot): Map<string, number> {
  const limits = new Map<string, number>();
  for (const driver of cluster.objects.get('CSINode', name)?.spec?.drivers ?? []) {
    if (driver.allocatable?.count !== undefined) limits.set(driver.name, driver.allocatable.count);
  }
  return limits;
}

function countByDriver(volumes: ReadonlyMap<string, string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const driver of volumes.values()) counts.set(driver, (counts.get(driver) ?? 0) + 1);
  return counts;
}

/** The CSI volumes behind a pod's claims: a unique handle each, and the driver; the class's for a claim not bound yet. */
function attachableVolumes(info: PodInfo, cluster: ClusterSnapshot): Map<string, string> {
  const volumes = new Map<string, string>();
  for (const claim of podClaims(info, cluster)) {
    const volumeName = claim.spec?.volumeName ?? '';
    const csi = volumeName === '' ? undefined : cluster.objects.get('PersistentVolume', volumeName)?.spec?.csi;
    if (csi?.driver !== undefined) {
      volumes.set(`${csi.driver}/${csi.volumeHandle}`, csi.driver);
      continue;
    }
    const provisioner = findClass(claim, cluster)?.provisioner;
    const unknownVolume = volumeName === '' || cluster.objects.get('PersistentVolume', volumeName) === undefined;
    if (provisioner !== undefined && unknownVolume) {
      volumes.set(`${provisioner}/${provisioner}-${info.namespace}/${claim.metadata.name}`, provisioner);
    }
  }
  return volumes;
}
