import { hostProcess } from './hostProcess';

/** What happened between two beats: how long others waited, and how long this thread worked meanwhile. */
export interface Gap {
  readonly at: number;
  readonly wallMs: number;
  readonly cpuMs: number;
}

/** Beats as often as the event loop lets it; a gap is a stall of everybody in the extension host. */
export class Heartbeat {
  readonly gaps: Gap[] = [];
  readonly #startedAt = performance.now();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #last = this.#now();

  constructor() {
    this.#beat();
  }

  #now(): { readonly wall: number; readonly cpu: number } {
    const { user, system } = hostProcess().threadCpuUsage();
    return { wall: performance.now(), cpu: (user + system) / 1000 };
  }

  #beat(): void {
    this.#timer = setTimeout(() => {
      const now = this.#now();
      const at = this.#last.wall - this.#startedAt;
      this.gaps.push({ at, wallMs: now.wall - this.#last.wall, cpuMs: now.cpu - this.#last.cpu });
      this.#last = now;
      this.#beat();
    }, 1);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

/** `p50 1.1 · p99 9.0 · p99.9 12.3 · max 31.0 ms` */
export function describeGaps(values: readonly number[]): string {
  const sorted = [...values].sort((a, b) => a - b);
  const share = (of: number): string => (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * of))] ?? 0).toFixed(1);
  return `p50 ${share(0.5)} · p90 ${share(0.9)} · p99 ${share(0.99)} · p99.9 ${share(0.999)} · max ${share(1)} ms`;
}
