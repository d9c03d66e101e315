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
    if (stream === undefined) this.#streams.set(name, (stream = mulberry32(hashText(name, this.#seed))));
    return stream;
  }

  /** One number in [0, 1) by name. Neighboring seeds get numbers far apart, so that a few of them see the whole range. */
  spread(name: string): number {
    return (hashText(name) / 0x1_0000_0000 + this.#seed * GOLDEN_RATIO) % 1;
  }
}

const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2;

/** FNV-1a, 32 bits. */
export function hashText(text: string, seed = 0): number {
  let hash = (0x811c9dc5 ^ seed) >>> 0;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  return hash;
}

function mulberry32(seed: number): RandomStream {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}
