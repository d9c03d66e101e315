import type { AffinityTermFacts } from '../manifest/podFacts';
import type { Workload } from '../manifest/workload';
import { matchesSelector } from '../model/labelSelector';
import { HOSTNAME_LABEL } from '../model/wellKnown';
import { counted } from '../model/words';
import { replicasThatRan } from './autoscalers';
import { keyKeptApart } from './conflicts';
import { downNodes } from './eligibleNodes';
import type { NodeFact } from './facts';
import { mayGrow, noGrowthText, waiting } from './growth';
import { oneMissing } from './oneMissing';
import { PlaceCounter } from './placeCounter';
import { assumedText, comesTo, neededPods, shortageOf, wantedText, type Shortage } from './places';
import { ENVELOPE_READS, PLACE_READS, type Finding, type Rule, type RuleContext } from './rule';

export const stallAntiAffinity: Rule = {
  id: 'stall-anti-affinity',
  group: 'stalls',
  claims: 'stall',
  severity: 'warning',
  title: 'required anti-affinity leaves too few nodes',
  reads: [...ENVELOPE_READS, ...PLACE_READS],
  check: (context) => {
    const { workload, envelope, nodes } = context;
    const terms = workload.pod.requiredAntiAffinity.filter(({ selector }) => matchesSelector(selector, workload.pod.labels));
    const [first] = terms;
    if (envelope === undefined || envelope.refused) return [];
    const byOld = keptAwayByOld(context);
    if (first === undefined || byOld.length > 0) return byOld;
    const shortage = shortageOf(context);
    const isLacking = shortage?.obstacle === 'antiAffinity' && shortage.growth === undefined;
    const term = terms.find(({ topologyKey }) => topologyKey !== HOSTNAME_LABEL) ?? first;
    const isByHost = term === first && first.topologyKey === HOSTNAME_LABEL;
    if (isLacking && (shortage.isSure || envelope.kind === 'DaemonSet' || (isByHost && shortage.needed <= nodes.count))) {
      return [lacking(context, shortage, term)];
    }
    if (envelope.kind === 'DaemonSet') return terms.flatMap((each) => besideDown(each, context)).slice(0, 1);
    if (nodes.manifests.length > 0) return [];
    return terms.flatMap((each) => needing(each, context)).slice(0, 1);
  },
};

/** The scheduler asks the old pods, too: who refused to share goes on refusing until it is gone. */
function keptAwayByOld(context: RuleContext): Finding[] {
  const { workload, before, beforeName, envelope, autoscaler, nodes } = context;
  if (before?.certain !== true || envelope?.kind !== 'Deployment' || envelope.strategy !== 'RollingUpdate') return [];
  const key = keyKeptApart(workload, before);
  const shortage = shortageOf(context);
  // Who lacks room, or waits for nodes, as well meets the old pods first.
  if (key === undefined || (shortage?.growth === undefined && (shortage?.obstacle ?? 'room') !== 'room')) return [];
  const ran = replicasThatRan(before, workload, autoscaler);
  const wantsThem = wantsOld(context, before, key);
  const { least, most, held, isSomewhere } = wantsThem ? BESIDE_THEM : domainsTaken(context, before, key);
  const stay = Math.min(ran, envelope.desired, envelope.floor, held);
  const taken = most > envelope.floor ? least : most;
  // A place without an old pod takes one new pod at least: beyond the floor the old ones begin to go.
  if (stay === 0 || taken > envelope.floor) return [];
  const isFull = most <= stay;
  const areKnown = wantsThem || nodes.manifests.length > 0 || (nodes.known && key === HOSTNAME_LABEL);
  const isSure = isFull && areKnown && !isSomewhere && shortage?.growth === undefined;
  const growth = key === HOSTNAME_LABEL && !wantsThem ? mayGrow(context) : undefined;
  const old = `the pods of ${beforeName} keep the new ones away from their ${key === HOSTNAME_LABEL ? 'nodes' : key} (required anti-affinity)`;
  if (growth !== undefined) return [waiting(context, workload.maxSurge.path, growth, old, !isSure)];
  const all = taken === 1 ? 'the only one' : taken === 2 ? 'both' : `all ${taken}`;
  const where = wantsThem
    ? 'the new ones may go nowhere else (required affinity)'
    : `they are on ${isFull ? all : `${stay} of ${taken}`} ${key === HOSTNAME_LABEL ? 'that' : 'whose nodes'} the new ones may use${assumedText(context, { isSure: areKnown })}`;
  return [
    {
      path: workload.maxSurge.path,
      ...(isSure ? {} : { isConditional: true, severity: 'information' as const }),
      message: `The rollout ${isFull && !isSomewhere ? 'stalls' : 'may stall'}: ${old}, ${where}, and no more of them may go before ${isFull ? 'a new one is' : 'enough new ones are'} available.`,
      short: 'old pods keep the new ones away',
      fixes: taken === envelope.desired ? [oneMissing(context)] : [],
    },
  ];
}

/** The new pods want to be just where the old ones keep them away: in their zone, or on their node and so in its zone. */
function wantsOld(context: RuleContext, before: Workload, key: string): boolean {
  return context.workload.pod.requiredAffinity.some(({ topologyKey, selector }) => {
    if (!matchesSelector(selector, before.pod.labels)) return false;
    if (topologyKey === key) return true;
    const nodes = new PlaceCounter({ ...context, workload: before }).nodesTaking();
    return topologyKey === HOSTNAME_LABEL && nodes.every(({ labels }) => labels[key] !== undefined);
  });
}

