/** Upstream: golang/go src/regexp/syntax/{compile,simplify}.go: a tree as instructions for the machine. */
import { hintsFor, type RegexpHints } from './regexpHints';
import { RegexpError, type Instruction, type RegexpNode, type RepeatNode } from './regexpTree';

export interface RegexpProgram {
  readonly instructions: readonly Instruction[];
  readonly start: number;
  /** Two for each group, the whole match first. */
  readonly slots: number;
  readonly hints: RegexpHints;
}

/** DEVIATION: Go allows 3.3 million; a template that needs more than this wants to be slow. */
const MAX_INSTRUCTIONS = 50_000;

/** Compiles from the end to the start: each piece is told where to go on. */
export function compileTree(root: RegexpNode, groups: number, expression: string): RegexpProgram {
  const compiler = new Compiler(expression);
  const match = compiler.emit({ op: 'match' });
  const start = compiler.compile(root, match);
  const { instructions } = compiler;
  return { instructions, start, slots: 2 * groups, hints: hintsFor(root, instructions, start) };
}

class Compiler {
  readonly instructions: Instruction[] = [];
  readonly #expression: string;

  constructor(expression: string) {
    this.#expression = expression;
  }

  emit(instruction: Instruction): number {
    if (this.instructions.length >= MAX_INSTRUCTIONS) throw new RegexpError('expression too large', this.#expression);
    this.instructions.push(instruction);
    return this.instructions.length - 1;
  }

  compile(node: RegexpNode, next: number): number {
    switch (node.kind) {
      case 'empty':
        return next;
      case 'class':
        return this.emit({ op: 'class', set: node.set, next });
      case 'assertion':
        return this.emit({ op: 'assertion', what: node.what, next });
      case 'capture': {
        const end = this.emit({ op: 'capture', slot: 2 * node.group + 1, next });
        return this.emit({ op: 'capture', slot: 2 * node.group, next: this.compile(node.part, end) });
      }
      case 'concat':
        return node.parts.reduceRight((behind, part) => this.compile(part, behind), next);
      case 'alternate':
        return node.parts
          .map((part) => this.compile(part, next))
          .reduceRight((other, first) => this.emit({ op: 'choice', next: first, other }));
      case 'repeat':
        return this.#repeat(node, next);
    }
  }

  #choice(greedy: boolean, part: number, next: number): number {
    return this.emit(greedy ? { op: 'choice', next: part, other: next } : { op: 'choice', next, other: part });
  }

  /** `x{2,4}` is `xx(x(x)?)?`. */
  #repeat({ part, min, max, greedy }: RepeatNode, next: number): number {
    if (max === 0) return next;
    let start = next;
    let required = min;
    if (max < 0) {
      required = Math.max(min - 1, 0);
      start = min === 0 ? this.#star(part, greedy, next) : this.#plus(part, greedy, next);
    } else {
      for (let i = min; i < max; i += 1) start = this.#choice(greedy, this.compile(part, start), next);
    }
    for (let i = 0; i < required; i += 1) start = this.compile(part, start);
    return start;
  }

  /** What may be empty repeats as `(x+)?`: only so the order of preference is right. */
  #star(part: RegexpNode, greedy: boolean, next: number): number {
    if (isNullable(part)) return this.#choice(greedy, this.#plus(part, greedy, next), next);
    const loop = this.#choice(greedy, 0, next);
    this.#enter(loop, greedy, this.compile(part, loop));
    return loop;
  }

  #plus(part: RegexpNode, greedy: boolean, next: number): number {
    const loop = this.#choice(greedy, 0, next);
    const start = this.compile(part, loop);
    this.#enter(loop, greedy, start);
    return start;
  }

  /** Closes a loop. */
  #enter(loop: number, greedy: boolean, start: number): void {
    const choice = this.instructions[loop];
    if (choice?.op !== 'choice') return;
    if (greedy) choice.next = start;
    else choice.other = start;
  }
}

function isNullable(node: RegexpNode): boolean {
  switch (node.kind) {
    case 'class':
      return false;
    case 'empty':
    case 'assertion':
      return true;
    case 'capture':
      return isNullable(node.part);
    case 'concat':
      return node.parts.every(isNullable);
    case 'alternate':
      return node.parts.some(isNullable);
    case 'repeat':
      return node.min === 0 || isNullable(node.part);
  }
}
