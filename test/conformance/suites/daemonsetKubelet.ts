import { objectKey } from '../../../src/model/meta';
import type { Pod } from '../../../src/model/apiTypes';
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

/** The recorded kubelets: pods start after so many seconds, and some of them fail. */
export class ModelKubelet {
  readonly #world: TestCluster;
  readonly #cluster: DaemonCluster;
  readonly #behavior: KubeletBehavior;
  /** Pods made of each template so far. */
  readonly #ordinals = new Map<string, number>();

  constructor(world: TestCluster, cluster: DaemonCluster, behavior: KubeletBehavior) {
    this.#world = world;
    this.#cluster = cluster;
    this.#behavior = behavior;
    cluster.store.subscribe(['Pod'], (event) => {
      this.#observe(event);
    });
  }

  #observe({ type, object, previous }: WatchEvent<'Pod'>): void {
    if (type === 'added') this.#start(object);
    const deleted = previous?.metadata.deletionTimestamp === undefined && object.metadata.deletionTimestamp !== undefined;
    if (type === 'modified' && deleted) this.#remove(object);
  }

  #remove(pod: Pod): void {
    this.#after(this.#behavior.termination, () => {
      if (this.#cluster.store.get('Pod', objectKey(pod)) !== undefined) this.#cluster.removePod(pod.metadata.name);
    });
  }

  #start(pod: Pod): void {
    const { name } = pod.metadata;
    const key = templateKey(pod);
    const ordinal = this.#ordinals.get(key) ?? 0;
    this.#ordinals.set(key, ordinal + 1);
    const image = this.#behavior.images[key];
    if (image === undefined) throw new Error(`no behavior for ${key}`);
    const applies = image.affected?.includes(ordinal) ?? true;
    const mode = applies ? image.mode : 'ok';
    this.#after(0, () => {
      this.#cluster.bind(name);
    });
    this.#later(pod, image.startup[ordinal % image.startup.length] ?? 0, () => {
      this.#cluster.setPod(name, 'Running', mode !== 'never-ready');
      if (mode === 'unready-after' || mode === 'failed-after') {
        const phase = mode === 'failed-after' ? 'Failed' : undefined;
        this.#later(pod, image.after ?? 0, () => {
          this.#cluster.setPod(name, phase, false);
        });
      }
    });
  }

  /** Unless the pod is gone or on its way out by then. */
  #later(pod: Pod, seconds: number, act: () => void): void {
    this.#after(seconds, () => {
      const current = this.#cluster.store.get('Pod', objectKey(pod));
      if (current !== undefined && current.metadata.deletionTimestamp === undefined) act();
    });
  }

  #after(seconds: number, act: () => void): void {
    this.#world.at(this.#world.loop.now + seconds * 1000, act);
  }
}
