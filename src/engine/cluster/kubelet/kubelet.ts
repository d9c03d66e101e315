/**
 * Upstream: pkg/kubelet/kubelet.go (v1.36.4). All nodes' kubelets are one object; they hear of their pods from the
 * store.
 */
import { objectKey } from '../../../model/meta';
import { isPodReady, isPodTerminal } from '../../../model/podConditions';
import type { Pod } from '../../../model/apiTypes';
import type { WatchEvent } from '../../api/objectStore';
import type { DrawnBehavior } from './behavior';
import { ContainerRuns } from './containerRuns';
import { FoundPods } from './goOn';
import { ImageManager } from './imageManager';
import { NeededObjects, type NeededObject } from './neededObjects';
import { terminationSeconds } from './podRun';
import { PodWorkers, type PodWorker, type PodWorkersOptions } from './podWorkers';
import { ReadySlots, type SlotWait } from './readySlots';
import { Rejections } from './rejections';
import { VolumeAttachments, type AttachConflict } from './volumeAttachments';

export interface KubeletOptions extends PodWorkersOptions {
  /** What a pod does, drawn once when its node first handles it. */
  readonly behaviorOf: (pod: Pod) => DrawnBehavior;
  /** How long the present write waits to be sent. */
  readonly waitMs?: () => number;
  /** What is known of pods that were there before the kubelets: `still` ones go on as they are. Absent: there are none. */
  readonly foundAs?: (pod: Pod) => 'own' | 'still' | undefined;
  /** Absent: the usual ones. */
  readonly newWorkers?: ((options: PodWorkersOptions) => PodWorkers) | undefined;
}

/**
 * The kubelets of all nodes: bound pods pull, start, get ready, crash, restart and stop, by the clock. They see pods and
 * write their status in the store only, like the real ones.
 */
export class Kubelets {
  readonly #options: KubeletOptions;
  readonly #workers: PodWorkers;
  readonly #runs: ContainerRuns;
  readonly #images: ImageManager;
  readonly #rejections: Rejections;
  readonly #slots: ReadySlots;
  readonly #objects: NeededObjects;
  readonly #volumes: VolumeAttachments;
  readonly #found: FoundPods;
  /** Pods that wait for a volume, oldest first. */
  readonly #waitingForVolume = new Map<string, AttachConflict>();

