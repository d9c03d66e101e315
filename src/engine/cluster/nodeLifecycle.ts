/**
 * Upstream: pkg/controller/nodelifecycle/node_lifecycle_controller.go (v1.36.4). One zone, so that no eviction is held
 * back; silence is told, not found out by leases.
 */
import { objectKey } from '../../model/meta';
import type { Node, NodeCondition, Taint } from '../../model/apiTypes';
import { isPodReady } from '../../model/podConditions';
import type { Time } from '../../model/time';
import { NOT_READY_TAINT, UNREACHABLE_TAINT } from '../../model/wellKnown';
import type { ObjectStore, WatchEvent } from '../api/objectStore';
import type { EventRecorder } from '../client/eventRecorder';
import { nextTick, type EventLoop } from '../kernel/eventLoop';
import type { RandomSource } from '../kernel/random';
import { EvictionQueue } from './evictionQueue';
import { withoutReady } from './kubelet/podStatus';
import { PodGarbageCollector } from './podGarbageCollector';
import { TaintEviction } from './taintEviction';

/** Facts: test/conformance/data/cluster/kubelet-facts.json, area `node`. */
const GRACE_PERIOD_MS = 50_000;
const MONITOR_PERIOD_MS = 5_000;
/** So often the taints that evict pods are set. */
const EVICTION_PERIOD_MS = 100;

/** What the model needs from the kubelets. */
export interface NodeAgents {
  silence(node: string): void;
  revive(node: string): void;
}

export interface NodeLifecycleOptions {
  readonly store: ObjectStore;
  readonly loop: EventLoop;
  readonly phase: number;
  readonly recorder: EventRecorder;
  readonly kubelets: NodeAgents;
  readonly random: RandomSource;
}

/**
 * The node controllers: every 5 s they look at the nodes; one that has been silent for 50 s becomes Unknown, takes no new
 * pods and has its pods marked unready; one node after the other gets the taint that evicts pods when their toleration runs
 * out. Pods of a node that is gone are collected.
 */
export class NodeLifecycle {
  readonly #options: NodeLifecycleOptions;
  readonly #evictions: EvictionQueue;
  readonly #taintEviction: TaintEviction;
  readonly #orphans: PodGarbageCollector;
  /** Where in their period the looks lie. */
  readonly #looksAt: number;
  /** Nodes that have come and gone since the last look. */
  #news: (readonly [name: string, isNew: boolean])[] = [];
  readonly #unreachable = new Set<string>();
  #pendingChanges = 0;

  constructor(options: NodeLifecycleOptions) {
    const { store, random } = options;
    this.#options = options;
    this.#evictions = new EvictionQueue(store);
    this.#looksAt = random.spread('looks of the node controller');
    this.#taintEviction = new TaintEviction(options);
    this.#orphans = new PodGarbageCollector({ roundsAt: random.spread('rounds of the pod garbage collector'), ...options });
    store.subscribe(['Node'], (event) => {
      this.#onNode(event);
    });
    store.subscribe(['Pod'], (event) => {
      this.#taintEviction.onPod(event);
    });
  }

  get pendingChanges(): number {
    return this.#pendingChanges + this.#taintEviction.pendingChanges + this.#orphans.pendingChanges;
  }

