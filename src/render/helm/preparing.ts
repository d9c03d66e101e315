/**
 * Ours: how much may be done to work out the values of one chart. Those of a subchart are copied, merged and checked once for
 * each name that it is given, and for each chart above it: a few lines can ask for more than any machine has.
 */
import type { Slices } from '../../model/slices';
import { LimitError } from '../goTemplate/value';

/** What Helm logs on the way. */
export type Warn = (message: string) => void;

/** A step is about one key that is copied or compared. The most that any of 900 public charts takes is 58,000. */
const MOST_STEPS = 1_000_000;
/** Some milliseconds. */
const SLICE_STEPS = 10_000;

export class Preparing {
  readonly #warn: Warn | undefined;
  #left = MOST_STEPS;
  /** A slice ends where fewer are left. */
  #due = MOST_STEPS - SLICE_STEPS;

  constructor(warn: Warn | undefined) {
    this.#warn = warn;
  }

  /** A message can show all that is in a table: it is put together where somebody reads it. */
  warn(message: () => string): void {
    this.#warn?.(message());
  }

  /** Where others may have their turn. */
  *pause(): Slices<void> {
    if (this.#left > this.#due) return;
    this.#due = this.#left - SLICE_STEPS;
    yield;
  }

  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) throw new LimitError('its values and subcharts take more steps than anybody waits for');
  }
}
