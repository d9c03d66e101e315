/** Upstream: text/template/exec.go (Go 1.26): the walk through a template. Evaluation of pipelines is in evaluator.ts. */
import { finished, type Slices } from '../../model/slices';
import { takeSteps, type Environment } from './environment';
import { Evaluator } from './evaluator';
import type { BranchNode, ListNode, Node, PipeNode, TemplateNode, Tree } from './nodes';
import { compareStrings } from './bytes';
import { formatValue } from './format';
import { State, type Scope } from './executionState';
import { isTrue, type Result } from './types';
import { Int, INTERFACE, LimitError, List, makeInt, TypedMap, type Value } from './value';
import { goQuote } from '../../model/goQuote';

/** Steps that it takes to begin another template. */
const INVOKED = 4;

/** Left a loop, or a round of it. */
type Leave = 'break' | 'continue' | undefined;

const MAX_EXEC_DEPTH = 100_000;
/** DEVIATION: JavaScript's stack does not hold so many. What is nested deeper than this in a real chart never ends. */
const LEVELS = 1000;

/** The output of the template for the data. Throws `GoError` with the location, or `LimitError`. */
export function execute(env: Environment, tree: Tree, data: Value): string {
  return finished(executeInSlices(env, tree, data));
}

/** The same a little at a time, though no action is cut: what it includes is executed at once. */
export function* executeInSlices(env: Environment, tree: Tree, data: Value): Slices<string> {
  const { trace } = env;
  const executor = new Executor(env, tree, data);
  return trace === undefined ? yield* executor.run() : yield* trace.nested(executor.run());
}

/** Steps that take about a millisecond. */
const SLICE_STEPS = 10_000;
/** Nodes of a list that takes much less. */
const SHORT = 50;

class Executor {
  readonly #env: Environment;
  readonly #state: State;
  readonly #eval: Evaluator;
  readonly #tree: Tree;
  readonly #dot: Result;
  #out = '';
  #depth = 0;
  /** A slice ends where fewer steps than this are left. */
  #due: number;

  constructor(env: Environment, tree: Tree, data: Value) {
    this.#env = env;
    this.#tree = tree;
    this.#dot = data ?? undefined;
    this.#state = new State(env.budget, tree, this.#dot);
    this.#eval = new Evaluator(env, this.#state);
    this.#due = env.budget.steps - SLICE_STEPS;
  }

  *run(): Slices<string> {
    yield* this.#walkList({ dot: this.#dot, isBoxed: false }, this.#tree.root);
    return this.#out;
  }

  #write(text: string): void {
    this.#env.budget.output -= text.length;
    if (this.#env.budget.output < 0) throw new LimitError('the output grows beyond all bounds');
    this.#out += text;
  }

  *#walkList(scope: Scope, list: ListNode): Slices<Leave> {
    this.#env.trace?.taken.add(list);
    for (const node of list.nodes) {
      const leave = isBranch(node) ? yield* this.#walkBranch(scope, node) : this.#walk(scope, node);
      if (this.#isSliceOver()) yield;
      if (leave !== undefined) return leave;
    }
    return undefined;
  }

