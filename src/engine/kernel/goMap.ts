import { violated } from './engineError';
import { hashText, type RandomStream } from './random';

/** Slots of a group: a map of Go that has never had more entries has one. */
export const SMALL_GO_MAP = 8;
/** So much is kept in mind. */
const MOST_NEWS = 8_192;

/**
 * The order in which Go loops over a small map: slot by slot, filled in the order of the insertions, beginning at a slot that is
 * drawn. So the first entry mostly stays the first: of three, six times in eight.
 */
export function inGoMapOrder<T>(entries: readonly T[], random: RandomStream): readonly T[] {
  const start = Math.floor(SMALL_GO_MAP * random());
  return start === 0 || start >= entries.length ? entries : [...entries.slice(start), ...entries.slice(0, start)];
}

/**
 * The keys of a map of Go, where they are in it: a new one takes the first free slot of its group. From the ninth on there are
 * several groups, chosen by hash, and there stay so many.
 */
export class GoMapKeys {
  #slots: (string | undefined)[] = new Array<string | undefined>(SMALL_GO_MAP).fill(undefined);
  /** Of the keys in slots. */
  #placed = 0;
  #count = 0;
  /** What came (`true`) and went since anybody asked where the keys are: most of the time nobody does. */
  readonly #news: (string | boolean)[] = [];

  get count(): number {
    return this.#count;
  }

  add(key: string): void {
    this.#count++;
    this.#note(key, true);
  }

  remove(key: string): void {
    this.#count--;
    this.#note(key, false);
  }

  #note(key: string, hasCome: boolean): void {
    if (this.#news.push(key, hasCome) >= MOST_NEWS) this.#catchUp();
  }

  #catchUp(): void {
    const news = this.#news;
    for (let index = 0; index < news.length; index += 2) {
      if (news[index + 1] === true) this.#place(news[index] as string);
      else this.#displace(news[index] as string);
    }
    news.length = 0;
  }

  #place(key: string): void {
    const capacity = this.#slots.length;
    if (this.#placed >= (capacity === SMALL_GO_MAP ? capacity : (capacity / 8) * 7)) this.#grow();
    this.#put(key);
    this.#placed++;
  }

  #displace(key: string): void {
    const slot = this.#find(key, key);
    if (slot < 0) violated(key, 'leaves a map in which it was not');
    this.#slots[slot] = undefined;
    this.#placed--;
  }

  /** A loop over the map begins at a slot that is drawn. */
  inOrder(random: RandomStream): readonly string[] {
    this.#catchUp();
    const slots = this.#slots;
    const start = Math.floor(slots.length * random());
    const keys: string[] = [];
    for (let index = 0; index < slots.length; index++) {
      const key = slots[(start + index) & (slots.length - 1)];
      if (key !== undefined) keys.push(key);
    }
    return keys;
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Array<string | undefined>(2 * old.length).fill(undefined);
    for (const key of old) if (key !== undefined) this.#put(key);
  }

  #put(key: string): void {
    this.#slots[this.#find(key, undefined)] = key;
  }

  /** The first slot with this content in the groups that the key may be in; −1: there is none. */
  #find(key: string, content: string | undefined): number {
    const slots = this.#slots;
    const groups = slots.length / SMALL_GO_MAP;
    const first = groups === 1 ? 0 : hashText(key) & (groups - 1);
    for (let probe = 0; probe < groups; probe++) {
      const from = ((first + probe) & (groups - 1)) * SMALL_GO_MAP;
      for (let slot = from; slot < from + SMALL_GO_MAP; slot++) if (slots[slot] === content) return slot;
    }
    return -1;
  }
}
