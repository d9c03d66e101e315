/** Upstream: text/template/parse/parse.go (Go 1.26). */
import type { Item } from './items';
import { Lexer } from './lexer';
import {
  isEmptyTree,
  printNode,
  type BranchNode,
  type ListNode,
  type Node,
  type PipeNode,
  type TemplateNode,
  type Tree,
} from './nodes';
import { goQuote } from '../../model/goQuote';
import { Pipelines } from './pipelines';
import { Tokens } from './tokens';

/** Trees by name: that of the file, and one for each `define` and `block` in it. */
export type TreeSet = ReadonlyMap<string, Tree>;

/** Throws `GoError`. The result may be kept as long as name, text and known functions are the same. */
export function parse(name: string, text: string, hasFunction: (name: string) => boolean): TreeSet {
  const trees = new Map<string, Tree>();
  new Parser({ name, parseName: name, text }, { lexer: new Lexer(text), trees, hasFunction }).parseFile();
  return trees;
}

interface Shared {
  readonly lexer: Lexer;
  readonly trees: Map<string, Tree>;
  readonly hasFunction: (name: string) => boolean;
}

type Mutable<T> = { -readonly [key in keyof T]: T[key] };

/** One tree being parsed; those inside it share the lexer. */
class Parser {
  readonly #shared: Shared;
  readonly #tree: Mutable<Tree>;
  readonly #tokens: Tokens;
  readonly #pipes: Pipelines;
  #rangeDepth = 0;
  /** Where the action read last begins. */
  #from = 0;

  constructor(names: Omit<Tree, 'root'>, shared: Shared) {
    this.#shared = shared;
    this.#tokens = new Tokens(shared.lexer, names.parseName);
    const tree = { ...names } as Mutable<Tree>;
    tree.root = { type: 'list', tree, pos: 0, end: names.text.length, nodes: [] };
    this.#tree = tree;
    this.#pipes = new Pipelines(tree, this.#tokens, shared.hasFunction);
  }

  parseFile(): void {
    const root = this.#newList(this.#tokens.peek().pos);
    this.#tree.root = root;
    while (this.#tokens.peek().type !== 'eof') {
      if (this.#tokens.peek().type === 'leftDelim') {
        const delim = this.#tokens.next();
        if (this.#tokens.nextNonSpace().type === 'define') {
          this.#inner('definition').#parseDefinition();
          continue;
        }
        this.#tokens.backup2(delim);
      }
      const node = this.#textOrAction();
      if (node.type === 'end' || node.type === 'else') this.#tokens.fail(`unexpected ${printNode(node)}`);
      root.nodes.push(node);
    }
    this.#add();
  }

  #inner(name: string): Parser {
    return new Parser({ name, parseName: this.#tree.parseName, text: this.#tree.text }, this.#shared);
  }

  #parseDefinition(): void {
    const context = 'define clause';
    const name = this.#tokens.nextNonSpace();
    if (name.type !== 'string' && name.type !== 'rawString') this.#tokens.unexpected(name, context);
    this.#tree.name = this.#pipes.unquote(name.val);
    this.#tokens.expect('rightDelim', context);
    this.#parseBody(context);
  }

