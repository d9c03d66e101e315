import { HOSTNAME_LABEL } from '../model/wellKnown';
import { counted } from '../model/words';
import { replicasThatRan } from './autoscalers';
import { describedText, missingCompany, NOBODY, selectedText, tightCompany } from './company';
import { conflictOf, keyKeptApart, type Conflict } from './conflicts';
import { nodesFor } from './eligibleNodes';
import { factText, type NodeFact } from './facts';
import { groupsMeant, mayGrow, waiting } from './growth';
import { countedNodes, notPreempted, runningBeside, type Neighbor } from './neighbors';
import { PlaceCounter } from './placeCounter';
import { neededPods, wantedText } from './places';
import { ENVELOPE_READS, PLACE_READS, type Finding, type Rule, type RuleContext } from './rule';

export const stallOthers: Rule = {
  id: 'stall-others',
  group: 'stalls',
  claims: 'stall',
  severity: 'warning',
  title: 'pods of others keep the new ones away',
  reads: [...ENVELOPE_READS, ...PLACE_READS],
  check: (context) => {
    const { workload, envelope, facts, nodes } = context;
    if (envelope === undefined || envelope.refused || envelope.strategy === 'OnDelete') return [];
    const isMeantForNew = groupsMeant(context, true).length > 0;
    if (envelope.desired === 0 && !isMeantForNew) return [];
    const { near } = runningBeside(facts, workload, countedNodes(facts, nodes), nodes.count);
    const staying = new Set(notPreempted(facts, workload, near));
    const inTheWay = near.flatMap((neighbor) => {
      const conflict = conflictOf(workload, neighbor.subject, neighbor.sharesNamespace);
      const isThere = conflict !== undefined && (staying.has(neighbor) || isOutOfReach(conflict, neighbor));
      return isThere ? [{ neighbor, conflict }] : [];
    });
    // Of thousands of nodes each is asked only where somebody is in the way.
    if (inTheWay.length === 0) return alone(context);
    const counter = new PlaceCounter(context);
    // Where the others land is not known: what matters is the worst of it.
    const zones = new Set(inTheWay.map(({ conflict: { key } }) => key).filter((key) => key !== HOSTNAME_LABEL));
    const largest = [...zones].map((key) => counter.largest(key));
    const possible = [counter.roomiest(), counter.scarcest(), ...largest].map((own) => {
      const kept = keptFrom(context, own, inTheWay);
      const taken = kept.flatMap((each) => each.taken);
      const old = own.filter((node) => !taken.includes(node)).slice(0, oldApart(context));
      return { first: kept[0], left: counter.countBeside([...taken, ...old]) };
    });
    const [{ first, left }] = possible.toSorted((a, b) => a.left - b.left) as [(typeof possible)[number]];
    // A place that is taken holds down all others, or is the one where all are to be.
    const isTight = left < neededPods(context) || counter.isBalanced;
    if (first !== undefined && (envelope.kind === 'DaemonSet' || isTight)) return [finding(context, first, left)];
    // On a node that others need they may be before the daemon pod.
    const [other] = first === undefined && isMeantForNew ? inTheWay : [];
    return other === undefined ? alone(context) : [finding(context, other, left)];
  },
};

/** So many old pods stay that have a node each to themselves, and keep the new ones from it. */
function oldApart({ workload, before, envelope, autoscaler }: RuleContext): number {
  if (before?.certain !== true || envelope?.kind !== 'Deployment' || envelope.strategy !== 'RollingUpdate') return 0;
  if (keyKeptApart(workload, before) !== HOSTNAME_LABEL) return 0;
  return Math.min(replicasThatRan(before, workload, autoscaler), envelope.floor);
}

/** Only pods of the node itself are preempted: of several in a zone some stay in the way, whatever their priority. */
function isOutOfReach({ key }: Conflict, { pods }: Neighbor): boolean {
  return key !== HOSTNAME_LABEL && pods > 1;
}

