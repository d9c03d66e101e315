import type { Deployment, Pod } from '../../../src/model/apiTypes';
import { isPodReady } from '../../../src/model/podConditions';
import { decodeTimes, type Time } from '../../../src/model/time';
import { editObject } from '../userEdits';
import type { Kind, KindMap } from '../../../src/engine/api/kinds';
import type { ObjectStore } from '../../../src/engine/api/objectStore';
import type { RecordedEvent } from '../../../src/engine/client/eventRecorder';
import type { EventLoop } from '../../../src/engine/kernel/eventLoop';
import { PHASE } from '../../../src/engine/simulation/world/world';
import { TestCluster } from '../../support/testCluster';
import { countingNames, recordedHash } from './deploymentReplay';

/** How the pods of an image behave. */
export interface ImageBehavior {
  readonly startup: readonly number[];
  readonly neverReady?: boolean;
  readonly crashAfter?: number;
}

export interface Edit {
  readonly at: number;
  readonly label: string;
  readonly patch: unknown;
}

/** A story of closed-loop.jsonl, without what was recorded of it. */
export interface Story {
  readonly deployment: unknown;
  readonly hashes: Readonly<Record<string, readonly string[]>>;
  readonly nodes: number;
  readonly termination: number;
  readonly images: Readonly<Record<string, ImageBehavior>>;
  readonly edits: readonly Edit[];
  readonly until: number;
}

/** In these recordings what is due at a second comes before the second's news. */
const AFTER_SYNCS = PHASE.sync + 1;
/** The watch latencies of the recording, in milliseconds: each controller has informers of its own. */
const LATENCIES: Readonly<Record<'deployment' | 'replicaSet', Partial<Record<Kind, number>>>> = {
  deployment: { Deployment: 2.13, ReplicaSet: 3.07, Pod: 2.61 },
  replicaSet: { ReplicaSet: 4.19, Pod: 5.03 },
};
const GRACE_SECONDS = 30;
const KEY = 'default/web';

/** Both controllers running freely against the simple kubelet of FORMAT.md section 3. */
export class DeploymentCluster {
  readonly start: Time;
  readonly loop: EventLoop;
  readonly store: ObjectStore;
  readonly scalingEvents: { readonly at: Time; readonly message: string }[] = [];
  readonly #story: Story;
  readonly #withLatency: boolean;
  readonly #names = countingNames();
  /** When a pod becomes ready next, in seconds since the start, by name. */
  readonly #readyAt = new Map<string, number>();

  /** Without latency the strict parts must come out the same. */
  constructor(story: Story, withLatency = true) {
    this.#story = story;
    this.#withLatency = withLatency;
    const deployment = decodeTimes<Deployment>(story.deployment);
    this.start = deployment.metadata.creationTimestamp ?? 0;
    const cluster = new TestCluster({
      start: this.start,
      maxSteps: 1_000_000,
      names: this.#names,
      onEvent: (event) => {
        this.#recordEvent(event);
      },
    });
    this.loop = cluster.loop;
    this.store = cluster.store;
    this.store.admission = { beforeCreate: (kind, object) => this.#placePod(kind, object) };
    cluster.runReplicaSets((kind) => this.#lagMs(LATENCIES.replicaSet[kind]));
    cluster.runDeployments(recordedHash(story.hashes), (kind) => this.#lagMs(LATENCIES.deployment[kind]));
    this.#at(0, () => {
      this.store.create('Deployment', deployment);
    });
    for (let second = 0; second <= story.until + 1; second++) {
      this.#at(second, () => {
        this.#runKubelet(second);
      });
    }
    for (const { at, patch } of story.edits) {
      this.#at(at, () => {
        editObject(this.store, 'Deployment', KEY, patch);
      });
    }
  }

  #at(second: number, run: () => void): void {
    this.loop.schedule(this.start + second * 1000, AFTER_SYNCS, run);
  }

  #lagMs(latency = 0): number {
    return this.#withLatency ? latency : 0;
  }

  #recordEvent({ reason, message }: RecordedEvent): void {
    if (reason === 'ScalingReplicaSet') this.scalingEvents.push({ at: this.loop.now, message });
  }

  /** A pod is bound at once; the node follows from the number in its name. */
  #placePod<K extends Kind>(kind: K, object: KindMap[K]): KindMap[K] {
    if (kind !== 'Pod') return object;
    const pod = object as Pod;
    const name = this.#names.generateName(pod.metadata.generateName ?? '');
    const nodeName = `n${((numberOf(name) - 1) % this.#story.nodes) + 1}`;
    return { ...pod, metadata: { ...pod.metadata, name }, spec: { ...pod.spec, nodeName } } as KindMap[K];
  }

  #runKubelet(second: number): void {
    for (const pod of [...this.store.list('Pod')].sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1))) {
      if (pod.metadata.deletionTimestamp !== undefined) this.#terminate(pod, pod.metadata.deletionTimestamp, second);
      else this.#advance(pod, second);
    }
  }

  #terminate({ metadata }: Pod, deletionTimestamp: Time, second: number): void {
    const requested = Math.floor((deletionTimestamp - this.start) / 1000) - GRACE_SECONDS;
    if (second >= requested + this.#story.termination) this.store.remove('Pod', `default/${metadata.name}`);
  }

  #advance(pod: Pod, second: number): void {
    const { name, creationTimestamp = this.start } = pod.metadata;
    const image = this.#story.images[pod.spec.containers[0]?.image ?? ''];
    if (image === undefined || image.neverReady === true) return;
    const startup = image.startup[(numberOf(name) - 1) % image.startup.length] ?? 0;
    const readyAt = this.#readyAt.get(name) ?? Math.floor((creationTimestamp - this.start) / 1000) + startup;
    if (!isPodReady(pod)) {
      if (second < readyAt) return;
      this.#readyAt.set(name, second);
      this.#setReady(pod, true, 0);
    } else if (image.crashAfter !== undefined && second >= readyAt + image.crashAfter) {
      this.#readyAt.set(name, second + startup);
      this.#setReady(pod, false, 1);
    }
  }

  #setReady(pod: Pod, ready: boolean, moreRestarts: number): void {
    const restartCount = (pod.status?.containerStatuses?.[0]?.restartCount ?? 0) + moreRestarts;
    const condition = { type: 'Ready', status: ready ? 'True' : 'False', lastTransitionTime: this.loop.now } as const;
    const status = { ...pod.status, containerStatuses: [{ name: 'c', restartCount }], conditions: [condition] };
    const change = (current: Pod): Pod => ({ ...current, status: { ...status, phase: 'Running' } });
    this.store.patch('Pod', `default/${pod.metadata.name}`, change, 'whole');
  }

  get deployment(): Deployment | undefined {
    return this.store.get('Deployment', KEY);
  }
}

/** The number at the end of a pod's name: 7 of `web-5857548996-00007`. */
function numberOf(name: string): number {
  return Number(name.slice(name.lastIndexOf('-') + 1));
}
