import type { Resources } from '../model/podResources';
import { formatQuantity } from '../model/quantity';
import { counted, formatDuration, plural } from '../model/words';
import { nodesFor } from './eligibleNodes';
import type { ClusterFacts, NodeFact } from './facts';
import { groupsMeant, groupsText, mayGrow, noGrowthText, waiting, type Growth } from './growth';
import {
  areRanked,
  isSureToRun,
  leftOf,
  mayRunOn,
  mayStay,
  neighborsText,
  notPreempted,
  requestsBy,
  runningBeside,
  type Neighbor,
} from './neighbors';
import { scarceRequests } from './maybeOnce';
import { oneMissing } from './oneMissing';
import { fitting, ONE_POD, PlaceCounter } from './placeCounter';
import { assumedText, comesTo, neededPods, shortageOf, wantedText, type Shortage } from './places';
import { nanosOf } from './pods';
import { requestsOf } from './podSizes';
import { roomText } from './roomText';
import { ENVELOPE_READS, PLACE_READS, type Finding, type Rule, type RuleContext } from './rule';

export const stallCapacity: Rule = {
  id: 'stall-capacity',
  group: 'stalls',
  claims: 'stall',
  severity: 'warning',
  title: 'the nodes have too little room',
  reads: [...ENVELOPE_READS, ...PLACE_READS],
  check: (context) => {
    const shortage = shortageOf(context);
    if (shortage === undefined) return [...filled(context), ...scarce(context), ...grown(context)];
    if (shortage.growth !== undefined) return [awaited(context, shortage, shortage.growth)];
    if (shortage.obstacle !== 'room') return mayFillNodes(context) ? filled(context) : [];
    const { workload, envelope } = context;
    const { isForExtra, places, nodes } = shortage;
    const isDaemon = envelope?.kind === 'DaemonSet';
    const take = `${counted(nodes, 'node takes', 'nodes take')} ${counted(places, 'pod')} of this size`;
    const needed = `${wantedText(context, shortage)} ${isForExtra && isDaemon ? 'needs room, too' : `${plural(shortage.needed, 'is', 'are')} needed`}`;
    const left = roomText(nodesFor(context.facts, workload), requestsOf(context.facts, workload));
    return [
      {
        path: isForExtra ? workload.maxSurge.path : isDaemon ? [...workload.pod.path, 'spec'] : workload.replicas.path,
        message: `${comesTo(shortage)}: ${take}, but ${needed}${isForExtra ? ', and none may be missing' : ''}.${left}${noGrowthText(context)}`,
        short: isForExtra ? 'no room for the extra pod' : `no room for the ${isDaemon ? 'pods' : 'replicas'}`,
        fixes: isForExtra ? [oneMissing(context)] : [],
      },
    ];
  },
};

/** What is lacking comes by itself, after a while. */
function awaited(context: RuleContext, shortage: Shortage, growth: Growth): Finding {
  const { workload } = context;
  const { isForExtra, places, depends } = shortage;
  const have = `${places === 0 ? 'no place' : counted(places, 'place')}${assumedText(context, shortage)}`;
  const nodes = depends ? `where the first one lands the nodes may have ${have}` : `the nodes have ${have}`;
  if (isForExtra) {
    const why = `${nodes}, but ${wantedText(context, shortage)} need one each, and none may be missing`;
    return { ...waiting(context, workload.maxSurge.path, growth, why, depends), fixes: [oneMissing(context)] };
  }
  const added = `${counted(growth.nodes, 'node')} of ${groupsText(growth)}`;
  return {
    path: workload.replicas.path,
    severity: 'information',
    isConditional: true,
    message: `The rollout ${depends ? 'may need' : 'needs'} nodes that the cluster autoscaler adds: ${nodes}, but ${counted(neededPods(context), 'pod')} need one each. It takes ${added}, ${growth.nodes === 1 ? '' : 'each '}ready after about ${formatDuration(growth.seconds)}.`,
    short: `${depends ? 'may need' : 'needs'} ${counted(growth.nodes, 'node')} more`,
  };
}

