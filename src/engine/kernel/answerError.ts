/**
 * An error that is an answer among others: thrown and caught by the hundred in a rollout, and never looked into. It takes no
 * stack, which would cost more than the sync that it ends.
 */
export class AnswerError extends Error {
  constructor(message: string) {
    const errors = Error as { stackTraceLimit?: number | undefined };
    const limit = errors.stackTraceLimit;
    errors.stackTraceLimit = 0;
    super(message);
    errors.stackTraceLimit = limit;
  }
}
