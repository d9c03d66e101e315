import { objectKey } from '../../../model/meta';
import { isPodReady, isPodTerminal } from '../../../model/podConditions';
import type { Pod } from '../../../model/pod';
import type { ObjectStore, WatchEvent } from '../../api/objectStore';
import type { EventRecorder } from '../../client/eventRecorder';
import type { EventLoop } from '../../kernel/eventLoop';
import type { DrawnBehavior } from './behavior';
import { backOffMessage, formatSeconds, situationOf } from './containerReports';
import { imagePullBackOffSeconds, planPodRun, terminationSeconds, type PodRun } from './podRun';
import { probeFailure } from './probes';
import { withSituation } from './podStatus';
import { newPodWorker, type PodWorker } from './podWorker';
import { VolumeAttachments, type AttachConflict } from './volumeAttachments';

export interface KubeletOptions {
  readonly store: ObjectStore;
  readonly loop: EventLoop;
  readonly phase: number;
  readonly recorder: EventRecorder;
  /** What a pod does, drawn once when its node first handles it. */
  readonly behaviorOf: (pod: Pod) => DrawnBehavior;
}

/** How often the kubelet notices changes of its containers. */
const RELIST_SECONDS = 1;
const PULL_ERROR = 'not found';

/**
 * The kubelets of all nodes: bound pods pull, start, get ready, crash, restart and stop, by the clock. They see pods and
 * write their status in the store only, like the real ones.
 */
export class Kubelets {
  readonly #options: KubeletOptions;
  readonly #workers = new Map<string, PodWorker>();
  readonly #silentNodes = new Set<string>();
  /** When an image is (or will be) on a node. */
  readonly #images = new Map<string, number>();
  readonly #volumes: VolumeAttachments;
  /** Pods that wait for a volume, oldest first. */
  readonly #waitingForVolume = new Map<string, AttachConflict>();
  #pendingStarts = 0;

  constructor(options: KubeletOptions) {
    this.#options = options;
    this.#volumes = new VolumeAttachments(options.store);
    options.store.subscribe((event) => {
      if (event.kind === 'Pod') this.#onPod(event as WatchEvent<'Pod'>);
    });
  }

  /** Changes still to come that can move a rollout: first starts and terminations, not the repetitions of a crash loop. */
  get pendingChanges(): number {
    return this.#pendingStarts;
  }

