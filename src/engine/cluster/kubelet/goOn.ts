/** Ours: kubelets that take over pods which others have started. */
import type { Pod } from '../../../model/apiTypes';
import { isPodReady } from '../../../model/podConditions';
import type { ContainerRuns } from './containerRuns';
import { readFoundPod, type FoundState } from './foundPod';
import type { ImageManager } from './imageManager';
import { terminationSeconds } from './podRun';
import type { PodWorker, PodWorkers } from './podWorkers';

/** A pod that needs twice as long to start as it should, and this, is taken for one that never starts. */
const OVERDUE_SECONDS = 60;
/** A pod that is there so long after its last second is held by something that nobody sees. */
const STUCK_SECONDS = 10;

export interface GoOnOptions {
  readonly workers: PodWorkers;
  readonly runs: ContainerRuns;
  readonly images: ImageManager;
  /** From the volumes on, as for any new pod. */
  readonly start: (worker: PodWorker, pod: Pod) => void;
  readonly finishAfter: (worker: PodWorker, seconds: number) => void;
}

/** Pods that were there before the kubelets: each goes on from what its status says. */
export class FoundPods {
  readonly #options: GoOnOptions;

  constructor(options: GoOnOptions) {
    this.#options = options;
  }

  /** A pod that stands still stays as it is; but what is on its way out goes. */
  goOn(worker: PodWorker, pod: Pod, isStill: boolean): void {
    const { workers, images } = this.#options;
    const { state, restarts, shown } = readFoundPod(pod, workers.now);
    worker.restarts = restarts;
    worker.behavior = { ...worker.behavior, ...shown };
    if (state.is === 'running') images.note(worker, pod);
    if (worker.terminating) this.#terminate(worker, pod, state);
    else if (isStill) {
      worker.running = state.is === 'running';
      worker.ready = isPodReady(pod);
    } else this.#live(worker, pod, state);
  }

  /** The grace period counts from the request. Who has not ended when he should have needs all of it. */
  #terminate(worker: PodWorker, pod: Pod, state: FoundState): void {
    const { workers, finishAfter } = this.#options;
    worker.running = state.is === 'running';
    const { deletionTimestamp = workers.now, deletionGracePeriodSeconds = 0, finalizers = [] } = pod.metadata;
    const left = (deletionTimestamp - workers.now) / 1000;
    if (finalizers.length > 0 || left < -STUCK_SECONDS) return;
    const planned = worker.running ? terminationSeconds(pod, worker.behavior.shutDown) : 0;
    const passed = deletionGracePeriodSeconds - left;
    finishAfter(worker, planned > passed ? planned - passed : Math.max(0, left));
  }

  #live(worker: PodWorker, pod: Pod, state: FoundState): void {
    const { workers, runs, images, start } = this.#options;
    switch (state.is) {
      case 'running':
        runs.goOn(worker, pod, state.startedAt);
        return;
      case 'ended':
        runs.waitOn(worker, state.endedAt, state.backOffSeconds);
        return;
      case 'pullFails':
        images.tryAgain(worker, pod, state.attempts);
        return;
      case 'lacksObject':
        start(worker, pod);
        return;
      case 'starting':
        this.#start(worker, pod, (workers.now - state.since) / 1000);
    }
  }

  /** It has been on its node for so many seconds: they count. */
  #start(worker: PodWorker, pod: Pod, passed: number): void {
    const { workers, images, start } = this.#options;
    const imagePull = images.isPresent(worker, pod) ? 0 : worker.behavior.imagePull;
    const startSeconds = worker.behavior.start;
    worker.handledAt = workers.now - passed * 1000;
    if (passed > 2 * (imagePull + startSeconds) + OVERDUE_SECONDS) {
      worker.behavior = { ...worker.behavior, neverReady: true };
      return;
    }
    const rest = Math.max(0, startSeconds - Math.max(0, passed - imagePull));
    worker.behavior = { ...worker.behavior, imagePull: Math.max(0, imagePull - passed), start: rest };
    start(worker, pod);
  }
}
