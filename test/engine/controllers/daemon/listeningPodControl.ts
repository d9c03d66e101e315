import type { Pod } from '../../../../src/model/apiTypes';
import type { ObjectStore } from '../../../../src/engine/api/objectStore';
import type { EventRecorder } from '../../../../src/engine/client/eventRecorder';
import { getTargetNodeName } from '../../../../src/engine/controllers/daemon/daemonUtil';
import { PodControl } from '../../../../src/engine/controllers/podControl';

/** Notes what is asked for, also what is refused. */
export class ListeningPodControl extends PodControl {
  readonly #done: () => { readonly create: string[]; readonly delete: string[] };

  constructor(store: ObjectStore, recorder: EventRecorder, done: () => { create: string[]; delete: string[] }) {
    super(store, recorder);
    this.#done = done;
  }

  override createPod(...args: Parameters<PodControl['createPod']>): Pod {
    const pod = super.createPod(...args);
    this.#done().create.push(getTargetNodeName(pod));
    return pod;
  }

  override deletePod(...args: Parameters<PodControl['deletePod']>): void {
    this.#done().delete.push(args[2].slice(args[2].indexOf('/') + 1));
    super.deletePod(...args);
  }
}
