import type { Deployment, KubernetesObject, Pod } from '../../../src/model/apiTypes';
import { getPodCondition, isPodReady } from '../../../src/model/podConditions';
import { decodeTimes, type Time } from '../../../src/model/time';
import { restoreObjects } from '../../../src/engine/api/restore';
import { printObjects } from '../../support/printedObjects';
import { editObject } from '../userEdits';
import type { Kind, KindMap } from '../../../src/engine/api/kinds';
import type { ObjectStore } from '../../../src/engine/api/objectStore';
import type { RecordedEvent } from '../../../src/engine/client/eventRecorder';
import type { EventLoop } from '../../../src/engine/kernel/eventLoop';
import { PHASE } from '../../../src/engine/simulation/world/phases';
import { TestCluster } from '../../support/testCluster';
import { countingNames, recordedHash, type CountingNames } from './deploymentReplay';

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

/** A moment of a story, as somebody sees it who was not there before. */
export interface Cut {
  readonly now: Time;
  readonly objects: readonly KubernetesObject[];
  readonly names: CountingNames;
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
  readonly #names: CountingNames;
  readonly #cluster: TestCluster;

  /** Without latency the strict parts must come out the same. */
  constructor(story: Story, withLatency = true, cut?: Cut) {
    this.#story = story;
    this.#withLatency = withLatency;
    this.#names = cut?.names.copy() ?? countingNames();
    const deployment = decodeTimes<Deployment>(story.deployment);
    this.start = deployment.metadata.creationTimestamp ?? 0;
    const begin = cut?.now ?? this.start;
    this.#cluster = new TestCluster({
      start: begin,
      maxSteps: 1_000_000,
      names: this.#names,
      onEvent: (event) => {
        this.#recordEvent(event);
      },
    });
    this.loop = this.#cluster.loop;
    this.store = this.#cluster.store;
    if (cut !== undefined) restoreObjects(this.store, cut.objects);
    this.store.admission = { beforeCreate: (kind, object) => this.#placePod(kind, object) };
    this.#cluster.runReplicaSets((kind) => this.#lagMs(LATENCIES.replicaSet[kind]));
    this.#cluster.runDeployments(recordedHash(story.hashes), (kind) => this.#lagMs(LATENCIES.deployment[kind]));
    if (cut === undefined)
      this.#at(0, () => {
        this.store.create('Deployment', deployment);
      });
    else this.#cluster.resume();
    this.#scheduleOthers(cut === undefined ? -1 : (begin - this.start) / 1000);
  }

  /** What the kubelet and the users still have to do. */
  #scheduleOthers(since: number): void {
    const { until, edits } = this.#story;
    for (let second = Math.floor(since) + 1; second <= until + 1; second++) {
      this.#at(second, () => {
        this.#runKubelet(second);
      });
    }
    for (const { at, patch } of edits) {
      if (at <= since) continue;
      this.#at(at, () => {
        editObject(this.store, 'Deployment', KEY, patch);
      });
    }
  }

  /** All that somebody else needs to go on from here: the objects as kubectl prints them, and the names that come next. */
  cut(): Cut {
    return { now: this.loop.now, objects: printObjects(this.store), names: this.#names.copy() };
  }

  /** Nobody has anything to do before the next appointment. */
  get isAtRest(): boolean {
    return this.#cluster.isAtRest;
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
    const since = getPodCondition(pod, 'Ready')?.lastTransitionTime ?? creationTimestamp;
    const passed = second - Math.floor((since - this.start) / 1000);
    if (!isPodReady(pod)) {
      if (passed >= startup) this.#setReady(pod, true, 0);
    } else if (image.crashAfter !== undefined && passed >= image.crashAfter) this.#setReady(pod, false, 1);
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
