import { counted } from '../model/words';
import { limitsOf } from './namespaceLimits';
import { groupsMeant, growthFor, type Growth } from './growth';
import { ALL_AT_ONCE, PlaceCounter, type Obstacle } from './placeCounter';
import type { RolloutEnvelope } from './rolloutEnvelope';
import type { RuleContext } from './rule';

/** Fewer places than a rollout needs. */
export interface Shortage {
  readonly places: number;
  /** Nodes that the pods may use at all. */
  readonly nodes: number;
  readonly needed: number;
  /** False: there is not even room for the pods that are to run when it is over. */
  readonly isForExtra: boolean;
  /** What is to blame: without it there were more places. */
  readonly obstacle: Obstacle;
  /** With room on every node there were places enough as well. */
  readonly lacksRoom: boolean;
  /** False: the nodes are an assumption, or it depends. */
  readonly isSure: boolean;
  /** There may be more places, depending on where the first pod lands. */
  readonly depends: boolean;
  /** So many nodes take the host port: too few as well, although something else leaves even fewer places. */
  readonly withPort?: number;
  /** What is lacking comes by itself. */
  readonly growth?: Growth;
}

/** How many pods there must be at once for the rollout to go on: one more than wanted where none may be missing. */
export function neededPods({ envelope, before }: RuleContext): number {
  if (envelope === undefined || envelope.desired === 0) return 0;
  // Where no pod ran none is extra.
  const { written, value } = before?.replicas ?? { written: false, value: 1 };
  if (envelope.kind === 'Deployment' && before?.certain === true && written && value === 0) return envelope.desired;
  return envelope.desired + (envelope.surge > 0 && envelope.unavailable === 0 ? 1 : 0);
}

type Needed = Pick<Shortage, 'needed' | 'isForExtra'>;

/** The beginning of a sentence: what comes of a shortage. */
export function comesTo({ isForExtra, depends = false }: Needed & Partial<Pick<Shortage, 'depends'>>): string {
  if (depends) return isForExtra ? 'The rollout may stall' : 'The rollout may never complete';
  return isForExtra ? 'The rollout stalls' : 'The rollout never completes';
}

/** `3 replicas + 1 extra pod`, or what of them is too much already. */
export function wantedText({ envelope }: RuleContext, { needed, isForExtra }: Needed): string {
  const isDaemonSet = envelope?.kind === 'DaemonSet';
  if (isForExtra && isDaemonSet) return 'the new pod beside the old one';
  return isForExtra ? `${counted(needed - 1, 'replica')} + 1 extra pod` : counted(needed, isDaemonSet ? 'daemon pod' : 'replica');
}

/** What is said of nodes that are assumed. */
export function assumedText({ nodes }: RuleContext, { isSure }: Pick<Shortage, 'isSure'>): string {
  return isSure || nodes.manifests.length > 0 ? '' : ` (with ${counted(nodes.count, 'node')}, which is an assumption)`;
}

const shortages = new WeakMap<RuleContext, { readonly shortage: Shortage | undefined }>();

/** What a workload lacks on its nodes; undefined: nothing, as far as is known of them. */
export function shortageOf(context: RuleContext): Shortage | undefined {
  let known = shortages.get(context);
  if (known === undefined) shortages.set(context, (known = { shortage: computeShortage(context) }));
  // What is told again rests on the same objects again.
  if (known.shortage?.lacksRoom === true || known.shortage?.obstacle === 'room') limitsOf(context.facts, context.workload);
  return known.shortage;
}

function computeShortage(context: RuleContext): Shortage | undefined {
  const { envelope, nodes } = context;
  if (envelope === undefined || envelope.refused || envelope.desired === 0 || envelope.strategy === 'OnDelete') return undefined;
  const counter = new PlaceCounter(context);
  // Where nodes are assumed there is room for everything, for pods that do not care which they get.
  if (nodes.manifests.length === 0 && !counter.isChoosy) return undefined;
  const found =
    envelope.kind === 'DaemonSet'
      ? daemonShortage(counter, envelope, groupsMeant(context, true).length > 0)
      : replicaShortage(counter, envelope.desired, neededPods(context));
  if (found === undefined) return undefined;
  const isByNumber =
    nodes.known && (found.obstacle === 'hostPort' || (found.obstacle === 'antiAffinity' && counter.isApartByHost));
  const growth = growthFrom(context, envelope);
  const isSure = !found.depends && (nodes.manifests.length > 0 || isByNumber);
  return { ...found, nodes: nodes.count, isSure, ...(growth === undefined ? {} : { growth }) };
}

