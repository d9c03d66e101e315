import type {
  ControllerRevision,
  DaemonSet,
  DaemonSetStatus,
  DaemonSetUpdateStrategy,
  Node,
  NodeCondition,
  Pod,
  PodPhase,
  StringMap,
  Taint,
} from '../../../src/model/apiTypes';
import { parseTime, type Time } from '../../../src/model/time';
import {
  CONTROLLER_REVISION_HASH_LABEL,
  TEMPLATE_GENERATION_ANNOTATION,
  TEMPLATE_GENERATION_LABEL,
} from '../../../src/model/wellKnown';
import type { ObjectStore } from '../../../src/engine/api/objectStore';
import type { EventLoop } from '../../../src/engine/kernel/eventLoop';
import { DaemonSetsController } from '../../../src/engine/controllers/daemon/daemonController';
import { readDaemonRevision, type DaemonRevision } from '../../../src/engine/controllers/daemon/daemonRevision';
import { getTargetNodeName, replaceDaemonSetPodNodeNameNodeAffinity } from '../../../src/engine/controllers/daemon/daemonUtil';
import { daemonContext, DaemonSync, type DaemonSetsControllerOptions } from '../../../src/engine/controllers/daemon/daemonSync';
import { TestCluster } from '../../support/testCluster';
import { RecordingQueue } from './daemonsetRecording';

/** A pod as the tables write it down; times in seconds from now. */
export interface CompactPod {
  readonly name: string;
  readonly node: string;
  readonly bound?: boolean;
  readonly hash?: string;
  readonly gen?: string;
  readonly phase?: PodPhase;
  readonly ready?: boolean;
  readonly readySince?: number;
  readonly created?: number;
  readonly deleting?: boolean;
}

export interface CompactNode {
  readonly name: string;
  readonly labels?: StringMap;
  readonly taints?: readonly Taint[];
  readonly unschedulable?: boolean;
  readonly conditions?: readonly NodeCondition[];
}

const NOW: Time = parseTime('2000-01-02T00:00:00Z') ?? 0;
const LABELS: StringMap = { app: 'agent' };
const OWNER = {
  apiVersion: 'apps/v1',
  kind: 'DaemonSet',
  name: 'agent',
  uid: 'ds-uid',
  controller: true,
  blockOwnerDeletion: true,
};

export function compactPod(pod: CompactPod, now: Time): Pod {
  const at = (seconds = 0): Time => now + seconds * 1000;
  const labels = {
    ...LABELS,
    ...(pod.hash === undefined ? {} : { [CONTROLLER_REVISION_HASH_LABEL]: pod.hash }),
    ...(pod.gen === undefined ? {} : { [TEMPLATE_GENERATION_LABEL]: pod.gen }),
  };
  const place =
    pod.bound === true ? { nodeName: pod.node } : { affinity: replaceDaemonSetPodNodeNameNodeAffinity(undefined, pod.node) };
  const ready = pod.ready === true ? 'True' : 'False';
  return {
    metadata: {
      name: pod.name,
      namespace: 'default',
      labels,
      ownerReferences: [OWNER],
      creationTimestamp: at(pod.created),
      deletionTimestamp: pod.deleting === true ? now : undefined,
    },
    spec: { ...place, containers: [] },
    status: {
      phase: pod.phase,
      conditions: [{ type: 'Ready', status: ready, lastTransitionTime: at(pod.readySince) }],
    },
  };
}

export function tableNode({ name, labels, taints, unschedulable, conditions }: CompactNode): Node {
  return { metadata: { name, labels }, spec: { taints, unschedulable }, status: { conditions } };
}

interface TableDaemonSet {
  readonly updateStrategy?: DaemonSetUpdateStrategy;
  readonly templateGeneration?: string;
  readonly minReadySeconds?: number;
  readonly revisionHistoryLimit?: number;
  readonly generation?: number;
  readonly status?: DaemonSetStatus;
}

