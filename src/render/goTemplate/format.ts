/** Upstream: fmt/{format,print}.go (Go 1.26): one value, one verb. */
import { characters, compareStrings, stringToBytes, utf8Length } from './bytes';
import { binaryFloat, hexFloat, withPoint } from './floatFormats';
import { formatFloat } from './numbers';
import { goQuote, goQuoteRune, isPrintable } from '../../model/goQuote';
import {
  Complex,
  Int,
  INT_SIZES,
  INTERFACE,
  LimitError,
  List,
  Struct,
  TypedMap,
  typeName,
  typeOf,
  type GoMap,
  type IntKind,
  type Value,
} from './value';

export interface Flags {
  width?: number | undefined;
  precision?: number | undefined;
  minus: boolean;
  plus: boolean;
  sharp: boolean;
  space: boolean;
  zero: boolean;
  /** `%+v` and `%#v`. */
  plusV: boolean;
  sharpV: boolean;
}

export const NO_FLAGS: Readonly<Flags> = {
  minus: false,
  plus: false,
  sharp: false,
  space: false,
  zero: false,
  plusV: false,
  sharpV: false,
};

/** Values can hold themselves; Go's stack overflows then. */
const MAX_DEPTH = 1000;

/** `fmt.Sprintf("%v", value)`. */
export function formatValue(value: Value): string {
  if (typeof value === 'string') return value;
  // What loops count: they print it by the thousand.
  if (value instanceof Int && value.type.print === undefined) return String(value.value);
  return printArg(value, 'v', NO_FLAGS);
}

export function printArg(value: Value, verb: string, flags: Readonly<Flags>): string {
  if (value === null) return verb === 'T' || verb === 'v' ? pad('<nil>', flags) : badVerb(value, verb, flags);
  if (verb === 'T') return formatString(typeName(value), 's', value, flags);
  return printValue(value, verb, flags, 0);
}

function printValue(value: Value, verb: string, flags: Readonly<Flags>, depth: number): string {
  if (depth > MAX_DEPTH) throw new LimitError('a value that holds itself cannot be printed');
  if (value === null) return flags.sharpV ? 'interface {}(nil)' : '<nil>';
  switch (typeof value) {
    case 'string':
      return formatString(value, verb, value, flags);
    case 'number':
      return printFloat(value, verb, flags);
    case 'boolean':
      return verb === 't' || verb === 'v' ? pad(String(value), flags) : badVerb(value, verb, flags);
    default:
  }
  const print = typeOf(value)?.print;
  if (print !== undefined && !flags.sharpV && 'vsxXq'.includes(verb)) return formatString(print(value), verb, value, flags);
  if (value instanceof Map) return printMap(value, verb, flags, depth);
  if (value instanceof List) return printList(value, verb, flags, depth);
  if (value instanceof Int) return printInteger(value, verb, flags);
  if (value instanceof Struct) return printStruct(value, verb, flags, depth);
  if (value instanceof Complex) return printComplex(value, verb, flags);
  return `{${typeName(value)}}`;
}

function badVerb(value: Value, verb: string, flags: Readonly<Flags>): string {
  if (value === null) return `%!${verb}(<nil>)`;
  return `%!${verb}(${typeName(value)}=${printValue(value, 'v', flags, 0)})`;
}

/** Pads to the width, counted in characters. */
export function pad(text: string, { width, minus, zero }: Readonly<Flags>): string {
  if (width === undefined) return text;
  const missing = width - characters(text).length;
  if (missing <= 0) return text;
  if (minus) return text + ' '.repeat(missing);
  return (zero ? '0' : ' ').repeat(missing) + text;
}

function formatString(text: string, verb: string, value: Value, flags: Readonly<Flags>): string {
  switch (verb) {
    case 'v':
      return flags.sharpV ? quoted(text, flags) : pad(truncate(text, flags), flags);
    case 's':
      return pad(truncate(text, flags), flags);
    case 'q':
      return quoted(text, flags);
    case 'x':
    case 'X':
      return pad(hexBytes(stringToBytes(text), verb, flags), flags);
    default:
      return badVerb(value, verb, flags);
  }
}

