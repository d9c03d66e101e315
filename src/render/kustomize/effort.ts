/**
 * Ours: how much one build may do. A few lines can ask for millions of steps, or for objects that hold themselves many times;
 * steps are counted, so that a build ends at the same place on any machine.
 */
import { KustomizeError } from './error';

/** A step is about as much as looking at one field. Large public overlays take a hundredth of that. */
const MOST_STEPS = 2_000_000;

/** Outside of builds nothing is counted. */
let left = Number.POSITIVE_INFINITY;

/** It ends the build, whoever would go on after other errors. */
export class TooMuchError extends KustomizeError {
  constructor() {
    super('too-large', 'this takes more steps than a build may have: it is too large, or grows with each of its entries');
  }
}

export function spend(steps: number): void {
  left -= steps;
  if (left < 0) throw new TooMuchError();
}

/** Builds do not wait for anything, so that no other one can be under way. */
export function withinBounds<T>(run: () => T): T {
  left = MOST_STEPS;
  try {
    return run();
  } finally {
    left = Number.POSITIVE_INFINITY;
  }
}
