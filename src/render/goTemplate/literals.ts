/** Upstream: text/template/parse/node.go (Go 1.26), newNumber: what a constant can be taken for. */
import type { Item } from './items';
import type { NumberNode, Tree } from './nodes';
import { parseFloat64, parseInteger } from './numbers';
import { goQuote } from '../../model/goQuote';
import { unquoteChar } from './quote';
import { GoError } from './value';

type Amounts = Pick<NumberNode, 'int' | 'uint' | 'float' | 'complex'>;

export function newNumber(tree: Tree, { pos, val, type }: Item): NumberNode {
  return { type: 'number', tree, pos, text: val, ...amountsOf(val, type) };
}

function amountsOf(text: string, type: Item['type']): Amounts {
  if (type === 'charConstant') {
    const { code, length } = unquoteChar(text.slice(1), "'");
    if (text.slice(1 + length) !== "'") throw new GoError(`malformed character constant: ${text}`);
    return { int: BigInt(code), uint: BigInt(code), float: code };
  }
  if (type === 'complex') {
    const split = Math.max(text.lastIndexOf('+'), text.lastIndexOf('-'));
    return complexAmounts(parseFloat64(text.slice(0, split)) ?? 0, parseFloat64(text.slice(split, -1)) ?? 0);
  }
  const imaginary = text.endsWith('i') ? parseFloat64(text.slice(0, -1)) : undefined;
  return imaginary === undefined ? realAmounts(text) : complexAmounts(0, imaginary);
}

/** As nearly all are written. */
const SMALL = /^(?:0|[1-9]\d{0,14})$/;

function realAmounts(text: string): Amounts {
  if (SMALL.test(text)) {
    const float = Number(text);
    const int = BigInt(float);
    return { int, uint: int, float };
  }
  const integer = parseInteger(text);
  const int = integer !== undefined && BigInt.asIntN(64, integer) === integer ? integer : undefined;
  const isSigned = /^[+-]/.test(text);
  const fits = integer !== undefined && BigInt.asUintN(64, integer) === integer;
  const uint = fits && (!isSigned || integer === 0n) ? integer : undefined;
  const whole = int ?? uint;
  if (whole !== undefined)
    return { ...(int === undefined ? {} : { int }), ...(uint === undefined ? {} : { uint }), float: Number(whole) };
  const float = parseFloat64(text);
  if (float === undefined) throw new GoError(`illegal number syntax: ${goQuote(text)}`);
  if (!/[.eEpP]/.test(text)) throw new GoError(`integer overflow: ${goQuote(text)}`);
  return { float, ...integersOf(float) };
}

/** A float that is integral is taken where an integer is due. */
function integersOf(float: number): Amounts {
  if (!Number.isInteger(float)) return {};
  const integer = BigInt(float);
  return {
    ...(BigInt.asIntN(64, integer) === integer ? { int: integer } : {}),
    ...(BigInt.asUintN(64, integer) === integer ? { uint: integer } : {}),
  };
}

function complexAmounts(re: number, im: number): Amounts {
  return { complex: [re, im], ...(im === 0 ? { float: re, ...integersOf(re) } : {}) };
}