/** An autoscaler adds nodes for others, and the daemon pods meant for these may not fit. */
function grown(context: RuleContext): Finding[] {
  const groups = groupsMeant(context, false);
  if (groups.length === 0 || context.envelope?.strategy === 'OnDelete') return [];
  const isBeside = groupsMeant(context, true).length > 0;
  return [
    {
      path: [...context.workload.pod.path, 'spec'],
      severity: 'information',
      isConditional: true,
      message: `The rollout may stall: a node that others need in ${groupsText({ groups })} is too small for ${isBeside ? 'the new pod beside the old one' : 'the pod that is meant for it'}.`,
      short: 'new nodes may be too small',
    },
  ];
}

/** Without files of nodes nobody knows how many devices are free; what is certain is that an extra pod needs its own. */
function scarce(context: RuleContext): Finding[] {
  const { envelope, workload } = context;
  if (envelope?.kind !== 'Deployment' || envelope.strategy !== 'RollingUpdate' || envelope.desired === 0) return [];
  const [device] = scarceRequests(context);
  if (device === undefined || envelope.surge === 0 || envelope.unavailable > 0) return [];
  const amount = formatQuantity({ nanos: device.nanos, format: 'DecimalSI' });
  return [
    {
      path: workload.maxSurge.path,
      severity: 'information',
      isConditional: true,
      message: `The rollout needs a spare ${device.resource}: the extra pod asks for ${amount} while the old ones keep theirs, and none may be missing. Where ${plural(Number(amount), 'none is', 'not so many are')} free it stalls.`,
      short: `needs a spare ${device.resource}`,
      fixes: [oneMissing(context)],
    },
  ];
}

/** Empty nodes have room for all pods, but others run there. */
function filled(context: RuleContext): Finding[] {
  const { envelope, workload, facts } = context;
  const nodes = nodesFor(facts, workload);
  const measured = nodes.filter((node) => Object.keys(node.allocatable).length > 0);
  if (envelope === undefined || envelope.refused || envelope.desired === 0 || envelope.strategy === 'OnDelete') return [];
  // Nodes of which no size is said have room for everybody; to a pod that is meant for another one, or that is alone on each,
  // they are of no use.
  const counter = new PlaceCounter(context);
  const areAllMeasured = measured.length === nodes.length;
  if (measured.length === 0 || !(areAllMeasured || envelope.kind === 'DaemonSet' || counter.isChoosy)) return [];
  const names = new Set(nodes.map(({ name }) => name));
  const stays = mayStay(facts, workload, runningBeside(facts, workload).near);
  const beside = stays.filter(({ subject }) => nodesFor(facts, subject).some(({ name }) => names.has(name)));
  if (beside.length === 0) return [];
  const requests = requestsOf(facts, workload);
  const isForExtra = envelope.kind === 'Deployment' && envelope.surge > 0 && envelope.unavailable === 0;
  const isSure = isForExtra && areAllMeasured && areRanked(facts, workload, beside);
  const sure = notPreempted(facts, workload, beside);
  const surely = isSure ? whoFills(facts, sure, measured, requests, envelope.desired) : undefined;
  const isTight = (areAllMeasured || envelope.kind === 'DaemonSet') && mayBeFull(context, beside, measured, requests);
  if (surely === undefined && !isTight && !mayKeepOut(context, counter, beside, measured)) return [];
  const growth = envelope.kind === 'Deployment' ? mayGrow(context) : undefined;
  const room = measured.reduce((sum, node) => sum + fitting(node, requests), 0);
  const others = surely ?? beside;
  const takes = `${counted(measured.length, 'node takes', 'nodes take')} ${counted(room, 'pod')} of this size when ${plural(measured.length, 'it is', 'they are')} empty, and ${neighborsText(others)} ${plural(others.length, 'runs', 'run')} there`;
  const path = isForExtra ? workload.maxSurge.path : [...workload.pod.path, 'spec'];
  if (growth !== undefined) return [waiting(context, path, growth, takes, surely === undefined)];
  if (surely === undefined) {
    const message = `The rollout may stall: ${takes}, too; whether all find room depends on where the scheduler puts them.`;
    return [{ path, message, short: 'others may leave no room', severity: 'information', isConditional: true }];
  }
  return [
    {
      path,
      message: `The rollout stalls: ${takes}, but ${counted(envelope.desired, 'replica')} + 1 extra pod are needed, and none may be missing.${noGrowthText(context)}`,
      short: 'no room for the extra pod',
      fixes: [oneMissing(context)],
    },
  ];
}

