/** Upstream: text/template/exec.go (Go 1.26): the state of an execution: the node at work, the variables, errors. */
import { utf8Length } from './bytes';
import { takeSteps, type Budget } from './environment';
import { printNode, type Node, type Tree } from './nodes';
import { goQuote } from '../../model/goQuote';
import type { Read } from './trace';
import type { Result } from './types';
import { GoError, List } from './value';

/** Dot; and whether Go sees it in an interface{}, which only errors tell. */
export interface Scope {
  readonly dot: Result;
  readonly isBoxed: boolean;
  /** What was looked at to get it, if that is recorded. */
  readonly reads?: readonly Read[] | undefined;
}

export interface Variable {
  readonly name: string;
  value: Result;
  isBoxed: boolean;
  reads?: readonly Read[] | undefined;
}

/** What `template` puts aside: the invoked one sees no variables of its caller. */
export interface Frame {
  readonly tree: Tree;
  readonly vars: Variable[];
}

export class State {
  readonly #budget: Budget;
  #tree: Tree;
  #node: Node;
  #vars: Variable[];

  constructor(budget: Budget, tree: Tree, dot: Result) {
    this.#budget = budget;
    this.#tree = tree;
    this.#node = tree.root;
    this.#vars = [{ name: '$', value: dot, isBoxed: false }];
  }

  /** The node that errors name. */
  at(node: Node): void {
    this.#node = node;
    this.step();
  }

  /** Counts what may go on without end. */
  step(): void {
    takeSteps(this.#budget, 1);
  }

  /** What a function has to look at, or has made, counts as it is long. */
  spend(value: Result, isMade: boolean): void {
    if (typeof value === 'string') takeSteps(this.#budget, value.length >> 5);
    else if (value instanceof List) takeSteps(this.#budget, value.items.length >> (isMade ? 0 : 5));
    else if (value instanceof Map) takeSteps(this.#budget, value.size >> (isMade ? 2 : 5));
  }

  /** Everything within counts, as often as it is reached: values can share others and hold themselves. */
  spendDeeply(value: Result, weight: number): void {
    // Most is a text or a number.
    if (!(value instanceof List) && !(value instanceof Map)) {
      if (value !== undefined) takeSteps(this.#budget, weight * (1 + stepsOfText(value)));
      return;
    }
    const left: Result[] = [value];
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      takeSteps(this.#budget, weight * (1 + stepsOfText(next)));
      if (next instanceof List && !isBytes(next)) for (const item of next.items) left.push(item);
      else if (next instanceof Map) for (const item of next.values()) left.push(item);
    }
  }

  fail(message: string): never {
    const { pos, tree } = this.#node;
    const line = tree.text.lastIndexOf('\n', pos - 1) + 1;
    const lineNumber = tree.text.slice(0, pos).split('\n').length;
    const location = `${tree.parseName}:${lineNumber}:${utf8Length(tree.text.slice(pos === 0 ? 0 : line, pos))}`;
    throw new GoError(`template: ${location}: executing ${goQuote(this.#tree.name)} at <${printNode(this.#node)}>: ${message}`);
  }

  enter(tree: Tree, dot: Result): Frame {
    const frame = { tree: this.#tree, vars: this.#vars };
    this.#tree = tree;
    this.#vars = [{ name: '$', value: dot, isBoxed: false }];
    return frame;
  }

  leave({ tree, vars }: Frame): void {
    this.#tree = tree;
    this.#vars = vars;
  }

  mark(): number {
    return this.#vars.length;
  }

  pop(mark: number): void {
    this.#vars.length = mark;
  }

  setVar(name: string, { dot, isBoxed, reads }: Scope): void {
    const variable = this.varNamed(name);
    variable.value = dot;
    variable.isBoxed = isBoxed;
    variable.reads = reads;
  }

  setTopVar(n: number, { dot, isBoxed, reads }: Scope): void {
    const variable = this.#vars[this.#vars.length - n];
    if (variable === undefined) return;
    variable.value = dot;
    variable.isBoxed = isBoxed;
    variable.reads = reads;
  }

  varNamed(name: string): Variable {
    for (let index = this.#vars.length - 1; index >= 0; index--) {
      const variable = this.#vars[index];
      if (variable?.name !== name) continue;
      takeSteps(this.#budget, (this.#vars.length - index) >> 3);
      return variable;
    }
    return this.fail(`undefined variable: ${name}`);
  }

  push(name: string, { dot, isBoxed, reads }: Scope): void {
    this.#vars.push({ name, value: dot, isBoxed, reads });
  }
}

/** A text counts for less than as many values; and so does what a file holds, which is a list of bytes. */
function stepsOfText(value: Result): number {
  if (typeof value === 'string') return value.length >> 5;
  return value instanceof List && isBytes(value) ? value.items.length >> 3 : 0;
}

function isBytes({ type }: List): boolean {
  return type.elem?.kind === 'uint8';
}
