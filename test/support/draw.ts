import { RandomSource, type RandomStream } from '../../src/engine/kernel/random';

/** Draws by one stream: what is drawn follows from the seed. */
export class Draw {
  readonly #random: RandomStream;

  constructor(name: string, seed: number) {
    this.#random = new RandomSource(seed).stream(name);
  }

  upTo(most: number): number {
    return Math.floor(this.#random() * (most + 1));
  }

  chance(share: number): boolean {
    return this.#random() < share;
  }

  of<T>(items: readonly T[]): T {
    return items[this.upTo(items.length - 1)] as T;
  }
}