/** The nodes that an autoscaler adds until all find a place. */
function growthFrom(context: RuleContext, { desired }: RolloutEnvelope): Growth | undefined {
  const needed = neededPods(context);
  return growthFor(context, needed, (more) => replicaShortage(new PlaceCounter(context, more), desired, needed) === undefined);
}

type Found = Omit<Shortage, 'nodes' | 'isSure'>;

function replicaShortage(counter: PlaceCounter, desired: number, needed: number): Found | undefined {
  const most = counter.count();
  // Where pods want to be together the first one chooses, and not always where there is most room.
  const places = most < needed ? most : counter.leastTogether();
  if (places >= needed) return undefined;
  const isForExtra = places >= desired;
  const found = { places, needed: isForExtra ? needed : desired, isForExtra };
  if (most >= needed) return { ...found, obstacle: 'together', lacksRoom: false, depends: true };
  const blamed = blame(counter, places, needed);
  const withPort = blamed.obstacle === 'hostPort' ? needed : counter.count(NEITHER_PORT_NOR_NODES);
  return { ...found, ...blamed, depends: false, ...(withPort < found.needed ? { withPort } : {}) };
}

/** One pod for each node; with a surge for a while two. */
function daemonShortage(counter: PlaceCounter, { desired, surge }: RolloutEnvelope, mayGrow: boolean): Found | undefined {
  const places = counter.count(NOTHING, 1);
  if (places < desired)
    return { places, needed: desired, isForExtra: false, ...blame(counter, places, desired, 1), depends: false };
  // Pods of nodes that are down or to be left count, too.
  if (counter.leastTogether() < ALL_AT_ONCE && desired > 0 && (counter.nodeCount > 1 || mayGrow))
    return { places: 1, needed: Math.max(2, desired), isForExtra: false, obstacle: 'together', lacksRoom: false, depends: true };
  if (surge === 0) return undefined;
  const twice = counter.count(NOTHING, 2);
  if (twice >= 2 * desired) return undefined;
  return {
    places: twice,
    needed: desired + 1,
    isForExtra: true,
    ...blame(counter, twice, 2 * desired, 2),
    depends: false,
  };
}

/** In the order in which blame is laid: what the manifest asks for, then too little room for it, then the nodes. */
const OBSTACLES: readonly Obstacle[] = ['hostPort', 'spread', 'antiAffinity', 'room', 'together', 'closed', 'labels'];
/** In the order in which the scheduler asks. */
const AS_ASKED: readonly Obstacle[] = ['closed', 'labels', 'hostPort', 'room', 'spread', 'antiAffinity', 'together'];
const NOTHING: ReadonlySet<Obstacle> = new Set();
/** All but the port itself, and which nodes there are for the pods at all. */
const NEITHER_PORT_NOR_NODES: ReadonlySet<Obstacle> = new Set(['spread', 'antiAffinity', 'room', 'together']);

/** The first without which there were enough places, or at least more; else the first that alone leaves too few. */
function blame(
  counter: PlaceCounter,
  places: number,
  needed: number,
  onEach = ALL_AT_ONCE,
): Pick<Shortage, 'obstacle' | 'lacksRoom'> {
  const alone = OBSTACLES.map((obstacle) => ({ obstacle, without: counter.count(new Set([obstacle]), onEach) }));
  const lacksRoom = alone.some(({ obstacle, without }) => obstacle === 'room' && without >= needed);
  const decisive = alone.find(({ without }) => without >= needed) ?? alone.find(({ without }) => without > places);
  if (decisive !== undefined) return { obstacle: decisive.obstacle, lacksRoom };
  const only = (obstacle: Obstacle): ReadonlySet<Obstacle> => new Set(OBSTACLES.filter((other) => other !== obstacle));
  return { obstacle: AS_ASKED.find((obstacle) => counter.count(only(obstacle), onEach) < needed) ?? 'room', lacksRoom };
}
