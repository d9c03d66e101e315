/** Upstream: text/template/parse/node.go (Go 1.26): the nodes of a parsed template, and how they are printed in errors. */
import { goQuote } from '../../model/goQuote';

/** A parsed template: the whole of a file, or what a `define` in it holds. */
export interface Tree {
  readonly name: string;
  /** Of the file, for errors. */
  readonly parseName: string;
  /** The text of the file; positions are offsets in it, in UTF-16. */
  readonly text: string;
  root: ListNode;
}

interface Positioned {
  readonly pos: number;
  readonly tree: Tree;
}

export interface ListNode extends Positioned {
  readonly type: 'list';
  readonly nodes: Node[];
  /** Where what ends it begins: the `{{` of `end` or `else`. */
  end: number;
}
export interface TextNode extends Positioned {
  readonly type: 'text';
  readonly text: string;
}
export interface PipeNode extends Positioned {
  readonly type: 'pipe';
  isAssign: boolean;
  readonly decl: VariableNode[];
  readonly cmds: CommandNode[];
}
/** Where the delimiters of an action begin and end; `pos` is that of its first word. */
interface Delimited extends Positioned {
  readonly from: number;
  readonly to: number;
}
/** An action that is no control structure. */
export interface ActionNode extends Delimited {
  readonly type: 'action';
  readonly pipe: PipeNode;
}
export interface CommandNode extends Positioned {
  readonly type: 'command';
  readonly args: Node[];
}
export interface IdentifierNode extends Positioned {
  readonly type: 'identifier';
  readonly ident: string;
}
/** Name and fields: `$x.a.b`. */
export interface VariableNode extends Positioned {
  readonly type: 'variable';
  readonly ident: readonly string[];
}
export interface FieldNode extends Positioned {
  readonly type: 'field';
  readonly ident: readonly string[];
}
export interface ChainNode extends Positioned {
  readonly type: 'chain';
  readonly node: Node;
  readonly field: string[];
}
export interface BoolNode extends Positioned {
  readonly type: 'bool';
  readonly isTrue: boolean;
}
export interface NumberNode extends Positioned {
  readonly type: 'number';
  readonly text: string;
  readonly int?: bigint;
  readonly uint?: bigint;
  readonly float?: number;
  readonly complex?: readonly [re: number, im: number];
}
export interface StringNode extends Positioned {
  readonly type: 'string';
  /** As it is written, with its quotes. */
  readonly quoted: string;
  readonly text: string;
}
/** Nodes that are their word: `.`, `nil`, `break`, `continue`; `end` and `else` never get into a tree. */
export interface WordNode extends Positioned {
  readonly type: 'dot' | 'nil' | 'break' | 'continue' | 'end' | 'else';
}
/** The delimiters are those of its head. */
export interface BranchNode extends Delimited {
  readonly type: 'if' | 'range' | 'with';
  readonly pipe: PipeNode;
  readonly list: ListNode;
  readonly elseList: ListNode | undefined;
}
export interface TemplateNode extends Delimited {
  readonly type: 'template';
  readonly name: string;
  readonly pipe: PipeNode | undefined;
}

export type Node =
  | ListNode
  | TextNode
  | PipeNode
  | ActionNode
  | CommandNode
  | IdentifierNode
  | VariableNode
  | FieldNode
  | ChainNode
  | BoolNode
  | NumberNode
  | StringNode
  | WordNode
  | BranchNode
  | TemplateNode;

/** The node as text/template writes it, with blanks as it likes them. */
export function printNode(node: Node): string {
  switch (node.type) {
    case 'list':
      return node.nodes.map(printNode).join('');
    case 'text':
    case 'number':
      return node.text;
    case 'pipe':
      return printPipe(node);
    case 'action':
      return `{{${printPipe(node.pipe)}}}`;
    case 'command':
      return node.args.map(printOperand).join(' ');
    case 'identifier':
      return node.ident;
    case 'variable':
      return node.ident.join('.');
    case 'field':
      return node.ident.map((name) => `.${name}`).join('');
    case 'chain':
      return printOperand(node.node) + node.field.map((name) => `.${name}`).join('');
    case 'bool':
      return node.isTrue ? 'true' : 'false';
    case 'string':
      return node.quoted;
    case 'dot':
      return '.';
    case 'nil':
      return 'nil';
    case 'break':
    case 'continue':
    case 'end':
    case 'else':
      return `{{${node.type}}}`;
    case 'if':
    case 'range':
    case 'with':
      return printBranch(node);
    case 'template':
      return `{{template ${goQuote(node.name)}${node.pipe === undefined ? '' : ` ${printPipe(node.pipe)}`}}}`;
  }
}

function printOperand(node: Node): string {
  return node.type === 'pipe' ? `(${printPipe(node)})` : printNode(node);
}

function printPipe({ decl, cmds, isAssign }: PipeNode): string {
  const variables = decl.length === 0 ? '' : `${decl.map(printNode).join(', ')} ${isAssign ? '=' : ':='} `;
  return variables + cmds.map(printNode).join(' | ');
}

function printBranch({ type, pipe, list, elseList }: BranchNode): string {
  const otherwise = elseList === undefined ? '' : `{{else}}${printNode(elseList)}`;
  return `{{${type} ${printPipe(pipe)}}}${printNode(list)}${otherwise}{{end}}`;
}

/** Empty of everything but blanks and comments. */
export function isEmptyTree(node: Node): boolean {
  if (node.type === 'list') return node.nodes.every(isEmptyTree);
  return node.type === 'text' && /^[\s\u0085]*$/.test(node.text);
}
