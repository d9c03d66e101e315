/**
 * Upstream: pkg/kubelet/kuberuntime/kuberuntime_manager.go, kuberuntime_container.go (v1.36.4). A run is planned as a
 * whole and put on the clock; upstream compares states each time it looks.
 */
import type { Pod } from '../../../model/apiTypes';
import { isPodReady } from '../../../model/podConditions';
import type { Time } from '../../../model/time';
import { violated } from '../../kernel/engineError';
import { backOffMessage, situationOf } from './containerReports';
import { planPodRun, type PodRun, type ProcessBehavior } from './podRun';
import { periodOf, probeFailure } from './probes';
import { withSituation } from './podStatus';
import type { ReadySlots } from './readySlots';
import { RELIST_SECONDS, type PodWorker, type PodWorkers } from './podWorkers';

/** A pod that needs twice as long as it should, and this, is taken for one that never gets ready. */
const OVERDUE_SECONDS = 10;

/** The runs of a pod's containers: started, ready, ended by themselves or by a probe, started again after the back-off. */
export class ContainerRuns {
  readonly #workers: PodWorkers;

  readonly #slots: ReadySlots;

  constructor(workers: PodWorkers, slots: ReadySlots) {
    this.#workers = workers;
    this.#slots = slots;
  }

  startLater(worker: PodWorker): void {
    const { start } = worker.behavior;
    if (start === 0) this.#start(worker);
    else
      this.#workers.step(worker, start, true, () => {
        this.#start(worker);
      });
  }

  #start(worker: PodWorker): void {
    const { pod } = worker;
    if (pod === undefined) return;
    if (worker.running) violated(worker.key, 'is started while it runs');
    worker.startedAt = this.#workers.now;
    const process = this.#process(worker);
    const run = planPodRun(pod.spec, process);
    this.#workers.processes?.started(worker.key, worker.startedAt + process.answersAfter * 1000);
    worker.running = true;
    worker.endsAgain = false;
    worker.endedAt = undefined;
    worker.ready = run.readyAfter === 0 && this.#maySay(worker);
    for (const _container of pod.spec.containers) {
      this.#workers.event(pod, 'Normal', 'Created', 'Container created');
      this.#workers.event(pod, 'Normal', 'Started', 'Container started');
    }
    this.report(worker);
    this.#plan(worker, pod, run);
  }

  /** A run that began before: what is left of its plan. What should have come long ago does not come any more. */
  goOn(worker: PodWorker, pod: Pod, startedAt: Time): void {
    worker.running = true;
    worker.startedAt = startedAt;
    worker.ready = isPodReady(pod);
    const passed = (this.#workers.now - startedAt) / 1000;
    const { readyAfter, end } = planPodRun(pod.spec, this.#process(worker));
    const isOverdue = readyAfter !== undefined && passed > 2 * readyAfter + OVERDUE_SECONDS;
    const isStuck = !worker.ready && isOverdue;
    if (isStuck) worker.behavior = { ...worker.behavior, neverReady: true };
    this.#plan(worker, pod, {
      readyAfter: worker.ready || isStuck || readyAfter === undefined ? undefined : Math.max(RELIST_SECONDS, readyAfter - passed),
      end: end === undefined || end.after <= passed ? undefined : { ...end, after: end.after - passed },
      firstRefusalAfter: undefined,
    });
  }

  /** Its containers ended before and wait to be started again. */
  waitOn(worker: PodWorker, endedAt: Time, backOffSeconds: number): void {
    worker.endedAt = endedAt;
    worker.endsAgain = true;
    worker.backOff.restore(worker.restarts + 1, endedAt / 1000 + backOffSeconds);
    this.#startAgain(worker, endedAt / 1000 + backOffSeconds - this.#workers.now / 1000);
  }

  #process(worker: PodWorker): ProcessBehavior {
    const { behavior } = worker;
    const { crash } = behavior;
    return {
      answersAfter: behavior.neverAnswers ? Infinity : behavior.warmUp,
      neverReady: behavior.neverReady,
      crashesAfter: crash !== undefined && worker.crashes < crash.times ? crash.after() : undefined,
      handledBefore: worker.restarts === 0 ? (worker.startedAt - worker.handledAt) / 1000 : 0,
      looksUpPorts: behavior.looksUpPorts,
      shutDown: behavior.shutDown,
    };
  }

  #plan(worker: PodWorker, pod: Pod, run: PodRun): void {
    const first = worker.restarts === 0;
    const { now } = this.#workers;
    worker.readyAt = run.readyAfter === undefined ? undefined : now + run.readyAfter * 1000;
    worker.endsAt = run.end === undefined ? undefined : now + run.end.after * 1000;
    if (run.readyAfter !== undefined && run.readyAfter > 0)
      this.#workers.step(worker, run.readyAfter, first, () => {
        worker.ready = this.#maySay(worker);
        this.report(worker);
      });
    if (run.firstRefusalAfter !== undefined)
      this.#workers.step(worker, run.firstRefusalAfter, false, () => {
        this.#refuse(worker);
      });
    if (run.end !== undefined) {
      const { why } = run.end;
      this.#workers.step(worker, run.end.after, first, () => {
        this.end(worker, pod, why);
      });
    }
  }

  /** Whether a pod whose probes succeed is ready: one that needs a slot waits for it, and its probe looks again. */
  #maySay(worker: PodWorker): boolean {
    if (worker.behavior.slots === undefined) return true;
    return this.#slots.take(worker, () => {
      const probe = worker.pod?.spec.containers.find(({ readinessProbe }) => readinessProbe)?.readinessProbe;
      const running = (this.#workers.now - worker.startedAt) / 1000;
      const untilProbe = probe === undefined ? 0 : periodOf(probe) - (running % periodOf(probe));
      worker.readyAt = this.#workers.now + untilProbe * 1000;
      this.#workers.step(worker, untilProbe, true, () => {
        worker.ready = true;
        this.report(worker);
      });
    });
  }

  #refuse(worker: PodWorker): void {
    const { pod } = worker;
    const probe = pod?.spec.containers.find(({ readinessProbe }) => readinessProbe !== undefined)?.readinessProbe;
    if (pod !== undefined && !worker.ready) this.#workers.event(pod, 'Warning', 'Unhealthy', probeFailure('Readiness', probe));
  }

  /** The containers of a run have ended: restart, after the back-off. */
  end(worker: PodWorker, pod: Pod, why: 'crash' | 'startupProbe' | 'livenessProbe'): void {
    if (!worker.running) violated(worker.key, 'ends without running');
    if (why === 'crash') worker.crashes++;
    else this.#killForProbe(pod, why);
    worker.ready = false;
    worker.running = false;
    worker.killedBy = why === 'crash' ? undefined : why;
    if (worker.inLine) this.#slots.release(worker);
    worker.readyAt = undefined;
    worker.endsAt = undefined;
    const { crash } = worker.behavior;
    worker.endsAgain = why !== 'crash' || (crash !== undefined && worker.crashes < crash.times);
    worker.endedAt = this.#workers.now;
    this.#workers.processes?.ended(worker.key);
    const wait = worker.backOff.next(worker.endedAt / 1000);
    if (wait > 0) this.#workers.event(pod, 'Warning', 'BackOff', backOffMessage(pod));
    this.report(worker, wait);
    this.#startAgain(worker, wait);
  }

  /** That it has ended must be noticed first, even when it may start again at once. */
  #startAgain(worker: PodWorker, wait: number): void {
    this.#workers.step(worker, Math.max(wait, RELIST_SECONDS), false, () => {
      worker.restarts++;
      this.#start(worker);
    });
  }

  #killForProbe(pod: Pod, why: 'startupProbe' | 'livenessProbe'): void {
    const probe = why === 'startupProbe' ? 'Startup' : 'Liveness';
    const container = pod.spec.containers.find((candidate) => candidate[why] !== undefined);
    this.#workers.event(pod, 'Warning', 'Unhealthy', probeFailure(probe, container?.[why]));
    const message = `Container ${container?.name ?? ''} failed ${probe.toLowerCase()} probe, will be restarted`;
    this.#workers.event(pod, 'Normal', 'Killing', message);
  }

  report(worker: PodWorker, backOffSeconds?: number): void {
    this.#workers.report(worker, (pod, now) => withSituation(pod, situationOf(worker, pod, backOffSeconds), now));
  }
}
