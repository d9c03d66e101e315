import type { DaemonSet, DaemonSetUpdateStrategy, Node, Pod, PodPhase, Taint } from '../../../../src/model/apiTypes';
import { CONTROLLER_REVISION_HASH_LABEL, TEMPLATE_GENERATION_ANNOTATION } from '../../../../src/model/wellKnown';
import type { ObjectStore } from '../../../../src/engine/api/objectStore';
import type { InformerFactory } from '../../../../src/engine/client/informerFactory';
import {
  daemonContext,
  DaemonSync,
  getNodesToDaemonPods,
  type DaemonContext,
} from '../../../../src/engine/controllers/daemon/daemonSync';
import { getTargetNodeName, replaceDaemonSetPodNodeNameNodeAffinity } from '../../../../src/engine/controllers/daemon/daemonUtil';
import { manage } from '../../../../src/engine/controllers/daemon/manage';
import { rollingUpdate } from '../../../../src/engine/controllers/daemon/rollingUpdate';
import { updateDaemonSetStatus } from '../../../../src/engine/controllers/daemon/daemonSetStatus';
import type { EventLoop } from '../../../../src/engine/kernel/eventLoop';
import { IDLE_QUEUE, TestCluster } from '../../../support/testCluster';
import { ListeningPodControl } from './listeningPodControl';
import { Reference, type Plan } from './reference';

interface AddPod {
  readonly op: 'addPod';
  readonly node: number;
  readonly bound: boolean;
  readonly old: boolean;
  readonly orphan: boolean;
}
export type HistoryOp = AddPod | { readonly op: string; readonly index: number };

const KEY = 'default/agent';
const LABELS = { app: 'agent' };
const STRATEGIES: readonly DaemonSetUpdateStrategy[] = [
  { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1, maxSurge: 0 } },
  { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '50%', maxSurge: 0 } },
  { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
  { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0, maxSurge: '50%' } },
  { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0, maxSurge: 0 } },
];
const TAINT: Taint = { key: 'dedicated', effect: 'NoSchedule' };
const EVICTING: Taint = { key: 'dedicated', effect: 'NoExecute' };

/** A cluster in which anything may happen, and in which each decision is compared with the reference's. */
export class HistoryWorld {
  readonly #loop: EventLoop;
  readonly #store: ObjectStore;
  readonly #informers: InformerFactory;
  readonly #context: DaemonContext;
  #done: { create: string[]; delete: string[] } = { create: [], delete: [] };
  #names = 0;

