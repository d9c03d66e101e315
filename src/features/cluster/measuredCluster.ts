import { admittedPod } from '../../engine/simulation/admittedPod';
import type { Workload } from '../../manifest/workload';
import type { ResourceList, ResourceQuota } from '../../model/apiTypes';
import { withFields } from '../../model/copies';
import { matchesSelector } from '../../model/labelSelector';
import { resolvePriority } from '../../model/priority';
import { formatQuantity, parseQuantity } from '../../model/quantity';
import type { ClusterFacts, Fact, NodeFact } from '../../rules/facts';
import { SAME_FILE } from '../../rules/nearness';
import { snapshotUri } from '../../rules/sources';
import { countUse, type ClusterUse, type PodUse } from '../../snapshot/clusterUse';
import { ownerOrSelf } from '../../model/podOwner';
import { measureTimes, type TimesByPod } from '../../snapshot/podTimes';
import { rolloutsIn, type RolloutSeen } from '../../snapshot/rolloutUnderWay';
import type { Snapshot } from '../../snapshot/snapshot';
import { groupsSeen } from './groupsSeen';
import type { Given, MeasuredCluster, Standing } from './inUse';
import { withMeasured } from './measuredTimes';
import { beside, leftOf } from './nodeRoom';
import { factOf, SnapshotFacts } from './snapshotFacts';
import { standingIn } from './standing';

/** Behind the workload's own file, before all others: what was measured is nearer than what somebody wrote elsewhere. */
const DISTANCE = (SAME_FILE + 1) / 2;
/** Workloads whose view of the nodes is kept. */
const MAX_VIEWS = 16;

/** Makes a cluster of a snapshot, in steps: `title` says which it is and how old. */
export function* measuredCluster(snapshot: Snapshot, title: string): Generator<undefined, MeasuredCluster> {
  const uri = snapshotUri(title);
  const use = yield* countUse(snapshot);
  const times = yield* measureTimes(snapshot);
  const nodes: NodeFact[] = [];
  for (const node of snapshot.each('Node')) {
    const fact = factOf('Node', node, uri, undefined);
    if (fact?.fact === 'node') nodes.push(fact);
    yield;
  }
  const rollouts = yield* rolloutsIn(snapshot);
  return new SnapshotCluster(snapshot, title, { use, times, nodes, rollouts });
}

interface Measured {
  readonly use: ClusterUse;
  readonly times: TimesByPod;
  readonly nodes: readonly NodeFact[];
  readonly rollouts: readonly RolloutSeen[];
}

class SnapshotCluster implements MeasuredCluster {
  readonly title: string;
  readonly rollouts: readonly RolloutSeen[];
  readonly #snapshot: Snapshot;
  readonly #use: ClusterUse;
  readonly #times: TimesByPod;
  readonly #nodes: readonly NodeFact[];
  readonly #facts: SnapshotFacts;
  #groups: readonly string[] | undefined;
  readonly #views = new WeakMap<Given, Map<string, Given>>();
  readonly #nodeViews = new Map<string, readonly NodeFact[]>();

  constructor(snapshot: Snapshot, title: string, { use, times, nodes, rollouts }: Measured) {
    this.title = title;
    this.rollouts = rollouts;
    this.#snapshot = snapshot;
    this.#use = use;
    this.#times = times;
    this.#nodes = nodes;
    this.#facts = new SnapshotFacts(snapshot, snapshotUri(title));
  }