/** Where one pod and others leave no place, further reasons do not even show. */
function mayFillNodes({ facts, workload }: RuleContext): boolean {
  const others = runningBeside(facts, workload).near;
  const requests = requestsOf(facts, workload);
  const there = mayRunOn(facts, others);
  const isFull = (node: NodeFact): boolean => {
    const pods = there(node);
    return pods.length > 0 && leftOf(facts, pods, [node], requests, 1).some(({ each, free }) => free < each);
  };
  return nodesFor(facts, workload).some((node) => Object.keys(node.allocatable).length > 0 && isFull(node));
}

/** Who leaves no room for one pod more anywhere, however all of them are placed; undefined: nobody is sure to. */
function whoFills(
  facts: ClusterFacts,
  beside: readonly Neighbor[],
  nodes: readonly NodeFact[],
  requests: Resources,
  desired: number,
): readonly Neighbor[] | undefined {
  const names = new Set(nodes.map(({ name }) => name));
  const others = beside.filter(
    (neighbor) => nodesFor(facts, neighbor.subject).every(({ name }) => names.has(name)) && isSureToRun(facts, neighbor, nodes),
  );
  const left = leftOf(facts, others, nodes, requests, desired);
  // Less than nothing: not all of them can be running, so nothing is known.
  if (others.length === 0 || left.some(({ free }) => free < 0n)) return undefined;
  return left.some(({ each, free }) => free < each) ? others : undefined;
}

/**
 * A node is full when it lacks a single resource, so each is asked for the one of which the smallest share of all requests
 * fills it. As long as that is more than all pods together have of whatever they ask for most, there is a node with room.
 */
function mayBeFull(context: RuleContext, beside: readonly Neighbor[], nodes: readonly NodeFact[], requests: Resources): boolean {
  const { facts, envelope } = context;
  // With a surge the old pod is still there.
  const there = (envelope?.surge ?? 0) > 0 ? 1 : 0;
  if (envelope?.kind === 'DaemonSet')
    return nodes.some((node) => leftOf(facts, beside, [node], requests, there).some(({ each, free }) => free < each));
  const own = neededPods(context) - 1;
  const asked = [...requests, ONE_POD].flatMap(([resource, { nanos }]) => {
    const others = beside.map((neighbor) => Number(requestsBy(facts, [neighbor], resource)));
    const each = Number(nanos);
    const all = others.reduce((sum, amount) => sum + amount, own * each);
    return each > 0 && all > 0 ? [{ resource, each, all, groups: [own * each, ...others] }] : [];
  });
  let fills = 0;
  for (const { allocatable } of nodes)
    fills += Math.min(
      ...asked.map(({ resource, each, all }) => Math.max(0, Number(nanosOf(allocatable[resource]) ?? 0n) - each) / all),
    );
  let used = 0;
  for (let group = 0; group <= beside.length; group++)
    used += Math.max(...asked.map(({ all, groups }) => (groups[group] ?? 0) / all));
  return fills < used;
}

/** Of pods that each take a node, or a share of a zone, for themselves every node counts that others may fill. */
function mayKeepOut(
  context: RuleContext,
  counter: PlaceCounter,
  beside: readonly Neighbor[],
  nodes: readonly NodeFact[],
): boolean {
  if (!counter.isChoosy || context.envelope?.kind === 'DaemonSet') return false;
  const { facts, workload } = context;
  const requests = requestsOf(facts, workload);
  const there = mayRunOn(facts, beside);
  const full = nodes.filter((node) => leftOf(facts, there(node), [node], requests, 0).some(({ each, free }) => free < each));
  const needed = neededPods(context);
  // Where the first pod lands, with whom all others want to be, there may be just those places that others take.
  const taken = beside.reduce((sum, { pods }) => sum + pods, 0);
  return (full.length > 0 && counter.countBeside(full) < needed) || counter.leastTogether() - taken < needed;
}
