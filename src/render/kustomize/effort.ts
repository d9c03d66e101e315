/**
 * Ours: how much one build may do. A few lines can ask for millions of steps, or for objects that hold themselves many times;
 * steps are counted, so that a build ends at the same place on any machine.
 */
import type { Slices } from '../../model/slices';
import { KustomizeError } from './error';

/**
 * A step is about as much as looking at one field. Most public overlays take a hundredth of that; large CRDs three million, and a
 * cluster's 744 objects through three levels of overlays five.
 */
const MOST_STEPS = 8_000_000;

/** Nodes that a build may make: if it keeps them all, they take 130 MB. */
const MOST_NODES = 1_000_000;

/** Outside of builds nothing is counted. */
let left = Number.POSITIVE_INFINITY;
let nodesLeft = Number.POSITIVE_INFINITY;

/** About a millisecond. */
const SLICE_STEPS = 4_000;

/** A slice of the build that is under way ends where fewer steps than this are left. */
let due = Number.NEGATIVE_INFINITY;

/** It ends the build, whoever would go on after other errors. */
export class TooMuchError extends KustomizeError {
  constructor(message = 'this takes more steps than a build may have: it is too large, or grows with each of its entries') {
    super('too-large', message);
  }
}

/** What is known to take so many steps is not begun where fewer are left. */
export function requireSteps(steps: number): void {
  if (left < steps) throw new TooMuchError();
}

export function spend(steps: number): void {
  left -= steps;
  if (left < 0) throw new TooMuchError();
}

/** A node is made, which costs steps and stays. */
export function spendNode(steps: number): void {
  nodesLeft -= 1;
  if (nodesLeft < 0) throw new TooMuchError();
  spend(steps);
}

/** Whether enough has been done at once: others want their turn. */
export function isSliceFull(): boolean {
  return left < due;
}

/** Does it for each, in slices. */
export function* each<T>(items: Iterable<T>, run: (item: T) => void): Slices<void> {
  for (const item of items) {
    run(item);
    if (isSliceFull()) yield;
  }
}

/** Counts the steps of one build; between its slices others may have theirs. */
export function* withinBounds<T>(slices: Slices<T>): Slices<T> {
  for (let own = MOST_STEPS, ownNodes = MOST_NODES; ;) {
    left = own;
    nodesLeft = ownNodes;
    due = own - SLICE_STEPS;
    try {
      const { done, value } = slices.next();
      if (done === true) return value;
    } finally {
      own = left;
      ownNodes = nodesLeft;
      left = Number.POSITIVE_INFINITY;
      nodesLeft = Number.POSITIVE_INFINITY;
      due = Number.NEGATIVE_INFINITY;
    }
    yield;
  }
}