  #at(time: Time, run: () => void): void {
    const { loop, phase } = this.#options;
    this.#pendingChanges++;
    loop.schedule(time, phase, () => {
      this.#pendingChanges--;
      run();
    });
  }

  #nextLook(): Time {
    return nextTick(this.#options.loop.now, MONITOR_PERIOD_MS, this.#looksAt);
  }

  /** The node falls silent now and comes back after `forSeconds`, if that is given. */
  nodeDown(name: string, forSeconds: number | undefined): void {
    const { kubelets, loop } = this.#options;
    kubelets.silence(name);
    let back = false;
    // Its last sign of life is seen by the next look; the grace period counts from there.
    this.#at(this.#nextLook() + GRACE_PERIOD_MS, () => {
      if (!back) this.#declareUnreachable(name);
    });
    if (forSeconds === undefined) return;
    this.#at(loop.now + forSeconds * 1000, () => {
      back = true;
      this.#declareReady(name);
      kubelets.revive(name);
    });
  }

  /** A node joins before its kubelet is ready; it is so after `readyAfterSeconds`, if that is given. */
  nodeJoins(name: string, readyAfterSeconds: number | undefined): void {
    const { kubelets, loop, store, recorder } = this.#options;
    kubelets.silence(name);
    if (readyAfterSeconds === undefined) return;
    this.#at(loop.now + readyAfterSeconds * 1000, () => {
      const node = store.get('Node', name);
      if (node === undefined) return;
      this.#patchNode(name, (current) => withReadyCondition(withoutDownTaints(current), 'True', loop.now));
      recorder.event('Node', node, 'Normal', 'NodeReady', `Node ${name} status is now: NodeReady`);
      kubelets.revive(name);
    });
  }

  #declareUnreachable(name: string): void {
    const node = this.#options.store.get('Node', name);
    if (node === undefined) return;
    this.#unreachable.add(name);
    this.#patchNode(name, (current) => {
      const tainted = withTaint(current, { key: UNREACHABLE_TAINT, effect: 'NoSchedule' });
      return withReadyCondition(tainted, 'Unknown', this.#options.loop.now);
    });
    this.#options.recorder.event('Node', node, 'Normal', 'NodeNotReady', `Node ${name} status is now: NodeNotReady`);
    this.#markPodsUnready(name);
    this.#evictions.add(node);
    this.#at(nextTick(this.#options.loop.now, EVICTION_PERIOD_MS, this.#looksAt), () => {
      this.#evictNext();
    });
  }

  #markPodsUnready(name: string): void {
    const { store, recorder, loop } = this.#options;
    for (const pod of [...store.list('Pod')]) {
      if (pod.spec.nodeName !== name || !isPodReady(pod)) continue;
      store.patch('Pod', objectKey(pod), (current) => withoutReady(current, loop.now), 'whole');
      recorder.event('Pod', pod, 'Warning', 'NodeNotReady', 'Node is not ready');
    }
  }

  /** Taints the nodes whose turn it is, and comes back for the others. */
  #evictNext(): void {
    const { now } = this.#options.loop;
    const { due, nextAt } = this.#evictions.take(now);
    for (const name of due) this.#patchNode(name, (node) => withTaint(node, { key: UNREACHABLE_TAINT, effect: 'NoExecute' }));
    if (nextAt !== undefined)
      this.#at(nextAt, () => {
        this.#evictNext();
      });
  }

  /** The kubelet reports again; what evicts its pods goes at the next look. */
  #declareReady(name: string): void {
    const { store, recorder, loop } = this.#options;
    const node = store.get('Node', name);
    if (node === undefined || !this.#unreachable.delete(name)) return;
    this.#patchNode(name, (current) => withReadyCondition(withoutTaint(current, 'NoSchedule'), 'True', loop.now));
    recorder.event('Node', node, 'Normal', 'NodeReady', `Node ${name} status is now: NodeReady`);
    this.#at(this.#nextLook(), () => {
      if (this.#unreachable.has(name) || store.get('Node', name) === undefined) return;
      this.#evictions.remove(name);
      this.#patchNode(name, (current) => withoutTaint(current, 'NoExecute'));
      this.#evictNext();
    });
  }

  #patchNode(name: string, change: (node: Node) => Node): void {
    this.#options.store.patch('Node', name, change, 'whole');
  }

  #onNode(event: WatchEvent<'Node'>): void {
    const { name } = event.object.metadata;
    if (event.type !== 'modified') this.#tellAtNextLook(name, event.type === 'added');
    if (event.type === 'deleted') {
      this.#unreachable.delete(name);
      this.#evictions.remove(name);
    }
    this.#taintEviction.onNode(event);
    this.#orphans.onNode(event);
  }

  #tellAtNextLook(name: string, isNew: boolean): void {
    const { loop, phase, recorder } = this.#options;
    this.#news.push([name, isNew]);
    if (this.#news.length > 1) return;
    loop.schedule(this.#nextLook(), phase, () => {
      for (const [node, came] of this.#news) {
        const reason = came ? 'RegisteredNode' : 'RemovingNode';
        const what = came ? `Registered Node ${node} in Controller` : `Removing Node ${node} from Controller`;
        recorder.event('Node', { metadata: { name: node } }, 'Normal', reason, `Node ${node} event: ${what}`);
      }
      this.#news = [];
    });
  }
}

function withTaint(node: Node, taint: Taint): Node {
  return withTaints(node, ({ key, effect }) => key !== taint.key || effect !== taint.effect, [taint]);
}

function withoutTaint(node: Node, effect: Taint['effect']): Node {
  return withTaints(node, (taint) => taint.key !== UNREACHABLE_TAINT || taint.effect !== effect);
}

function withoutDownTaints(node: Node): Node {
  return withTaints(node, ({ key }) => key !== UNREACHABLE_TAINT && key !== NOT_READY_TAINT);
}

/** Those of them that are kept, and others. */
function withTaints(node: Node, isKept: (taint: Taint) => boolean, others: readonly Taint[] = []): Node {
  return { ...node, spec: { ...node.spec, taints: [...(node.spec?.taints ?? []).filter(isKept), ...others] } };
}

function withReadyCondition(node: Node, status: 'True' | 'Unknown', now: number): Node {
  const others = (node.status?.conditions ?? []).filter((condition) => condition.type !== 'Ready');
  const ready: NodeCondition = {
    type: 'Ready',
    status,
    reason: status === 'True' ? 'KubeletReady' : 'NodeStatusUnknown',
    message: status === 'True' ? 'kubelet is posting ready status' : 'Kubelet stopped posting node status.',
    lastTransitionTime: now,
  };
  return { ...node, status: { ...node.status, conditions: [...others, ready] } };
}
