/** Upstream: text/template/parse/parse.go (Go 1.26): pipelines, commands, operands, terms. */
import type { Item, ItemType } from './items';
import { newNumber } from './literals';
import { printNode, type ChainNode, type CommandNode, type Node, type PipeNode, type Tree } from './nodes';
import { goQuote } from '../../model/goQuote';
import { unquote } from './quote';
import type { Tokens } from './tokens';
import { GoError } from './value';

/** Upstream allows ten times as many; JavaScript's stack does not. */
const MAX_STACK_DEPTH = 1000;

const OPERANDS: ReadonlySet<ItemType> = new Set<ItemType>([
  'bool',
  'charConstant',
  'complex',
  'dot',
  'field',
  'identifier',
  'number',
  'nil',
  'rawString',
  'string',
  'variable',
  'leftParen',
]);

const NOT_EXECUTABLE: ReadonlySet<Node['type']> = new Set<Node['type']>(['bool', 'dot', 'nil', 'number', 'string']);

export class Pipelines {
  readonly #tree: Tree;
  readonly #tokens: Tokens;
  readonly #hasFunction: (name: string) => boolean;
  readonly #vars: string[] = ['$'];
  #stackDepth = 0;

  constructor(tree: Tree, tokens: Tokens, hasFunction: (name: string) => boolean) {
    this.#tree = tree;
    this.#tokens = tokens;
    this.#hasFunction = hasFunction;
  }

  /** Variables that are declared after a mark are gone when it is popped. */
  mark(): number {
    return this.#vars.length;
  }

  pop(mark: number): void {
    this.#vars.length = mark;
  }

  /** What the quoting or the number's syntax does not allow is told at this item. */
  #read<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      if (error instanceof GoError) this.#tokens.fail(error.message);
      throw error;
    }
  }

  unquote(literal: string): string {
    return this.#read(() => unquote(literal));
  }

  pipeline(context: string, end: ItemType): PipeNode {
    const pipe: PipeNode = {
      type: 'pipe',
      tree: this.#tree,
      pos: this.#tokens.peekNonSpace().pos,
      isAssign: false,
      decl: [],
      cmds: [],
    };
    while (this.#declaration(pipe, context));
    for (;;) {
      const token = this.#tokens.nextNonSpace();
      if (token.type === end) {
        this.#checkPipeline(pipe, context);
        return pipe;
      }
      if (!OPERANDS.has(token.type)) this.#tokens.unexpected(token, context);
      this.#tokens.backup();
      pipe.cmds.push(this.#command());
    }
  }

  /** Reads `$x :=`, `$x =` or `$x,`; says whether another variable may follow. */
  #declaration(pipe: PipeNode, context: string): boolean {
    const variable = this.#tokens.peekNonSpace();
    if (variable.type !== 'variable') return false;
    this.#tokens.next();
    // A blank is an item too: "$x foo" must be given back as it was.
    const after = this.#tokens.peek();
    const next = this.#tokens.peekNonSpace();
    if (next.type === 'assign' || next.type === 'declare') {
      pipe.isAssign = next.type === 'assign';
      this.#tokens.nextNonSpace();
      this.#declare(pipe, variable);
      return false;
    }
    if (next.type === 'char' && next.val === ',') {
      this.#tokens.nextNonSpace();
      this.#declare(pipe, variable);
      if (context !== 'range' || pipe.decl.length >= 2) this.#tokens.fail(`too many declarations in ${context}`);
      const { type } = this.#tokens.peekNonSpace();
      if (type === 'variable' || type === 'rightDelim' || type === 'rightParen') return true;
      this.#tokens.fail('range can only initialize variables');
    }
    if (after.type === 'space') this.#tokens.backup3(variable, after);
    else this.#tokens.backup2(variable);
    return false;
  }

  #declare(pipe: PipeNode, { pos, val }: Item): void {
    pipe.decl.push({ type: 'variable', tree: this.#tree, pos, ident: val.split('.') });
    this.#vars.push(val);
  }

  #checkPipeline(pipe: PipeNode, context: string): void {
    if (pipe.cmds.length === 0) this.#tokens.fail(`missing value for ${context}`);
    const bad = pipe.cmds.findIndex((cmd, index) => index > 0 && NOT_EXECUTABLE.has(cmd.args[0]?.type ?? 'nil'));
    if (bad > 0) this.#tokens.fail(`non executable command in pipeline stage ${bad + 1}`);
  }

  #command(): CommandNode {
    const cmd: CommandNode = { type: 'command', tree: this.#tree, pos: this.#tokens.peekNonSpace().pos, args: [] };
    for (;;) {
      this.#tokens.peekNonSpace();
      const operand = this.#operand();
      if (operand !== undefined) cmd.args.push(operand);
      const token = this.#tokens.next();
      if (token.type === 'space') continue;
      if (token.type === 'rightDelim' || token.type === 'rightParen') this.#tokens.backup();
      else if (token.type !== 'pipe') this.#tokens.unexpected(token, 'operand');
      break;
    }
    if (cmd.args.length === 0) this.#tokens.fail('empty command');
    return cmd;
  }

  #operand(): Node | undefined {
    const node = this.#term();
    if (node === undefined || this.#tokens.peek().type !== 'field') return node;
    const chain: ChainNode = { type: 'chain', tree: this.#tree, pos: this.#tokens.peek().pos, node, field: [] };
    while (this.#tokens.peek().type === 'field') chain.field.push(this.#tokens.next().val.slice(1));
    switch (node.type) {
      case 'field':
      case 'variable':
        return { ...node, pos: chain.pos, ident: [...node.ident, ...chain.field] };
      case 'bool':
      case 'string':
      case 'number':
      case 'nil':
      case 'dot':
        return this.#tokens.fail(`unexpected . after term ${goQuote(printNode(node))}`);
      default:
        return chain;
    }
  }

  #term(): Node | undefined {
    const token = this.#tokens.nextNonSpace();
    const tree = this.#tree;
    const { pos, val } = token;
    switch (token.type) {
      case 'identifier':
        if (!this.#hasFunction(val)) this.#tokens.fail(`function ${goQuote(val)} not defined`);
        return { type: 'identifier', tree, pos, ident: val };
      case 'dot':
      case 'nil':
        return { type: token.type, tree, pos };
      case 'variable':
        if (!this.#vars.includes(val)) this.#tokens.fail(`undefined variable ${goQuote(val)}`);
        return { type: 'variable', tree, pos, ident: [val] };
      case 'field':
        return { type: 'field', tree, pos, ident: [val.slice(1)] };
      case 'bool':
        return { type: 'bool', tree, pos, isTrue: val === 'true' };
      case 'charConstant':
      case 'complex':
      case 'number':
        return this.#read(() => newNumber(tree, token));
      case 'leftParen':
        return this.#parenthesized();
      case 'string':
      case 'rawString':
        return { type: 'string', tree, pos, quoted: val, text: this.unquote(val) };
      default:
        this.#tokens.backup();
        return undefined;
    }
  }

  #parenthesized(): PipeNode {
    if (this.#stackDepth >= MAX_STACK_DEPTH) this.#tokens.fail('max expression depth exceeded');
    this.#stackDepth++;
    const pipe = this.pipeline('parenthesized pipeline', 'rightParen');
    this.#stackDepth--;
    return pipe;
  }
}
