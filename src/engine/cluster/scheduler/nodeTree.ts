/** Upstream: pkg/scheduler/backend/cache/node_tree.go (v1.36.4). */
import { OLD_REGION_LABEL, OLD_ZONE_LABEL, REGION_LABEL, ZONE_LABEL } from '../../../model/wellKnown';
import type { NodeInfo } from './nodeInfo';

/** Nodes in the order in which they are searched: one of each zone in turn, so that a partial search sees all zones. */
export function listNodesByZone(nodes: Iterable<NodeInfo>): NodeInfo[] {
  const zones = new Map<string, NodeInfo[]>();
  let count = 0;
  for (const node of nodes) {
    const zone = zoneKey(node);
    const members = zones.get(zone);
    if (members === undefined) zones.set(zone, [node]);
    else members.push(node);
    count++;
  }
  const list: NodeInfo[] = [];
  for (let round = 0; list.length < count; round++) {
    for (const members of zones.values()) {
      const node = members[round];
      if (node !== undefined) list.push(node);
    }
  }
  return list;
}

/** Region and zone; labels of old clusters count too. */
export function zoneKey({ node }: NodeInfo): string {
  const labels = node?.metadata.labels;
  if (labels === undefined) return '';
  const zone = labels[ZONE_LABEL] ?? labels[OLD_ZONE_LABEL] ?? '';
  const region = labels[REGION_LABEL] ?? labels[OLD_REGION_LABEL] ?? '';
  return zone === '' && region === '' ? '' : `${region}:\u0000:${zone}`;
}
