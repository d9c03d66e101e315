/**
 * Upstream: pkg/controller/nodelifecycle/node_lifecycle_controller.go (v1.36.4). One zone, so that no eviction is held
 * back; silence is told, not found out by leases.
 */
import { objectKey } from '../../model/meta';
import type { Node, NodeCondition, Pod, Taint } from '../../model/apiTypes';
import { isPodReady } from '../../model/podConditions';
import { toleratesTaint } from '../../model/scheduling';
import { NOT_READY_TAINT, UNREACHABLE_TAINT } from '../../model/wellKnown';
import type { ObjectStore, WatchEvent } from '../api/objectStore';
import type { EventRecorder } from '../client/eventRecorder';
import type { EventLoop } from '../kernel/eventLoop';
import { EvictionQueue } from './evictionQueue';
import { withoutReady } from './kubelet/podStatus';

/** Facts: test/conformance/data/cluster/kubelet-facts.json, area `node`. */
const GRACE_PERIOD_SECONDS = 50;
const DEFAULT_TOLERATION_SECONDS = 300;
const ORPHAN_QUARANTINE_SECONDS = 40;

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
}

/**
 * The node controllers: a silent node becomes Unknown after 50 s, takes no new pods and has its pods marked unready; one
 * node after the other gets the taint that evicts pods when their toleration runs out. Pods of a node that is gone are
 * collected.
 */
export class NodeLifecycle {
  readonly #options: NodeLifecycleOptions;
  /** Nodes whose NoExecute taints evict, with the moment they were first seen. */
  readonly #evicting = new Map<string, { readonly since: number; readonly taint: Taint }>();
  readonly #evictions: EvictionQueue;
  #pendingChanges = 0;

  constructor(options: NodeLifecycleOptions) {
    this.#options = options;
    this.#evictions = new EvictionQueue(options.store);
    options.store.subscribe((event) => {
      if (event.kind === 'Node') this.#onNode(event as WatchEvent<'Node'>);
      else if (event.kind === 'Pod') this.#onPod(event as WatchEvent<'Pod'>);
    });
  }

  get pendingChanges(): number {
    return this.#pendingChanges;
  }