  constructor(options: KubeletOptions) {
    this.#options = options;
    this.#workers = options.newWorkers?.(options) ?? new PodWorkers(options);
    this.#rejections = new Rejections(this.#workers);
    this.#slots = new ReadySlots(this.#workers);
    this.#objects = new NeededObjects(this.#workers);
    this.#runs = new ContainerRuns(this.#workers, this.#slots);
    this.#images = new ImageManager(this.#workers, (worker) => {
      if (worker.behavior.missingObject === undefined) this.#runs.startLater(worker);
      else
        this.#objects.beforeStart(worker, () => {
          this.#runs.startLater(worker);
        });
    });
    this.#volumes = new VolumeAttachments(options.store);
    this.#found = new FoundPods({
      workers: this.#workers,
      runs: this.#runs,
      images: this.#images,
      start: (worker, pod) => {
        this.#mount(worker, pod);
      },
      finishAfter: (worker, seconds) => {
        this.#finishAfter(worker, seconds);
      },
    });
    options.store.subscribe(['Pod'], (event) => {
      this.#onPod(event);
    });
  }

  /** Changes still to come that can move a rollout: first starts and terminations, not the repetitions of a crash loop. */
  get pendingChanges(): number {
    return this.#workers.pendingChanges;
  }

  #onPod(event: WatchEvent<'Pod'>): void {
    const pod = event.object;
    if ((pod.spec.nodeName ?? '') === '') return;
    const { key } = event;
    const worker = this.#workers.get(key);
    if (event.type === 'deleted') {
      if (worker !== undefined) {
        this.#workers.forget(worker);
        if (worker.inLine) this.#slots.release(worker);
        this.#waitingForVolume.delete(key);
      }
      this.#releaseVolumes(pod);
    } else if (worker === undefined) {
      if (!isPodTerminal(pod)) this.#admitLater(key);
    } else {
      worker.pod = pod;
      if (pod.metadata.deletionTimestamp !== undefined && !worker.terminating) this.#terminateLater(worker);
    }
  }

  #terminateLater(worker: PodWorker): void {
    worker.terminating = true;
    this.#workers.soon(() => {
      this.#terminate(worker);
    }, this.#options.waitMs?.());
  }

  #admitLater(key: string): void {
    this.#workers.soon(() => {
      this.#admit(key);
    });
  }

  #admit(key: string): void {
    const pod = this.#options.store.get('Pod', key);
    if (pod === undefined || this.#workers.get(key) !== undefined || this.#workers.isSilent(pod.spec.nodeName ?? '')) return;
    const worker = this.#workers.add(key, pod, this.#options.behaviorOf(pod));
    const found = this.#options.foundAs?.(pod);
    if (found !== undefined) {
      this.#volumes.attach(pod);
      this.#found.goOn(worker, pod, found === 'still');
      return;
    }
    if (worker.terminating) {
      this.#terminate(worker);
      return;
    }
    if (this.#rejections.reject(worker, pod)) return;
    if (worker.behavior.slots !== undefined) this.#slots.admit(worker, pod);
    this.#mount(worker, pod);
    this.#workers.step(worker, worker.behavior.firstReport, false, () => {
      if (worker.pod?.status?.containerStatuses === undefined) this.#runs.report(worker);
    });
  }

  #mount(worker: PodWorker, pod: Pod): void {
    const conflict = this.#volumes.attach(pod);
    if (conflict === undefined) {
      this.#waitingForVolume.delete(worker.key);
      if (isPodReady(pod)) this.#adopt(worker, pod);
      else if (worker.behavior.missingObject === undefined) this.#images.ensureImage(worker, pod);
      else
        this.#objects.beforePull(worker, pod, () => {
          this.#images.ensureImage(worker, pod);
        });
      return;
    }
    const { volume, pods } = conflict;
    const isNews = this.#waitingForVolume.get(worker.key)?.pods.join() !== pods.join();
    this.#waitingForVolume.set(worker.key, conflict);
    const message = `Multi-Attach error for volume "${volume}" Volume is already used by pod(s) ${pods.join(', ')}`;
    if (isNews) this.#workers.event(pod, 'Warning', 'FailedAttachVolume', message);
  }

  /** A pod that is ready has long been started: it goes on running, and its image is there. */
  #adopt(worker: PodWorker, pod: Pod): void {
    worker.running = true;
    worker.ready = true;
    this.#images.note(worker, pod);
  }

  /** What keeps a bound pod from starting, if it is a volume. */
  volumeConflict(key: string): AttachConflict | undefined {
    return this.#waitingForVolume.get(key);
  }

  /** The node that has a volume of the pod's which only one node can have. */
  volumeNode(pod: Pod): string | undefined {
    return this.#volumes.nodeOf(pod);
  }

  #releaseVolumes(pod: Pod): void {
    if (pod.spec.volumes === undefined) return;
    this.#volumes.release(pod);
    for (const key of [...this.#waitingForVolume.keys()]) {
      this.#workers.soon(() => {
        const worker = this.#workers.get(key);
        const waiting = this.#options.store.get('Pod', key);
        if (worker === undefined || waiting === undefined || worker.terminating) this.#waitingForVolume.delete(key);
        else if (this.#waitingForVolume.has(key)) this.#mount(worker, waiting);
      });
    }
  }

  #terminate(worker: PodWorker): void {
    const { pod } = worker;
    if (pod === undefined) return;
    worker.epoch++;
    const seconds = worker.running ? terminationSeconds(pod, worker.behavior.shutDown) : 0;
    if (worker.running) this.#workers.processes?.stopping(pod, worker.behavior.shutDown);
    for (const { name } of pod.spec.containers)
      if (worker.running) this.#workers.event(pod, 'Normal', 'Killing', `Stopping container ${name}`);
    this.#finishAfter(worker, seconds);
  }

  #finishAfter(worker: PodWorker, seconds: number): void {
    worker.goneAt = this.#workers.now + seconds * 1000;
    this.#workers.step(worker, seconds, true, () => {
      this.#finish(worker);
    });
  }

  #finish(worker: PodWorker): void {
    if (!this.#workers.isSilent(worker.node) && worker.pod !== undefined) this.#options.store.remove('Pod', worker.key);
  }

  /** The node stops answering: what its pods do is not reported until it is back. */
  silence(node: string): void {
    this.#workers.setSilent(node, true);
    for (const { key, running } of this.#workers.of(node)) if (running) this.#workers.processes?.ended(key);
  }

  /** The node answers again: its pods report, ended terminations are confirmed. */
  revive(node: string): void {
    this.#workers.setSilent(node, false);
    for (const worker of this.#workers.of(node)) {
      if (worker.running && !worker.terminating) this.#workers.processes?.started(worker.key, this.#workers.now);
      if (worker.goneAt !== undefined && worker.goneAt <= this.#workers.now) this.#finish(worker);
      else if (!worker.terminating) this.#runs.report(worker);
    }
    for (const pod of this.#options.store.list('Pod')) {
      if (pod.spec.nodeName === node && this.#workers.get(objectKey(pod)) === undefined) this.#admitLater(objectKey(pod));
    }
  }

  /** A pod's process dies now; it is restarted like after any crash. */
  crash(key: string): boolean {
    const worker = this.#workers.get(key);
    const pod = this.#options.store.get('Pod', key);
    if (worker === undefined || pod === undefined || worker.terminating || !worker.running) return false;
    worker.epoch++;
    this.#runs.end(worker, pod, 'crash');
    return true;
  }

  /** A pod behaves differently from now on; `broken` ends its process at once, so that the new behavior shows. */
  changeBehavior(key: string, behavior: DrawnBehavior, broken: boolean): void {
    const worker = this.#workers.get(key);
    if (worker === undefined || worker.terminating) return;
    worker.behavior = behavior;
    worker.crashes = 0;
    worker.endsAgain = false;
    if (broken || !worker.ready) this.crash(key);
  }

  /** The object without which a pod does not start, if that is what keeps it. */
  missingObject(key: string): NeededObject | undefined {
    const worker = this.#workers.active(key);
    return worker === undefined ? undefined : this.#objects.missing(worker);
  }

  /** What a running pod waits for before it says that it is ready; undefined: for nothing. */
  slotWait(key: string): SlotWait | undefined {
    const worker = this.#workers.active(key);
    return worker === undefined ? undefined : this.#slots.waitOf(worker);
  }

  /** The probe that ended the pod's last run. */
  killedBy(key: string): 'startupProbe' | 'livenessProbe' | undefined {
    return this.#workers.active(key)?.killedBy;
  }

  /** Whether the pod's present run will get it ready, if nothing happens. */
  willBeReady(key: string): boolean {
    const worker = this.#workers.active(key);
    return worker?.readyAt !== undefined && !worker.ready;
  }

  /** What keeps a pod that was found so from starting, or from ending, and nobody sees. */
  stuck(key: string): 'starting' | 'terminating' | undefined {
    const worker = this.#workers.get(key);
    if (worker === undefined || this.#workers.isSilent(worker.node)) return undefined;
    if (worker.terminating) return worker.goneAt === undefined ? 'terminating' : undefined;
    return worker.behavior.neverReady && !worker.running && worker.restarts === 0 ? 'starting' : undefined;
  }

  /** Whether the pod runs towards its next end, or waits for a restart. */
  isUnstable(key: string): boolean {
    const worker = this.#workers.active(key);
    return worker !== undefined && (worker.endsAt !== undefined || worker.endsAgain);
  }
}
