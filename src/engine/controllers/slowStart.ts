/**
 * Upstream: slowStartBatch of pkg/controller/replicaset/replica_set.go (v1.36.4); the DaemonSet controller has it written out.
 */
import { isOwnMistake } from '../kernel/engineError';

export interface SlowStartResult {
  readonly successes: number;
  /** The first error met; the batch in which it happened was completed. */
  readonly error: unknown;
}

/** After a batch of this size the other workers of a controller get their turns at its client. */
const LONG_BATCH = 16;

/**
 * Calls `run` `count` times in batches of 1, 2, 4, 8 …, and starts no further batch once one has failed: when creations
 * are refused (a full quota, say), 100 wanted pods cost one refused call instead of 100.
 *
 * DEVIATION: a sync is over within an instant here, so one whose client is kept waiting (`isKeptWaiting`) leaves what is missing
 * to the next: upstream's workers ask for their batches side by side.
 */
export function slowStartBatch(
  count: number,
  initialBatchSize: number,
  run: (index: number) => void,
  isKeptWaiting?: () => boolean,
): SlowStartResult {
  let successes = 0;
  let index = 0;
  for (let batch = Math.min(count, initialBatchSize); batch > 0; batch = Math.min(2 * batch, count - index)) {
    let firstError: unknown;
    for (const end = index + batch; index < end; index++) {
      try {
        run(index);
        successes++;
      } catch (error) {
        if (isOwnMistake(error)) throw error;
        firstError ??= error;
      }
    }
    if (firstError !== undefined) return { successes, error: firstError };
    if (batch >= LONG_BATCH && isKeptWaiting?.() === true) break;
  }
  return { successes, error: undefined };
}
