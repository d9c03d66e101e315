import type { LikelyRange } from '../../src/engine/simulation/batch/likelyRange';
import type { Scenario } from '../../src/engine/simulation/scenario/scenario';

/** An edit that is taken back costs nothing. */
const MOST_REMEMBERED = 50;

/** The ranges that were worked out last, by what they are about. */
export class LikelyRanges {
  readonly #known = new Map<string, LikelyRange | undefined>();

  has(scenario: Scenario): boolean {
    return this.#known.has(JSON.stringify(scenario));
  }

  get(scenario: Scenario): LikelyRange | undefined {
    return this.#known.get(JSON.stringify(scenario));
  }

  set(scenario: Scenario, range: LikelyRange | undefined): void {
    this.#known.set(JSON.stringify(scenario), range);
    const [oldest] = this.#known.keys();
    if (oldest !== undefined && this.#known.size > MOST_REMEMBERED) this.#known.delete(oldest);
  }
}
