import type { Pod, Service } from '../../../../model/apiTypes';
import { bareName } from '../../../../model/meta';
import { servingContainer } from '../../../../model/ports';
import type { Time } from '../../../../model/time';
import { containerStop } from '../../../cluster/kubelet/podRun';
import type { ProcessListener } from '../../../cluster/kubelet/podWorkers';
import { PROCESS_CHANGES, type ProcessTable } from '../processTable';
import type { PodLog } from './podLog';
import type { TimelineClock } from './timelineClock';

interface ProcessRow {
  readonly pod: number;
  readonly change: (typeof PROCESS_CHANGES)[number];
  readonly from: number;
  readonly until: number;
}

/** When the process that a Service sends to answers, is told to stop, and ends. */
export class ProcessLog implements ProcessListener {
  readonly #clock: TimelineClock;
  readonly #pods: PodLog;
  /** What the Service sends to, by number or by name. */
  readonly #targets: readonly unknown[];
  readonly #rows: ProcessRow[] = [];

  constructor(clock: TimelineClock, pods: PodLog, service: Service) {
    this.#clock = clock;
    this.#pods = pods;
    this.#targets = (service.spec?.ports ?? []).map(({ port, targetPort = port }) => targetPort);
  }

  started(key: string, answersAt: Time): void {
    this.#push(key, 'run', this.#clock.t, this.#clock.seconds(answersAt));
  }

  stopping(pod: Pod, shutDownSeconds: number): void {
    const { containers } = pod.spec;
    const container = containers.length === 1 ? containers[0] : servingContainer(containers, this.#targets);
    if (container === undefined) return;
    const { signalAfter, endsAfter } = containerStop(pod, container, shutDownSeconds);
    const index = this.#pods.indexOf(pod);
    const { t } = this.#clock;
    if (index !== undefined) this.#rows.push({ pod: index, change: 'stop', from: t + signalAfter, until: t + endsAfter });
  }

  ended(key: string): void {
    this.#push(key, 'end', this.#clock.t, this.#clock.t);
  }

  #push(key: string, change: ProcessRow['change'], from: number, until: number): void {
    const pod = this.#pods.indexOfName(bareName(key));
    if (pod !== undefined) this.#rows.push({ pod, change, from, until });
  }

  /** As it is known at `end`. */
  table(end: number): ProcessTable {
    const rows = this.#rows.filter(({ from, pod }) => from <= end && pod < this.#pods.count);
    return {
      count: rows.length,
      pod: Int32Array.from(rows, ({ pod }) => pod),
      change: Uint8Array.from(rows, ({ change }) => PROCESS_CHANGES.indexOf(change)),
      from: Float64Array.from(rows, ({ from }) => from),
      until: Float64Array.from(rows, ({ until }) => until),
    };
  }
}
