/** Ours: how functions of templates are written down, and the words that Go has for what goes wrong in many of them. */
import { LimitError, type Func, type GoType, type Value } from '../../goTemplate/value';

/** Functions by name. */
export type NamedFuncs = readonly (readonly [string, Func])[];

/** One function; the executor has checked the arguments against the types when it is called. */
export function fn(params: readonly GoType[], result: GoType, body: (...args: never[]) => Value): Func {
  const call = body as (...args: readonly Value[]) => Value;
  return { params, result, call: (args) => call(...args) };
}

/** The last parameter may come any number of times. */
export function variadic(params: readonly GoType[], result: GoType, body: (...args: never[]) => Value): Func {
  return { ...fn(params, result, body), isVariadic: true };
}

/** Under several names. */
export function aliases(names: readonly string[], func: Func): [string, Func][] {
  return names.map((name) => [name, func]);
}

export const NIL_DEREFERENCE = 'runtime error: invalid memory address or nil pointer dereference';

/** As much text as one call may make; a whole rendering has 8 MB. */
const MAX_TEXT = 4_000_000;

export function boundText(length: number): void {
  if (length > MAX_TEXT) throw new LimitError(`a function would make ${length} characters of text; ${MAX_TEXT} are allowed`);
}