  #later(seconds: number, run: () => void): void {
    const { loop, phase } = this.#options;
    this.#pendingChanges++;
    loop.schedule(loop.now + seconds * 1000, phase, () => {
      this.#pendingChanges--;
      run();
    });
  }

  /** The node falls silent now and comes back after `forSeconds`, if that is given. */
  nodeDown(name: string, forSeconds: number | undefined): void {
    const { kubelets } = this.#options;
    kubelets.silence(name);
    let back = false;
    this.#later(GRACE_PERIOD_SECONDS, () => {
      if (!back) this.#declareUnreachable(name);
    });
    if (forSeconds === undefined) return;
    this.#later(forSeconds, () => {
      back = true;
      this.#declareReady(name);
      kubelets.revive(name);
    });
  }

  #declareUnreachable(name: string): void {
    const node = this.#options.store.get('Node', name);
    if (node === undefined) return;
    this.#patchNode(name, (current) => {
      const tainted = withTaint(current, { key: UNREACHABLE_TAINT, effect: 'NoSchedule' });
      return withReadyCondition(tainted, 'Unknown', this.#options.loop.now);
    });
    this.#options.recorder.event('Node', node, 'Normal', 'NodeNotReady', `Node ${name} status is now: NodeNotReady`);
    this.#markPodsUnready(name);
    this.#evictions.add(node);
    this.#evictNext();
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
      this.#later((nextAt - now) / 1000, () => {
        this.#evictNext();
      });
  }

  #declareReady(name: string): void {
    const node = this.#options.store.get('Node', name);
    if (node === undefined) return;
    this.#patchNode(name, (current) => {
      const taints = (current.spec?.taints ?? []).filter((taint) => taint.key !== UNREACHABLE_TAINT);
      return withReadyCondition({ ...current, spec: { ...current.spec, taints } }, 'True', this.#options.loop.now);
    });
    this.#options.recorder.event('Node', node, 'Normal', 'NodeReady', `Node ${name} status is now: NodeReady`);
    this.#evictions.remove(name);
    this.#evictNext();
  }

  #patchNode(name: string, change: (node: Node) => Node): void {
    this.#options.store.patch('Node', name, change, 'whole');
  }

  #onNode(event: WatchEvent<'Node'>): void {
    const { name } = event.object.metadata;
    if (event.type === 'deleted') {
      this.#evicting.delete(name);
      this.#evictions.remove(name);
      this.#later(ORPHAN_QUARANTINE_SECONDS, () => {
        this.#collectOrphans(name);
      });
      return;
    }
    const taint = event.object.spec?.taints?.find((candidate) => candidate.effect === 'NoExecute');
    if (taint === undefined) {
      this.#evicting.delete(name);
    } else if (this.#evicting.get(name)?.taint.key !== taint.key) {
      this.#evicting.set(name, { since: this.#options.loop.now, taint });
      for (const pod of this.#options.store.list('Pod')) if (pod.spec.nodeName === name) this.#planEviction(pod, name);
    }
  }

  #onPod(event: WatchEvent<'Pod'>): void {
    if (this.#evicting.size === 0 || event.type === 'deleted') return;
    const node = event.object.spec.nodeName;
    const wasBound = event.previous?.spec.nodeName !== undefined;
    if (node !== undefined && !wasBound && this.#evicting.has(node)) this.#planEviction(event.object, node);
  }

  /** A pod outlives a NoExecute taint for as long as it tolerates it, counted from when the taint was first seen. */
  #planEviction(pod: Pod, node: string): void {
    const eviction = this.#evicting.get(node);
    if (eviction === undefined || pod.metadata.deletionTimestamp !== undefined) return;
    const seconds = toleratedSeconds(pod, eviction.taint);
    if (seconds === Infinity) return;
    const key = objectKey(pod);
    const { uid } = pod.metadata;
    const elapsed = (this.#options.loop.now - eviction.since) / 1000;
    this.#later(Math.max(0, seconds - elapsed), () => {
      const current = this.#options.store.get('Pod', key);
      if (current?.metadata.uid !== uid || current?.metadata.deletionTimestamp !== undefined) return;
      if (this.#evicting.get(node) !== eviction) return;
      this.#options.recorder.event('Pod', pod, 'Normal', 'TaintManagerEviction', `Marking for deletion Pod ${key}`);
      this.#options.store.delete('Pod', key);
    });
  }

  /** Nobody will ever confirm the end of pods whose node is gone: they are removed without a kubelet. */
  #collectOrphans(node: string): void {
    const { store } = this.#options;
    if (store.get('Node', node) !== undefined) return;
    for (const pod of [...store.list('Pod')]) if (pod.spec.nodeName === node) store.remove('Pod', objectKey(pod));
  }
}

/** The smallest of the matching tolerations; without one, the default for node problems, else not at all. */
function toleratedSeconds(pod: Pod, taint: Taint): number {
  const matching = (pod.spec.tolerations ?? []).filter((toleration) => toleratesTaint(toleration, taint));
  const isNodeProblem = taint.key === UNREACHABLE_TAINT || taint.key === NOT_READY_TAINT;
  if (matching.length === 0) return isNodeProblem ? DEFAULT_TOLERATION_SECONDS : 0;
  return Math.min(...matching.map((toleration) => Math.max(0, toleration.tolerationSeconds ?? Infinity)));
}

function withTaint(node: Node, taint: Taint): Node {
  const others = (node.spec?.taints ?? []).filter(({ key, effect }) => key !== taint.key || effect !== taint.effect);
  return { ...node, spec: { ...node.spec, taints: [...others, taint] } };
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
