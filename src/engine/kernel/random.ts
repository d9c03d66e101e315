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
   * One number in [0, 1) by name. Eight neighboring seeds get one from each eighth of the range, in an order of the name's own:
   * few seeds see it all.
   */
  spread(name: string): number {
    const seed = this.#seed - 1;
    const block = Math.floor(seed / STRATA);
    const { order, offset } = spreadOf(name);
    const place = (offset + block * GOLDEN_RATIO) % 1;
    return ((order[seed - block * STRATA] as number) + Math.abs(place)) / STRATA;
  }
}

const STRATA = 8;
const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2;

interface Spread {
  readonly order: readonly number[];
  readonly offset: number;
}
/** By name: the same for all seeds. The names stand in the code, so that there are few. */
const spreads = new Map<string, Spread>();

function spreadOf(name: string): Spread {
  let known = spreads.get(name);
  if (known === undefined) {
    const hash = hashText(name);
    known = { order: shuffled(STRATA, seededRandom(hash)), offset: hash / 0x1_0000_0000 };
    spreads.set(name, known);
  }
  return known;
}

function shuffled(count: number, random: RandomStream): readonly number[] {
  const numbers = Array.from({ length: count }, (_, index) => index);
  for (let index = count - 1; index > 0; index--) {
    const other = Math.floor(random() * (index + 1));
    [numbers[index], numbers[other]] = [numbers[other] as number, numbers[index] as number];
  }
  return numbers;
}

/** FNV-1a, 32 bits. */
export function hashText(text: string, seed = 0): number {
  let hash = (0x811c9dc5 ^ seed) >>> 0;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  return hash;
}
