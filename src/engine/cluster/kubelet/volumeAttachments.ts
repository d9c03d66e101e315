/** Upstream: pkg/controller/volume/attachdetach/reconciler/reconciler.go (v1.36.4). */
import { isAttached, volumeOf, volumeTraits } from '../../../model/attachment';
import { bareName, namespaceOf, objectKey } from '../../../model/meta';
import type { PersistentVolumeClaim, Pod } from '../../../model/apiTypes';
import type { ObjectStore } from '../../api/objectStore';

/** A volume that a pod cannot have on its node, and who has it. */
export interface AttachConflict {
  readonly claim: string;
  readonly volume: string;
  readonly node: string;
  /** Names of the pods that use it there. */
  readonly pods: readonly string[];
}

interface Attachment {
  readonly node: string;
  readonly podKeys: Set<string>;
}

/**
 * The attach/detach controller: a ReadWriteOnce volume is on one node at a time, and stays there until the last pod that
 * uses it is gone.
 * DEVIATION: detaching and attaching take no time here.
 */
export class VolumeAttachments {
  readonly #store: ObjectStore;
  readonly #attached = new Map<string, Attachment>();

  constructor(store: ObjectStore) {
    this.#store = store;
  }

  /** Attaches the pod's volumes to its node; what stands in the way, if something does. */
  attach(pod: Pod): AttachConflict | undefined {
    const node = pod.spec.nodeName ?? '';
    const claims = this.#singleNodeClaims(pod);
    for (const claim of claims) {
      const attachment = this.#attached.get(claim);
      if (attachment === undefined || attachment.node === node) continue;
      const pods = [...attachment.podKeys].map(bareName);
      return { claim: bareName(claim), volume: this.#volumeOf(claim), node: attachment.node, pods };
    }
    for (const claim of claims) {
      const attachment = this.#attached.get(claim);
      if (attachment === undefined) this.#attached.set(claim, { node, podKeys: new Set([objectKey(pod)]) });
      else attachment.podKeys.add(objectKey(pod));
    }
    return undefined;
  }

  /** The node that has a volume which the pod needs and only one node can have. */
  nodeOf(pod: Pod): string | undefined {
    for (const claim of this.#singleNodeClaims(pod)) {
      const attachment = this.#attached.get(claim);
      if (attachment !== undefined) return attachment.node;
    }
    return undefined;
  }

  release(pod: Pod): void {
    for (const claim of this.#singleNodeClaims(pod)) {
      const attachment = this.#attached.get(claim);
      attachment?.podKeys.delete(objectKey(pod));
      if (attachment?.podKeys.size === 0) this.#attached.delete(claim);
    }
  }

  #volumeOf(claim: string): string {
    return this.#store.get('PersistentVolumeClaim', claim)?.spec?.volumeName ?? '';
  }

  /** Keys of the pod's claims that may be on one node only. */
  #singleNodeClaims(pod: Pod): readonly string[] {
    const { volumes } = pod.spec;
    if (volumes === undefined) return [];
    return volumes.flatMap(({ persistentVolumeClaim }) => {
      const name = persistentVolumeClaim?.claimName;
      if (name === undefined) return [];
      const key = `${namespaceOf(pod)}/${name}`;
      const spec = this.#store.get('PersistentVolumeClaim', key)?.spec;
      const modes = spec?.accessModes ?? [];
      const isSingle = modes.length > 0 && modes.every((mode) => SINGLE_NODE_MODES.has(mode));
      return isSingle && this.#isAttached(name, spec) ? [key] : [];
    });
  }

  #isAttached(name: string, spec: PersistentVolumeClaim['spec'] = {}): boolean {
    const { volumeName, storageClassName, selector } = spec;
    const claim = { name, volumeName, storageClassName, selector };
    const volumes = [...this.#store.list('PersistentVolume')].map((volume) =>
      volumeTraits(volume.metadata.name, { ...volume.spec }, volume.metadata.labels ?? {}),
    );
    const storageClass = this.#store.get('StorageClass', storageClassName ?? '');
    return isAttached(claim, volumeOf(claim, volumes), storageClass?.provisioner);
  }
}

const SINGLE_NODE_MODES: ReadonlySet<string> = new Set(['ReadWriteOnce', 'ReadWriteOncePod']);
