import { nodesFor, type ClusterFacts, type NodeFact, type Subject } from './facts';
import { runningBeside, neighborsText, notPreempted, requestsBy, type Neighbor } from './neighbors';
import { nanosOf } from './pods';
import { requestsOf } from './podSizes';
import { ENVELOPE_READS, type Rule } from './rule';
import { oneMissing } from './stallAntiAffinity';
import type { Resources } from '../model/podResources';
import { counted, plural } from '../model/words';

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
allocate, less what other Deployments and DaemonSets of the workspace ask of them (but for those of a lower priority, which have to go). If the replicas fit but the extra pod does not, and no pod may be missing, the extra pod stays Pending and the
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
    const others = room >= envelope.desired + 1 ? whoFills(facts, workload, measured, requests, envelope.desired) : [];
    if (others === undefined) return [];
    const takes = `${counted(measured.length, 'node takes', 'nodes take')} ${counted(room, 'pod')} of this size`;
    const who =
      others.length === 0
        ? takes
        : `${takes} when they are empty, and ${neighborsText(others)} ${plural(others.length, 'runs', 'run')} there`;
    return [
      {
        path: workload.maxSurge.path,
        message: `The rollout stalls: ${who}, but ${counted(envelope.desired, 'replica')} + 1 extra pod are needed, and none may be missing.`,
        short: 'no room for the extra pod',
        fixes: [oneMissing(context)],
      },
    ];
  },
};

/** Who leaves no room for one pod more anywhere, however all of them are placed; undefined: nobody is sure to. */
function whoFills(
  facts: ClusterFacts,
  subject: Subject,
  nodes: readonly NodeFact[],
  requests: Resources,
  desired: number,
): readonly Neighbor[] | undefined {
  const names = new Set(nodes.map(({ name }) => name));
  const stays = notPreempted(facts, subject, runningBeside(facts, subject).near);
  const others = stays.filter((neighbor) => nodesFor(facts, neighbor.subject).every(({ name }) => names.has(name)));
  const free = [...requests, ONE_POD].map(([resource, { nanos: each }]) => {
    const room = nodes.reduce((sum, node) => sum + (nanosOf(node.allocatable[resource]) ?? 0n), 0n);
    return { each, free: room - each * BigInt(desired) - requestsBy(facts, others, resource) };
  });
  // Less than nothing: not all of them can be running, so nothing is known.
  if (others.length === 0 || free.some((amount) => amount.free < 0n)) return undefined;
  return free.some((amount) => amount.free < amount.each) ? others : undefined;
}
