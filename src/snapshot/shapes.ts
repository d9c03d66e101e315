import { isJsonObject, type JsonObject, type JsonValue } from '../manifest/json';
import { isTimeKey, parseTime } from '../model/time';

/** What stands in a shape where objects differ, or where a text would look as if it did. */
const HOLE = /^\$\d+$/;

type Filling = string | number;

/** Objects of one shape stand beside each other. */
const MOST_PARSED = 500;

/**
 * Thousands of pods are alike but for names, nodes, addresses and times: what they share is kept once, as a shape with holes,
 * and of each object the number of its shape and what fills the holes.
 */
export class Shapes {
  readonly #texts: string[] = [];
  readonly #numbers = new Map<string, number>();
  /** Those that were used last, parsed. */
  readonly #parsed = new Map<number, JsonValue>();
  #newest: number | undefined;

  /** The latest moment that any object speaks of as past. */
  get newest(): number | undefined {
    return this.#newest;
  }

  /** The texts of all shapes, in the order of their numbers. */
  get texts(): readonly string[] {
    return this.#texts;
  }

  /** The line that an object becomes. */
  line(object: JsonObject): string {
    const fillings: Filling[] = [];
    const text = JSON.stringify(this.#punched(object, '', ownTexts(object), fillings));
    return JSON.stringify([this.number(text), ...fillings]);
  }

  /** Which shape a text is, a new one perhaps. */
  number(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#texts.push(text);
    this.#numbers.set(text, this.#texts.length - 1);
    return this.#texts.length - 1;
  }

  /** Nothing is added any more: what finds shapes again is let go. */
  close(): void {
    this.#numbers.clear();
  }

  /** The object of a line, with times as numbers. Undefined: it is no line. What is shared is one object for all. */
  object(line: string): unknown {
    const [number, ...fillings] = JSON.parse(line) as readonly [number, ...Filling[]];
    return filled(this.#shape(number), fillings);
  }

  #punched(value: JsonValue, key: string, own: ReadonlySet<unknown>, fillings: Filling[]): JsonValue {
    if (typeof value === 'string') return this.#punchedText(value, key, own, fillings);
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return (value as readonly JsonValue[]).map((item) => this.#punched(item, key, own, fillings));
    const result: Record<string, JsonValue> = {};
    for (const [name, item] of Object.entries(value)) result[name] = this.#punched(item, name, own, fillings);
    return result;
  }

  #punchedText(text: string, key: string, own: ReadonlySet<unknown>, fillings: Filling[]): string {
    const time = isTimeKey(key) ? parseTime(text) : undefined;
    if (time === undefined && !own.has(text) && !ADDRESSES.has(key) && !HOLE.test(text)) return text;
    if (time !== undefined && key !== 'deletionTimestamp') this.#newest = Math.max(time, this.#newest ?? time);
    fillings.push(time ?? text);
    return `$${fillings.length - 1}`;
  }

  #shape(number: number): JsonValue {
    const known = this.#parsed.get(number);
    if (known !== undefined) return known;
    const shape = JSON.parse(this.#texts[number] ?? 'null') as JsonValue;
    if (this.#parsed.size >= MOST_PARSED) this.#parsed.clear();
    this.#parsed.set(number, shape);
    return shape;
  }
}

/** Texts that are the object's own wherever they stand: its name, and the node it is on. */
function ownTexts({ metadata, spec }: JsonObject): ReadonlySet<JsonValue | undefined> {
  const own = new Set<JsonValue | undefined>();
  if (isJsonObject(metadata)) own.add(metadata['name']).add(metadata['uid']);
  if (isJsonObject(spec)) own.add(spec['nodeName']);
  own.delete(undefined);
  return own;
}

/** Addresses of pods. */
const ADDRESSES: ReadonlySet<string> = new Set(['podIP', 'ip', 'addresses']);

function filled(shape: JsonValue, fillings: readonly Filling[]): JsonValue {
  if (typeof shape === 'string') return HOLE.test(shape) ? (fillings[Number(shape.slice(1))] ?? '') : shape;
  if (Array.isArray(shape)) return filledItems(shape as readonly JsonValue[], fillings);
  if (!isJsonObject(shape)) return shape;
  let result: Record<string, JsonValue> | undefined;
  for (const [key, item] of Object.entries(shape)) {
    const now = filled(item, fillings);
    if (now !== item) (result ??= { ...shape })[key] = now;
  }
  return result ?? shape;
}

function filledItems(items: readonly JsonValue[], fillings: readonly Filling[]): JsonValue {
  const now = items.map((item) => filled(item, fillings));
  return now.some((item, index) => item !== items[index]) ? now : items;
}
