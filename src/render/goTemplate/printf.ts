/** Upstream: fmt/print.go (Go 1.26): Sprintf, Sprint, Sprintln. */
import { NO_FLAGS, pad, printArg, type Flags } from './format';
import { Int, typeName, type Value } from './value';

/** Operands are set apart by a blank where neither is a string. */
export function sprint(args: readonly Value[]): string {
  let text = '';
  args.forEach((arg, index) => {
    if (index > 0 && typeof arg !== 'string' && typeof args[index - 1] !== 'string') text += ' ';
    text += printArg(arg, 'v', NO_FLAGS);
  });
  return text;
}

export function sprintln(args: readonly Value[]): string {
  return `${args.map((arg) => printArg(arg, 'v', NO_FLAGS)).join(' ')}\n`;
}

export function sprintf(format: string, args: readonly Value[]): string {
  return format.includes('%') || args.length > 0 ? new Printf(format, args).run() : format;
}

const FLAG_OF: Readonly<Record<string, 'minus' | 'plus' | 'sharp' | 'space' | 'zero'>> = {
  '-': 'minus',
  '+': 'plus',
  '#': 'sharp',
  ' ': 'space',
  '0': 'zero',
};
const MOST = 1_000_000;

class Printf {
  readonly #format: string;
  readonly #args: readonly Value[];
  #at = 0;
  #argNum = 0;
  #isReordered = false;
  #isGoodArgNum = true;
  #out = '';

  constructor(format: string, args: readonly Value[]) {
    this.#format = format;
    this.#args = args;
  }

  run(): string {
    while (this.#at < this.#format.length) {
      const next = this.#format.indexOf('%', this.#at);
      if (next < 0) {
        this.#out += this.#format.slice(this.#at);
        break;
      }
      this.#out += this.#format.slice(this.#at, next);
      this.#at = next + 1;
      this.#isGoodArgNum = true;
      this.#directive();
    }
    if (!this.#isReordered && this.#argNum < this.#args.length) {
      const extra = this.#args.slice(this.#argNum);
      const shown = extra.map((arg) => (arg === null ? '<nil>' : `${typeName(arg)}=${printArg(arg, 'v', NO_FLAGS)}`));
      this.#out += `%!(EXTRA ${shown.join(', ')})`;
    }
    return this.#out;
  }

  #directive(): void {
    const flags: Flags = { ...NO_FLAGS };
    for (let flag = FLAG_OF[this.#peek()]; flag !== undefined; flag = FLAG_OF[this.#peek()]) {
      flags[flag] = true;
      this.#at++;
    }
    let afterIndex = this.#argNumber();
    afterIndex = this.#width(flags, afterIndex);
    afterIndex = this.#precision(flags, afterIndex);
    if (!afterIndex) this.#argNumber();
    if (this.#at >= this.#format.length) {
      this.#out += '%!(NOVERB)';
      return;
    }
    const verb = String.fromCodePoint(this.#format.codePointAt(this.#at) ?? 0);
    this.#at += verb.length;
    this.#verb(verb, flags);
  }

  #verb(verb: string, flags: Flags): void {
    if (verb === '%') this.#out += '%';
    else if (!this.#isGoodArgNum) this.#out += `%!${verb}(BADINDEX)`;
    else if (this.#argNum >= this.#args.length) this.#out += `%!${verb}(MISSING)`;
    else {
      if (verb === 'v') {
        flags.sharpV = flags.sharp;
        flags.sharp = false;
        flags.plusV = flags.plus;
        flags.plus = false;
      }
      if (verb === 'w')
        this.#out += pad(
          `%!w(${typeName(this.#args[this.#argNum] ?? null)}=${printArg(this.#args[this.#argNum] ?? null, 'v', NO_FLAGS)})`,
          NO_FLAGS,
        );
      else this.#out += printArg(this.#args[this.#argNum] ?? null, verb, flags);
      this.#argNum++;
    }
  }

  #peek(): string {
    return this.#format[this.#at] ?? '';
  }

  #width(flags: Flags, afterIndex: boolean): boolean {
    if (this.#peek() === '*') {
      this.#at++;
      const width = this.#intFromArg();
      if (width === undefined) this.#out += '%!(BADWIDTH)';
      else if (width < 0) {
        flags.width = -width;
        flags.minus = true;
        flags.zero = false;
      } else flags.width = width;
      return false;
    }
    const width = this.#number();
    if (width === undefined) return afterIndex;
    flags.width = width;
    // "%[3]2d" is none.
    if (afterIndex) this.#isGoodArgNum = false;
    return afterIndex;
  }

  #precision(flags: Flags, afterWidth: boolean): boolean {
    if (this.#peek() !== '.') return afterWidth;
    this.#at++;
    if (afterWidth) this.#isGoodArgNum = false;
    const afterIndex = this.#argNumber();
    if (this.#peek() === '*') {
      this.#at++;
      const precision = this.#intFromArg();
      if (precision === undefined) this.#out += '%!(BADPREC)';
      else if (precision >= 0) flags.precision = precision;
      else this.#out += '%!(BADPREC)';
      return false;
    }
    flags.precision = this.#number() ?? 0;
    return afterIndex;
  }

  #number(): number | undefined {
    const digits = /^\d+/.exec(this.#format.slice(this.#at, this.#at + 20))?.[0];
    if (digits === undefined) return undefined;
    const value = Number(digits);
    if (value > MOST) return undefined;
    this.#at += digits.length;
    return value;
  }

  #intFromArg(): number | undefined {
    const arg = this.#args[this.#argNum];
    if (this.#argNum < this.#args.length) this.#argNum++;
    if (!(arg instanceof Int)) return undefined;
    const value = Number(arg.value);
    return Math.abs(value) > MOST ? undefined : value;
  }

  /** `[3]`: which argument comes next; says whether there was one. */
  #argNumber(): boolean {
    if (this.#peek() !== '[') return false;
    this.#isReordered = true;
    const end = this.#format.indexOf(']', this.#at);
    const inside = end < 0 ? '' : this.#format.slice(this.#at + 1, end);
    const index = /^\d+$/.test(inside) ? Number(inside) - 1 : -1;
    this.#at = end < 0 ? this.#at + 1 : end + 1;
    if (index >= 0 && index < this.#args.length) {
      this.#argNum = index;
      return true;
    }
    this.#isGoodArgNum = false;
    return end >= 0;
  }
}
