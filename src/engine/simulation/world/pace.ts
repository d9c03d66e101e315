import type { RandomStream } from '../../kernel/random';

/** About 10 ms per request, as measured on an idle control plane. */
const DEFAULT_LATENCY_MS = 10;
/** More requests than this of one sync are sent side by side. */
const MOST_IN_A_ROW = 5;

/** How long things take on a control plane: what the scenario leaves to one instant comes some milliseconds apart. */
export class Pace {
  readonly #latencyMs: number;
  readonly #random: RandomStream;

  constructor(latencyMs: number | undefined, random: RandomStream) {
    this.#latencyMs = latencyMs ?? DEFAULT_LATENCY_MS;
    this.#random = random;
  }

  /** From a write to the watch event that tells of it. */
  get watchMs(): number {
    return Math.round(this.#latencyMs * 0.3);
  }

  /** Between the watch events of what is written in one instant: the requests of a sync are sent one after the other. */
  get spacing(): { readonly stepMs: number; readonly atMostMs: number } | undefined {
    const stepMs = Math.round(this.#latencyMs * 0.8);
    return stepMs === 0 ? undefined : { stepMs, atMostMs: (MOST_IN_A_ROW + 1) * stepMs };
  }

  /** From a change to the scheduler's attempt. */
  get schedulingMs(): number {
    return Math.round(this.#latencyMs * 0.5);
  }

  /** From the binding to the kubelet's first word about the pod. */
  get firstReportMs(): number {
    return Math.round(this.#latencyMs * 0.4);
  }

  /** A sync that wrote so often; it ends when the watch has told of its last write, `lagMs` after it. */
  syncMs(writes: number, lagMs: number): number {
    if (writes === 0 || this.spacing === undefined) return 0;
    const { stepMs, atMostMs } = this.spacing;
    return lagMs + Math.min(writes * stepMs, atMostMs) + Math.ceil(this.#latencyMs * this.#random());
  }

  /** What a start or a stop takes longer than it should. */
  jitterMs(): number {
    return this.#latencyMs === 0 ? 0 : Math.ceil(2 * this.#latencyMs * this.#random());
  }
}
