/** Upstream: text/template/exec.go (Go 1.26): evalPipeline … evalArg. What is written of it is in executor.ts. */
import { BUILTINS } from './builtins';
import { takeSteps, type Environment } from './environment';
import {
  printNode,
  type ChainNode,
  type CommandNode,
  type FieldNode,
  type IdentifierNode,
  type Node,
  type PipeNode,
  type VariableNode,
} from './nodes';
import { asArgument, calleeName, checkCount, MISSING, type Call, type Final } from './calls';
import { evalConstant, idealConstant } from './constants';
import { goQuote } from '../../model/goQuote';
import type { Scope, State } from './executionState';
import { canBeNil, fieldOf, isAssignable, isTrue, REFLECT_VALUE, zeroOf, type Builtin, type Result } from './types';
import { GoError, INTERFACE, Struct, TypedMap, typeOf, type Func, type GoType, type Value } from './value';

export class Evaluator {
  readonly #env: Environment;
  readonly #state: State;
  /** Whether what was evaluated last came out of an interface{}. */
  #isBoxed = false;

  constructor(env: Environment, state: State) {
    this.#env = env;
    this.#state = state;
  }

  evalPipeline(scope: Scope, pipe: PipeNode): Result {
    this.#state.at(pipe);
    const { trace } = this.#env;
    const since = trace?.reads.length ?? 0;
    let value: Final = MISSING;
    for (const cmd of pipe.cmds) {
      value = this.#evalCommand(scope, cmd, value);
      // What was in an interface{} is taken out of it; nil leaves nothing.
      value ??= undefined;
    }
    const result = value === MISSING ? undefined : value;
    this.#isBoxed = false;
    const reads = pipe.decl.length > 0 ? trace?.readsSince(since) : undefined;
    for (const { ident } of pipe.decl) {
      const [name = ''] = ident;
      if (pipe.isAssign) this.#state.setVar(name, { dot: result, isBoxed: false, reads });
      else this.#state.push(name, { dot: result, isBoxed: false, reads });
    }
    return result;
  }