  constructor() {
    const cluster = new TestCluster({ digits: 4 });
    this.#loop = cluster.loop;
    this.#store = cluster.store;
    const options = cluster.byHand();
    this.#informers = options.informers;
    const context = daemonContext({ ...options, nodeUpdateQueue: IDLE_QUEUE, controllerRevisionHash: () => 'unused' });
    const podControl = new ListeningPodControl(this.#store, options.recorder, () => this.#done);
    this.#context = { ...context, podControl };
    this.#store.create('DaemonSet', firstDaemonSet());
    for (let number = 0; number < 4; number++) this.#addNode(number);
    this.#informers.deliver();
  }

  /** Plays one step; says where the controller and the reference part, if they do. */
  play(op: HistoryOp): string | undefined {
    this.#done = { create: [], delete: [] };
    if (op.op === 'addPod') {
      this.#addPod(op as AddPod);
      return undefined;
    }
    const { index } = op as { readonly index: number };
    switch (op.op) {
      case 'manage':
        return this.#compare(manage, (reference) => reference.manage());
      case 'rollingUpdate':
        return this.#compare(rollingUpdate, (reference) => reference.rollingUpdate());
      case 'status':
        return this.#compareTotals();
      case 'sync':
        updateDaemonSetStatus(this.#sync(), true);
        return undefined;
      default:
        this.#disturb(op.op, index);
        return undefined;
    }
  }

  #sync(): DaemonSync {
    const ds = this.#context.caches.daemonSets.get(KEY) as DaemonSet;
    return new DaemonSync(this.#context, ds, hashOf(ds));
  }

  #reference(): Reference {
    const { ds, hash } = this.#sync();
    const heldBack = new Map<string, boolean>();
    return new Reference({
      ds,
      hash,
      nodes: [...this.#context.caches.nodes.list()],
      pods: [...this.#context.caches.pods.list()],
      store: this.#store,
      now: this.#loop.now,
      isHeldBack: (name) => {
        // The first failed pod of a node that may go raises the delay and so holds back the others.
        const held = heldBack.get(name) ?? this.#isInBackoff(ds, name);
        heldBack.set(name, true);
        return held;
      },
    });
  }

  #isInBackoff({ metadata, status }: DaemonSet, nodeName: string): boolean {
    const key = `${metadata.uid ?? ''}/${status?.observedGeneration ?? 0}/${nodeName}`;
    return this.#context.failedPodsBackoff.isInBackOffSinceUpdate(key);
  }

  #compare(decide: (sync: DaemonSync) => void, plan: (reference: Reference) => Plan): string | undefined {
    const expected = attempt(() => plan(this.#reference()));
    const problem = attempt(() => {
      decide(this.#sync());
    });
    // A deletion that comes too late fails and is still a decision.
    const actual = typeof problem === 'string' && problem.startsWith("couldn't get") ? problem : this.#done;
    return sameJson(expected, actual);
  }

  #compareTotals(): string | undefined {
    const reference = this.#reference();
    const nodes = getNodesToDaemonPods(this.#sync());
    const hashes = ['old', 'v0', 'v1', 'v2'].filter((hash) => nodes.hasHash(hash));
    const expected = [reference.status(), reference.surgeAvailable(), [...reference.liveHashes()].sort()];
    return sameJson(expected, [nodes.totals, nodes.surgeAvailable, hashes]);
  }

  #pod(index: number): Pod | undefined {
    const pods = [...this.#store.list('Pod')];
    return pods[index % Math.max(pods.length, 1)];
  }

  #addPod({ node, bound, old, orphan }: AddPod): void {
    const ds = this.#store.get('DaemonSet', KEY) as DaemonSet;
    const name = `pod-${String(++this.#names).padStart(4, '0')}`;
    const { uid = '' } = ds.metadata;
    const owner = { apiVersion: 'apps/v1', kind: 'DaemonSet', name: 'agent', uid, controller: true };
    const nodeName = `node-${node}`;
    this.#store.create('Pod', {
      metadata: {
        name,
        namespace: 'default',
        labels: { ...LABELS, [CONTROLLER_REVISION_HASH_LABEL]: old ? 'old' : hashOf(ds) },
        ownerReferences: orphan ? undefined : [owner],
      },
      spec: {
        containers: [],
        ...(bound ? { nodeName } : { affinity: replaceDaemonSetPodNodeNameNodeAffinity(undefined, nodeName) }),
      },
      status: { phase: 'Pending' },
    });
  }

  #addNode(number: number): void {
    const name = `node-${number}`;
    if (this.#store.get('Node', name) === undefined) this.#store.create('Node', { metadata: { name, labels: { disk: 'ssd' } } });
  }

  #disturb(op: string, index: number): void {
    const pod = this.#pod(index);
    if (pod !== undefined && POD_CHANGES[op] !== undefined) {
      this.#patchPod(pod, (current) => POD_CHANGES[op]?.(current, this.#loop.now) ?? current);
    }
    const change = NODE_CHANGES[op];
    if (change !== undefined && this.#store.get('Node', `node-${index}`) !== undefined) {
      this.#store.patch('Node', `node-${index}`, change);
    }
    this.#disturbMore(op, index, pod);
  }

  #disturbMore(op: string, index: number, pod: Pod | undefined): void {
    if (op === 'addNode') this.#addNode(index);
    else if (op === 'removeNode') {
      if (this.#store.get('Node', `node-${index}`) !== undefined) this.#store.remove('Node', `node-${index}`);
    } else if (op === 'delete' && pod !== undefined) this.#store.delete('Pod', `default/${pod.metadata.name}`);
    else if (op === 'remove' && pod !== undefined) this.#store.remove('Pod', `default/${pod.metadata.name}`);
    else if (op === 'advance') this.#loop.advanceTo(this.#loop.now + index * 700);
    else if (op === 'deliverPods') this.#informers.deliver({ kinds: ['Pod'], max: index });
    else if (op === 'deliverAll') this.#informers.deliver();
    else this.#editDaemonSet(op, index);
  }

