/** Upstream: vendor/sigs.k8s.io/json/internal/golang/encoding/json/decode.go (v1.36.4); the types come from a table. */
import { parseTime } from '../../../model/time';
import { fieldsOf, type Field, type Kind, membersOf, zeroOfScalar } from '../schema/fields';
import { timeProblem } from './goTime';
import { QUANTITY_ERRORS, quantityProblem, quantityText } from './quantityText';

/** Where something is in a JSON document: keys and list positions from the top. */
export type JsonPath = readonly (string | number)[];

/** Something the strict decoder does not know; the texts are the API server's. */
export interface StrictError {
  readonly message: string;
  readonly path: JsonPath;
  /** The fields that there are in its place. */
  readonly known: readonly string[];
}

export interface DecodeError {
  readonly message: string;
  readonly path: JsonPath;
}

export interface Decoded {
  readonly value: unknown;
  readonly error?: DecodeError;
  readonly strictErrors: readonly StrictError[];
}

const MAX_STRICT_ERRORS = 100;
const LIMITS = { i: [-(2 ** 31), 2 ** 31 - 1], l: [-(2 ** 63), 2 ** 63 - 1] } as const;

interface State {
  /** Wrong types: the first is kept, decoding goes on. */
  mismatch: DecodeError | undefined;
  /** What a value's own decoder said: decoding stops at once, and this is the answer even if a mismatch came before. */
  fatal: DecodeError | undefined;
  readonly strictErrors: StrictError[];
  readonly path: (string | number)[];
  /** Field names as in the error texts: no list positions, embedded structs named. */
  readonly names: string[];
  struct: string;
}

/**
 * Decodes JSON into a type of the field table, as the API server's JSON decoder does: keys in the order of their names, case
 * sensitive, unknown fields reported and left out. The result holds only known fields; zero and null stand for absent where
 * the field is no pointer; structs that are values are always there.
 */
export function decode(type: string, json: unknown): Decoded {
  const state: State = { mismatch: undefined, fatal: undefined, strictErrors: [], path: [], names: [], struct: '' };
  const value = decodeStruct(type, json, `v1.${type}`, state);
  const error = state.fatal ?? state.mismatch;
  return { value, strictErrors: state.strictErrors, ...(error === undefined ? {} : { error }) };
}

function decodeStruct(type: string, json: unknown, goType: string, state: State): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  if (isObject(json)) decodeFields(type, json, result, state);
  else if (json !== null && json !== undefined) mismatch(jsonKind(json), goType, state);
  for (const { name, type: member } of membersOf(type)) result[name] ??= decodeStruct(member, undefined, '', state);
  return result;
}

function decodeFields(type: string, json: Record<string, unknown>, result: Record<string, unknown>, state: State): void {
  const fields = fieldsOf(type);
  const outer = state.struct;
  for (const key of Object.keys(json).sort()) {
    if (state.fatal !== undefined) return;
    state.path.push(key);
    const field = fields.get(key);
    if (field === undefined) unknownField(state, fields);
    else decodeField(type, field, json[key], result, state);
    state.path.pop();
    state.struct = outer;
  }
}

function decodeField(type: string, field: Field, json: unknown, result: Record<string, unknown>, state: State): void {
  state.struct = type;
  const depth = state.names.length;
  if (field.embeddedIn !== undefined) state.names.push(field.embeddedIn);
  state.names.push(field.name);
  const value = decodeValue(field.kind, json, state);
  state.names.length = depth;
  if (value !== undefined && (field.pointer || field.always || !isZero(field.kind, value))) result[field.name] = value;
}

function decodeValue(kind: Kind, json: unknown, state: State): unknown {
  if (json === undefined) return undefined;
  switch (kind.is) {
    case 'struct':
      return json === null ? undefined : decodeStruct(kind.type, json, kind.goType, state);
    case 'list':
      return decodeList(kind.of, kind.goType, json, state);
    case 'map':
      return decodeMap(kind.of, kind.goType, json, state);
    default:
      return decodeScalar(kind, json, state);
  }
}

function decodeList(of: Kind, goType: string, json: unknown, state: State): unknown {
  if (json === null) return undefined;
  if (!Array.isArray(json)) {
    mismatch(jsonKind(json), goType, state);
    return undefined;
  }
  const result: unknown[] = [];
  for (let index = 0; index < json.length && state.fatal === undefined; index++) {
    state.path.push(index);
    const value = decodeValue(of, json[index], state);
    result.push(value ?? zeroOf(of, state));
    state.path.pop();
  }
  return result;
}

