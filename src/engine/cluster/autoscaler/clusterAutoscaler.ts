/**
 * Ours: as kubernetes/autoscaler does it (cluster-autoscaler: core/static_autoscaler.go, core/scaleup/orchestrator,
 * expander/waste/waste.go). Growing only: nodes that are hardly used stay. Nodes that are asked for always come.
 */
import { namespacedName } from '../../../model/meta';
import { downTaint } from '../../../model/nodes';
import { isPodTerminal } from '../../../model/podConditions';
import type { Node, Pod } from '../../../model/apiTypes';
import type { Time } from '../../../model/time';
import { KINDS } from '../../api/kinds';
import type { ObjectStore, WatchEvent } from '../../api/objectStore';
import type { EventRecorder } from '../../client/eventRecorder';
import { nextTick, type EventLoop } from '../../kernel/eventLoop';
import { isSchedulerObjectKind } from '../scheduler/clusterObjects';
import { ClusterSnapshot } from '../scheduler/clusterSnapshot';
import { preparePod } from '../scheduler/preparePod';
import { changesPlacement } from '../scheduler/schedulerLoop';
import { estimate, podGroups, shareOf, Trial, type Estimate } from './estimator';
import { MAX_SIZE_REACHED, type AutoscaledGroup, type GroupRefusal, type ScaleUp } from './nodeGroups';
import { daemonPod, isForAutoscaler } from './podsConsidered';

/** `--scan-interval`. */
const SCAN_INTERVAL_MS = 10_000;
/** So long before it is ready a node is seen. */
const REGISTERED_MS = 10_000;

export interface ClusterAutoscalerOptions {
  readonly store: ObjectStore;
  readonly loop: EventLoop;
  readonly phase: number;
  readonly recorder: EventRecorder;
  readonly groups: readonly AutoscaledGroup[];
  /** Where in their interval the scans lie, from 0 to 1. */
  readonly scansAt: number;
  /** Which of several groups that waste equally little. */
  readonly random: () => number;
  /** What runs has long been running: the nodes that it needed are there. */
  readonly isWarmingUp: () => boolean;
  /** A node registers; it takes pods so many seconds later. */
  readonly join: (node: Node, readyAfterSeconds: number) => void;
}

/** Adds nodes for pods that fit nowhere, as far as the groups may grow. */
export class ClusterAutoscaler {
  readonly #options: ClusterAutoscalerOptions;
  /** With the nodes that are to come as if they were there. */
  readonly #cluster = new ClusterSnapshot();
  readonly #waiting = new Map<string, Pod>();
  readonly #upcoming = new Map<string, Node>();
  readonly #names: ReadonlyMap<AutoscaledGroup, Set<string>>;
  /** How many nodes each group has added. */
  readonly #added = new Map<AutoscaledGroup, number>();
  readonly #refusals = new Map<string, readonly GroupRefusal[]>();
  readonly scaleUps: ScaleUp[] = [];
  #scanAt: Time | undefined;
  /** Grows with the pods that wait. */
  #changes = 0;
  /** What the last scan that led to nothing had looked at. */
  #judged = '';

  constructor(options: ClusterAutoscalerOptions) {
    this.#options = options;
    this.#names = new Map(options.groups.map((group) => [group, new Set(group.members)]));
    const { store } = options;
    store.subscribe(['Pod'], (event) => {
      this.#onPod(event);
    });
    store.subscribe(['Node'], (event) => {
      this.#onNode(event);
    });
    store.subscribe(KINDS.filter(isSchedulerObjectKind), ({ type, kind, object }) => {
      if (type === 'deleted') this.#cluster.objects.remove(kind, object);
      else this.#cluster.objects.set(kind, object);
      this.#lookLater();
    });
  }

  /** Nodes on their way. */
  get pendingChanges(): number {
    return this.#upcoming.size;
  }

  /** Why no group has helped a pod; empty: one does, or nobody has looked. */
  refusalsOf(pod: Pod): readonly GroupRefusal[] {
    return this.#refusals.get(namespacedName(pod)) ?? [];
  }