/** What the old pods take of the nodes or zones that the new ones may use. */
interface Taken {
  /** So many there are, at least and at most: it may depend on where the pods are. Infinity: one is free for new ones. */
  readonly least: number;
  readonly most: number;
  /** So many old pods there are at most, one each. */
  readonly held: number;
  /** Whether they are where the new ones have to go nobody knows. */
  readonly isSomewhere: boolean;
}

const BESIDE_THEM: Taken = { least: 1, most: 1, held: Infinity, isSomewhere: false };

/** Where the new ones may only go where others are, old ones or another workload's, it depends on where that is. */
function domainsTaken(context: RuleContext, before: Workload, key: string): Taken {
  const old = new PlaceCounter({ ...context, workload: before });
  const domainOf = ({ name, labels }: Pick<NodeFact, 'name' | 'labels'>): string | undefined =>
    key === HOSTNAME_LABEL ? name : labels[key];
  const wanted = context.workload.pod.requiredAffinity;
  const own = wanted.find(({ selector }) => matchesSelector(selector, before.pod.labels));
  const near = own ?? wanted[0];
  const areaOf = ({ labels }: Pick<NodeFact, 'labels'>): string => (near === undefined ? '' : (labels[near.topologyKey] ?? ''));
  const oldNodes = old.nodesTaking();
  const counter = new PlaceCounter(context);
  const newNodes = counter.nodesTaking();
  const sizes = [...new Set(oldNodes.map(areaOf))].map((area) => {
    const isHere = (node: Pick<NodeFact, 'labels'>): boolean => areaOf(node) === area;
    const taken = new Set(oldNodes.filter(isHere).map(domainOf));
    const isTaken = (domain: string | undefined): boolean => domain !== undefined && taken.has(domain);
    const areAllTaken = !taken.has(undefined) && newNodes.filter(isHere).map(domainOf).every(isTaken);
    return areAllTaken ? taken.size : Infinity;
  });
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  const held = own === undefined ? old.count() : Math.min(old.count(), old.leastTogether());
  // From what they leave free a spread may keep the new ones.
  const isTight = held >= least || counter.isBalanced;
  const isSomewhere = own === undefined && near !== undefined;
  return { least, most: isTight ? most : Infinity, held, isSomewhere };
}

function lacking(context: RuleContext, shortage: Shortage, term: AffinityTermFacts): Finding {
  const { places, isForExtra, isSure } = shortage;
  const isDaemon = context.envelope?.kind === 'DaemonSet';
  const none = isForExtra ? ', none may be missing' : '';
  const where = isForExtra && isDaemon ? 'the same' : counted(places, term.topologyKey === HOSTNAME_LABEL ? 'node' : 'domain');
  return {
    path: term.path,
    ...(isSure ? {} : { isConditional: true, severity: 'information' as const }),
    message: `${comesTo(shortage)}: its pods refuse to share ${shared(term)}${none}, and ${wantedText(context, shortage)} ${isForExtra && isDaemon ? 'does' : 'do'} not fit on ${where}${assumedText(context, shortage)}.${noGrowthText(context)}`,
    short: isForExtra ? 'no node for the extra pod' : `too few nodes for the ${isDaemon ? 'pods' : 'replicas'}`,
    fixes: isForExtra ? [oneMissing(context)] : [],
  };
}

/** A pod on a node that does not answer never ends: who may not share its zone waits for ever, if it is there. */
function besideDown(term: AffinityTermFacts, context: RuleContext): Finding[] {
  const { workload, nodes } = context;
  const { topologyKey } = term;
  const isNear = (down: NodeFact, { name, labels }: Pick<NodeFact, 'name' | 'labels'>): boolean =>
    name !== down.name && labels[topologyKey] !== undefined && labels[topologyKey] === down.labels[topologyKey];
  const down = downNodes(workload, nodes.manifests);
  const others = down.length === 0 ? [] : new PlaceCounter(context).nodesTaking();
  const [lost] = down.filter((node) => others.some((other) => isNear(node, other)));
  if (lost === undefined) return [];
  return [
    {
      path: term.path,
      isConditional: true,
      severity: 'information',
      message: `The rollout may stall: its pods refuse to share ${shared(term)}, and node ${lost.name}, which does not answer, shares it with another: a pod there cannot end and keeps the new one away.`,
      short: 'a node without an answer may keep a pod away',
      fixes: [],
    },
  ];
}

function shared({ topologyKey }: AffinityTermFacts): string {
  return topologyKey === HOSTNAME_LABEL ? 'a node' : `a ${topologyKey}`;
}

/** How many nodes or zones there are is not known: what is certain is how many it takes. */
function needing(term: AffinityTermFacts, context: RuleContext): Finding[] {
  const { envelope, nodes } = context;
  const needed = neededPods(context);
  if (envelope === undefined || needed < 2) return [];
  const isHost = term.topologyKey === HOSTNAME_LABEL;
  const isObvious = nodes.known || envelope.desired < 2 || needed === envelope.desired;
  if (isHost && ((needed <= nodes.count && isObvious) || mayGrow(context) !== undefined)) return [];
  const places = isHost ? counted(needed, 'eligible node') : `${counted(needed, 'value')} of ${term.topologyKey}`;
  const extra =
    needed > envelope.desired ? ' + 1 extra pod refuse to share one, and none may be missing' : ' refuse to share one';
  return [
    {
      path: term.path,
      severity: 'information',
      isConditional: true,
      message: `The rollout needs ${places}: ${counted(envelope.desired, 'replica')}${extra}. With fewer it stalls.`,
      short: `needs ${places}`,
      fixes: needed > envelope.desired ? [oneMissing(context)] : [],
    },
  ];
}
