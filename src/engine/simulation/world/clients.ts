/** Ours: when requests are sent, and how many a client may send. */
import type { Time } from '../../../model/time';
import { BucketRateLimiter } from '../../client/rateLimiter';
import type { Clock, EventLoop } from '../../kernel/eventLoop';
import type { Scenario } from '../scenario/scenario';
import { clientLimitsOf } from '../scenario/scenarioValues';
import type { Pace } from './pace';

/**
 * A request that waits for its turn is dated when it is sent. A class, because a getter of an object literal is kept with the
 * literal's shape, and what it can see, which is a whole world, until the next full collection of garbage.
 */
export class SendingClock implements Clock {
  readonly #loop: EventLoop;
  readonly #pace: Pace;

  constructor(loop: EventLoop, pace: Pace) {
    this.#loop = loop;
    this.#pace = pace;
  }

  get now(): Time {
    return this.#loop.now + this.#pace.waitMs;
  }
}

/** Each controller has a client of its own, and each client a limit. */
export function clientLimit(scenario: Scenario, loop: EventLoop): BucketRateLimiter | undefined {
  const { qps, burst } = clientLimitsOf(scenario);
  return qps === 0 ? undefined : new BucketRateLimiter(loop, qps, burst);
}
