import type { Guard } from './guard';

/** The first pause; after each attempt in vain the next is twice as long. */
const FIRST_PAUSE_MS = 1000;
/** After so many attempts in vain, two minutes in all, nobody asks any more until there is news. */
const MOST_IN_VAIN = 7;
/** News make no pause longer than that of so many attempts in vain. */
const SOON = 2;
/** Even if each attempt brings something. */
const MOST = 100;

export type Outcome = 'done' | 'better' | 'in vain';

/** What failed once may not fail for good: asks again, after growing pauses, and not forever. */
export class Retries {
  readonly #guard: Guard;
  readonly #ask: () => Promise<Outcome>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isAsking = false;
  #isOver = false;
  #inVain = 0;
  #asked = 0;

  constructor(guard: Guard, ask: () => Promise<Outcome>) {
    this.#guard = guard;
    this.#ask = ask;
  }

  /** With the shortest pause first. */
  start(): void {
    this.#asked = 0;
    if (!this.#isAsking) this.#wait(0);
  }

  /** Something has changed: what was not given may be now. Attempts keep their distance where something always changes. */
  hurry(): void {
    this.#asked = 0;
    if (this.#isAsking || (this.#timer !== undefined && this.#inVain <= SOON)) return;
    this.#wait(Math.min(this.#inVain, SOON));
  }

  #wait(inVain: number): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#inVain = inVain;
    if (this.#isOver || inVain >= MOST_IN_VAIN || this.#asked >= MOST) return;
    this.#timer = setTimeout(
      () => void this.#guard.runAsync('Reading again', () => this.#askOnce()),
      FIRST_PAUSE_MS * 2 ** inVain,
    );
  }

  async #askOnce(): Promise<void> {
    this.#timer = undefined;
    this.#asked += 1;
    this.#isAsking = true;
    let outcome: Outcome = 'in vain';
    try {
      outcome = await this.#ask();
    } finally {
      this.#isAsking = false;
      if (outcome === 'done') this.#inVain = 0;
      else this.#wait(outcome === 'better' ? 0 : this.#inVain + 1);
    }
  }

  dispose(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }
}