function decodeMap(of: Kind, goType: string, json: unknown, state: State): unknown {
  if (json === null) return undefined;
  if (!isObject(json)) {
    mismatch(jsonKind(json), goType, state);
    return undefined;
  }
  const result: Record<string, unknown> = {};
  for (const key of Object.keys(json).sort()) {
    if (state.fatal !== undefined) break;
    state.path.push(key);
    result[key] = decodeValue(of, json[key], state) ?? zeroOf(of, state);
    state.path.pop();
  }
  return result;
}

function zeroOf(kind: Kind, state: State): unknown {
  if (kind.is === 'struct') return decodeStruct(kind.type, undefined, '', state);
  if (kind.is !== 'scalar') return undefined;
  return zeroOfScalar(kind.code);
}

function decodeScalar(kind: Kind & { is: 'scalar' }, json: unknown, state: State): unknown {
  switch (kind.code) {
    case 'q':
      return decodeQuantity(json, state);
    case 'x':
      return decodeIntOrString(json, state);
    case 't':
      return decodeTime(json, state);
    case 'r':
      return json ?? undefined;
    default:
      return decodePlain(kind, json, state);
  }
}

function decodePlain(kind: Kind & { is: 'scalar' }, json: unknown, state: State): unknown {
  if (json === null) return undefined;
  if (kind.code === 'i' || kind.code === 'l') {
    if (isInteger(json, kind.code)) return Number(json);
    mismatch(isNumber(json) ? `number ${String(json)}` : jsonKind(json), kind.goType, state);
    return undefined;
  }
  if (typeof json === (kind.code === 's' ? 'string' : 'boolean')) return json;
  mismatch(jsonKind(json), kind.goType, state);
  return undefined;
}

function isNumber(json: unknown): json is number | bigint {
  return typeof json === 'number' || typeof json === 'bigint';
}

function isInteger(json: unknown, code: 'i' | 'l'): boolean {
  if (!isNumber(json)) return false;
  const [low, high] = LIMITS[code];
  return (typeof json === 'bigint' || Number.isInteger(json)) && json >= low && json <= high;
}

/** The JSON text between the quotes, if any; what is no scalar can only be wrong. */
function quantitySource(json: unknown): string {
  if (typeof json === 'string') return json.trim();
  return typeof json === 'number' || typeof json === 'bigint' || typeof json === 'boolean' ? String(json) : '{}';
}

function decodeQuantity(json: unknown, state: State): unknown {
  if (json === null) return '0';
  const text = quantitySource(json);
  const problem = quantityProblem(text);
  if (problem !== undefined) fatal(QUANTITY_ERRORS[problem], state);
  return quantityText(text);
}

function decodeIntOrString(json: unknown, state: State): unknown {
  if (json === null) return undefined;
  if (typeof json === 'string') return json;
  if (isInteger(json, 'i')) return Number(json);
  fatal(mismatchText(isNumber(json) ? `number ${String(json)}` : jsonKind(json), 'int32', state), state);
  return undefined;
}

function decodeTime(json: unknown, state: State): unknown {
  if (json === null) return undefined;
  if (typeof json !== 'string') {
    fatal(mismatchText(jsonKind(json), 'string', state), state);
    return undefined;
  }
  const problem = timeProblem(json);
  if (problem !== undefined) fatal(problem, state);
  return parseTime(json);
}

/** The beginning of 1970 is a time like any other. */
function isZero(kind: Kind, value: unknown): boolean {
  return value === '' || value === false || (value === 0 && !(kind.is === 'scalar' && kind.code === 't'));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function jsonKind(json: unknown): string {
  if (Array.isArray(json)) return 'array';
  if (typeof json === 'boolean') return 'bool';
  return isNumber(json) ? 'number' : typeof json;
}

function mismatchText(found: string, goType: string, state: State): string {
  if (state.names.length === 0) return `json: cannot unmarshal ${found} into Go value of type ${goType}`;
  return `json: cannot unmarshal ${found} into Go struct field ${state.struct}.${state.names.join('.')} of type ${goType}`;
}

function mismatch(found: string, goType: string, state: State): void {
  state.mismatch ??= { message: mismatchText(found, goType, state), path: [...state.path] };
}

function fatal(message: string, state: State): void {
  state.fatal ??= { message, path: [...state.path] };
}

function unknownField(state: State, fields: ReadonlyMap<string, Field>): void {
  if (state.strictErrors.length >= MAX_STRICT_ERRORS) return;
  const message = `unknown field ${JSON.stringify(pathText(state.path))}`;
  state.strictErrors.push({ message, path: [...state.path], known: [...fields.keys()] });
}

/** `spec.template.spec.containers[0].image` */
function pathText(path: JsonPath): string {
  let text = '';
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`;
    else text += text === '' ? step : `.${step}`;
  }
  return text;
}
