import { parseArgs } from 'node:util';
import { isNear } from '../../model/similar';
import type { Option, Options } from './option';
import { UsageError } from './usageError';

/** What was written behind the name of a command. */
export interface Arguments {
  readonly operands: readonly string[];
  /** In the order in which they stand there. */
  readonly given: readonly { readonly option: string; readonly value: string }[];
  has(option: string): boolean;
  /** Of several the last one counts. */
  value(option: string): string | undefined;
  values(option: string): readonly string[];
}

interface Asked {
  readonly name: string;
  readonly options: Options;
}

export function argumentsOf({ name: command, options }: Asked, args: readonly string[]): Arguments {
  const known = Object.entries(options).map(([name, { takes, short, isRepeated = false }]) => {
    const type = takes === undefined ? ('boolean' as const) : ('string' as const);
    return [name, { type, multiple: isRepeated, ...(short === undefined ? {} : { short }) }] as const;
  });
  // Not strict: its messages do not say what to do.
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(known),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const operands: string[] = [];
  const given: { option: string; value: string }[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') operands.push(token.value);
    if (token.kind !== 'option') continue;
    const option = Object.hasOwn(options, token.name) ? options[token.name] : undefined;
    if (option === undefined) throw new UsageError(notAnOption(token.rawName, command, Object.keys(options)));
    given.push({ option: token.name, value: valueOf(token.rawName, option, token) });
  }
  const values = (name: string): string[] => given.filter(({ option }) => option === name).map(({ value }) => value);
  return {
    operands,
    given,
    values,
    has: (name) => values(name).length > 0,
    value: (name) => values(name).at(-1),
  };
}

interface Token {
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

function valueOf(name: string, { takes, choices }: Option, { value, inlineValue }: Token): string {
  if (takes === undefined) {
    if (inlineValue === true) throw new UsageError(`${name} takes no value`);
    return '';
  }
  const isOption = inlineValue !== true && value !== undefined && /^-./.test(value) && !/^-\d/.test(value);
  if (value === undefined || isOption) throw new UsageError(`${name} needs a value`);
  if (choices?.includes(value) === false) throw new UsageError(`${name} is one of ${choices.join(', ')}, not ${value}`);
  return value;
}

function notAnOption(name: string, command: string, known: readonly string[]): string {
  const near = known.find((one) => isNear(name, one));
  return `${name} is not an option of ${command}${near === undefined ? '' : `; did you mean --${near}?`}`;
}

export function onlyOperand({ operands }: Arguments, what: string): string | undefined {
  const [only, ...more] = operands;
  if (more.length > 0) throw new UsageError(`one ${what} at a time, please: ${more.join(', ')} is too much`);
  return only;
}

export function wholeNumber(option: string, text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || text.trim() === '') throw new UsageError(`${option} takes a whole number, not ${text}`);
  return value;
}

export function between(option: string, text: string, most: number): number {
  const value = wholeNumber(option, text);
  if (value < 1 || value > most) throw new UsageError(`${option} is from 1 to ${most}, not ${text}`);
  return value;
}
