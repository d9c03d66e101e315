import type { Resources } from '../model/podResources';
import { counted, plural } from '../model/words';
import { nodesFor } from './eligibleNodes';
import type { ClusterFacts, NodeFact, Subject } from './facts';
import { neighborsText, notPreempted, requestsBy, runningBeside, type Neighbor } from './neighbors';
import { oneMissing } from './oneMissing';
import { fitting, ONE_POD } from './placeCounter';
import { comesTo, shortageOf, wantedText } from './places';
import { nanosOf } from './pods';
import { requestsOf } from './podSizes';
import { ENVELOPE_READS, type Finding, type Rule, type RuleContext } from './rule';

export const stallCapacity: Rule = {
  id: 'stall-capacity',
  group: 'stalls',
  claims: 'stall',
  severity: 'warning',
  title: 'the nodes have too little room',
  explanation: `Where Node manifests are in the workspace, the requests of the pods are compared with what the nodes can allocate, less what other Deployments and DaemonSets of the workspace ask of
them (but for those of a lower priority, which have to go). If the replicas fit but the extra pod
does not, and no pod may be missing, the extra pod stays Pending and the rollout stalls. If not even the replicas fit, some never run.`,
  reads: [...ENVELOPE_READS, 'spec.template'],
  check: (context) => {
    const shortage = shortageOf(context);
    if (shortage === undefined) return filled(context);
    if (shortage.obstacle !== 'room') return [];
    const { workload, envelope } = context;
    const { isForExtra, places, nodes } = shortage;
    const isDaemon = envelope?.kind === 'DaemonSet';
    const take = `${counted(nodes, 'node takes', 'nodes take')} ${counted(places, 'pod')} of this size`;
    const needed = `${wantedText(context, shortage)} ${isForExtra && isDaemon ? 'needs room, too' : 'are needed'}`;
    return [
      {
        path: isForExtra ? workload.maxSurge.path : isDaemon ? [...workload.pod.path, 'spec'] : workload.replicas.path,
        message: `${comesTo(shortage)}: ${take}, but ${needed}${isForExtra ? ', and none may be missing' : ''}.`,
        short: isForExtra ? 'no room for the extra pod' : `no room for the ${isDaemon ? 'pods' : 'replicas'}`,
        fixes: isForExtra ? [oneMissing(context)] : [],
      },
    ];
  },
};

/** Empty nodes have room for the extra pod, but others run there. */
function filled(context: RuleContext): Finding[] {
  const { envelope, workload, facts } = context;
  const nodes = nodesFor(facts, workload);
  const measured = nodes.filter((node) => Object.keys(node.allocatable).length > 0);
  if (envelope?.kind !== 'Deployment' || envelope.refused || measured.length === 0 || measured.length < nodes.length) return [];
  if (envelope.desired === 0 || envelope.surge === 0 || envelope.unavailable > 0) return [];
  const requests = requestsOf(facts, workload);
  const others = whoFills(facts, workload, measured, requests, envelope.desired);
  if (others === undefined) return [];
  const room = measured.reduce((sum, node) => sum + fitting(node, requests), 0);
  const takes = `${counted(measured.length, 'node takes', 'nodes take')} ${counted(room, 'pod')} of this size`;
  return [
    {
      path: workload.maxSurge.path,
      message: `The rollout stalls: ${takes} when they are empty, and ${neighborsText(others)} ${plural(others.length, 'runs', 'run')} there, but ${counted(envelope.desired, 'replica')} + 1 extra pod are needed, and none may be missing.`,
      short: 'no room for the extra pod',
      fixes: [oneMissing(context)],
    },
  ];
}

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
