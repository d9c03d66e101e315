/** Upstream: text/template/exec.go (Go 1.26): what a function or method is called with. */
import { printNode, type Node } from './nodes';
import type { State } from './executionState';
import { REFLECT_VALUE, type Result } from './types';
import { typeName, type Func, type GoType } from './value';

/** No value comes down the pipeline. */
export const MISSING: unique symbol = Symbol('missing');
export type Final = Result | typeof MISSING;

export function checkCount(state: State, name: string, { params, isVariadic }: Omit<Func, 'call'>, { args, final }: Call): void {
  const written = Math.max(args.length - 1, 0);
  const count = written + (final === MISSING ? 0 : 1);
  if (isVariadic === true) {
    if (count < params.length - 1)
      state.fail(`wrong number of args for ${name}: want at least ${params.length - 1} got ${written}`);
  } else if (count !== params.length) state.fail(`wrong number of args for ${name}: want ${params.length} got ${count}`);
}

/** What is called, and what it is given: the written arguments after the word itself, and what comes down the pipeline. */
export interface Call {
  readonly node: Node;
  readonly args: readonly Node[];
  readonly final: Final;
}

export function asArgument(value: Result, type: GoType | undefined): Result {
  return value === undefined && type !== REFLECT_VALUE ? null : value;
}

/** How `call` names what it cannot call. */
export function calleeName({ args, final }: Call): string {
  const arg = args[1];
  if (arg !== undefined) return printNode(arg);
  if (typeof final === 'string') return final;
  return final === MISSING || final === undefined ? '<invalid Value>' : `<${typeName(final)} Value>`;
}
