/** Ours: a way through a rollout, stop by stop, with a text at each: what to look at inside the machine. */
import { LIMITS } from '../../../model/limits';
import { MACHINES, STATIONS } from '../../../model/stations';
import { number, object, oneOf, optional, text, type Of } from '../../kernel/schema';

const MOST_CHARACTERS = 2000;

export type TourStop = Of<typeof tourStop>;
/**
 * Without a step it shows the machine as it is after all that has happened until `at`. With one it shows the first sync that
 * begins at `at` or later, of this machine and key, and takes the step: at this step.
 */
export const tourStop = object({
  at: number({ min: 0, max: LIMITS.seconds }),
  station: oneOf(...STATIONS),
  machine: optional(oneOf(...MACHINES)),
  key: optional(text(MOST_CHARACTERS)),
  step: optional(text(MOST_CHARACTERS)),
  text: text(MOST_CHARACTERS),
});
