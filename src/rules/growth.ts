import type { ScalableGroup } from '../engine/simulation/scenario/actions';
import { groupTemplate, type GroupTemplate } from '../engine/simulation/scenario/growingGroups';
import type { Path } from '../manifest/source';
import { NODE_READY_SECONDS } from '../model/assumptions';
import { matchesSelector } from '../model/labelSelector';
import { HOSTNAME_LABEL, ZONE_LABEL } from '../model/wellKnown';
import { counted, formatDuration, fullGroupText, listed, plural, visible } from '../model/words';
import { autoscalersOf, replicasThatRan } from './autoscalers';
import { conflictOf } from './conflicts';
import { hasWantedLabels, isOpenTo } from './eligibleNodes';
import { isSureToRun, lessPodsOf, runningBeside, type Neighbor } from './neighbors';
import { fitting, PlaceCounter, placesOf, type Place } from './placeCounter';
import { requestsOf } from './podSizes';
import type { Finding, RuleContext } from './rule';

/** Nodes that an autoscaler adds for pods that fit nowhere. */
export interface Growth {
  readonly groups: readonly string[];
  readonly nodes: number;
  /** Until the first of them takes pods. */
  readonly seconds: number;
}

/** A group of which one node more, at least, would take a pod of the workload. */
interface Helpful {
  readonly group: ScalableGroup;
  readonly room: number;
  /** The first of them in any of the group's zones. */
  readonly places: (count: number, turn?: number) => readonly Place[];
  readonly zones: number;
  /** So many in each of its zones: to pods that want to be together they come wherever the first of those is. */
  readonly inEachZone: (count: number) => readonly Place[];
}

interface Helped {
  readonly helpful: readonly Helpful[];
  /** Why the others are of no use, each as the end of a sentence. */
  readonly useless: readonly string[];
}

const known = new WeakMap<RuleContext, Helped>();
const NOBODY: Helped = { helpful: [], useless: [] };

/** A daemon pod is meant for a node that is there: nobody adds one for it. */
function helpedBy(context: RuleContext): Helped {
  const { groups = [] } = context.nodes;
  if (groups.length === 0 || context.workload.kind === 'DaemonSet') return NOBODY;
  let helped = known.get(context);
  if (helped === undefined) known.set(context, (helped = judge(context, groups)));
  return helped;
}

/** Groups whose new nodes, which come for others, are meant for daemon pods, and whether these fit there. */
export function groupsMeant(context: RuleContext, areToFit: boolean): readonly string[] {
  const { workload, facts, assumptions, nodes } = context;
  if (workload.kind !== 'DaemonSet' || nodes.groups === undefined) return [];
  const requests = requestsOf(facts, workload);
  const shown = samplesOf(context);
  return nodes.groups.flatMap((group) => {
    const template = groupTemplate(group, shown, assumptions.zones);
    const node = newPlace(template, 0, context);
    const isMeant = (group.max ?? 0) > template.members.length && hasWantedLabels(workload, node) && isOpenTo(workload, node);
    const fits = fitting(node, requests);
    return isMeant && (areToFit ? fits > 0 : fits < podsAtOnce(context)) ? [visible(group.name)] : [];
  });
}

/** Of a node's daemon pods there are two for a while where the new one comes beside the old one. */
function podsAtOnce({ envelope }: RuleContext): 1 | 2 {
  return (envelope?.surge ?? 0) > 0 ? 2 : 1;
}

/** The nodes that there are, as examples of those that come. */
function samplesOf(context: RuleContext): Parameters<typeof groupTemplate>[1] {
  const samples = placesOf(context).filter(({ unschedulable, down }) => !unschedulable && down !== true);
  return samples.map(({ taken, ...place }) => ({
    ...place,
    allocatable: Object.keys(place.allocatable).length === 0 ? undefined : (taken?.whole ?? place.allocatable),
  }));
}

function judge(context: RuleContext, groups: readonly ScalableGroup[]): Helped {
  const { workload, facts, assumptions } = context;
  const shown = samplesOf(context);
  const requests = requestsOf(facts, workload);
  const helpful: Helpful[] = [];
  const useless: string[] = [];
  for (const group of groups) {
    const template = groupTemplate(group, shown, assumptions.zones);
    const name = visible(group.name);
    const room = (group.max ?? 0) - template.members.length;
    const open = template.zones.filter((zone) => takes(newPlace({ ...template, zones: [zone] }, 0, context), context));
    const inTurn = open.length === 0 ? template : { ...template, zones: open };
    const node = newPlace(inTurn, 0, context);
    if (room < 1) useless.push(fullGroupText(name, group.max ?? 0));
    else if (!hasWantedLabels(workload, node)) useless.push(`nodes of group ${name} do not have the labels`);
    else if (!isOpenTo(workload, node)) useless.push(`nodes of group ${name} have taints that the pods do not tolerate`);
    else if (fitting(node, requests) < 1) useless.push(`nodes of group ${name} are too small`);
    else {
      const places = (count: number, turn = 0): readonly Place[] =>
        Array.from({ length: Math.min(count, room) }, (_, index) => newPlace(inTurn, index, context, turn));
      const inEachZone = (count: number): readonly Place[] =>
        inTurn.zones.flatMap((zone, turn) =>
          Array.from({ length: count }, (_, index) => newPlace({ ...inTurn, zones: [zone] }, turn * count + index, context)),
        );
      helpful.push({ group, room, places, zones: inTurn.zones.length, inEachZone });
    }
  }
  return { helpful, useless };
}

function takes(place: Place, { workload, facts }: RuleContext): boolean {
  return hasWantedLabels(workload, place) && isOpenTo(workload, place) && fitting(place, requestsOf(facts, workload)) > 0;
}

