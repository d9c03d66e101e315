/** Upstream: text/template/exec.go (Go 1.26): the walk through a template. Evaluation of pipelines is in evaluator.ts. */
import type { Environment } from './environment';
import { Evaluator } from './evaluator';
import type { BranchNode, ListNode, Node, PipeNode, TemplateNode, Tree } from './nodes';
import { compareStrings } from './bytes';
import { formatValue } from './format';
import { State, type Scope } from './executionState';
import { isTrue, type Result } from './types';
import { Int, INTERFACE, LimitError, List, makeInt, TypedMap, type Value } from './value';
import { goQuote } from '../../model/goQuote';

/** Left a loop, or a round of it. */
type Leave = 'break' | 'continue' | undefined;

const MAX_EXEC_DEPTH = 100_000;
/** DEVIATION: JavaScript's stack does not hold so many. What is nested deeper than this in a real chart never ends. */
const LEVELS = 1000;

/** The output of the template for the data. Throws `GoError` with the location, or `LimitError`. */
export function execute(env: Environment, tree: Tree, data: Value): string {
  const { trace } = env;
  return trace === undefined ? new Executor(env, tree, data).run() : trace.nested(() => new Executor(env, tree, data).run());
}

class Executor {
  readonly #env: Environment;
  readonly #state: State;
  readonly #eval: Evaluator;
  readonly #tree: Tree;
  readonly #dot: Result;
  #out = '';
  #depth = 0;

  constructor(env: Environment, tree: Tree, data: Value) {
    this.#env = env;
    this.#tree = tree;
    this.#dot = data ?? undefined;
    this.#state = new State(env.budget, tree, this.#dot);
    this.#eval = new Evaluator(env, this.#state);
  }

  run(): string {
    this.#walkList({ dot: this.#dot, isBoxed: false }, this.#tree.root);
    return this.#out;
  }

  #write(text: string): void {
    this.#env.budget.output -= text.length;
    if (this.#env.budget.output < 0) throw new LimitError('the output grows beyond all bounds');
    this.#out += text;
  }

  #walkList(scope: Scope, list: ListNode): Leave {
    this.#env.trace?.taken.add(list);
    for (const node of list.nodes) {
      const leave = this.#walk(scope, node);
      if (leave !== undefined) return leave;
    }
    return undefined;
  }

  #walk(scope: Scope, node: Node): Leave {
    const { trace } = this.#env;
    this.#state.at(node);
    switch (node.type) {
      case 'text': {
        const from = this.#out.length;
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
      case 'if':
      case 'with':
        return this.#walkIfOrWith(scope, node);
      case 'range':
        return this.#walkRange(scope, node);
      case 'template':
        this.#walkTemplate(scope, node);
        return undefined;
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
    const reads = this.#env.trace?.reads;
    this.#env.trace?.add(node, this.#out.length, this.#out.length);
    return { dot, isBoxed: false, reads };
  }

  #walkIfOrWith(scope: Scope, node: BranchNode): Leave {
    const mark = this.#state.mark();
    const inside = this.#condition(scope, node);
    let leave: Leave;
    if (isTrue(inside.dot)) leave = this.#walkList(node.type === 'with' ? inside : scope, node.list);
    else if (node.elseList !== undefined) leave = this.#walkList(scope, node.elseList);
    this.#state.pop(mark);
    return leave;
  }

  #walkRange(scope: Scope, node: BranchNode): Leave {
    const mark = this.#state.mark();
    const { dot } = this.#condition(scope, node);
    let count = 0;
    for (const [index, elem] of this.#elements(dot, node)) {
      count++;
      this.#state.step();
      this.#setRangeVars(node.pipe, index, elem);
      const inner = this.#state.mark();
      const leave = this.#walkList(elem, node.list);
      this.#state.pop(inner);
      if (leave === 'break') break;
    }
    const leave = count === 0 && node.elseList !== undefined ? this.#walkList(scope, node.elseList) : undefined;
    this.#state.pop(mark);
    return leave;
  }

  *#elements(value: Result, node: BranchNode): Generator<readonly [index: Result, elem: Scope]> {
    const { trace } = this.#env;
    if (value === undefined || value === null) return;
    if (value instanceof List) {
      const isBoxed = value.type.elem?.kind === 'interface';
      for (let index = 0; index < value.items.length; index++) {
        const reads = trace === undefined ? undefined : [{ container: value, key: index }];
        yield [makeInt(index), { dot: value.items[index] ?? null, isBoxed, reads }];
      }
    } else if (value instanceof Map) {
      const isBoxed = !(value instanceof TypedMap) || value.type.elem === INTERFACE;
      this.#state.spend(value, true);
      // What the body puts in or takes out does not count.
      for (const [key, dot] of [...value].sort(([a], [b]) => compareStrings(a, b))) {
        yield [key, { dot, isBoxed, reads: trace === undefined ? undefined : [{ container: value, key }] }];
      }
    } else if (value instanceof Int) {
      if (node.pipe.decl.length > 1) this.#state.fail(`can't use ${formatValue(value)} to iterate over more than one variable`);
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

  #walkTemplate(scope: Scope, node: TemplateNode): void {
    const tree = this.#env.templates.get(node.name);
    this.#env.trace?.used.set(node.name, tree);
    if (tree === undefined) return this.#state.fail(`template ${goQuote(node.name)} not defined`);
    if (this.#depth === LEVELS) this.#state.fail(`exceeded maximum template depth (${MAX_EXEC_DEPTH})`);
    const dot = node.pipe === undefined ? undefined : this.#eval.evalPipeline(scope, node.pipe);
    this.#env.trace?.add(node, this.#out.length, this.#out.length);
    const outer = this.#state.enter(tree, dot);
    this.#depth++;
    this.#walkList({ dot, isBoxed: false }, tree.root);
    this.#depth--;
    this.#state.leave(outer);
  }
}
