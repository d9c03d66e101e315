import type { Time } from '../../../model/time';
import type { StallInput } from '../verdict/stallInput';
import type { EndingInput } from './ending';

/** A simulated rollout that has come to its end, as its timeline is made from it. */
export interface TimelineInput extends StallInput, EndingInput {
  readonly origin: Time;
  /** What was not whole when the story began. */
  readonly setupProblems: readonly string[];
}