/** The node as the autoscaler will have it, less what daemon pods of others take there. */
function newPlace(
  { name, labels, taints, allocatable, zones, count }: GroupTemplate,
  index: number,
  context: RuleContext,
  turn = 0,
): Place {
  const zone = zones[(count + index + turn) % zones.length] ?? '';
  const full = `${name} +${index + 1}`;
  const place: Place = {
    name: full,
    labels: { [ZONE_LABEL]: zone, ...labels, [HOSTNAME_LABEL]: full },
    unschedulable: false,
    taints,
    allocatable,
  };
  return runningBeside(context.facts, context.workload)
    .near.filter(({ subject }) => subject.kind === 'DaemonSet' && hasWantedLabels(subject, place) && isOpenTo(subject, place))
    .reduce((left, daemon) => withDaemon(context, left, { ...daemon, pods: 1 }), place);
}

/** A daemon pod for which there is no room is not there. */
function withDaemon({ facts }: RuleContext, place: Place, daemon: Neighbor): Place {
  return fitting(place, requestsOf(facts, daemon.subject)) === 0 ? place : lessPodsOf(facts, place, [daemon]);
}

/** Whether the autoscaler adds a node for a pod that fits nowhere. */
export function mayGrow(context: RuleContext): Growth | undefined {
  const { helpful } = helpedBy(context);
  return helpful.length === 0 ? undefined : growthOf(helpful, 1);
}

/** The fewest nodes with which `isEnough`; undefined: however many come, it is not. */
export function growthFor(context: RuleContext, most: number, isEnough: (more: readonly Place[]) => boolean): Growth | undefined {
  const { helpful } = helpedBy(context);
  const { pod } = context.workload;
  const isTogether = pod.requiredAffinity.some(({ selector }) => matchesSelector(selector, pod.labels));
  const alone = helpful.flatMap((each) => {
    const turns = Array.from({ length: Math.max(1, each.zones) }, (_, turn) => turn);
    const isEnoughOf = (count: number): boolean =>
      turns.some((turn) => isEnough(each.places(count, turn))) || (isTogether && isEnough(each.inEachZone(count)));
    const nodes = fewest(Math.min(each.room, most), isEnoughOf);
    return nodes === undefined ? [] : [growthOf([each], nodes)];
  });
  const [best] = alone.sort((one, other) => one.nodes - other.nodes);
  if (best !== undefined || helpful.length < 2) return best;
  const all = helpful.flatMap((each) => each.places(most));
  return isEnough(all) ? growthOf(helpful, all.length) : undefined;
}

function growthOf(helpful: readonly Helpful[], nodes: number): Growth {
  const seconds = helpful.map(({ group: { readyAfterSeconds = NODE_READY_SECONDS } }) => readyAfterSeconds);
  return { groups: helpful.map(({ group }) => visible(group.name)), nodes, seconds: Math.max(...seconds) };
}

/** By halves: more nodes never take fewer pods. */
function fewest(most: number, isEnough: (count: number) => boolean): number | undefined {
  if (most < 1 || !isEnough(most)) return undefined;
  let [least, enough] = [1, most];
  while (least < enough) {
    const middle = Math.floor((least + enough) / 2);
    if (isEnough(middle)) enough = middle;
    else least = middle + 1;
  }
  return enough;
}

/** What ran before, or others, have needed more nodes than are known: these are there, and may do. */
function hasGrown(context: RuleContext): boolean {
  const { before, envelope, facts, workload, nodes } = context;
  const { near } = runningBeside(facts, workload);
  const isInNeed = (other: Neighbor): boolean =>
    conflictOf(workload, other.subject, other.sharesNamespace) !== undefined ||
    (other.subject.kind !== 'DaemonSet' && !isSureToRun(facts, other, nodes.manifests));
  if (near.some(isInNeed)) return true;
  const ran = before?.certain === true && before.kind === workload.kind ? before : workload;
  const replicas = ran === workload ? (envelope?.desired ?? 0) : replicasThatRan(ran, workload, context.autoscaler);
  const most = Math.max(replicas, ...autoscalersOf(facts, workload).map(({ minReplicas }) => minReplicas));
  return new PlaceCounter({ ...context, workload: ran }).count() < most;
}

/** A rollout that goes on as soon as there is a node more; `mayNot`: perhaps it does not have to wait. */
export function waiting(context: RuleContext, path: Path, growth: Growth, why: string, mayNot = false): Finding {
  // What applying sets may be through before the autoscaler sets the number right.
  const isSetFirst = context.autoscaler !== undefined && context.workload.replicas.written;
  const isDoubtful = mayNot || isSetFirst || hasGrown(context);
  const seconds = formatDuration(growth.seconds);
  const nodes = growth.nodes === 1 ? 'a node' : counted(growth.nodes, 'node');
  return {
    path,
    severity: 'information',
    isConditional: true,
    message: `The rollout ${isDoubtful ? 'may wait' : 'waits'} about ${seconds} for ${nodes} of ${groupsText(growth)}, which the cluster autoscaler adds: ${why}.`,
    short: `${isDoubtful ? 'may wait' : 'waits'} ~${seconds} for ${nodes}`,
  };
}

export function groupsText({ groups }: Pick<Growth, 'groups'>): string {
  return `${plural(groups.length, 'group', 'groups')} ${listed(groups)}`;
}

/** Why nobody adds nodes, as a sentence; empty where there are no groups. */
export function noGrowthText(context: RuleContext): string {
  const { helpful, useless } = helpedBy(context);
  const reasons = [
    ...useless,
    ...helpful.map(({ group, room }) => `${counted(room, 'node')} more of group ${visible(group.name)} would not be enough`),
  ];
  return reasons.length === 0 ? '' : ` The cluster autoscaler does not help: ${listed(reasons)}.`;
}
