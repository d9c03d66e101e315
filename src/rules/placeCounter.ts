import { nodesOf } from '../engine/simulation/scenario/clusterObjects';
import type { Workload as ApiWorkload } from '../engine/simulation/scenario/scenario';
import type { SpreadFacts } from '../manifest/podFacts';
import type { Workload } from '../manifest/workload';
import { matchesSelector } from '../model/labelSelector';
import { completeAllocatable } from '../model/nodes';
import { parseResources, type Resources } from '../model/podResources';
import { HOSTNAME_LABEL } from '../model/wellKnown';
import { hasWantedLabels, isOpenTo } from './eligibleNodes';
import type { NodeFact } from './facts';
import { requestsOf } from './podSizes';
import { hostPorts } from './pods';
import type { RuleContext } from './rule';

/** What can keep pods from a place; `closed`, `labels`: the nodes themselves. */
export type Obstacle = 'hostPort' | 'room' | 'spread' | 'antiAffinity' | 'together' | 'closed' | 'labels';

/** What matters of a node to pods that look for one. */
export type Place = Pick<NodeFact, 'name' | 'labels' | 'unschedulable' | 'taints' | 'allocatable' | 'taken'> &
  Partial<Pick<NodeFact, 'down'>>;

export const ONE_POD = ['pods', { nanos: 1_000_000_000n }] as const;
/** More pods than anybody has. */
export const ALL_AT_ONCE = 1_000_000;

const NOTHING: ReadonlySet<Obstacle> = new Set();
const ROOM: ReadonlySet<Obstacle> = new Set(['room']);

/**
 * How many pods of a workload the nodes hold at once. All pods are alike, the old ones and the new ones: what matters is how
 * many each node takes, and how many each zone.
 */
export class PlaceCounter {
  readonly #context: RuleContext;
  readonly #workload: Workload;
  readonly #keepApart: readonly string[];
  readonly #together: readonly string[];
  readonly #spread: readonly SpreadFacts[];
  readonly #hostPorts: ReturnType<typeof hostPorts>;
  readonly #more: readonly Place[];
  #nodesOnce: readonly Place[] | undefined;
  #requestsOnce: Resources | undefined;

