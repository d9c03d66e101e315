/** Upstream: rejectPod of pkg/kubelet/kubelet.go (v1.36.4). */
import type { Pod } from '../../../model/apiTypes';
import { draftOfPodStatus } from '../../../model/copies';
import { withStatus } from './podStatus';
import type { PodWorker, PodWorkers } from './podWorkers';

const REASON = 'OutOfcpu';
const MESSAGE = "Node didn't have enough resource: cpu";

/** Pods that their kubelet does not admit: they have failed, and nobody starts them again. */
export class Rejections {
  readonly #workers: PodWorkers;
  readonly #byNode = new Map<string, number>();

  constructor(workers: PodWorkers) {
    this.#workers = workers;
  }

  /** Whether the pod is one of those that its node refuses. */
  reject(worker: PodWorker, pod: Pod): boolean {
    const { node, behavior } = worker;
    const before = this.#byNode.get(node) ?? 0;
    if (before >= behavior.rejections) return false;
    this.#byNode.set(node, before + 1);
    this.#workers.step(worker, behavior.firstReport, true, () => {
      this.#workers.event(pod, 'Warning', REASON, MESSAGE);
      this.#workers.report(worker, (current) => {
        const status = draftOfPodStatus(current.status);
        status.phase = 'Failed';
        status.reason = REASON;
        status.message = `Pod was rejected: ${MESSAGE}`;
        return withStatus(current, status);
      });
    });
    return true;
  }
}