export function tableDaemonSet(fields: TableDaemonSet): DaemonSet {
  const { templateGeneration: generation = '', updateStrategy, minReadySeconds, revisionHistoryLimit, status } = fields;
  return {
    metadata: {
      name: OWNER.name,
      namespace: 'default',
      uid: OWNER.uid,
      generation: fields.generation ?? 1,
      annotations: generation === '' ? undefined : { [TEMPLATE_GENERATION_ANNOTATION]: generation },
    },
    spec: {
      selector: { matchLabels: LABELS },
      template: { metadata: { labels: LABELS }, spec: { containers: [] } },
      updateStrategy,
      minReadySeconds,
      revisionHistoryLimit,
    },
    status,
  };
}

/** A cluster for one call of one function: everything is in the API and in the caches, API calls succeed. */
export class TableWorld {
  readonly now = NOW;
  readonly loop: EventLoop;
  readonly store: ObjectStore;
  /** Names of what was deleted, in order. */
  readonly deleted: string[] = [];
  readonly events: { readonly type: string; readonly reason: string; readonly message: string }[] = [];
  /** Seconds of each delayed requeue. */
  readonly requeueAfter: number[];
  readonly enqueued: readonly string[];
  readonly #cluster = new TestCluster({
    start: NOW,
    onEvent: ({ type, reason, message }) => {
      this.events.push({ type, reason, message });
    },
  });
  readonly #options: DaemonSetsControllerOptions;
  #sync: DaemonSync;

  constructor(start: {
    readonly daemonSet: DaemonSet;
    readonly hash?: string;
    readonly nodes: readonly CompactNode[];
    readonly pods: readonly CompactPod[];
  }) {
    this.loop = this.#cluster.loop;
    this.store = this.#cluster.store;
    const ds = this.store.create('DaemonSet', start.daemonSet);
    for (const node of start.nodes) this.store.create('Node', tableNode(node));
    const pods = start.pods.toSorted((a, b) => (a.name < b.name ? -1 : 1));
    for (const pod of pods) this.store.create('Pod', compactPod(pod, NOW));
    this.store.admission = {
      beforeDelete: (_kind, object) => {
        this.deleted.push(object.metadata.name);
      },
    };
    const queue = new RecordingQueue();
    this.requeueAfter = queue.delaysSeconds;
    this.enqueued = queue.added;
    this.#options = this.#makeOptions(queue);
    this.#sync = new DaemonSync(daemonContext(this.#options), ds, start.hash);
  }

  #makeOptions(queue: RecordingQueue): DaemonSetsControllerOptions {
    const options = this.#cluster.byHand(queue);
    return { ...options, nodeUpdateQueue: new RecordingQueue(), controllerRevisionHash: () => 'unused' };
  }

  get controller(): DaemonSetsController {
    return new DaemonSetsController(this.#options);
  }

  get sync(): DaemonSync {
    return this.#sync;
  }

  get revision(): DaemonRevision {
    return readDaemonRevision(this.#sync.ds, this.#sync.hash);
  }

  /** The nodes for which pods were created, in order. */
  get createdOn(): string[] {
    return [...this.store.list('Pod')].filter(({ metadata }) => metadata.generateName !== undefined).map(getTargetNodeName);
  }

  /** Sets the generation that the status says was observed. */
  observe(observedGeneration: number): void {
    const { context, ds, hash } = this.#sync;
    this.#sync = new DaemonSync(context, { ...ds, status: { ...ds.status, observedGeneration } }, hash);
  }

  addRevision(fields: { readonly name: string; readonly hash: string; readonly revision: number }): ControllerRevision {
    const { name, hash, revision } = fields;
    const labels = { ...LABELS, [CONTROLLER_REVISION_HASH_LABEL]: hash };
    const metadata = { name, namespace: 'default', labels, ownerReferences: [OWNER] };
    return this.store.create('ControllerRevision', { metadata, revision });
  }
}