  #notAFunction(args: readonly Node[], final: Final): void {
    const [first] = args;
    if (first !== undefined && (args.length > 1 || final !== MISSING))
      this.#state.fail(`can't give argument to non-function ${printNode(first)}`);
  }

  #evalCommand(scope: Scope, cmd: CommandNode, final: Final): Result {
    const { args } = cmd;
    const [word] = args;
    if (word === undefined) return undefined;
    switch (word.type) {
      case 'field':
        return this.#evalFieldNode(scope, word, args, final);
      case 'chain':
        return this.#evalChainNode(scope, word, args, final);
      case 'identifier':
        return this.#evalFunction(scope, word, { node: cmd, args, final });
      case 'pipe':
        this.#notAFunction(args, final);
        return this.evalPipeline(scope, word);
      case 'variable':
        return this.#evalVariableNode(scope, word, args, final);
      default:
    }
    this.#state.at(word);
    this.#notAFunction(args, final);
    switch (word.type) {
      case 'bool':
        return this.#unboxed(word.isTrue);
      case 'dot':
        return this.#dot(scope);
      case 'nil':
        return this.#state.fail('nil is not a command');
      case 'number':
        return this.#unboxed(idealConstant(this.#state, word));
      case 'string':
        return this.#unboxed(word.text);
      default:
        return this.#state.fail(`can't evaluate command ${goQuote(printNode(word))}`);
    }
  }

  #unboxed(value: Result): Result {
    this.#isBoxed = false;
    return value;
  }

  #dot({ dot, isBoxed, reads }: Scope): Result {
    if (reads !== undefined) this.#env.trace?.readAgain(reads);
    this.#isBoxed = isBoxed;
    return dot;
  }

  #evalFieldNode(scope: Scope, field: FieldNode, args: readonly Node[], final: Final): Result {
    this.#state.at(field);
    const { dot, isBoxed } = scope;
    this.#isBoxed = isBoxed;
    return this.#evalFieldChain(scope, dot, field.ident, { node: field, args, final });
  }

  #evalChainNode(scope: Scope, chain: ChainNode, args: readonly Node[], final: Final): Result {
    this.#state.at(chain);
    if (chain.node.type === 'nil') this.#state.fail(`indirection through explicit nil in ${printNode(chain)}`);
    const value = this.#evalArg(scope, undefined, chain.node);
    return this.#evalFieldChain(scope, value, chain.field, { node: chain, args, final });
  }

  #evalVariableNode(scope: Scope, variable: VariableNode, args: readonly Node[], final: Final): Result {
    this.#state.at(variable);
    const [name = '', ...fields] = variable.ident;
    const { value, isBoxed, reads } = this.#state.varNamed(name);
    if (reads !== undefined) this.#env.trace?.readAgain(reads);
    this.#isBoxed = isBoxed;
    if (fields.length > 0) return this.#evalFieldChain(scope, value, fields, { node: variable, args, final });
    this.#notAFunction(args, final);
    return value;
  }

  /** `.X.Y.Z`, the last of which may be a method and take the arguments. */
  #evalFieldChain(scope: Scope, value: Result, ident: readonly string[], call: Call): Result {
    const last = ident.length - 1;
    let receiver = value;
    for (let index = 0; index <= last; index++) {
      receiver = this.#evalField(
        scope,
        receiver,
        ident[index] ?? '',
        index === last ? call : { node: call.node, args: [], final: MISSING },
      );
    }
    return receiver;
  }

  #evalFunction(scope: Scope, node: IdentifierNode, call: Call): Result {
    this.#state.at(node);
    const own = this.#env.funcs.get(node.ident);
    if (own !== undefined) return this.#evalCall(scope, node.ident, own, call);
    const builtin = BUILTINS.get(node.ident);
    if (builtin === undefined) return this.#state.fail(`${goQuote(node.ident)} is not a defined function`);
    return this.#evalBuiltin(scope, node.ident, builtin, call);
  }

  #evalField(scope: Scope, receiver: Result, name: string, call: Call): Result {
    if (receiver === undefined) return this.#unboxed(undefined);
    const type = this.#isBoxed ? INTERFACE : typeOf(receiver);
    const typeName = (type ?? INTERFACE).name;
    if (receiver === null) return this.#state.fail(`nil pointer evaluating ${typeName}.${name}`);
    const method = typeof receiver === 'object' ? typeOf(receiver)?.methods?.get(name) : undefined;
    if (method !== undefined) {
      const bound: Func = { ...method, call: (args) => method.call(receiver, args) };
      return this.#evalCall(scope, name, bound, call);
    }
    const hasArgs = call.args.length > 1 || call.final !== MISSING;
    if (receiver instanceof Map) {
      if (hasArgs) this.#state.fail(`${name} is not a method but has arguments`);
      this.#env.trace?.read(receiver, name);
      const elem = receiver instanceof TypedMap ? receiver.type.elem : INTERFACE;
      this.#isBoxed = elem === INTERFACE;
      const value = receiver.get(name);
      return value === undefined ? zeroOf(elem) : value;
    }
    if (receiver instanceof Struct) {
      const field = fieldOf(receiver, name);
      if (field !== undefined) {
        if (hasArgs) this.#state.fail(`${name} has arguments but cannot be invoked as function`);
        this.#env.trace?.read(receiver, name);
        this.#isBoxed = field.type.kind === 'interface';
        return field.value;
      }
    }
    return this.#state.fail(`can't evaluate field ${name} in type ${typeName}`);
  }

  /** Functions and methods; arguments are evaluated as the parameters ask for. */
  #evalCall(scope: Scope, name: string, func: Func, call: Call): Result {
    const { trace } = this.#env;
    const args = this.#arguments(scope, name, func, call);
    trace?.called(name, args);
    if (func.cost === undefined) this.#spend(args, func.weight);
    else takeSteps(this.#env.budget, func.cost(args as Value[], this.#env.budget.steps));
    const value = this.#call(name, call.node, () => func.call(args as Value[]));
    this.#state.spend(value, true);
    trace?.made(value ?? null);
    this.#isBoxed = func.result.kind === 'interface';
    return value;
  }

  #evalBuiltin(scope: Scope, name: string, builtin: Builtin, call: Call): Result {
    if (name === 'and' || name === 'or') return this.#shortCircuit(scope, name, builtin, call);
    const args = this.#arguments(scope, name, builtin, call);
    if (name === 'call') args.unshift(calleeName(call));
    this.#env.trace?.called(name, args);
    this.#spend(args, builtin.weight);
    const value = this.#call(name, call.node, () => builtin.call(args));
    this.#state.spend(value, true);
    this.#isBoxed = builtin.result.kind === 'interface';
    return value;
  }

  #spend(args: readonly Result[], weight: number | undefined): void {
    for (const arg of args) {
      if (weight === undefined) this.#state.spend(arg, false);
      else this.#state.spendDeeply(arg, weight);
    }
  }

  #call(name: string, node: Node, call: () => Result): Result {
    try {
      return call();
    } catch (error) {
      if (!(error instanceof GoError)) throw error;
      this.#state.at(node);
      return this.#state.fail(`error calling ${name}: ${error.message}`);
    }
  }

  #arguments(scope: Scope, name: string, func: Omit<Func, 'call'>, call: Call): Result[] {
    checkCount(this.#state, name, func, call);
    const { params } = func;
    const last = params[params.length - 1];
    const values: Result[] = [];
    for (let index = 1; index < call.args.length; index++) {
      const arg = call.args[index];
      if (arg !== undefined)
        values.push(asArgument(this.#evalArg(scope, params[index - 1] ?? last, arg), params[index - 1] ?? last));
    }
    if (call.final !== MISSING) {
      const type = params[values.length] ?? last;
      this.#isBoxed = false;
      values.push(asArgument(this.#validateType(call.final, type), type));
    }
    return values;
  }

  #shortCircuit(scope: Scope, name: string, builtin: Builtin, call: Call): Result {
    checkCount(this.#state, name, builtin, call);
    let value: Result;
    for (const arg of call.args.slice(1)) {
      value = this.#evalArg(scope, REFLECT_VALUE, arg);
      if (isTrue(value) === (name === 'or')) return value;
    }
    if (call.final === MISSING) return value;
    this.#isBoxed = false;
    return call.final;
  }

  #validateType(value: Result, type: GoType | undefined): Result {
    if (type === undefined || type === REFLECT_VALUE) return value;
    if (value === undefined) return canBeNil(type) ? null : this.#state.fail(`invalid value; expected ${type.name}`);
    const isNil = value === null;
    const given = isNil ? INTERFACE : typeOf(value);
    if (given === undefined || isAssignable(given, type)) return value;
    // One step through a pointer is taken.
    if (given.kind === 'ptr' && given.elem !== undefined && isAssignable(given.elem, type)) return value;
    return this.#state.fail(`wrong type for value; expected ${type.name}; got ${given.name}`);
  }

  #evalArg(scope: Scope, type: GoType | undefined, arg: Node): Result {
    this.#state.at(arg);
    switch (arg.type) {
      case 'dot':
        return this.#validateType(this.#dot(scope), type);
      case 'nil':
        if (type === undefined || canBeNil(type)) return type === REFLECT_VALUE ? undefined : null;
        return this.#state.fail(`cannot assign nil to ${type.name}`);
      case 'field':
        return this.#validateType(this.#evalFieldNode(scope, arg, [arg], MISSING), type);
      case 'variable':
        return this.#validateType(this.#evalVariableNode(scope, arg, [], MISSING), type);
      case 'pipe':
        return this.#validateType(this.evalPipeline(scope, arg), type);
      case 'identifier':
        return this.#validateType(this.#evalFunction(scope, arg, { node: arg, args: [], final: MISSING }), type);
      case 'chain':
        return this.#validateType(this.#evalChainNode(scope, arg, [], MISSING), type);
      default:
        return this.#unboxed(evalConstant(this.#state, type ?? INTERFACE, arg));
    }
  }
}