  around(given: Given, workload: Workload): Given {
    const { kind, name, writtenNamespace, pod } = workload;
    const key = JSON.stringify([kind, name, writtenNamespace, pod.priorityClassName, pod.labels, pod.containers[0]?.image]);
    let views = this.#views.get(given);
    if (views === undefined) this.#views.set(given, (views = new Map<string, Given>()));
    let view = views.get(key);
    if (view === undefined) views.set(key, (view = this.#givenFor(given, workload)));
    return view;
  }

  get snapshot(): Snapshot {
    return this.#snapshot;
  }

  rolloutOf(workload: Workload): RolloutSeen | undefined {
    const namespace = this.#namespaceOf(workload);
    return this.rollouts.find(
      (seen) => seen.kind === workload.kind && seen.name === workload.name && seen.namespace === namespace,
    );
  }

  roomBesideDaemons(name: string): ResourceList | undefined {
    const node = this.#nodes.find((each) => each.name === name);
    const daemons = (this.#use.byNode.get(name) ?? []).filter(({ owner }) => owner.kind === 'DaemonSet');
    return node === undefined ? undefined : leftOf(node.allocatable, daemons);
  }

  standing({ facts, settings }: Given, workload: Workload): Standing | undefined {
    if (this.#nodes.length === 0) return undefined;
    const { title } = this;
    const own = { workload, namespace: this.#namespaceOf(workload), priority: this.#priorityOf(facts, workload) };
    const standing = standingIn({ title, nodes: this.#nodes, use: this.#use, isOwn: (use) => this.#isOwn(use, workload) }, own);
    if (settings.nodeGroups.length > 0) return standing;
    this.#groups ??= groupsSeen(this.#nodes, title);
    return { ...standing, notes: [...standing.notes, ...this.#groups] };
  }

  #givenFor(given: Given, workload: Workload): Given {
    const { settings } = given;
    const facts = this.#factsFor(given.facts, workload);
    const assumptions = withMeasured(settings.assumptions, this.#times, workload, this.#namespaceOf(workload));
    const counted = this.#nodes.length === 0 ? {} : { nodeCount: undefined };
    return { facts, settings: { ...settings, assumptions, ...counted } };
  }

  #factsFor(facts: ClusterFacts, workload: Workload): ClusterFacts {
    const found = [...this.#inNamespace(workload), ...this.#facts.ofCluster].filter((fact) => isAbout(fact, workload));
    const bySort = new Map(facts.bySort);
    for (const fact of found) {
      const known = bySort.get(fact.fact) ?? [];
      const at = known.findLastIndex(({ distance }) => distance <= DISTANCE) + 1;
      bySort.set(fact.fact, known.toSpliced(at, 0, { fact, distance: DISTANCE }));
    }
    const withClasses = withFields(facts, { bySort });
    const nodes = this.#nodesBeside(withClasses, workload);
    if (nodes.length > 0)
      bySort.set(
        'node',
        nodes.map((fact) => ({ fact, distance: DISTANCE })),
      );
    return withFields(withClasses, { isMeasured: this.#use.pods > 0 });
  }

  #inNamespace(workload: Workload): readonly Fact[] {
    const facts = this.#facts.in(this.#namespaceOf(workload), workload.writtenNamespace);
    return facts.map((fact) => (fact.fact === 'quota' ? { ...fact, quota: this.#usedByOthers(fact.quota, workload) } : fact));
  }

  /** Where a file says no namespace, it is the one in which the workload runs, if there is just one. */
  #namespaceOf({ kind, name, writtenNamespace }: Workload): string {
    if (writtenNamespace !== undefined) return writtenNamespace;
    const [only, ...more] = this.#use.namespacesOf.get(`${kind} ${name}`) ?? [];
    return only !== undefined && more.length === 0 ? only : 'default';
  }

  #isOwn({ owner, namespace }: Pick<PodUse, 'owner' | 'namespace'>, workload: Workload): boolean {
    return owner.kind === workload.kind && owner.name === workload.name && namespace === this.#namespaceOf(workload);
  }

  #priorityOf({ bySort }: ClusterFacts, { pod: { priorityClassName } }: Workload): number {
    const classes = [...(bySort.get('priorityClass') ?? []).map(({ fact }) => fact), ...this.#facts.ofCluster];
    const stored = classes.flatMap((fact) => (fact.fact === 'priorityClass' ? [fact.stored] : []));
    return resolvePriority(priorityClassName, stored)?.value ?? 0;
  }

  /** Whom its pods may push away does not count, and its own old pods do not either. */
  #nodesBeside(facts: ClusterFacts, workload: Workload): readonly NodeFact[] {
    const priority = this.#priorityOf(facts, workload);
    const key = JSON.stringify([workload.kind, workload.name, this.#namespaceOf(workload), priority]);
    const known = this.#nodeViews.get(key);
    if (known !== undefined) return known;
    const nodes = this.#nodes.map((node) => {
      const uses = this.#use.byNode.get(node.name) ?? [];
      const stay = uses.filter((use) => use.priority >= priority && !this.#isOwn(use, workload));
      return beside(node, stay);
    });
    const [oldest] = this.#nodeViews.size >= MAX_VIEWS ? this.#nodeViews.keys() : [];
    if (oldest !== undefined) this.#nodeViews.delete(oldest);
    this.#nodeViews.set(key, nodes);
    return nodes;
  }

  /** The rollout replaces the workload's own pods: what they use comes on top of the others by the rules' own arithmetic. */
  #usedByOthers(quota: ResourceQuota, workload: Workload): ResourceQuota {
    const { used } = quota.status ?? {};
    if (used === undefined) return quota;
    const own = new Map<string, bigint>();
    for (const pod of this.#snapshot.list('Pod', this.#namespaceOf(workload))) {
      if (!this.#isOwn({ owner: ownerOrSelf(pod), namespace: pod.metadata.namespace ?? '' }, workload)) continue;
      for (const [name, { nanos }] of admittedPod(pod.spec, [], [quota]).usage) own.set(name, (own.get(name) ?? 0n) + nanos);
    }
    const rest = Object.entries(used).map(([name, text]) => {
      const quantity = parseQuantity(text);
      const mine = own.get(name) ?? 0n;
      return [name, quantity === undefined ? text : formatQuantity({ ...quantity, nanos: max(0n, quantity.nanos - mine) })];
    });
    return { ...quota, status: { used: Object.fromEntries(rest) as Readonly<Record<string, string>> } };
  }
}

function max(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}

/** Of budgets and Services those that select its pods. */
function isAbout(fact: Fact, { pod: { labels } }: Workload): boolean {
  if (fact.fact === 'budget') return fact.selector !== undefined && matchesSelector(fact.selector, labels);
  if (fact.fact !== 'service') return true;
  return Object.keys(fact.selector).length > 0 && matchesSelector({ matchLabels: fact.selector }, labels);
}