  #onPod({ type, key, object: pod, previous }: WatchEvent<'Pod'>): void {
    const isGone = type === 'deleted' || isPodTerminal(pod);
    const isBound = (pod.spec.nodeName ?? '') !== '';
    if (isGone) this.#cluster.removePod(pod);
    else if (isBound && (previous === undefined || changesPlacement(previous, pod))) this.#cluster.updatePod(preparePod(pod));
    if (!isGone && !isBound && isForAutoscaler(pod)) {
      if (!this.#waiting.has(key)) this.#changes++;
      this.#waiting.set(key, pod);
    } else if (this.#waiting.delete(key)) {
      this.#refusals.delete(key);
      this.#changes++;
    }
    this.#lookLater();
  }

  #onNode({ type, object: node }: WatchEvent<'Node'>): void {
    const { name } = node.metadata;
    if (type === 'deleted') {
      this.#upcoming.delete(name);
      this.#cluster.removeNode(name);
    } else if (!this.#upcoming.has(name) || isReady(node)) {
      this.#upcoming.delete(name);
      this.#cluster.updateNode(node);
    }
    this.#lookLater();
  }

  #lookLater(): void {
    if (this.#waiting.size === 0 || this.#scanAt !== undefined) return;
    const { loop, phase, scansAt } = this.#options;
    const at = nextTick(loop.now, SCAN_INTERVAL_MS, scansAt);
    this.#scanAt = at;
    loop.schedule(at, phase, () => {
      this.#scanAt = undefined;
      this.#scan();
    });
  }

  #scan(): void {
    const { generation, nodesVersion, objects } = this.#cluster;
    const seen = [generation, nodesVersion, objects.generation, this.#changes].join(' ');
    if (this.#waiting.size === 0 || seen === this.#judged) return;
    const trial = this.#newTrial();
    for (const name of this.#upcoming.keys()) trial.placeDaemons(name);
    const pods = this.#withoutPlace(trial);
    const chosen = pods.length === 0 ? undefined : this.#bestGroup(pods);
    trial.revert();
    if (chosen === undefined) {
      const { generation: now } = this.#cluster;
      this.#judged = [now, this.#cluster.nodesVersion, objects.generation, this.#changes].join(' ');
      return;
    }
    this.#scaleUp(chosen.group, chosen.estimate);
    // One group at a time: those that are left are looked at again.
    this.#lookLater();
  }

  /** The pods that fit on no node, those that are to come included; the others are placed, so that they take their room. */
  #withoutPlace(trial: Trial): readonly (readonly Pod[])[] {
    return podGroups([...this.#waiting.values()].map(preparePod)).flatMap((alike) => {
      const left: Pod[] = [];
      for (const pod of alike) {
        // Room is being made for it. Where one had no place those like it have none.
        const node = pod.status?.nominatedNodeName ?? (left.length > 0 ? undefined : trial.placeFor(pod));
        if (node === undefined) left.push(pod);
        else trial.place(pod, node);
      }
      return left.length === 0 ? [] : [left];
    });
  }

  /** The group whose new nodes would be used best; ties are drawn. Notes why the others are of no use. */
  #bestGroup(pods: readonly (readonly Pod[])[]): { readonly group: AutoscaledGroup; readonly estimate: Estimate } | undefined {
    const refusals = new Map<readonly Pod[], GroupRefusal[]>(pods.map((alike) => [alike, []]));
    const options = this.#options.groups.flatMap((group) => {
      const room = group.max - this.#sizeOf(group);
      const refuse = (alike: readonly Pod[], reason: string): void => {
        refusals.get(alike)?.push({ group: group.name, max: group.max, reason });
      };
      let turn: number | undefined;
      const fitting = pods.filter((alike) => {
        const judged = room > 0 ? this.#turnFor(group, alike) : MAX_SIZE_REACHED;
        if (typeof judged === 'string') refuse(alike, judged);
        else turn ??= judged;
        return typeof judged === 'number';
      });
      if (turn === undefined) return [];
      const found = estimate(this.#newTrial(), fitting, this.#nextNodes(group, turn), room);
      if (found.nodes.length === 0) return [];
      const used = shareOf(found.pods, found.nodes[0] as Node) / found.nodes.length;
      return [{ group, estimate: found, used }];
    });
    const most = Math.max(...options.map(({ used }) => used));
    const best = options.filter(({ used }) => used === most);
    if (best.length === 0) this.#reportRefusals(refusals);
    return best[best.length > 1 ? Math.floor(this.#options.random() * best.length) : 0];
  }

  /** In which of its zones a node of the group takes such a pod, or why it does in none. */
  #turnFor(group: AutoscaledGroup, [pod]: readonly Pod[]): number | string {
    let refusal = '';
    for (let turn = 0; turn < group.zones && pod !== undefined; turn++) {
      const node = this.#nextNodes(group, turn)(0);
      const trial = this.#newTrial();
      trial.addNode(node);
      const status = trial.refusal(pod, node.metadata.name);
      trial.revert();
      if (status === undefined) return turn;
      refusal = status.reasons.join(', ');
    }
    return refusal;
  }

  #reportRefusals(refusals: ReadonlyMap<readonly Pod[], readonly GroupRefusal[]>): void {
    for (const [pods, reasons] of refusals) {
      const counts = new Map<string, number>();
      for (const { reason } of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
      const text = [...counts].map(([reason, count]) => `${count} ${reason}`).join(', ');
      for (const pod of pods) {
        const key = namespacedName(pod);
        const isKnown = this.#refusals.get(key)?.every(({ reason }, index) => reason === reasons[index]?.reason) === true;
        this.#refusals.set(key, reasons);
        if (!isKnown)
          this.#options.recorder.event('Pod', pod, 'Normal', 'NotTriggerScaleUp', `pod didn't trigger scale-up: ${text}`);
      }
    }
  }

  #newTrial(): Trial {
    return new Trial(this.#cluster, [...this.#options.store.list('DaemonSet')].map(daemonPod));
  }

  /** How many nodes it has, and has asked for. */
  #sizeOf(group: AutoscaledGroup): number {
    let size = 0;
    for (const name of this.#names.get(group) ?? []) if (this.#cluster.getNode(name) !== undefined) size++;
    return size;
  }

  #nextNodes(group: AutoscaledGroup, turn: number): (index: number) => Node {
    const added = this.#added.get(group) ?? 0;
    return (index) => group.newNode(added + index, turn);
  }

  #scaleUp(group: AutoscaledGroup, { nodes, pods }: Estimate): void {
    const { loop, recorder, isWarmingUp } = this.#options;
    const size = this.#sizeOf(group);
    const readyAfterSeconds = isWarmingUp() ? 0 : group.readyAfterSeconds;
    const { max, name } = group;
    const words = `[{${name} ${size}->${size + nodes.length} (max: ${max})}]`;
    for (const pod of pods) {
      this.#refusals.delete(namespacedName(pod));
      recorder.event('Pod', pod, 'Normal', 'TriggeredScaleUp', `pod triggered scale-up: ${words}`);
    }
    const names = nodes.map(({ metadata }) => metadata.name);
    this.scaleUps.push({ at: loop.now, group: name, nodes: names, pods: pods.map(namespacedName), max, readyAfterSeconds });
    this.#added.set(group, (this.#added.get(group) ?? 0) + nodes.length);
    for (const node of nodes) {
      this.#names.get(group)?.add(node.metadata.name);
      this.#upcoming.set(node.metadata.name, node);
      this.#cluster.addNode(node);
      this.#register(node, readyAfterSeconds * 1000);
    }
  }

  #register(node: Node, readyAfterMs: number): void {
    const { loop, phase, join } = this.#options;
    const registered = Math.max(0, readyAfterMs - REGISTERED_MS);
    loop.schedule(loop.now + registered, phase, () => {
      join(node, (readyAfterMs - registered) / 1000);
    });
  }
}

function isReady(node: Node): boolean {
  return downTaint(node.status?.conditions) === undefined;
}
