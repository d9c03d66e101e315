class Answer {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

Object.setPrototypeOf(Answer.prototype, Error.prototype);

/**
 * An error that is an answer among others: thrown and caught by the hundred in a rollout, and never looked into. It is an
 * Error to whoever asks, but is made without one's constructor: taking a stack, even none, costs more than the sync that it ends.
 */
export const AnswerError = Answer as new (message: string) => Error;
