/**
 * Upstream: golang/go src/regexp/exec.go: Thompson's simulation with captures, as Pike wrote it. All ways are tried at once, so
 * that the time is the length of the text times that of the program, whatever they are.
 */
import { LimitError } from '../goTemplate/value';
import type { RegexpHints } from './regexpHints';
import type { EmptyWidth } from './regexpTree';
import type { RegexpProgram } from './regexpProgram';

/** Steps that the searches of one rendering may take together: about a tenth of a second. */
const MAX_STEPS = 2_000_000;

/** What searching may cost. */
export class StepBudget {
  #left = MAX_STEPS;

  take(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) throw new LimitError('regular expressions take too long');
  }
}

/** The threads at one place of the text, in order of preference. */
interface Threads {
  /** Instructions that consume or match. */
  readonly at: number[];
  readonly captures: (readonly number[])[];
  /** In which generation an instruction was added last. */
  readonly seen: Uint32Array;
  generation: number;
}

const END = -1;
/** So much memory is cleared in the time of a step, so many characters are looked through for a text, or looked at and left. */
const SEEN_PER_STEP = 64;
const FOUND_PER_STEP = 64;
const SKIPPED_PER_STEP = 4;

function threadsFor(program: RegexpProgram): Threads {
  return { at: [], captures: [], seen: new Uint32Array(program.instructions.length), generation: 1 };
}

/**
 * The leftmost match from `from` on, the one that a backtracking search would find first; undefined where there is none. The
 * result has two offsets for each group, -1 where the group took no part.
 */
export function searchFrom(
  program: RegexpProgram,
  text: string,
  from: number,
  budget: StepBudget,
): readonly number[] | undefined {
  let current = threadsFor(program);
  let following = threadsFor(program);
  let found: readonly number[] | undefined;
  const { required } = program.hints;
  budget.take(1 + program.instructions.length / SEEN_PER_STEP + (required === '' ? 0 : (text.length - from) / FOUND_PER_STEP));
  if (required !== '' && !text.includes(required, from)) return undefined;
  const none: readonly number[] = Array.from({ length: program.slots }, () => END);
  for (let at = from; ;) {
    if (found === undefined && current.at.length === 0) {
      const next = nextBegin(program.hints, text, at);
      if (next < 0) return undefined;
      budget.take((next - at) / SKIPPED_PER_STEP);
      at = next;
    }
    const code = codeAt(text, at);
    if (found === undefined) addThread(program, current, { text, at, start: program.start, captures: none.with(0, at), budget });
    else if (current.at.length === 0) return found;
    const width = code > 0xffff ? 2 : 1;
    found = step(program, { current, following }, { text, at, code, width, budget }) ?? found;
    [current, following] = [following, current];
    following.at.length = 0;
    following.captures.length = 0;
    following.generation += 1;
    if (code === END) return found;
    at += width;
  }
}

/** Where a match may begin at or behind a place, -1: nowhere. */
function nextBegin({ begins, first }: RegexpHints, text: string, from: number): number {
  if (begins === 'text') return from === 0 ? 0 : -1;
  let at = from;
  if (begins === 'line') {
    if (at > 0 && text.charAt(at - 1) !== '\n') at = text.indexOf('\n', at) + 1;
    return at === 0 && from > 0 ? -1 : at;
  }
  if (first === undefined) return at;
  while (at < text.length) {
    const code = codeAt(text, at);
    if (first.some((set) => set.has(code))) return at;
    at += code > 0xffff ? 2 : 1;
  }
  return -1;
}

/** A byte that is no UTF-8 is read as U+FFFD. */
function codeAt(text: string, at: number): number {
  const code = text.codePointAt(at) ?? END;
  return code >= 0xdc80 && code <= 0xdcff ? 0xfffd : code;
}

interface Place {
  readonly text: string;
  readonly at: number;
  readonly code: number;
  readonly width: number;
  readonly budget: StepBudget;
}

/** Lets each thread take one character; returns the best match that ends here, before which nothing better is left. */
function step(
  program: RegexpProgram,
  { current, following }: { readonly current: Threads; readonly following: Threads },
  { text, at, code, width, budget }: Place,
): readonly number[] | undefined {
  for (let i = 0; i < current.at.length; i += 1) {
    const instruction = program.instructions[current.at[i] ?? 0];
    const captures = current.captures[i] ?? [];
    if (instruction?.op === 'match') return captures.with(1, at);
    if (instruction?.op === 'class' && code !== END && instruction.set.has(code)) {
      addThread(program, following, { text, at: at + width, start: instruction.next, captures, budget });
    }
  }
  return undefined;
}

interface Entry {
  readonly text: string;
  readonly at: number;
  readonly start: number;
  readonly captures: readonly number[];
  readonly budget: StepBudget;
}

/** Follows everything that consumes nothing, the preferred way first, without recursion. */
function addThread(program: RegexpProgram, threads: Threads, { text, at, start, captures, budget }: Entry): void {
  const stack: (readonly [number, readonly number[]])[] = [[start, captures]];
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const [index, slots] = top;
    if (threads.seen[index] === threads.generation) continue;
    threads.seen[index] = threads.generation;
    budget.take(1);
    const instruction = program.instructions[index];
    switch (instruction?.op) {
      case 'choice':
        stack.push([instruction.other, slots], [instruction.next, slots]);
        break;
      case 'capture':
        stack.push([instruction.next, slots.with(instruction.slot, at)]);
        break;
      case 'assertion':
        if (holdsAt(instruction.what, text, at)) stack.push([instruction.next, slots]);
        break;
      default:
        threads.at.push(index);
        threads.captures.push(slots);
    }
  }
}

function holdsAt(what: EmptyWidth, text: string, at: number): boolean {
  switch (what) {
    case 'textStart':
      return at === 0;
    case 'textEnd':
      return at === text.length;
    case 'lineStart':
      return at === 0 || text.charAt(at - 1) === '\n';
    case 'lineEnd':
      return at === text.length || text.charAt(at) === '\n';
    case 'word':
      return isWord(text, at - 1) !== isWord(text, at);
    case 'notWord':
      return isWord(text, at - 1) === isWord(text, at);
  }
}

function isWord(text: string, at: number): boolean {
  return /\w/.test(text.charAt(at));
}