  #onPod(event: WatchEvent<'Pod'>): void {
    const pod = event.object;
    if ((pod.spec.nodeName ?? '') === '') return;
    const key = objectKey(pod);
    const worker = this.#workers.get(key);
    if (event.type === 'deleted') {
      if (worker !== undefined) this.#forget(worker);
      this.#releaseVolumes(pod);
    } else if (worker === undefined) {
      if (!isPodTerminal(pod))
        this.#later(this.#options.loop.now, () => {
          this.#admit(key);
        });
    } else if (pod.metadata.deletionTimestamp !== undefined && !worker.terminating) {
      worker.terminating = true;
      this.#later(this.#options.loop.now, () => {
        this.#terminate(worker);
      });
    }
  }

  #forget(worker: PodWorker): void {
    worker.epoch++;
    this.#workers.delete(worker.key);
    this.#waitingForVolume.delete(worker.key);
  }

  #later(at: number, run: () => void): void {
    this.#options.loop.schedule(at, this.#options.phase, run);
  }

  /** A step of the pod's life that is void when the pod has died or its plan has changed. */
  #step(worker: PodWorker, afterSeconds: number, matters: boolean, run: () => void): void {
    const { epoch } = worker;
    if (matters) this.#pendingStarts++;
    this.#later(this.#options.loop.now + afterSeconds * 1000, () => {
      if (matters) this.#pendingStarts--;
      if (worker.epoch === epoch) run();
    });
  }

  #admit(key: string): void {
    const pod = this.#options.store.get('Pod', key);
    const node = pod?.spec.nodeName ?? '';
    if (pod === undefined || this.#workers.has(key) || this.#silentNodes.has(node)) return;
    const { now } = this.#options.loop;
    const worker = newPodWorker(pod, key, this.#options.behaviorOf(pod), now);
    this.#workers.set(key, worker);
    if (worker.terminating) this.#terminate(worker);
    else this.#mount(worker, pod);
  }

  #mount(worker: PodWorker, pod: Pod): void {
    const conflict = this.#volumes.attach(pod);
    if (conflict === undefined) {
      this.#waitingForVolume.delete(worker.key);
      if (isPodReady(pod)) this.#adopt(worker, pod);
      else if (worker.behavior.imagePullError) this.#failPull(worker, pod, 1);
      else this.#pull(worker, pod);
      return;
    }
    const { volume, pods } = conflict;
    const isNews = this.#waitingForVolume.get(worker.key)?.pods.join() !== pods.join();
    this.#waitingForVolume.set(worker.key, conflict);
    const message = `Multi-Attach error for volume "${volume}" Volume is already used by pod(s) ${pods.join(', ')}`;
    if (isNews) this.#event(pod, 'Warning', 'FailedAttachVolume', message);
  }

  /** A pod that is ready has long been started: it goes on running, and its image is there. */
  #adopt(worker: PodWorker, pod: Pod): void {
    worker.running = true;
    worker.ready = true;
    const place = imagePlace(worker, pod);
    if (!this.#images.has(place)) this.#images.set(place, this.#options.loop.now);
  }

  /** What keeps a bound pod from starting, if it is a volume. */
  volumeConflict(key: string): AttachConflict | undefined {
    return this.#waitingForVolume.get(key);
  }

  #releaseVolumes(pod: Pod): void {
    if (pod.spec.volumes === undefined) return;
    this.#volumes.release(pod);
    for (const key of [...this.#waitingForVolume.keys()]) {
      this.#later(this.#options.loop.now, () => {
        const worker = this.#workers.get(key);
        const waiting = this.#options.store.get('Pod', key);
        if (worker === undefined || waiting === undefined || worker.terminating) this.#waitingForVolume.delete(key);
        else if (this.#waitingForVolume.has(key)) this.#mount(worker, waiting);
      });
    }
  }

  /** Pods that want the same image on the same node share one pull. */
  #pull(worker: PodWorker, pod: Pod): void {
    const { now } = this.#options.loop;
    const image = pod.spec.containers[0]?.image ?? '';
    const place = imagePlace(worker, pod);
    const present = this.#images.get(place);
    const wait = present === undefined ? worker.behavior.imagePull : Math.max(0, (present - now) / 1000);
    if (present === undefined) this.#images.set(place, now + wait * 1000);
    if (wait === 0) {
      this.#event(
        pod,
        'Normal',
        'Pulled',
        `Container image "${image}" already present on machine and can be accessed by the pod`,
      );
      this.#startLater(worker);
      return;
    }
    this.#event(pod, 'Normal', 'Pulling', `Pulling image "${image}"`);
    this.#step(worker, wait, true, () => {
      const took = formatSeconds(wait);
      this.#event(pod, 'Normal', 'Pulled', `Successfully pulled image "${image}" in ${took} (${took} including waiting)`);
      this.#startLater(worker);
    });
  }

  #startLater(worker: PodWorker): void {
    const { start } = worker.behavior;
    if (start === 0) this.#start(worker);
    else
      this.#step(worker, start, true, () => {
        this.#start(worker);
      });
  }

  /** ErrImagePull after each attempt, ImagePullBackOff until the next. */
  #failPull(worker: PodWorker, pod: Pod, attempt: number): void {
    const image = pod.spec.containers[0]?.image ?? '';
    this.#event(pod, 'Normal', 'Pulling', `Pulling image "${image}"`);
    this.#event(pod, 'Warning', 'Failed', `Failed to pull image "${image}": ${PULL_ERROR}`);
    this.#event(pod, 'Warning', 'Failed', 'Error: ErrImagePull');
    this.#waitForImage(worker, { reason: 'ErrImagePull', message: PULL_ERROR });
    const wait = imagePullBackOffSeconds(attempt);
    this.#step(worker, Math.min(RELIST_SECONDS, wait), false, () => {
      const message = `Back-off pulling image "${image}"`;
      this.#event(pod, 'Normal', 'BackOff', message);
      this.#event(pod, 'Warning', 'Failed', 'Error: ImagePullBackOff');
      this.#waitForImage(worker, { reason: 'ImagePullBackOff', message: `${message}: ErrImagePull: ${PULL_ERROR}` });
    });
    this.#step(worker, wait, false, () => {
      this.#failPull(worker, pod, attempt + 1);
    });
  }

  #waitForImage(worker: PodWorker, waiting: { readonly reason: string; readonly message: string }): void {
    if (this.#silentNodes.has(worker.node)) return;
    this.#write(worker, (current, now) =>
      withSituation(current, { phase: 'Pending', ready: false, restarts: 0, state: { waiting } }, now),
    );
  }

  #start(worker: PodWorker): void {
    const pod = this.#options.store.get('Pod', worker.key);
    if (pod === undefined) return;
    const run = planPodRun(pod.spec, this.#process(worker));
    worker.running = true;
    worker.endsAgain = false;
    worker.endedAt = undefined;
    worker.startedAt = this.#options.loop.now;
    worker.ready = run.readyAfter === 0;
    for (const _container of pod.spec.containers) {
      this.#event(pod, 'Normal', 'Created', 'Container created');
      this.#event(pod, 'Normal', 'Started', 'Container started');
    }
    this.#report(worker);
    this.#plan(worker, pod, run);
  }

  #process(worker: PodWorker): Parameters<typeof planPodRun>[1] {
    const { behavior } = worker;
    const { now } = this.#options.loop;
    const { crash } = behavior;
    return {
      answersAfter: behavior.warmUp,
      neverReady: behavior.neverReady,
      crashesAfter: crash !== undefined && worker.crashes < crash.times ? crash.after() : undefined,
      handledBefore: worker.restarts === 0 ? (now - worker.handledAt) / 1000 : 0,
      shutDown: behavior.shutDown,
    };
  }

  #plan(worker: PodWorker, pod: Pod, run: PodRun): void {
    const first = worker.restarts === 0;
    const { now } = this.#options.loop;
    worker.readyAt = run.readyAfter === undefined ? undefined : now + run.readyAfter * 1000;
    worker.endsAt = run.end === undefined ? undefined : now + run.end.after * 1000;
    if (run.readyAfter !== undefined && run.readyAfter > 0)
      this.#step(worker, run.readyAfter, first, () => {
        this.#becomeReady(worker);
      });
    if (run.firstRefusalAfter !== undefined)
      this.#step(worker, run.firstRefusalAfter, false, () => {
        this.#refuse(worker);
      });
    if (run.end !== undefined) {
      const { why } = run.end;
      this.#step(worker, run.end.after, first, () => {
        this.#end(worker, pod, why);
      });
    }
  }

  #becomeReady(worker: PodWorker): void {
    worker.ready = true;
    if (!this.#silentNodes.has(worker.node)) this.#report(worker);
  }

  #refuse(worker: PodWorker): void {
    const pod = this.#options.store.get('Pod', worker.key);
    const probe = pod?.spec.containers.find(({ readinessProbe }) => readinessProbe !== undefined)?.readinessProbe;
    if (pod !== undefined && !worker.ready) this.#event(pod, 'Warning', 'Unhealthy', probeFailure('Readiness', probe));
  }

  /** The containers of a run have ended: restart, after the back-off. */
  #end(worker: PodWorker, pod: Pod, why: 'crash' | 'startupProbe' | 'livenessProbe'): void {
    if (why === 'crash') worker.crashes++;
    else this.#killForProbe(pod, why);
    worker.ready = false;
    worker.running = false;
    worker.readyAt = undefined;
    worker.endsAt = undefined;
    const { crash } = worker.behavior;
    worker.endsAgain = why !== 'crash' || (crash !== undefined && worker.crashes < crash.times);
    worker.endedAt = this.#options.loop.now;
    const wait = worker.backOff.next(worker.endedAt / 1000);
    if (wait > 0) this.#event(pod, 'Warning', 'BackOff', backOffMessage(pod));
    this.#report(worker, wait);
    // That it has ended must be noticed first, even when it may start again at once.
    this.#step(worker, Math.max(wait, RELIST_SECONDS), false, () => {
      this.#restart(worker);
    });
  }

  #killForProbe(pod: Pod, why: 'startupProbe' | 'livenessProbe'): void {
    const probe = why === 'startupProbe' ? 'Startup' : 'Liveness';
    const container = pod.spec.containers.find((candidate) => candidate[why] !== undefined);
    this.#event(pod, 'Warning', 'Unhealthy', probeFailure(probe, container?.[why]));
    const message = `Container ${container?.name ?? ''} failed ${probe.toLowerCase()} probe, will be restarted`;
    this.#event(pod, 'Normal', 'Killing', message);
  }

  #restart(worker: PodWorker): void {
    worker.restarts++;
    this.#start(worker);
  }

  #terminate(worker: PodWorker): void {
    const pod = this.#options.store.get('Pod', worker.key);
    if (pod === undefined) return;
    worker.epoch++;
    const seconds = worker.running ? terminationSeconds(pod, worker.behavior.shutDown) : 0;
    for (const { name } of pod.spec.containers)
      if (worker.running) this.#event(pod, 'Normal', 'Killing', `Stopping container ${name}`);
    worker.goneAt = this.#options.loop.now + seconds * 1000;
    this.#step(worker, seconds, true, () => {
      this.#finish(worker);
    });
  }

  #finish(worker: PodWorker): void {
    if (this.#silentNodes.has(worker.node)) return;
    if (this.#options.store.get('Pod', worker.key) !== undefined) this.#options.store.remove('Pod', worker.key);
  }

  /** The node stops answering: what its pods do is not reported until it is back. */
  silence(node: string): void {
    this.#silentNodes.add(node);
  }

  /** The node answers again: its pods report, ended terminations are confirmed. */
  revive(node: string): void {
    this.#silentNodes.delete(node);
    for (const worker of [...this.#workers.values()]) {
      if (worker.node !== node) continue;
      if (worker.goneAt !== undefined && worker.goneAt <= this.#options.loop.now) this.#finish(worker);
      else if (!worker.terminating) this.#report(worker);
    }
    for (const pod of this.#options.store.list('Pod')) {
      if (pod.spec.nodeName === node && !this.#workers.has(objectKey(pod))) this.#admitLater(objectKey(pod));
    }
  }

  #admitLater(key: string): void {
    this.#later(this.#options.loop.now, () => {
      this.#admit(key);
    });
  }

  /** A pod's process dies now; it is restarted like after any crash. */
  crash(key: string): boolean {
    const worker = this.#workers.get(key);
    const pod = this.#options.store.get('Pod', key);
    if (worker === undefined || pod === undefined || worker.terminating || !worker.running) return false;
    worker.epoch++;
    this.#end(worker, pod, 'crash');
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

  #report(worker: PodWorker, backOffSeconds?: number): void {
    if (!this.#silentNodes.has(worker.node))
      this.#write(worker, (pod, now) => withSituation(pod, situationOf(worker, pod, backOffSeconds), now));
  }

  /** Whether the pod's present run will get it ready, if nothing happens. */
  willBeReady(key: string): boolean {
    const worker = this.#workers.get(key);
    if (worker === undefined || worker.terminating || this.#silentNodes.has(worker.node)) return false;
    return worker.readyAt !== undefined && !worker.ready;
  }

  /** Whether the pod runs towards its next end, or waits for a restart. */
  isUnstable(key: string): boolean {
    const worker = this.#workers.get(key);
    if (worker === undefined || worker.terminating || this.#silentNodes.has(worker.node)) return false;
    return worker.endsAt !== undefined || worker.endsAgain;
  }

  #write(worker: PodWorker, change: (pod: Pod, now: number) => Pod): void {
    const { store, loop } = this.#options;
    if (store.get('Pod', worker.key) !== undefined) store.patch('Pod', worker.key, (pod) => change(pod, loop.now), 'whole');
  }

  #event(pod: Pod, type: 'Normal' | 'Warning', reason: string, message: string): void {
    this.#options.recorder.event('Pod', pod, type, reason, message);
  }
}

/** An image on a node. */
function imagePlace({ node }: PodWorker, { spec }: Pod): string {
  return `${node} ${spec.containers[0]?.image ?? ''}`;
}
