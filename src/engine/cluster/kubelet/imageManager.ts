/** Upstream: pkg/kubelet/images/image_manager.go (v1.36.4). One image per pod, the first container's. */
import type { Pod } from '../../../model/apiTypes';
import { formatSeconds } from './containerReports';
import { imagePullBackOffSeconds } from './podRun';
import { withSituation } from './podStatus';
import { RELIST_SECONDS, type PodWorker, type PodWorkers } from './podWorkers';

const PULL_ERROR = 'not found';

/** The images of all nodes: who pulls, who waits for another's pull, and whose pull fails. */
export class ImageManager {
  readonly #workers: PodWorkers;
  readonly #onPulled: (worker: PodWorker) => void;
  /** When an image is (or will be) on a node; by node, then by image: texts that are there already. */
  readonly #images = new Map<string, Map<string, number>>();

  constructor(workers: PodWorkers, onPulled: (worker: PodWorker) => void) {
    this.#workers = workers;
    this.#onPulled = onPulled;
  }

  /** The image of a running pod is there. */
  note(worker: PodWorker, pod: Pod): void {
    const images = this.#imagesOn(worker);
    if (!images.has(imageOf(pod))) images.set(imageOf(pod), this.#workers.now);
  }

  #imagesOn({ node }: PodWorker): Map<string, number> {
    let images = this.#images.get(node);
    if (images === undefined) this.#images.set(node, (images = new Map<string, number>()));
    return images;
  }

  isPresent(worker: PodWorker, pod: Pod): boolean {
    return (this.#imagesOn(worker).get(imageOf(pod)) ?? Infinity) <= this.#workers.now;
  }

  ensureImage(worker: PodWorker, pod: Pod): void {
    this.#attempt(worker, pod, 1);
  }

  /** Attempts have failed before: the next comes when it is due. */
  tryAgain(worker: PodWorker, pod: Pod, attempts: number): void {
    this.#workers.step(worker, imagePullBackOffSeconds(attempts), false, () => {
      this.#attempt(worker, pod, attempts + 1);
    });
  }

  #attempt(worker: PodWorker, pod: Pod, attempt: number): void {
    const { imagePullError, pullErrors } = worker.behavior;
    const fails = imagePullError || (attempt <= pullErrors && !this.#imagesOn(worker).has(imageOf(pod)));
    if (fails) this.#failPull(worker, pod, attempt);
    else this.#pull(worker, pod);
  }

  /** Pods that want the same image on the same node share one pull. */
  #pull(worker: PodWorker, pod: Pod): void {
    const { now } = this.#workers;
    const image = imageOf(pod);
    const images = this.#imagesOn(worker);
    const present = images.get(image);
    const wait = present === undefined ? worker.behavior.imagePull : Math.max(0, (present - now) / 1000);
    if (present === undefined) images.set(image, now + wait * 1000);
    if (wait === 0) {
      const message = `Container image "${image}" already present on machine and can be accessed by the pod`;
      this.#workers.event(pod, 'Normal', 'Pulled', message);
      this.#onPulled(worker);
      return;
    }
    this.#workers.event(pod, 'Normal', 'Pulling', `Pulling image "${image}"`);
    this.#workers.step(worker, wait, true, () => {
      const took = formatSeconds(wait);
      const message = `Successfully pulled image "${image}" in ${took} (${took} including waiting)`;
      this.#workers.event(pod, 'Normal', 'Pulled', message);
      this.#onPulled(worker);
    });
  }

  /** ErrImagePull after each attempt, ImagePullBackOff until the next. */
  #failPull(worker: PodWorker, pod: Pod, attempt: number): void {
    const image = imageOf(pod);
    this.#workers.event(pod, 'Normal', 'Pulling', `Pulling image "${image}"`);
    this.#workers.event(pod, 'Warning', 'Failed', `Failed to pull image "${image}": ${PULL_ERROR}`);
    this.#workers.event(pod, 'Warning', 'Failed', 'Error: ErrImagePull');
    this.#reportWaiting(worker, 'ErrImagePull', PULL_ERROR);
    const wait = imagePullBackOffSeconds(attempt);
    const succeedsAtLast = !worker.behavior.imagePullError && worker.behavior.pullErrors < Infinity;
    this.#workers.step(worker, Math.min(RELIST_SECONDS, wait), false, () => {
      const message = `Back-off pulling image "${image}"`;
      this.#workers.event(pod, 'Normal', 'BackOff', message);
      this.#workers.event(pod, 'Warning', 'Failed', 'Error: ImagePullBackOff');
      this.#reportWaiting(worker, 'ImagePullBackOff', `${message}: ErrImagePull: ${PULL_ERROR}`);
    });
    this.#workers.step(worker, wait, succeedsAtLast, () => {
      this.#attempt(worker, pod, attempt + 1);
    });
  }

  #reportWaiting(worker: PodWorker, reason: string, message: string): void {
    const situation = { phase: 'Pending', ready: false, restarts: 0, state: { waiting: { reason, message } } } as const;
    this.#workers.report(worker, (pod, now) => withSituation(pod, situation, now));
  }
}

function imageOf({ spec }: Pod): string {
  return spec.containers[0]?.image ?? '';
}
