/** Upstream: pkg/scheduler/framework/plugins/nodeports/node_ports.go (v1.36.4). */
import { filterWith, SKIP, type FilterPlugin } from '../framework';
import type { NodeInfo } from '../nodeInfo';
import type { HostPort } from '../podInfo';
import { unschedulable } from '../frameworkStatus';

const NAME = 'NodePorts';
export const NODE_PORTS_REASON = "node(s) didn't have free ports for the requested pod ports";
const PORT_TAKEN = unschedulable(NAME, NODE_PORTS_REASON);

/** Refuses nodes on which a host port of the pod is taken. */
export const nodePorts: FilterPlugin = {
  name: NAME,
  preFilter(info) {
    const { hostPorts } = info.containers;
    if (hostPorts.length === 0) return SKIP;
    return filterWith({ filter: (node) => (fitsPorts(hostPorts, node) ? undefined : PORT_TAKEN) });
  },
};

export function fitsPorts(ports: readonly HostPort[], { usedPorts }: NodeInfo): boolean {
  return usedPorts === undefined || !ports.some((port) => usedPorts.conflicts(port));
}
