/** Why the engine refuses or gives up: a closed set, so that callers can tell the cases apart. */
export type EngineErrorCode =
  'InvalidInput' | 'NotFound' | 'UnknownOperation' | 'StepLimit' | 'MemoryLimit' | 'InvariantViolated' | 'Aborted';

/** A refusal by the engine itself (not by the simulated API server): names what was wrong and where. */
export class EngineError extends Error {
  override readonly name = 'EngineError';
  readonly code: EngineErrorCode;
  /** The object or field concerned, such as `scenario.nodes` or `Deployment default/web`. */
  readonly subject: string;

  constructor(code: EngineErrorCode, subject: string, message: string, options?: ErrorOptions) {
    super(`${subject}: ${message}`, options);
    this.code = code;
    this.subject = subject;
  }
}

/** Whether invariants that cost more than what they guard are checked as well: tests turn them on. */
export const INVARIANTS = { costly: false };

/**
 * Ends the run because something that must be true whatever the input is not; stays on in shipped code. The condition is
 * where it is relied on (`if (count < 0) violated(…)`), so that what holds costs no call. The message says what is wrong.
 */
export function violated(subject: string, message: string): never {
  throw new EngineError('InvariantViolated', subject, message);
}

/**
 * Whether an error is no answer to a request but the engine's own, be it said by an invariant or by the language: it must end
 * the run, for trying again would only hide it.
 */
export function isOwnMistake(error: unknown): error is Error {
  return (
    error instanceof EngineError || error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError
  );
}
