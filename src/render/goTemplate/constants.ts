/** Upstream: text/template/exec.go (Go 1.26): what constants are worth where they stand. */
import { printNode, type Node, type NumberNode } from './nodes';
import type { State } from './executionState';
import { isIntKind, REFLECT_VALUE, type Result } from './types';
import { Complex, makeInt, type GoType } from './value';

/** Of a constant whose type nothing asks for, the way it is written tells. */
export function idealConstant(state: State, constant: NumberNode): Result {
  state.at(constant);
  const { complex, float, int, uint, text } = constant;
  if (complex !== undefined) return new Complex(...complex);
  const isInteger = text.startsWith("'") || (/^0x/i.test(text) && text.length > 2 && !/p/i.test(text));
  if (float !== undefined && !isInteger && /[.eEpP]/.test(text)) return float;
  if (int !== undefined) return makeInt(int);
  return uint === undefined ? undefined : state.fail(`${text} overflows int`);
}

/** A constant given to a parameter of that type. */
export function evalConstant(state: State, type: GoType, arg: Node): Result {
  const { kind } = type;
  if (kind === 'interface' || type === REFLECT_VALUE) {
    if (arg.type === 'number') return idealConstant(state, arg);
    if (arg.type === 'bool') return arg.isTrue;
    if (arg.type === 'string') return arg.text;
    return state.fail(`can't handle assignment of ${printNode(arg)} to empty interface argument`);
  }
  if (kind === 'bool') return arg.type === 'bool' ? arg.isTrue : state.fail(`expected bool; found ${printNode(arg)}`);
  if (kind === 'string') return arg.type === 'string' ? arg.text : state.fail(`expected string; found ${printNode(arg)}`);
  if (kind === 'float64') {
    return arg.type === 'number' && arg.float !== undefined ? arg.float : state.fail(`expected float; found ${printNode(arg)}`);
  }
  if (!isIntKind(kind)) return state.fail(`can't handle ${printNode(arg)} for arg of type ${type.name}`);
  const isUnsigned = kind.startsWith('uint');
  const value = arg.type !== 'number' ? undefined : isUnsigned ? arg.uint : arg.int;
  if (value !== undefined) return makeInt(value, type);
  return state.fail(`expected ${isUnsigned ? 'unsigned ' : ''}integer; found ${printNode(arg)}`);
}