function truncate(text: string, { precision }: Readonly<Flags>): string {
  return precision === undefined || text.length <= precision ? text : characters(text).slice(0, precision).join('');
}

function quoted(text: string, flags: Readonly<Flags>): string {
  const cut = truncate(text, flags);
  // eslint-disable-next-line no-control-regex -- what a raw string cannot hold
  if (flags.sharp && !/[\x00-\x08\x0a-\x1f\x7f`\ufeff]|[\udc80-\udcff]/u.test(cut)) return pad(`\`${cut}\``, flags);
  return pad(goQuote(cut, flags.plus), flags);
}

function hexBytes(bytes: Uint8Array, verb: string, { precision, space, sharp }: Readonly<Flags>): string {
  const shown = precision === undefined ? bytes : bytes.subarray(0, precision);
  const prefix = sharp ? `0${verb}` : '';
  const digits = [...shown].map((byte) => (space ? prefix : '') + byte.toString(16).padStart(2, '0'));
  const text = space ? digits.join(' ') : digits.length > 0 ? prefix + digits.join('') : '';
  return verb === 'X' ? text.toUpperCase() : text;
}

function printMap(map: GoMap, verb: string, flags: Readonly<Flags>, depth: number): string {
  if (flags.sharpV && map instanceof TypedMap && map.isNil) return `${typeName(map)}(nil)`;
  const entries = [...map].sort(([a], [b]) => compareStrings(a, b));
  const shown = entries.map(
    ([key, item]) => `${printValue(key, verb, flags, depth + 1)}:${printValue(item, verb, flags, depth + 1)}`,
  );
  return flags.sharpV ? `${typeName(map)}{${shown.join(', ')}}` : `map[${shown.join(' ')}]`;
}

function printList(list: List, verb: string, flags: Readonly<Flags>, depth: number): string {
  if (list.type.elem?.kind === 'uint8' && 'sqxX'.includes(verb)) {
    const bytes = list.items.map((item) =>
      item instanceof Int
        ? String.fromCharCode(Number(item.value) < 0x80 ? Number(item.value) : 0xdc00 | Number(item.value))
        : '',
    );
    return formatString(bytes.join(''), verb, list, flags);
  }
  if (flags.sharpV && list.isNil) return `${typeName(list)}(nil)`;
  const isInterface = list.type.elem === INTERFACE;
  const shown = list.items.map((item) =>
    item === null && flags.sharpV && isInterface ? 'interface {}(nil)' : printValue(item, verb, flags, depth + 1),
  );
  return flags.sharpV ? `${typeName(list)}{${shown.join(', ')}}` : `[${shown.join(' ')}]`;
}

function printStruct(struct: Struct, verb: string, flags: Readonly<Flags>, depth: number): string {
  const isPointer = struct.type.kind === 'ptr';
  if (isPointer && depth > 0) return '0xc000012345';
  const names = flags.plusV || flags.sharpV;
  const shown = [...struct.fields].map(
    ([name, value]) => `${names ? `${name}:` : ''}${printValue(value, verb, flags, depth + 1)}`,
  );
  const type = flags.sharpV ? (isPointer ? (struct.type.elem?.name ?? '') : struct.type.name) : '';
  return `${isPointer ? '&' : ''}${type}{${shown.join(flags.sharpV ? ', ' : ' ')}}`;
}

const BASES: Readonly<Record<string, number>> = { v: 10, d: 10, b: 2, o: 8, O: 8, x: 16, X: 16 };

function printInteger(int: Int, verb: string, flags: Readonly<Flags>): string {
  const { value, type } = int;
  const base = BASES[verb];
  if (base !== undefined) {
    const isHex = verb === 'v' && flags.sharpV && !INT_SIZES[type.kind as IntKind].isSigned;
    return isHex ? formatInteger(value, 16, 'x', { ...flags, sharp: true }) : formatInteger(value, base, verb, flags);
  }
  switch (verb) {
    case 'c':
      return pad(String.fromCodePoint(validCode(value)), flags);
    case 'q':
      return pad(goQuoteRune(validCode(value), flags.plus), flags);
    case 'U':
      return formatUnicode(value, flags);
    default:
      return badVerb(int, verb, flags);
  }
}

function validCode(value: bigint): number {
  return value >= 0n && value <= 0x10ffffn && !(value >= 0xd800n && value <= 0xdfffn) ? Number(value) : 0xfffd;
}

function formatUnicode(value: bigint, flags: Readonly<Flags>): string {
  const digits = BigInt.asUintN(64, value)
    .toString(16)
    .toUpperCase()
    .padStart(Math.max(4, flags.precision ?? 0), '0');
  const character = String.fromCodePoint(validCode(value));
  return pad(`U+${digits}${flags.sharp && isPrintable(character) ? ` '${character}'` : ''}`, { ...flags, zero: false });
}

function formatInteger(value: bigint, base: number, verb: string, flags: Readonly<Flags>): string {
  const isNegative = value < 0n;
  const { precision, width } = flags;
  if (precision === 0 && value === 0n) return ' '.repeat(width ?? 0);
  const hasSign = isNegative || flags.plus || flags.space;
  const least = precision ?? (flags.zero && !flags.minus && width !== undefined ? width - (hasSign ? 1 : 0) : 0);
  let digits = (isNegative ? -value : value).toString(base).padStart(least, '0');
  if (flags.sharp) {
    if (base === 2) digits = `0b${digits}`;
    else if (base === 8 && !digits.startsWith('0')) digits = `0${digits}`;
    else if (base === 16) digits = `0x${digits}`;
  }
  if (verb === 'O') digits = `0o${digits}`;
  if (verb === 'X') digits = digits.toUpperCase();
  const sign = isNegative ? '-' : flags.plus ? '+' : flags.space ? ' ' : '';
  return pad(sign + digits, { ...flags, zero: false });
}

function printFloat(value: number, verb: string, flags: Readonly<Flags>): string {
  const { precision, sharp } = flags;
  switch (verb) {
    case 'v':
    case 'g':
    case 'G': {
      const text = formatFloat(value, verb === 'v' ? 'g' : verb, precision ?? -1);
      return signed(sharp && Number.isFinite(value) ? pointed(text, precision ?? 6) : text, flags);
    }
    case 'e':
    case 'E':
    case 'f':
    case 'F': {
      const text = formatFloat(value, verb, precision ?? 6);
      return signed(sharp && Number.isFinite(value) ? pointed(text, 0) : text, flags);
    }
    case 'b':
      return signed(binaryFloat(value), flags);
    case 'x':
    case 'X': {
      const text = hexFloat(value, precision ?? -1);
      return signed(verb === 'X' ? text.toUpperCase() : text, flags);
    }
    default:
      return badVerb(value, verb, flags);
  }
}

function pointed(text: string, digits: number): string {
  return text.startsWith('-') ? `-${withPoint(text.slice(1), digits)}` : withPoint(text, digits);
}

/** Puts the sign before the zeros that pad. */
function signed(text: string, flags: Readonly<Flags>): string {
  const number = /^[+-]/.test(text) ? text : `+${text}`;
  const sign = flags.space && number.startsWith('+') && !flags.plus ? ' ' : (number[0] ?? '');
  const digits = number.slice(1);
  if (digits === 'Inf' || digits === 'NaN') {
    const isBare = digits === 'NaN' && !flags.space && !flags.plus;
    return pad(isBare ? digits : sign + digits, { ...flags, zero: false });
  }
  if (!flags.plus && sign === '+') return pad(digits, flags);
  if (flags.zero && !flags.minus && flags.width !== undefined && flags.width > utf8Length(number)) {
    return sign + digits.padStart(flags.width - 1, '0');
  }
  return pad(sign + digits, flags);
}

function printComplex({ re, im }: Complex, verb: string, flags: Readonly<Flags>): string {
  return `(${printFloat(re, verb, flags)}${printFloat(im, verb, { ...flags, plus: true })}i)`;
}
