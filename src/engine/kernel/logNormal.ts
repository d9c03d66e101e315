/** Ours: times that are mostly short and sometimes long. */
import { boxMuller, type RandomStream } from './random';

/** Between the points of the tables lines are drawn. */
const CELLS = 512;
/** From here on the logarithm is too steep for them. */
const STEEP = 0.95;
/** Lines are off by less than a third of this share. */
const DOUBT = 1e-3;

const points = (at: (share: number) => number): Float64Array =>
  Float64Array.from({ length: CELLS + 2 }, (_, index) => at(index / CELLS));
const LOGARITHMS = points((share) => (share < 1 ? -2 * Math.log(1 - share) : 0));
const COSINES = points((share) => Math.cos(2 * Math.PI * share));

/** The table's value at a place in cells. */
function between(table: Float64Array, place: number): number {
  const cell = Math.trunc(place);
  const value = table[cell] as number;
  return value + ((table[cell + 1] as number) - value) * (place - cell);
}

/**
 * Whole numbers whose logarithms spread by so much around a median's, cut off after so many deviations. Thousands are drawn in a
 * run: what lies clearly between two halves is found by tables, the rest is computed, so that the same numbers come out.
 */
export class LogNormal {
  readonly #spread: number;
  readonly #most: number;
  readonly #powers: Float64Array;

  constructor(spread: number, mostDeviations: number) {
    this.#spread = spread;
    this.#most = mostDeviations;
    this.#powers = points((share) => Math.exp(spread * mostDeviations * (2 * share - 1)));
  }

  draw(median: number, random: RandomStream): number {
    const first = random();
    const second = random();
    if (first < STEEP) {
      const deviations = this.#cut(Math.sqrt(between(LOGARITHMS, first * CELLS)) * between(COSINES, second * CELLS));
      const value = median * between(this.#powers, (deviations / this.#most + 1) * (CELLS / 2));
      const rounded = Math.round(value);
      if (Math.abs(value - rounded) < 0.5 - DOUBT * value) return rounded;
    }
    return Math.round(median * Math.exp(this.#spread * this.#cut(boxMuller(first, second))));
  }

  #cut(deviations: number): number {
    return Math.max(-this.#most, Math.min(this.#most, deviations));
  }
}
