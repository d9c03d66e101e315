/** Upstream: golang/go src/regexp/regexp.go: searching, splitting and replacing with regular expressions as Go has them. */
import { parseRegexp } from './regexpParser';
import { searchFrom, type StepBudget } from './regexpMachine';
import { compileTree, type RegexpProgram } from './regexpProgram';

type Match = readonly number[];

/** What becomes of a match takes as long as so many steps. */
const STEPS_TO_KEEP = 16;

/** A compiled regular expression. Offsets are JavaScript's; which characters match is decided by code point. */
export class Regexp {
  readonly #program: RegexpProgram;
  readonly #names: readonly string[];
  readonly #isEmpty: boolean;

  /** Throws a RegexpError. */
  constructor(expression: string) {
    const { root, groupNames } = parseRegexp(expression);
    this.#program = compileTree(root, groupNames.length, expression);
    this.#names = groupNames;
    this.#isEmpty = expression === '';
  }

  matches(text: string, budget: StepBudget): boolean {
    return searchFrom(this.#program, text, 0, budget) !== undefined;
  }

  find(text: string, budget: StepBudget): string {
    const match = searchFrom(this.#program, text, 0, budget);
    return match === undefined ? '' : textOf(text, match, 0);
  }

  /** What the whole and each group matched, at most `limit` times, always where that is negative. */
  findAll(text: string, limit: number, budget: StepBudget): string[][] {
    return this.#allMatches(text, limit, budget).map((match) => this.#names.map((_name, group) => textOf(text, match, group)));
  }

  /** An empty match right behind another match is none. */
  #allMatches(text: string, limit: number, budget: StepBudget): Match[] {
    const matches: Match[] = [];
    let previousEnd = -1;
    for (let at = 0; at <= text.length && (limit < 0 || matches.length < limit);) {
      const match = searchFrom(this.#program, text, at, budget);
      if (match === undefined) break;
      budget.take(STEPS_TO_KEEP);
      const [start = 0, end = 0] = match;
      if (end !== at || start !== previousEnd) matches.push(match);
      at = end === at ? at + widthAt(text, at) : end;
      previousEnd = end;
    }
    return matches;
  }

  /** undefined for Go's nil. */
  split(text: string, limit: number, budget: StepBudget): string[] | undefined {
    if (limit === 0) return undefined;
    if (!this.#isEmpty && text === '') return [''];
    const pieces: string[] = [];
    let begin = 0;
    let end = 0;
    for (const [start = 0, matchEnd = 0] of this.#allMatches(text, limit, budget)) {
      if (limit > 0 && pieces.length === limit - 1) break;
      end = start;
      if (matchEnd !== 0) pieces.push(text.slice(begin, end));
      begin = matchEnd;
    }
    if (end !== text.length) pieces.push(text.slice(begin));
    return pieces;
  }

  /** `$1`, `${1}`, `$name` in the replacement stand for what groups matched. */
  replaceAll(text: string, replacement: string, budget: StepBudget): string {
    return this.#replace(text, (match) => this.#expand(replacement, text, match), budget);
  }

  replaceAllLiteral(text: string, replacement: string, budget: StepBudget): string {
    return this.#replace(text, () => replacement, budget);
  }

  #replace(text: string, replacementFor: (match: Match) => string, budget: StepBudget): string {
    let result = '';
    let lastEnd = 0;
    for (let at = 0; at <= text.length;) {
      const match = searchFrom(this.#program, text, at, budget);
      if (match === undefined) break;
      const [start = 0, end = 0] = match;
      result += text.slice(lastEnd, start);
      if (end > lastEnd || start === 0) {
        const replaced = replacementFor(match);
        budget.take(replaced.length);
        result += replaced;
      }
      lastEnd = end;
      at = Math.max(at + widthAt(text, at), end);
    }
    return result + text.slice(lastEnd);
  }

  #expand(template: string, text: string, match: Match): string {
    return template.replace(GROUP_REFERENCE, (whole, braced: string | undefined, bare: string | undefined) => {
      if (whole === '$$') return '$';
      const name = braced ?? bare ?? '';
      if (/^(?:0|[1-9][0-9]{0,8})$/.test(name)) return textOf(text, match, Number(name));
      const group = this.#names.findIndex((candidate, i) => candidate === name && (match[2 * i] ?? -1) >= 0);
      return group < 0 ? '' : textOf(text, match, group);
    });
  }
}

const GROUP_REFERENCE = /\$(?:\$|\{([\p{L}\p{Nd}_]+)\}|([\p{L}\p{Nd}_]+))/gu;

function textOf(text: string, match: Match, group: number): string {
  const start = match[2 * group] ?? -1;
  return start < 0 ? '' : text.slice(start, match[2 * group + 1]);
}

function widthAt(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}

/** Puts a backslash before everything that means something in a regular expression. */
export function quoteMeta(text: string): string {
  return text.replace(/[\\.+*?()|[\]{}^$]/g, '\\$&');
}