  #patchPod(pod: Pod, change: (pod: Pod) => Pod): void {
    this.#store.patch('Pod', `default/${pod.metadata.name}`, change, 'whole');
  }

  #editDaemonSet(op: string, index: number): void {
    const change = DAEMON_SET_CHANGES[op];
    if (change !== undefined)
      this.#store.patch('DaemonSet', KEY, (ds) => ({ ...ds, spec: { ...ds.spec, ...change(ds.spec, index) } }));
  }
}

function attempt<T>(run: () => T): T | string {
  try {
    return run();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function sameJson(expected: unknown, actual: unknown): string | undefined {
  const [wanted, got] = [JSON.stringify(expected), JSON.stringify(actual)];
  return wanted === got ? undefined : `expected ${wanted}, got ${got}`;
}

function hashOf(ds: DaemonSet): string {
  return ds.spec.template.spec.containers[0]?.image ?? '';
}

function firstDaemonSet(): DaemonSet {
  return {
    metadata: { name: 'agent', namespace: 'default', annotations: { [TEMPLATE_GENERATION_ANNOTATION]: '1' } },
    spec: {
      selector: { matchLabels: LABELS },
      template: { metadata: { labels: LABELS }, spec: { containers: [{ name: 'agent', image: 'v0' }] } },
      updateStrategy: STRATEGIES[0],
      minReadySeconds: 2,
    },
  };
}

function withReady(ready: boolean, phase?: PodPhase) {
  return (pod: Pod, now: number): Pod => ({
    ...pod,
    status: {
      phase: phase ?? pod.status?.phase,
      conditions: [{ type: 'Ready', status: ready ? 'True' : 'False', lastTransitionTime: now }],
    },
  });
}

function withLabel(value: string) {
  return (pod: Pod): Pod => ({ ...pod, metadata: { ...pod.metadata, labels: { ...pod.metadata.labels, app: value } } });
}

const POD_CHANGES: Readonly<Record<string, (pod: Pod, now: number) => Pod>> = {
  ready: withReady(true, 'Running'),
  unready: withReady(false),
  failed: withReady(false, 'Failed'),
  succeeded: withReady(false, 'Succeeded'),
  bind: (pod) => ({ ...pod, spec: { ...pod.spec, nodeName: getTargetNodeName(pod) } }),
  relabel: withLabel('other'),
  relabelBack: withLabel('agent'),
  // Finished and deleted, but still there.
  finalize: (pod, now) => ({
    ...withReady(false, 'Failed')(pod, now),
    metadata: { ...pod.metadata, deletionTimestamp: now },
  }),
};

function withTaints(taints: readonly Taint[]) {
  return (node: Node): Node => ({ ...node, spec: { ...node.spec, taints } });
}

const NODE_CHANGES: Readonly<Record<string, (node: Node) => Node>> = {
  taint: withTaints([TAINT]),
  evict: withTaints([EVICTING]),
  untaint: withTaints([]),
  label: (node) => ({
    ...node,
    metadata: { ...node.metadata, labels: { disk: node.metadata.labels?.['disk'] === 'ssd' ? 'hdd' : 'ssd' } },
  }),
};

type Spec = DaemonSet['spec'];

const DAEMON_SET_CHANGES: Readonly<Record<string, (spec: Spec, index: number) => Partial<Spec>>> = {
  strategy: (_spec, index) => ({ updateStrategy: STRATEGIES[index] }),
  minReady: (_spec, index) => ({ minReadySeconds: index * 2 }),
  image: ({ template }, index) => ({
    template: { ...template, spec: { ...template.spec, containers: [{ name: 'agent', image: `v${index}` }] } },
  }),
  selectNodes: ({ template }, index) => ({
    template: {
      ...template,
      spec: { ...template.spec, nodeSelector: index === 0 ? undefined : { disk: index === 1 ? 'ssd' : 'hdd' } },
    },
  }),
};
