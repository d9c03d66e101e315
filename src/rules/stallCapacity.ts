import { nodesFor, requestsOf, type NodeFact } from './facts';
import { nanosOf } from './pods';
import { ENVELOPE_READS, type Rule } from './rule';
import { oneMissing } from './stallAntiAffinity';
import type { Resources } from '../model/podResources';
import { counted } from '../model/words';

const ONE_POD = ['pods', { nanos: 1_000_000_000n }] as const;
const MANY = 1_000_000;

/** How many such pods an empty node takes. */
function fitting(node: NodeFact, requests: Resources): number {
  let fits = MANY;
  for (const [name, { nanos: each }] of [...requests, ONE_POD])
    if (each > 0n) fits = Math.min(fits, Number((nanosOf(node.allocatable[name]) ?? 0n) / each));
  return fits;
}

export const stallCapacity: Rule = {
  id: 'stall-capacity',
  group: 'stalls',
  severity: 'warning',
  title: 'the nodes have no room for the surge pod',
  explanation: `Where Node manifests are in the workspace (or the nodes were given by hand), the requests of the pods are compared with what the nodes can
allocate, as if nothing else ran there. If the replicas fit but the extra pod does not, and no pod may be missing, the extra pod stays Pending and the
rollout stalls. Node affinity is not considered.`,
  reads: [...ENVELOPE_READS, 'spec.template.spec'],
  check: (context) => {
    const { envelope, workload, facts } = context;
    const nodes = nodesFor(facts, workload);
    const measured = nodes.filter((node) => Object.keys(node.allocatable).length > 0);
    if (envelope?.kind !== 'Deployment' || envelope.desired === 0 || measured.length === 0 || measured.length < nodes.length)
      return [];
    if (envelope.surge === 0 || envelope.unavailable > 0) return [];
    const requests = requestsOf(facts, workload);
    const room = measured.reduce((sum, node) => sum + fitting(node, requests), 0);
    if (room >= envelope.desired + 1) return [];
    return [
      {
        path: workload.maxSurge.path,
        message: `The rollout stalls: ${counted(measured.length, 'node takes', 'nodes take')} ${counted(room, 'pod')} of this size, but ${counted(envelope.desired, 'replica')} + 1 extra pod are needed, and none may be missing.`,
        short: 'no room for the extra pod',
        fixes: [oneMissing(context)],
      },
    ];
  },
};
