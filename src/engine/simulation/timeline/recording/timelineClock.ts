import type { KubernetesObject } from '../../../../model/apiTypes';
import type { Time } from '../../../../model/time';
import type { EventLoop } from '../../../kernel/eventLoop';

const JUST_BEFORE = -0.001;

/** The event loop in the timeline's seconds. */
export class TimelineClock {
  readonly #loop: EventLoop;
  /** The clock at second 0. */
  readonly #origin: Time;
  readonly #waitMs: () => number;
  #hasBegun = false;

  constructor(loop: EventLoop, origin: Time, waitMs: () => number) {
    this.#loop = loop;
    this.#origin = origin;
    this.#waitMs = waitMs;
  }

  get t(): number {
    return this.seconds(this.#loop.now);
  }

  /** When the present write is sent: a controller's client may keep it waiting. */
  get sentAt(): number {
    return this.seconds(this.#loop.now + this.#waitMs());
  }

  /** Number of the running task of the event loop: what happens within one happens together. */
  get step(): number {
    return this.#loop.steps;
  }

  seconds(time: Time): number {
    return (time - this.#origin) / 1000;
  }

  /**
   * To the millisecond for what is created now; what was there before 0 tells only its whole second, which may be that of 0, and
   * what was cut out of a printed object tells none.
   */
  createdAt({ metadata: { creationTimestamp } }: KubernetesObject): number {
    if (creationTimestamp !== undefined && creationTimestamp < this.#origin) return this.seconds(creationTimestamp);
    return this.#hasBegun ? this.sentAt : JUST_BEFORE;
  }

  /** What comes from now on was not there before 0. */
  begin(): void {
    this.#hasBegun = true;
  }
}
