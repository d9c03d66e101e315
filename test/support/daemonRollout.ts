import { objectKey } from '../../src/model/meta';
import type { DaemonSet, DaemonSetUpdateStrategy, Pod } from '../../src/model/apiTypes';
import { isPodReady } from '../../src/model/podConditions';
import type { Time } from '../../src/model/time';
import { TEMPLATE_GENERATION_ANNOTATION } from '../../src/model/wellKnown';
import type { ObjectStore, WatchEvent } from '../../src/engine/api/objectStore';
import type { RecordedEvent } from '../../src/engine/client/eventRecorder';
import type { DaemonSetsController } from '../../src/engine/controllers/daemon/daemonController';
import { getTargetNodeName } from '../../src/engine/controllers/daemon/daemonUtil';
import type { Decision } from '../../src/engine/controllers/decisions';
import type { TemplateHash } from '../../src/engine/controllers/objectSync';
import type { EventLoop } from '../../src/engine/kernel/eventLoop';
import { RandomSource, type RandomStream } from '../../src/engine/kernel/random';
import { TestCluster } from './testCluster';

const RESYNC_MS = 12 * 3_600_000;

export interface RolloutOptions {
  readonly nodes: number;
  readonly updateStrategy: DaemonSetUpdateStrategy;
  readonly minReadySeconds?: number;
  readonly seed?: number;
  /** Seconds from creation to ready, and from deletion to gone: from 1 to this. */
  readonly slowest?: number;
  readonly onDecision?: (decision: Decision) => void;
  readonly onEvent?: (event: RecordedEvent) => void;
}

/** The running DaemonSet controller with kubelets that start and stop every pod, each in its own time. */
export class DaemonRollout {
  readonly loop: EventLoop;
  readonly store: ObjectStore;
  readonly controller: DaemonSetsController;
  syncs = 0;
  readonly #cluster: TestCluster;
  readonly #random: RandomStream;
  readonly #slowest: number;

  constructor({ nodes, updateStrategy, minReadySeconds, seed = 1, slowest = 5, onDecision, onEvent }: RolloutOptions) {
    this.#random = new RandomSource(seed).stream('kubelet');
    this.#slowest = slowest;
    this.#cluster = new TestCluster({ digits: 6, onDecision, onEvent });
    this.loop = this.#cluster.loop;
    this.store = this.#cluster.store;
    this.store.subscribe(['Pod'], (event) => {
      this.#kubelet(event);
    });
    const hash: TemplateHash = (template, collisions = 0) => `${template.spec.containers[0]?.image ?? ''}-${collisions}`;
    this.controller = this.#cluster.runDaemonSets(hash, { onSync: () => this.syncs++ });
    for (let index = 0; index < nodes; index++) this.addNode(`node-${String(index).padStart(5, '0')}`);
    this.store.create('DaemonSet', daemonSet(updateStrategy, minReadySeconds));
  }

  addNode(name: string): void {
    this.store.create('Node', { metadata: { name, labels: { zone: name.at(-1) ?? '' } } });
  }

  #kubelet({ type, object, previous }: WatchEvent<'Pod'>): void {
    const key = objectKey(object);
    if (type === 'added') {
      this.#after(0, key, (pod) => ({ ...pod, spec: { ...pod.spec, nodeName: getTargetNodeName(pod) } }));
      this.#after(this.#delay(), key, (pod) => withReady(pod, this.loop.now));
    } else if (type === 'modified' && previous?.metadata.deletionTimestamp === undefined) {
      if (object.metadata.deletionTimestamp === undefined) return;
      this.#cluster.at(this.loop.now + this.#delay() * 1000, () => {
        this.store.remove('Pod', key);
      });
    }
  }

  #delay(): number {
    return 1 + Math.floor(this.#random() * this.#slowest);
  }

  #after(seconds: number, key: string, change: (pod: Pod) => Pod): void {
    this.#cluster.at(this.loop.now + seconds * 1000, () => {
      const pod = this.store.get('Pod', key);
      if (pod !== undefined && pod.metadata.deletionTimestamp === undefined) this.store.patch('Pod', key, change, 'whole');
    });
  }

  get daemonSet(): DaemonSet | undefined {
    return this.store.get('DaemonSet', 'default/agent');
  }

  /** Changes the image, which starts a rolling update. */
  roll(image: string): void {
    this.store.patch('DaemonSet', 'default/agent', (ds) => {
      const { template } = ds.spec;
      const spec = { ...template.spec, containers: [{ name: 'agent', image }] };
      return { ...ds, spec: { ...ds.spec, template: { ...template, spec } } };
    });
  }

  get isComplete(): boolean {
    const { status, metadata } = this.daemonSet ?? {};
    const desired = status?.desiredNumberScheduled ?? 0;
    return (
      status?.observedGeneration === metadata?.generation &&
      (status?.updatedNumberScheduled ?? 0) === desired &&
      (status?.numberAvailable ?? 0) === desired &&
      desired > 0
    );
  }

  /** Runs until the DaemonSet is as it should be, calling `each` after every task. False when nothing is left to do. */
  runUntilComplete(each?: () => void): boolean {
    do {
      if (!this.loop.step()) return false;
      each?.();
    } while (!this.isComplete);
    return true;
  }

  /** What an informer's resync does after hours: the controller looks again. */
  resync(): void {
    this.loop.advanceTo(this.loop.now + RESYNC_MS);
    this.store.patch('DaemonSet', 'default/agent', (ds) => {
      const annotations = { ...ds.metadata.annotations, resynced: String(this.loop.now) };
      return { ...ds, metadata: { ...ds.metadata, annotations } };
    });
  }

  /** Runs until nothing is left to happen. */
  settle(): void {
    while (this.loop.step());
  }

  livePods(): Pod[] {
    return [...this.store.list('Pod')].filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  }
}

function withReady(pod: Pod, now: Time): Pod {
  if (isPodReady(pod)) return pod;
  return { ...pod, status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: now }] } };
}

function daemonSet(updateStrategy: DaemonSetUpdateStrategy, minReadySeconds: number | undefined): DaemonSet {
  const labels = { app: 'agent' };
  return {
    metadata: {
      name: 'agent',
      namespace: 'default',
      generation: 1,
      annotations: { [TEMPLATE_GENERATION_ANNOTATION]: '1' },
    },
    spec: {
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'agent', image: 'v1' }] } },
      updateStrategy,
      minReadySeconds,
      revisionHistoryLimit: 10,
    },
  };
}
