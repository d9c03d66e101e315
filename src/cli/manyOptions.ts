import { UsageError, wholeNumber } from './options';

/** Takes options with a value out of the arguments; what is left is for others. */
export function takeValues(
  args: readonly string[],
  names: readonly string[],
): { readonly values: ReadonlyMap<string, string>; readonly rest: readonly string[] } {
  const values = new Map<string, string>();
  const rest: string[] = [];
  for (let index = 0; index < args.length; index++) {
    const argument = args[index] ?? '';
    if (!names.includes(argument)) {
      rest.push(argument);
      continue;
    }
    const value = args[++index];
    if (value === undefined) throw new UsageError(`${argument} needs a value`);
    values.set(argument, value);
  }
  return { values, rest };
}

export function between(option: string, text: string, most: number): number {
  const value = wholeNumber(option, text);
  if (value < 1 || value > most) throw new UsageError(`${option} is from 1 to ${most}, not ${text}`);
  return value;
}
