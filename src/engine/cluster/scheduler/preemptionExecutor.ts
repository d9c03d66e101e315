/** Upstream: pkg/scheduler/framework/preemption/executor.go (v1.36.4), where it does not wait for its requests. */
import { objectKey } from '../../../model/meta';
import type { Pod } from '../../../model/apiTypes';
import type { ObjectStore } from '../../api/objectStore';
import type { EventRecorder } from '../../client/eventRecorder';
import type { EventLoop } from '../../kernel/eventLoop';
import { withDisruptionTarget } from '../kubelet/podStatus';

export interface PreemptionOptions {
  readonly store: ObjectStore;
  readonly loop: EventLoop;
  readonly phase: number;
  readonly recorder: EventRecorder;
  /** From the choice of a victim to its deletion. */
  readonly preemptionMs?: () => number;
}

/** Makes room for pods of higher priority, while the scheduler goes on. */
export class PreemptionExecutor {
  readonly #options: PreemptionOptions;
  /** Tells of a victim that has gone by itself before it was deleted. */
  readonly #onGone: (victim: Pod) => void;
  /** For whom victims are not deleted yet: once for each of these. */
  readonly pending: Pod[] = [];

  constructor(options: PreemptionOptions, onGone: (victim: Pod) => void) {
    this.#options = options;
    this.#onGone = onGone;
  }

  /** Its requests are under way: meanwhile it is not tried again. */
  isFor(pod: Pod): boolean {
    return this.pending.some(({ metadata }) => metadata.uid === pod.metadata.uid);
  }

  evict(victim: Pod, preemptor: Pod, node: string): void {
    const { loop, phase, preemptionMs } = this.#options;
    this.pending.push(preemptor);
    loop.schedule(loop.now + (preemptionMs?.() ?? 0), phase, () => {
      this.pending.splice(this.pending.indexOf(preemptor), 1);
      this.#delete(victim, preemptor, node);
    });
  }

  /** The victim's node comes free when it has terminated. */
  #delete(victim: Pod, preemptor: Pod, node: string): void {
    const { store, loop, recorder } = this.#options;
    const key = objectKey(victim);
    const current = store.get('Pod', key);
    if (current === undefined || current.metadata.uid !== victim.metadata.uid) {
      this.#onGone(victim);
      return;
    }
    if (current.metadata.deletionTimestamp !== undefined) return;
    const message = `Preempted by pod ${preemptor.metadata.uid ?? ''} on node ${node}`;
    recorder.event('Pod', victim, 'Normal', 'Preempted', message);
    const why = `${victim.spec.schedulerName ?? 'default-scheduler'}: preempting to accommodate a higher priority pod`;
    store.patch('Pod', key, (pod) => withDisruptionTarget(pod, 'PreemptionByScheduler', why, loop.now), 'whole');
    store.delete('Pod', key);
  }
}
