/** Ours: creates and deletes pods, tells of each request, and in which batches the slow start has sent them. */
import type { KubernetesObject, OwnerReference, Pod, PodSpec, PodTemplateSpec } from '../../../model/apiTypes';
import { objectKey } from '../../../model/meta';
import type { ObjectStore } from '../../api/objectStore';
import type { EventRecorder } from '../../client/eventRecorder';
import { errorText } from '../../controllers/aggregateError';
import type { ControllerName } from '../../controllers/decisions';
import { PodControl } from '../../controllers/podControl';
import type { InsideLog } from './insideLog';

export class RecordedPodControl extends PodControl {
  readonly #controller: ControllerName;
  readonly #log: InsideLog;
  #wanted = 0;
  #sent = 0;
  #failed = 0;

  constructor(
    cluster: { readonly store: ObjectStore; readonly recorder: EventRecorder },
    controller: ControllerName,
    log: InsideLog,
  ) {
    super(cluster.store, cluster.recorder);
    this.#controller = controller;
    this.#log = log;
  }

  /** So many pods are going to be created. */
  expect(wanted: number): void {
    this.end();
    this.#wanted = wanted;
  }

  /** No further pod will be created of those that were wanted. */
  end(): void {
    const { sync, t } = this.#log;
    if (this.#sent > 0 && sync !== undefined)
      this.#log.add({
        t,
        row: 'slowStart',
        controller: this.#controller,
        key: sync.key,
        wanted: this.#wanted,
        batches: batchesOf(this.#sent, this.#wanted),
        failed: this.#failed,
        skipped: this.#wanted - this.#sent,
      });
    this.#wanted = this.#sent = this.#failed = 0;
  }

  override createPod(
    kind: string,
    parent: KubernetesObject,
    template: PodTemplateSpec,
    owner: OwnerReference,
    spec?: PodSpec,
  ): Pod {
    this.#sent++;
    try {
      const pod = super.createPod(kind, parent, template, owner, spec);
      this.#note('create', parent, pod.metadata.name);
      return pod;
    } catch (error) {
      this.#failed++;
      this.#note('create', parent, '', error);
      throw error;
    }
  }

  override deletePod(kind: string, parent: KubernetesObject, key: string): void {
    const name = key.slice(key.indexOf('/') + 1);
    try {
      super.deletePod(kind, parent, key);
    } catch (error) {
      this.#note('delete', parent, name, error);
      throw error;
    }
    this.#note('delete', parent, name);
  }

  #note(verb: 'create' | 'delete', parent: KubernetesObject, pod: string, failure?: unknown): void {
    const error = failure === undefined ? undefined : errorText(failure);
    const log = this.#log;
    log.add({
      t: log.t,
      row: 'request',
      controller: this.#controller,
      key: log.sync?.key ?? objectKey(parent),
      verb,
      pod,
      error,
    });
  }
}

/** 10 pods come in batches of 1, 2, 4 and 3; when the fifth request of 10 is refused, its batch is sent to its end: 1, 2, 4. */
export function batchesOf(sent: number, wanted: number): readonly number[] {
  const batches: number[] = [];
  let done = 0;
  for (let batch = 1; done < sent; batch *= 2) {
    const size = Math.min(batch, wanted - done);
    batches.push(size);
    done += size;
  }
  return batches;
}
