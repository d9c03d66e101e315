import type { Deployment, Pod } from '../../src/model/apiTypes';
import type { ObjectStore } from '../../src/engine/api/objectStore';
import { KINDS, type Kind, type KindMap } from '../../src/engine/api/kinds';
import type { RecordedEvent } from '../../src/engine/client/eventRecorder';
import type { Decision } from '../../src/engine/controllers/decisions';
import type { EventLoop } from '../../src/engine/kernel/eventLoop';
import { hashText } from '../../src/engine/kernel/random';
import { WORLD_START } from '../../src/engine/simulation/world/world';
import { TestCluster } from './testCluster';

export interface DeploymentWorldOptions {
  /** Seconds from a pod's creation until it is ready, by its image and how many pods came before it; undefined: never. */
  readonly startupSeconds?: (image: string, index: number) => number | undefined;
  /** Seconds from the request to delete a pod until it is gone. */
  readonly terminationSeconds?: number;
  readonly nodes?: number;
  readonly lagMs?: (kind: Kind) => number;
  readonly onDecision?: (decision: Decision) => void;
  readonly onEvent?: (event: RecordedEvent) => void;
  /** Makes any change of an object that is stored or delivered an error. */
  readonly freeze?: boolean;
}

export const KEY = 'default/web';

/** A Deployment as stored, with what matters given. */
export function webDeployment(spec: Partial<Deployment['spec']>, image = 'app:v1'): Deployment {
  return {
    metadata: { name: 'web', namespace: 'default' },
    spec: {
      replicas: 1,
      selector: { matchLabels: { app: 'web' } },
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%', maxUnavailable: '25%' } },
      revisionHistoryLimit: 10,
      progressDeadlineSeconds: 600,
      template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'c', image }] } },
      ...spec,
    },
  };
}

/** Both controllers on a virtual clock, with pods that start and stop in given times. */
export class DeploymentWorld {
  readonly loop: EventLoop;
  readonly store: ObjectStore;
  readonly #cluster: TestCluster;
  readonly #options: DeploymentWorldOptions;
  readonly #agenda = new Map<number, (() => void)[]>();
  #created = 0;
  #uids = 0;

  constructor(options: DeploymentWorldOptions = {}) {
    this.#options = options;
    const counts = new Map<string, number>();
    this.#cluster = new TestCluster({
      maxSteps: 10_000_000,
      names: {
        newUid: () => String(++this.#uids).padStart(8, '0'),
        generateName: (prefix) => {
          const count = (counts.get(prefix) ?? 0) + 1;
          counts.set(prefix, count);
          return `${prefix}${String(count).padStart(5, '0')}`;
        },
      },
      onEvent: options.onEvent,
      onDecision: options.onDecision,
    });
    this.loop = this.#cluster.loop;
    this.store = this.#cluster.store;
    this.store.admission = { beforeCreate: (kind, object) => this.#bind(kind, object) };
    this.store.subscribe(KINDS, ({ type, kind, object, previous }) => {
      if (options.freeze === true) deepFreeze(object);
      if (kind !== 'Pod') return;
      if (type === 'added') this.#startLater(object as Pod);
      const deleting = object.metadata.deletionTimestamp !== undefined;
      if (type === 'modified' && deleting && previous?.metadata.deletionTimestamp === undefined) this.#goLater(object as Pod);
    });
    this.#cluster.runReplicaSets(options.lagMs);
    this.#cluster.runDeployments(
      ({ spec }, collisions = 0) => hashText(spec.containers[0]?.image ?? '', collisions).toString(36),
      options.lagMs,
    );
  }

  #bind<K extends Kind>(kind: K, object: KindMap[K]): KindMap[K] {
    if (kind !== 'Pod') return object;
    const pod = object as Pod;
    const nodeName = `n${this.#created++ % (this.#options.nodes ?? 10)}`;
    return { ...pod, spec: { ...pod.spec, nodeName } } as KindMap[K];
  }

  #startLater(pod: Pod): void {
    const { startupSeconds = (): number => 1 } = this.#options;
    const seconds = startupSeconds(pod.spec.containers[0]?.image ?? '', this.#created - 1);
    if (seconds === undefined) return;
    this.#later(seconds, () => {
      this.setReady(pod.metadata.name, true);
    });
  }

  /** What the kubelets do at one moment is one task: the controllers hear of all of them together. */
  #later(seconds: number, run: () => void): void {
    const at = this.loop.now + seconds * 1000;
    const agenda = this.#agenda.get(at);
    if (agenda !== undefined) {
      agenda.push(run);
      return;
    }
    const runs = [run];
    this.#agenda.set(at, runs);
    this.#cluster.at(at, () => {
      this.#agenda.delete(at);
      for (const each of runs) each();
    });
  }

  /** Running, ready or not; nothing when the pod is gone. */
  setReady(name: string, ready: boolean): void {
    const key = `default/${name}`;
    if (this.store.get('Pod', key) === undefined) return;
    const lastTransitionTime = this.loop.now;
    const condition = { type: 'Ready', status: ready ? 'True' : 'False', lastTransitionTime } as const;
    this.store.patch(
      'Pod',
      key,
      (pod) => ({ ...pod, status: { ...pod.status, phase: 'Running', conditions: [condition] } }),
      'whole',
    );
  }

  #goLater({ metadata }: Pod): void {
    const key = `default/${metadata.name}`;
    this.#later(this.#options.terminationSeconds ?? 2, () => {
      if (this.store.get('Pod', key)?.metadata.uid === metadata.uid) this.store.remove('Pod', key);
    });
  }

  /** Does something at a second of the story. */
  at(second: number, run: () => void): void {
    this.#cluster.at(WORLD_START + second * 1000, run);
  }

  create(deployment: Deployment): void {
    this.at(0, () => {
      this.store.create('Deployment', deployment);
    });
  }

  edit(change: (deployment: Deployment) => Deployment): void {
    this.store.patch('Deployment', KEY, change);
  }

  setImage(image: string): void {
    this.edit((deployment) => {
      const { template } = deployment.spec;
      const next = { ...template, spec: { ...template.spec, containers: [{ name: 'c', image }] } };
      return { ...deployment, spec: { ...deployment.spec, template: next } };
    });
  }

  runUntil(second: number): void {
    this.loop.runUntil(WORLD_START + second * 1000);
  }

  get deployment(): Deployment {
    const deployment = this.store.get('Deployment', KEY);
    if (deployment === undefined) throw new Error('there is no Deployment');
    return deployment;
  }

  get isComplete(): boolean {
    const { metadata, spec, status } = this.deployment;
    const { replicas } = spec;
    const { replicas: total = 0, updatedReplicas = 0, availableReplicas = 0 } = status ?? {};
    const full = updatedReplicas === replicas && total === replicas && availableReplicas === replicas;
    return full && status?.observedGeneration === metadata.generation;
  }
}

function deepFreeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const item of Object.values(value)) deepFreeze(item);
}
