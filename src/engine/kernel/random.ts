import { seededRandom } from '../../model/seededRandom';

/** A stream of random numbers in [0, 1). */
export type RandomStream = () => number;

/**
 * Independent streams from one seed, each with a name: a new use of randomness takes a new name and so does not shift
 * the numbers that others get.
 */
export class RandomSource {
  readonly #seed: number;
  readonly #streams = new Map<string, RandomStream>();

  constructor(seed: number) {
    this.#seed = seed;
  }

  stream(name: string): RandomStream {
    let stream = this.#streams.get(name);
    if (stream === undefined) this.#streams.set(name, (stream = seededRandom(hashText(name, this.#seed))));
    return stream;
  }

  /**
   * A stream for choices of which few are made. Its numbers lie an eighth apart for eight neighboring seeds, so that these see
   * all that happens once in eight times, and three that follow each other in as different combinations as there can be.
   */
  spreadStream(name: string): RandomStream {
    const place = this.#seed - 1;
    const block = Math.floor(place / STRATA);
    const within = seededRandom(hashText(name, hashText('within', block)));
    const shifts = seededRandom(hashText(name, hashText('block', block)));
    let next = hashText(name) % (STRATA - 1);
    return () => {
      const stratum = timesPower(place - block * STRATA, next++ % (STRATA - 1)) ^ Math.floor(STRATA * shifts());
      return (stratum + within()) / STRATA;
    };
  }

  /** The first number of such a stream. */
  spread(name: string): number {
    return this.spreadStream(name)();
  }
}

const STRATA = 8;

/** In the field of eight elements, so that each power is another permutation and any three neighboring ones are independent. */
function timesPower(element: number, exponent: number): number {
  let product = element;
  for (let step = 0; step < exponent; step++) product = (product << 1) ^ (product & 4 ? 0b1011 : 0);
  return product;
}

/** Around 0, with a deviation of 1. */
export function gaussian(random: RandomStream): number {
  return boxMuller(random(), random());
}

/** One half of the pair that two numbers in [0, 1) make. */
export function boxMuller(first: number, second: number): number {
  return Math.sqrt(-2 * Math.log(1 - first)) * Math.cos(2 * Math.PI * second);
}

/** FNV-1a, 32 bits. */
export function hashText(text: string, seed = 0): number {
  let hash = (0x811c9dc5 ^ seed) >>> 0;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  return hash;
}
