/** Upstream: golang/go src/regexp/syntax/{parse,perl_groups}.go: classes of characters. */

/** A part of a class: ranges of code points, or a property of Unicode; either may be meant by what it is not. */
interface ClassItem {
  readonly positive: boolean;
  /** Pairs of first and last code point, unless folded. */
  readonly ranges: readonly number[];
  /** Decides in place of the ranges: JavaScript folds case under `iu` as Go does, by simple folding. */
  readonly test: RegExp | undefined;
}

const ASCII = 128;
const UNKNOWN = 0;
const INSIDE = 1;
const OUTSIDE = 2;

/** A set of code points, built item by item. */
export class CharacterClass {
  readonly #items: ClassItem[] = [];
  readonly #fold: boolean;
  #negated = false;
  /** What is already known about the first code points. */
  readonly #ascii = new Uint8Array(ASCII);

  constructor(fold: boolean) {
    this.#fold = fold;
  }

  addRanges(ranges: readonly number[], positive = true): this {
    this.#items.push({ positive, ranges, test: this.#fold ? new RegExp(`^[${rangesText(ranges)}]$`, 'iu') : undefined });
    return this;
  }

  /** @param property as JavaScript writes it, `Script=Greek` */
  addProperty(property: string, positive: boolean): void {
    this.#items.push({ positive, ranges: [], test: new RegExp(`^\\p{${property}}$`, this.#fold ? 'iu' : 'u') });
  }

  /** The only code point in it, where one glance tells. */
  get only(): number | undefined {
    const [item, ...others] = this.#items;
    if (item === undefined || others.length > 0 || !item.positive || item.test !== undefined || this.#negated) return undefined;
    const [first, last, ...more] = item.ranges;
    return first === last && more.length === 0 ? first : undefined;
  }

  negate(): void {
    this.#negated = true;
  }

  has(code: number): boolean {
    if (code >= ASCII) return this.#decide(code);
    const known = this.#ascii[code];
    if (known !== UNKNOWN) return known === INSIDE;
    const inside = this.#decide(code);
    this.#ascii[code] = inside ? INSIDE : OUTSIDE;
    return inside;
  }

  #decide(code: number): boolean {
    return this.#items.some((item) => holds(item, code) === item.positive) !== this.#negated;
  }
}

function holds({ ranges, test }: ClassItem, code: number): boolean {
  if (test !== undefined) return test.test(String.fromCodePoint(code));
  for (let i = 0; i < ranges.length; i += 2) {
    if (code >= (ranges[i] ?? 0) && code <= (ranges[i + 1] ?? 0)) return true;
  }
  return false;
}

function rangesText(ranges: readonly number[]): string {
  return ranges.map((code, i) => `${i % 2 === 1 ? '-' : ''}\\u{${code.toString(16)}}`).join('');
}

const span = (text: string): number[] => Array.from(text, (char) => char.charCodeAt(0));

const DIGITS = span('09');
const WORD = span('09AZ__az');
const SPACES = span('\t\n\f\r  ');

/** `\d` and the like are about ASCII. */
export const PERL_CLASSES: ReadonlyMap<string, readonly number[]> = new Map([
  ['d', DIGITS],
  ['s', SPACES],
  ['w', WORD],
]);

export const POSIX_CLASSES: ReadonlyMap<string, readonly number[]> = new Map([
  ['alnum', span('09AZaz')],
  ['alpha', span('AZaz')],
  ['ascii', [0, 127]],
  ['blank', span('\t\t  ')],
  ['cntrl', [0, 31, 127, 127]],
  ['digit', DIGITS],
  ['graph', span('!~')],
  ['lower', span('az')],
  ['print', span(' ~')],
  ['punct', span('!/:@[`{~')],
  ['space', span('\t\r  ')],
  ['upper', span('AZ')],
  ['word', WORD],
  ['xdigit', span('09AFaf')],
]);

const CATEGORIES = new Set(
  'C Cc Cf Cn Co Cs L LC Ll Lm Lo Lt Lu M Mc Me Mn N Nd Nl No P Pc Pd Pe Pf Pi Po Ps S Sc Sk Sm So Z Zl Zp Zs'.split(' '),
);

/** JavaScript's property for a name as Go takes it (case, blanks, `_` and `-` do not count); undefined for one that is none. */
export function unicodeProperty(name: string): string | undefined {
  const words = name.split(/[ _-]/).filter((word) => word !== '');
  const canonical = words.map(capitalized).join('_');
  const joined = capitalized(words.join(''));
  if (joined === 'Any' || joined === 'Assigned') return joined;
  if (joined === 'Ascii') return 'ASCII';
  if (joined === 'Lc') return 'LC';
  if (CATEGORIES.has(joined)) return joined;
  const candidates = [
    `Script=${canonical}`,
    `Script=${joined}`,
    `General_Category=${canonical}`,
    `General_Category=${joined.toLowerCase()}`,
  ];
  return /^\w+$/.test(joined) ? candidates.find(isProperty) : undefined;
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
}

function isProperty(property: string): boolean {
  try {
    return new RegExp(`\\p{${property}}`, 'u').source !== '';
  } catch {
    return false;
  }
}