  /** What is short and has no branches is not cut: to be ready for that costs more than most that is in it. */
  #walkShortList(scope: Scope, list: ListNode): Leave {
    this.#env.trace?.taken.add(list);
    for (const node of list.nodes) {
      const leave = isBranch(node) ? undefined : this.#walk(scope, node);
      if (leave !== undefined) return leave;
    }
    return undefined;
  }

  #isSliceOver(): boolean {
    const { steps } = this.#env.budget;
    if (steps >= this.#due) return false;
    this.#due = steps - SLICE_STEPS;
    return true;
  }

  #walkBranch(scope: Scope, node: BranchNode | TemplateNode): Slices<Leave> {
    this.#state.at(node);
    switch (node.type) {
      case 'if':
      case 'with':
        return this.#walkIfOrWith(scope, node);
      case 'range':
        return this.#walkRange(scope, node);
      case 'template':
        return this.#walkTemplate(scope, node);
    }
  }

  #walk(scope: Scope, node: Exclude<Node, BranchNode | TemplateNode>): Leave {
    const { trace } = this.#env;
    this.#state.at(node);
    switch (node.type) {
      case 'text': {
        const from = this.#out.length;
        this.#state.step();
        this.#write(node.text);
        trace?.add(node, from, this.#out.length);
        return undefined;
      }
      case 'action': {
        const value = this.#eval.evalPipeline(scope, node.pipe);
        const from = this.#out.length;
        if (node.pipe.decl.length === 0) {
          this.#state.at(node);
          this.#state.spendDeeply(value, 1);
          this.#write(value === undefined ? '<no value>' : formatValue(value));
        }
        trace?.add(node, from, this.#out.length);
        return undefined;
      }
      case 'break':
      case 'continue':
        return node.type;
      default:
        return this.#state.fail(`unknown node: ${node.type}`);
    }
  }

  /** Of `with`, what the body sees as dot. */
  #condition(scope: Scope, node: BranchNode): Scope {
    const dot = this.#eval.evalPipeline(scope, node.pipe);
    // Its own list: what is read later must not come into it.
    const reads = this.#env.trace?.readsSince(0);
    this.#env.trace?.add(node, this.#out.length, this.#out.length);
    return { dot, isBoxed: false, reads };
  }

  *#walkIfOrWith(scope: Scope, node: BranchNode): Slices<Leave> {
    const mark = this.#state.mark();
    const inside = this.#condition(scope, node);
    let leave: Leave;
    if (isTrue(inside.dot)) leave = yield* this.#walkList(node.type === 'with' ? inside : scope, node.list);
    else if (node.elseList !== undefined) leave = yield* this.#walkList(scope, node.elseList);
    this.#state.pop(mark);
    return leave;
  }

  *#walkRange(scope: Scope, node: BranchNode): Slices<Leave> {
    const mark = this.#state.mark();
    const { dot } = this.#condition(scope, node);
    const isIndexed = node.pipe.decl.length > 1;
    const { nodes } = node.list;
    const isShort = nodes.length <= SHORT && !nodes.some(isBranch);
    let count = 0;
    for (const [index, elem] of this.#elements(dot, isIndexed)) {
      count++;
      this.#state.step();
      this.#setRangeVars(node.pipe, index, elem);
      const inner = this.#state.mark();
      const leave = isShort ? this.#walkShortList(elem, node.list) : yield* this.#walkList(elem, node.list);
      if (this.#isSliceOver()) yield;
      this.#state.pop(inner);
      if (leave === 'break') break;
    }
    const leave = count === 0 && node.elseList !== undefined ? yield* this.#walkList(scope, node.elseList) : undefined;
    this.#state.pop(mark);
    return leave;
  }

  /** `isIndexed`: somebody wants to know which of a list it is. */
  *#elements(value: Result, isIndexed: boolean): Generator<readonly [index: Result, elem: Scope]> {
    const { trace } = this.#env;
    if (value === undefined || value === null) return;
    if (value instanceof List) {
      const isBoxed = value.type.elem?.kind === 'interface';
      for (let index = 0; index < value.items.length; index++) {
        const reads = trace === undefined ? undefined : [{ container: value, key: index }];
        yield [isIndexed ? makeInt(index) : undefined, { dot: value.items[index] ?? null, isBoxed, reads }];
      }
    } else if (value instanceof Map) {
      const isBoxed = !(value instanceof TypedMap) || value.type.elem === INTERFACE;
      this.#state.spend(value, true);
      // What the body puts in or takes out does not count. What it cannot change is made when its turn comes.
      const kept = value instanceof TypedMap && value.isFixed ? value : new Map(value);
      for (const key of [...value.keys()].sort(compareStrings)) {
        const dot = kept.get(key) ?? null;
        yield [key, { dot, isBoxed, reads: trace === undefined ? undefined : [{ container: value, key }] }];
      }
    } else if (value instanceof Int) {
      if (isIndexed) this.#state.fail(`can't use ${formatValue(value)} to iterate over more than one variable`);
      for (let next = 0n; next < value.value; next++) yield [undefined, { dot: makeInt(next, value.type), isBoxed: false }];
    } else this.#state.fail(`range can't iterate over ${formatValue(value)}`);
  }

  #setRangeVars({ decl, isAssign }: PipeNode, dot: Result, elem: Scope): void {
    const first = decl[0]?.ident[0];
    const second = decl[1]?.ident[0];
    if (first === undefined) return;
    const index = { dot, isBoxed: false };
    if (!isAssign) {
      this.#state.setTopVar(1, elem);
      if (second !== undefined) this.#state.setTopVar(2, index);
    } else if (second === undefined) this.#state.setVar(first, elem);
    else {
      this.#state.setVar(first, index);
      this.#state.setVar(second, elem);
    }
  }

  *#walkTemplate(scope: Scope, node: TemplateNode): Slices<undefined> {
    const tree = this.#env.templates.get(node.name);
    this.#env.trace?.used.set(node.name, tree);
    if (tree === undefined) return this.#state.fail(`template ${goQuote(node.name)} not defined`);
    if (this.#depth === LEVELS) this.#state.fail(`exceeded maximum template depth (${MAX_EXEC_DEPTH})`);
    const dot = node.pipe === undefined ? undefined : this.#eval.evalPipeline(scope, node.pipe);
    this.#env.trace?.add(node, this.#out.length, this.#out.length);
    takeSteps(this.#env.budget, INVOKED);
    const outer = this.#state.enter(tree, dot);
    this.#depth++;
    yield* this.#walkList({ dot, isBoxed: false }, tree.root);
    this.#depth--;
    this.#state.leave(outer);
    return undefined;
  }
}

function isBranch(node: Node): node is BranchNode | TemplateNode {
  const { type } = node;
  return type === 'if' || type === 'with' || type === 'range' || type === 'template';
}