/** Whom they want to be near to, no file tells, or not where. */
function alone(context: RuleContext): Finding[] {
  const [missing] = missingCompany(context);
  const [near] = missing === undefined ? tightCompany(context) : [];
  const term = missing ?? near?.term;
  if (term === undefined) return [];
  const who = near === undefined ? `pods with ${selectedText(term)}` : `those of ${factText(near.neighbor.fact)}`;
  return [
    {
      path: term.path,
      isConditional: true,
      ...(near?.isHopeless === true ? {} : { severity: 'information' as const }),
      message: `The rollout may stall: its pods run only near ${who} (required affinity), ${near?.doubt ?? `${describedText(term, context)}; ${NOBODY}`}.`,
      short: 'needs pods to be near to',
    },
  ];
}

interface Kept {
  readonly neighbor: Neighbor;
  readonly conflict: Conflict;
  readonly taken: readonly Pick<NodeFact, 'name'>[];
}

type Node = Pick<NodeFact, 'name' | 'labels'>;

/** Who keeps these pods from which of their nodes, the first of them first: each from others, as far as there are any. */
function keptFrom(
  context: RuleContext,
  own: readonly Node[],
  inTheWay: readonly { readonly neighbor: Neighbor; readonly conflict: Conflict }[],
): readonly (Kept & { readonly taken: readonly Node[] })[] {
  let open = own;
  return inTheWay.flatMap(({ neighbor, conflict }) => {
    const taken = nodesTaken(context, neighbor.subject.kind === 'DaemonSet' ? own : open, neighbor, conflict);
    open = open.filter((node) => !taken.includes(node));
    return taken.length === 0 ? [] : [{ neighbor, conflict, taken }];
  });
}

/** The nodes from which the neighbor's pods may keep these away. */
function nodesTaken(
  { facts, nodes }: RuleContext,
  own: readonly Node[],
  { subject, pods }: Neighbor,
  { key, isByNode }: Conflict,
): readonly Node[] {
  const theirs = nodes.manifests.length === 0 ? own : nodesFor(facts, subject);
  const domainOf = ({ name, labels }: Node): string | undefined =>
    (key === HOSTNAME_LABEL ? undefined : labels[key]) ?? (isByNode ? name : undefined);
  const possible = new Set(theirs.map(domainOf));
  const both = [...new Set(own.map(domainOf))].filter((domain) => domain !== undefined && possible.has(domain));
  const taken = new Set(subject.kind === 'DaemonSet' ? both : both.slice(0, pods));
  return own.filter((node) => taken.has(domainOf(node)));
}

function finding(context: RuleContext, { neighbor, conflict }: Omit<Kept, 'taken'>, left: number): Finding {
  const isDaemon = context.envelope?.kind === 'DaemonSet';
  const needed = neededPods(context);
  const isForExtra = needed > (context.envelope?.desired ?? 0);
  const wanted = wantedText(context, { needed, isForExtra });
  const lack = left === 0 ? `no place for ${wanted}` : `${counted(left, 'place')}, but ${wanted} need one each`;
  const rest = isDaemon ? 'a node that has one takes no daemon pod' : `that may leave ${lack}`;
  const growth = conflict.key === HOSTNAME_LABEL && !isDaemon ? mayGrow(context) : undefined;
  if (growth !== undefined)
    return waiting(context, conflict.path, growth, `${conflict.why(factText(neighbor.fact))}; ${rest}`, true);
  // Daemon pods are everywhere, whatever the scheduler does.
  const isEverywhere = neighbor.subject.kind === 'DaemonSet' && (left === 0 || isDaemon);
  return {
    path: conflict.path,
    isConditional: true,
    ...(isEverywhere ? {} : { severity: 'information' as const }),
    message: `The rollout may stall: ${conflict.why(factText(neighbor.fact))}; ${rest}.`,
    short: conflict.short(neighbor.fact.name),
  };
}
