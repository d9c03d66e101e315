import type { AffinityTermFacts } from '../manifest/podFacts';
import type { Workload } from '../manifest/workload';
import { matchesSelector } from '../model/labelSelector';
import { HOSTNAME_LABEL } from '../model/wellKnown';
import { visible } from '../model/words';
import { conflictOf, isAlone, wantsNear, type Conflict } from './conflicts';
import { nodesFor } from './eligibleNodes';
import { factText } from './facts';
import { quotasOf } from './namespaceLimits';
import { mayShareNode } from './nodesInCommon';
import { countedNodes, isSureToRun, notPreempted, runningBeside, type Neighbor } from './neighbors';
import { PlaceCounter } from './placeCounter';
import { neededPods } from './places';
import { admittedPodOf } from './podSizes';
import type { RuleContext } from './rule';
import { isDescribedAnywhere } from './selecting';

type Asked = Pick<RuleContext, 'workload' | 'facts' | 'nodes'>;

function othersWanted({ pod }: Workload): readonly AffinityTermFacts[] {
  return pod.requiredAffinity.filter(({ selector }) => !matchesSelector(selector, pod.labels));
}

/** Required affinity to pods that no file describes: whether they run, and where, nobody knows. */
export function missingCompany({ workload, facts, nodes }: Asked): readonly AffinityTermFacts[] {
  const terms = othersWanted(workload);
  if (terms.length === 0 || facts.isMeasured === true) return [];
  const { near } = runningBeside(facts, workload, countedNodes(facts, nodes), nodes.count);
  return terms.filter(
    (term) => isAlone(term) || !near.some(({ subject, sharesNamespace }) => wantsNear(term, subject, sharesNamespace)),
  );
}

/** Who describes it, nobody or a file from which nothing is counted: of another place, or among samples each other one. */
export function describedText(term: AffinityTermFacts, { workload, facts }: Pick<Asked, 'workload' | 'facts'>): string {
  const { writtenNamespace } = workload;
  const own = writtenNamespace === undefined ? [] : [writtenNamespace];
  const namespaces = term.namespaces.length > 0 ? term.namespaces : own;
  const isDescribed = isDescribedAnywhere(facts, term.selector, namespaces);
  return isDescribed ? 'which only another file describes' : 'which no file here describes';
}

interface Company {
  readonly term: AffinityTermFacts;
  readonly neighbor: Neighbor;
  /** What is wrong with it: the end of a sentence. */
  readonly doubt: string;
  /** Nowhere else would be better. */
  readonly isHopeless: boolean;
}

/** Required affinity to pods of a neighbor that may be where too few of these fit, or may not run themselves. */
export function tightCompany(context: RuleContext): readonly Company[] {
  const { workload, facts, nodes } = context;
  const terms = othersWanted(workload);
  if (terms.length === 0 || facts.isMeasured === true) return [];
  const { near } = runningBeside(facts, workload, countedNodes(facts, nodes), nodes.count);
  return terms.flatMap((term): Company[] => {
    const neighbor = near.find(({ subject, sharesNamespace }) => wantsNear(term, subject, sharesNamespace));
    const found = neighbor === undefined ? undefined : doubtOf(context, term, neighbor, near);
    return neighbor === undefined || found === undefined ? [] : [{ term, neighbor, ...found }];
  });
}

function doubtOf(
  context: RuleContext,
  term: AffinityTermFacts,
  neighbor: Neighbor,
  near: readonly Neighbor[],
): Omit<Company, 'term' | 'neighbor'> | undefined {
  const { subject, sharesNamespace, fact } = neighbor;
  const conflict = conflictOf(context.workload, subject, sharesNamespace);
  const mayMeet = mayShareNode(context.workload.pod, subject.pod);
  if (term.topologyKey === HOSTNAME_LABEL && !mayMeet)
    return { doubt: 'but cannot be there: no node has the labels that both ask for', isHopeless: true };
  // Who shares a node shares all that the node is in.
  if (conflict !== undefined && (term.topologyKey === HOSTNAME_LABEL || term.topologyKey === conflict.key))
    return { doubt: `but cannot be there: ${conflict.why(factText(fact))}`, isHopeless: true };
  if (admittedPodOf(context.facts, subject).refusal !== undefined)
    return { doubt: `which the API server refuses; ${NOBODY}`, isHopeless: false };
  if (isPlenty(context, term, neighbor, { conflict, mayMeet, near })) return undefined;
  return { doubt: 'and where those land there may be too few places', isHopeless: false };
}

/** What comes of company that is not there. */
export const NOBODY = 'where none runs they stay Pending';

/** Wherever the neighbor's pods land there are places enough. */
function isPlenty(
  context: RuleContext,
  { topologyKey }: AffinityTermFacts,
  neighbor: Neighbor,
  { conflict, mayMeet, near }: { conflict: Conflict | undefined; mayMeet: boolean; near: readonly Neighbor[] },
): boolean {
  const { workload, facts, nodes } = context;
  const theirs = nodesFor(facts, neighbor.subject);
  const isEverywhere = neighbor.subject.kind === 'DaemonSet' && nodesFor(facts, workload).every((node) => theirs.includes(node));
  if (workload.kind === 'DaemonSet') return isEverywhere;
  // A quota may refuse them.
  if (neighbor.sharesNamespace && quotasOf(facts, workload).length > 0) return false;
  const others = notPreempted(facts, neighbor.subject, near).filter((other) => other !== neighbor);
  if (nodes.manifests.length > 0 && !isSureToRun(facts, neighbor, nodes.manifests, others)) return false;
  const counter = new PlaceCounter(context);
  const own = counter.roomiest();
  const domainOf = ({ name, labels }: (typeof own)[number]): string | undefined =>
    topologyKey === HOSTNAME_LABEL ? name : labels[topologyKey];
  const domains = new Set((nodes.manifests.length > 0 ? theirs : own).map(domainOf));
  // Who keeps these away takes whole nodes, others a place each where they may be.
  const needed = neededPods(context) + (conflict === undefined && mayMeet ? neighbor.pods : 0);
  return [...domains].every((domain) => {
    const inside = own.filter((node) => domainOf(node) === domain);
    const taken = conflict === undefined ? [] : inside.slice(0, neighbor.pods);
    return domain !== undefined && counter.countBeside([...own.filter((node) => !inside.includes(node)), ...taken]) >= needed;
  });
}

/** `app=cache,tier`: labels with their values, and keys of which more is said than one value. */
export function selectedText({ selector }: AffinityTermFacts): string {
  const labels = Object.entries(selector?.matchLabels ?? {}).map(([key, value]) => `${key}=${value}`);
  const keys = (selector?.matchExpressions ?? []).map(({ key, operator, values = [] }) =>
    operator === 'In' && values.length === 1 ? `${key}=${values[0] ?? ''}` : key,
  );
  return visible([...labels, ...keys].join(',')) || 'any labels';
}
