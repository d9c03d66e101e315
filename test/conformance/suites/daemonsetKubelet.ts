import { objectKey } from '../../../src/model/meta';
import type { Pod } from '../../../src/model/apiTypes';
import type { Time } from '../../../src/model/time';
import type { WatchEvent } from '../../../src/engine/api/objectStore';
import type { TestCluster } from '../../support/testCluster';
import { templateKey, type DaemonCluster } from './daemonsetCluster';

interface ImageBehavior {
  readonly startup: readonly number[];
  readonly mode: 'ok' | 'never-ready' | 'unready-after' | 'failed-after';
  readonly after?: number;
  /** Ordinals to which the mode applies; all when absent. */
  readonly affected?: readonly number[];
}

export interface KubeletBehavior {
  readonly termination: number;
  readonly images: Readonly<Record<string, ImageBehavior>>;
}

/** Something that the kubelet will do to a pod. */
interface Task {
  readonly at: Time;
  readonly pod: Pod;
  readonly act: 'bind' | 'start' | 'fail' | 'remove';
  readonly ordinal: number;
}

/** What the recorded kubelets know and no object tells: how many pods each template has had, and what they will do. */
export interface KubeletMemory {
  readonly ordinals: ReadonlyMap<string, number>;
  readonly tasks: readonly Task[];
}

const NOTHING: KubeletMemory = { ordinals: new Map(), tasks: [] };

/** The recorded kubelets: pods start after so many seconds, and some of them fail. */
export class ModelKubelet {
  readonly #world: TestCluster;
  readonly #cluster: DaemonCluster;
  readonly #behavior: KubeletBehavior;
  /** Pods made of each template so far. */
  readonly #ordinals: Map<string, number>;
  readonly #tasks = new Set<Task>();

  constructor(world: TestCluster, cluster: DaemonCluster, behavior: KubeletBehavior, { ordinals, tasks } = NOTHING) {
    this.#world = world;
    this.#cluster = cluster;
    this.#behavior = behavior;
    this.#ordinals = new Map(ordinals);
    for (const task of tasks) this.#plan(task);
    cluster.store.subscribe(['Pod'], (event) => {
      this.#observe(event);
    });
  }

  get memory(): KubeletMemory {
    return { ordinals: new Map(this.#ordinals), tasks: [...this.#tasks] };
  }

  #observe({ type, object, previous }: WatchEvent<'Pod'>): void {
    if (type === 'added') this.#start(object);
    const deleted = previous?.metadata.deletionTimestamp === undefined && object.metadata.deletionTimestamp !== undefined;
    if (type === 'modified' && deleted) this.#after(this.#behavior.termination, { pod: object, act: 'remove', ordinal: 0 });
  }

  #start(pod: Pod): void {
    const key = templateKey(pod);
    const ordinal = this.#ordinals.get(key) ?? 0;
    this.#ordinals.set(key, ordinal + 1);
    const { startup } = this.#imageOf(pod);
    this.#after(0, { pod, act: 'bind', ordinal });
    this.#after(startup[ordinal % startup.length] ?? 0, { pod, act: 'start', ordinal });
  }

  #imageOf(pod: Pod): ImageBehavior {
    const image = this.#behavior.images[templateKey(pod)];
    if (image === undefined) throw new Error(`no behavior for ${templateKey(pod)}`);
    return image;
  }

  #modeOf({ pod, ordinal }: Task): ImageBehavior['mode'] {
    const { affected, mode } = this.#imageOf(pod);
    return (affected?.includes(ordinal) ?? true) ? mode : 'ok';
  }

  #after(seconds: number, task: Omit<Task, 'at'>): void {
    this.#plan({ at: this.#world.loop.now + seconds * 1000, ...task });
  }

  #plan(task: Task): void {
    this.#tasks.add(task);
    this.#world.at(task.at, () => {
      this.#tasks.delete(task);
      this.#do(task);
    });
  }

  #do(task: Task): void {
    const { pod, act, ordinal } = task;
    const { name } = pod.metadata;
    const current = this.#cluster.store.get('Pod', objectKey(pod));
    if (act === 'bind') this.#cluster.bind(name);
    else if (act === 'remove') {
      if (current !== undefined) this.#cluster.removePod(name);
    } else if (current !== undefined && current.metadata.deletionTimestamp === undefined) {
      const mode = this.#modeOf(task);
      if (act === 'fail') this.#cluster.setPod(name, mode === 'failed-after' ? 'Failed' : undefined, false);
      else {
        this.#cluster.setPod(name, 'Running', mode !== 'never-ready');
        if (mode === 'unready-after' || mode === 'failed-after')
          this.#after(this.#imageOf(pod).after ?? 0, { pod, act: 'fail', ordinal });
      }
    }
  }
}