  /** `more`: nodes that might be there as well. */
  constructor(context: RuleContext, more: readonly Place[] = []) {
    const { workload } = context;
    const { pod } = workload;
    const isOwn = ({ selector }: Pick<SpreadFacts, 'selector'>): boolean => matchesSelector(selector, pod.labels);
    this.#context = context;
    this.#more = more;
    this.#workload = workload;
    this.#keepApart = pod.requiredAntiAffinity.filter(isOwn).map(({ topologyKey }) => topologyKey);
    this.#together = pod.requiredAffinity.filter(isOwn).map(({ topologyKey }) => topologyKey);
    // A daemon pod is meant for one node: to a spread that honors that there is no other.
    this.#spread = pod.requiredSpread.filter(
      (spread) => isOwn(spread) && (workload.kind === 'Deployment' || spread.ignoresAffinity),
    );
    this.#hostPorts = hostPorts(pod);
  }

  // Most workloads are not choosy, and then nobody asks for these two.
  get #nodes(): readonly Place[] {
    return (this.#nodesOnce ??= [...placesOf(this.#context), ...this.#more]);
  }

  get #requests(): Resources {
    return (this.#requestsOnce ??= requestsOf(this.#context.facts, this.#workload));
  }

  get #hasHostPort(): boolean {
    return this.#hostPorts.length > 0;
  }

  get isApartByHost(): boolean {
    return this.#keepApart.every((key) => key === HOSTNAME_LABEL);
  }

  get isChoosy(): boolean {
    return this.#keepApart.length + this.#together.length + this.#spread.length > 0 || this.#hasHostPort;
  }

  /** What one place takes depends on others. */
  get isBalanced(): boolean {
    return this.#together.length + this.#spread.length > 0;
  }

  /** How many pods fit while these nodes are full of others. */
  countBeside(full: readonly Pick<Place, 'name'>[]): number {
    const names = new Set(full.map(({ name }) => name));
    const slots = [...this.#open(NOTHING, ALL_AT_ONCE)].map(([node, count]) => [node, names.has(node.name) ? 0 : count] as const);
    return this.#total(new Map(slots), NOTHING, this.#together);
  }

  /** How many pods fit if these obstacles were not there, at most so many on each node. */
  count(without = NOTHING, onEach = ALL_AT_ONCE): number {
    return this.#total(this.#open(without, onEach), without, without.has('together') ? [] : this.#together);
  }

  /** How many pods each node takes. */
  #open(without: ReadonlySet<Obstacle>, onEach: number): ReadonlyMap<Place, number> {
    const workload = this.#workload;
    const slots = new Map<Place, number>();
    for (const node of this.#nodes) {
      const isWanted = without.has('labels') || hasWantedLabels(workload, node);
      const isOpen = isWanted && (without.has('closed') || isOpenTo(workload, node));
      slots.set(node, isOpen ? Math.min(onEach, this.#slots(node, without)) : 0);
    }
    return slots;
  }

  /** The nodes that take one pod at least while nobody else is there. */
  nodesTaking(): readonly Place[] {
    return [...this.#open(NOTHING, 1)].flatMap(([node, count]) => (count > 0 ? [node] : []));
  }

  /** The nodes that are open to the pods, those with room for most of them first. */
  roomiest(): readonly Place[] {
    const open = this.#open(ROOM, 1);
    const slots = [...this.#open(NOTHING, ALL_AT_ONCE)].filter(([node]) => open.get(node) === 1);
    return slots.sort((a, b) => b[1] - a[1]).map(([node]) => node);
  }

  /** The same, those first that have the fewest beside them where few pods may share a domain. */
  scarcest(): readonly Place[] {
    const nodes = this.roomiest();
    const key = [...this.#keepApart, ...this.#spread.map(({ topologyKey }) => topologyKey)].find(
      (each) => each !== HOSTNAME_LABEL,
    );
    if (key === undefined) return nodes;
    const beside = new Map<string | undefined, number>();
    for (const { labels } of nodes) beside.set(labels[key], (beside.get(labels[key]) ?? 0) + 1);
    const countOf = ({ labels }: Place): number => beside.get(labels[key]) ?? 0;
    return nodes.toSorted((a, b) => countOf(a) - countOf(b));
  }

  /** The same, those first whose domains have most room together. */
  largest(key: string): readonly Place[] {
    const slots = this.#open(NOTHING, ALL_AT_ONCE);
    const totals = new Map<string | undefined, number>();
    for (const [{ labels }, count] of slots) totals.set(labels[key], (totals.get(labels[key]) ?? 0) + count);
    const totalOf = ({ labels }: Place): number => totals.get(labels[key]) ?? 0;
    return this.roomiest().toSorted((a, b) => totalOf(b) - totalOf(a));
  }

  get nodeCount(): number {
    return this.#nodes.length;
  }

  /** How many pods fit at least where the first of them lands, if they want to be together. */
  leastTogether(): number {
    const [key, ...others] = this.#together;
    if (key === undefined) return ALL_AT_ONCE;
    const possible = this.#byDomain(this.#open(NOTHING, ALL_AT_ONCE), NOTHING, key, others).filter((total) => total > 0);
    return Math.min(ALL_AT_ONCE, ...possible);
  }

  /** Pods that want to be together get the domain with most places, and nothing elsewhere. */
  #total(slots: ReadonlyMap<Place, number>, without: ReadonlySet<Obstacle>, together: readonly string[]): number {
    const [key, ...others] = together;
    if (key !== undefined) return Math.max(0, ...this.#byDomain(slots, without, key, others));
    let total = sum(slots.values());
    if (!without.has('antiAffinity'))
      for (const key of this.#keepApart) if (key !== HOSTNAME_LABEL) total = Math.min(total, sum(inDomains(slots, key)));
    if (!without.has('spread'))
      for (const constraint of this.#spread) total = Math.min(total, this.#spreadOver(slots, constraint));
    return total;
  }

  #byDomain(
    slots: ReadonlyMap<Place, number>,
    without: ReadonlySet<Obstacle>,
    key: string,
    others: readonly string[],
  ): readonly number[] {
    const domains = new Set(this.#nodes.flatMap(({ labels }) => labels[key] ?? []));
    return [...domains].map((domain) => {
      const inside = [...slots].map(([node, count]) => [node, node.labels[key] === domain ? count : 0] as const);
      return this.#total(new Map(inside), without, others);
    });
  }

  #slots(node: Place, without: ReadonlySet<Obstacle>): number {
    if (!without.has('hostPort') && this.#hostPorts.some((port) => isPortTaken(node, port))) return 0;
    const isAlone =
      (!without.has('hostPort') && this.#hasHostPort) ||
      (!without.has('antiAffinity') && this.#keepApart.includes(HOSTNAME_LABEL));
    const room = without.has('room') ? ALL_AT_ONCE : fitting(node, this.#requests);
    return isAlone ? Math.min(1, room) : room;
  }

  /** The emptiest domain, once it is full, holds the others down: at most maxSkew more than there. */
  #spreadOver(slots: ReadonlyMap<Place, number>, { topologyKey, maxSkew, minDomains, ...policy }: SpreadFacts): number {
    const domains = new Map<string, number>();
    for (const [node, count] of slots) {
      const domain = node.labels[topologyKey];
      if (domain === undefined) continue;
      if (!policy.ignoresAffinity && !hasWantedLabels(this.#workload, node)) continue;
      if (policy.honorsTaints && !isOpenTo(this.#workload, node)) continue;
      domains.set(domain, (domains.get(domain) ?? 0) + count);
    }
    const least = domains.size < minDomains ? 0 : Math.min(...domains.values());
    return sum([...domains.values()].map((count) => Math.min(count, least + maxSkew)));
  }
}

/** The nodes that are described, or those that are assumed. */
export function placesOf(context: RuleContext): readonly Place[] {
  const { manifests } = context.nodes;
  return manifests.length > 0 ? manifests : assumedNodes(context);
}

/** Somebody else was seen to have the port there. */
export function isPortTaken(
  { taken }: Pick<NodeFact, 'taken'>,
  own: { readonly port: number; readonly protocol: string },
): boolean {
  return taken?.ports.some(({ port, protocol }) => port === own.port && protocol === own.protocol) === true;
}

/** More nodes than pods can need tell no more. */
const MOST_ASSUMED = 300;

/** The nodes that the simulation assumes. */
function assumedNodes({ workload, envelope, nodes, assumptions }: RuleContext): readonly Place[] {
  const { asks, nodeSelector, nodeAffinity } = workload.pod;
  const affinity = nodeAffinity === undefined ? undefined : { nodeAffinity: { [REQUIRED]: nodeAffinity } };
  const nodeCount = Math.min(nodes.count, MOST_ASSUMED);
  const template = { spec: { ...asks, nodeSelector, affinity } };
  const spec = { replicas: envelope?.desired, selector: {}, template };
  const alike: ApiWorkload = { kind: workload.kind, metadata: { name: workload.name }, spec };
  return nodesOf({ nodeCount, zoneCount: assumptions.zones }, alike).map(({ metadata, status }) => ({
    name: metadata.name,
    labels: metadata.labels ?? {},
    unschedulable: false,
    taints: [],
    allocatable: status?.allocatable ?? {},
  }));
}

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';

const PLENTIFUL = completeAllocatable(undefined);

/** How many such pods an empty node takes. */
export function fitting({ allocatable }: Place, requests: Resources): number {
  const isStated = Object.keys(allocatable).length > 0;
  const amounts = parseResources(isStated ? allocatable : PLENTIFUL);
  let fits = ALL_AT_ONCE;
  for (const [name, { nanos: each }] of [...requests, ONE_POD]) {
    // Of a node that says nothing there is plenty of whatever pods ask for.
    const room = amounts.get(name)?.nanos ?? (isStated ? 0n : undefined);
    if (each > 0n && room !== undefined) fits = Math.min(fits, Number(room / each));
  }
  return fits;
}

/** How many pods that refuse to share a domain each takes; a node without the label is in none, and nothing holds it down. */
function inDomains(slots: ReadonlyMap<Place, number>, key: string): number[] {
  const domains = new Map<string, number>();
  const alone: number[] = [];
  for (const [node, count] of slots) {
    const domain = node.labels[key];
    if (domain === undefined) alone.push(count);
    else domains.set(domain, Math.min(1, (domains.get(domain) ?? 0) + count));
  }
  return [...alone, ...domains.values()];
}

function sum(counts: Iterable<number>): number {
  let total = 0;
  for (const count of counts) total += count;
  return total;
}