  /** What stands up to `end`, which is a tree of its own. */
  #parseBody(context: string): void {
    const [list, end] = this.#itemList();
    this.#tree.root = list;
    if (end.type !== 'end') this.#tokens.fail(`unexpected ${printNode(end)} in ${context}`);
    this.#add();
  }

  #add(): void {
    const { trees } = this.#shared;
    const before = trees.get(this.#tree.name);
    if (before === undefined || isEmptyTree(before.root)) trees.set(this.#tree.name, this.#tree);
    else if (!isEmptyTree(this.#tree.root))
      this.#tokens.fail(`template: multiple definition of template ${goQuote(this.#tree.name)}`);
  }

  #newList(pos: number): ListNode {
    return { type: 'list', tree: this.#tree, pos, end: this.#tree.text.length, nodes: [] };
  }

  #itemList(): [list: ListNode, next: Node] {
    const list = this.#newList(this.#tokens.peekNonSpace().pos);
    while (this.#tokens.peekNonSpace().type !== 'eof') {
      const node = this.#textOrAction();
      if (node.type === 'end' || node.type === 'else') {
        list.end = this.#from;
        return [list, node];
      }
      list.nodes.push(node);
    }
    return this.#tokens.fail('unexpected EOF');
  }

  #textOrAction(): Node {
    const token = this.#tokens.nextNonSpace();
    if (token.type === 'text') return { type: 'text', tree: this.#tree, pos: token.pos, text: token.val };
    if (token.type !== 'leftDelim') this.#tokens.unexpected(token, 'input');
    this.#tokens.actionLine = token.line;
    this.#from = token.pos;
    const node = this.#action(token.pos);
    this.#tokens.actionLine = 0;
    return node;
  }

  #action(from: number): Node {
    const token = this.#tokens.nextNonSpace();
    switch (token.type) {
      case 'block':
        return this.#blockControl(from);
      case 'break':
      case 'continue':
        return this.#leaveControl(token.type, token.pos);
      case 'else':
        return this.#elseControl();
      case 'end':
        return { type: 'end', tree: this.#tree, pos: this.#tokens.expect('rightDelim', 'end').pos };
      case 'if':
      case 'range':
      case 'with':
        return this.#parseControl(token.type, from);
      case 'template':
        return this.#templateControl(from);
      default:
    }
    this.#tokens.backup();
    const { pos } = this.#tokens.peek();
    // Variables stay until "end".
    const pipe = this.#pipes.pipeline('command', 'rightDelim');
    return { type: 'action', tree: this.#tree, pos, from, to: this.#tokens.end, pipe };
  }

  #leaveControl(type: 'break' | 'continue', pos: number): Node {
    const token = this.#tokens.nextNonSpace();
    if (token.type !== 'rightDelim') this.#tokens.unexpected(token, `{{${type}}}`);
    if (this.#rangeDepth === 0) this.#tokens.fail(`{{${type}}} outside {{range}}`);
    return { type, tree: this.#tree, pos };
  }

  #parseControl(type: BranchNode['type'], from: number): BranchNode {
    const mark = this.#pipes.mark();
    const pipe = this.#pipes.pipeline(type, 'rightDelim');
    const to = this.#tokens.end;
    if (type === 'range') this.#rangeDepth++;
    const [list, next] = this.#itemList();
    if (type === 'range') this.#rangeDepth--;
    const elseList = next.type === 'else' ? this.#elseList(type, next.pos) : undefined;
    this.#pipes.pop(mark);
    return { type, tree: this.#tree, pos: pipe.pos, from, to, pipe, list, elseList };
  }

  #elseList(type: BranchNode['type'], pos: number): ListNode {
    // {{if a}}_{{else if b}}_{{end}} is {{if a}}_{{else}}{{if b}}_{{end}}{{end}}, and so with.
    if (type !== 'range' && this.#tokens.peek().type === type) {
      this.#tokens.next();
      const list = this.#newList(pos);
      list.nodes.push(this.#parseControl(type, this.#from));
      list.end = this.#from;
      return list;
    }
    const [list, end] = this.#itemList();
    if (end.type !== 'end') this.#tokens.fail(`expected end; found ${printNode(end)}`);
    return list;
  }

  #elseControl(): Node {
    const { type, pos } = this.#tokens.peekNonSpace();
    if (type === 'if' || type === 'with') return { type: 'else', tree: this.#tree, pos };
    return { type: 'else', tree: this.#tree, pos: this.#tokens.expect('rightDelim', 'else').pos };
  }

  #blockControl(from: number): TemplateNode {
    const context = 'block clause';
    const token = this.#tokens.nextNonSpace();
    const name = this.#templateName(token, context);
    const pipe = this.#pipes.pipeline(context, 'rightDelim');
    const to = this.#tokens.end;
    this.#inner(name).#parseBody(context);
    return { type: 'template', tree: this.#tree, pos: token.pos, from, to, name, pipe };
  }

  #templateControl(from: number): TemplateNode {
    const context = 'template clause';
    const token = this.#tokens.nextNonSpace();
    const name = this.#templateName(token, context);
    let pipe: PipeNode | undefined;
    if (this.#tokens.nextNonSpace().type !== 'rightDelim') {
      this.#tokens.backup();
      pipe = this.#pipes.pipeline(context, 'rightDelim');
    }
    return { type: 'template', tree: this.#tree, pos: token.pos, from, to: this.#tokens.end, name, pipe };
  }

  #templateName(token: Item, context: string): string {
    if (token.type !== 'string' && token.type !== 'rawString') this.#tokens.unexpected(token, context);
    return this.#pipes.unquote(token.val);
  }
}
