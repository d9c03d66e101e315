/** A count, or a percentage written as a text such as `25%`. */
export type IntOrString = number | string;

const PERCENT = /^[+-]?\d+%$/;

/** The number before the `%`, or undefined when the text is not a percentage as Kubernetes reads it. */
export function parsePercent(text: string): number | undefined {
  return PERCENT.test(text) ? Number(text.slice(0, -1)) : undefined;
}

/** Percentages of up to 15 characters are exact as numbers; longer ones are looked at more closely. */
const LONGEST_EXACT_TEXT = 15;

/**
 * The count that an int-or-percent stands for. Percentages are of `total`: 25 % of 10 is 3 rounded up, 2 rounded down.
 * What Kubernetes cannot read gives undefined; `intOrPercentProblem` knows how to say so.
 */
export function scaledValue(value: IntOrString | undefined, total: number, roundUp: boolean): number | undefined {
  if (value === undefined || typeof value === 'number') return value;
  const percent = parsePercent(value);
  if (percent === undefined) return undefined;
  if (value.length > LONGEST_EXACT_TEXT && intOrPercentProblem(value) !== undefined) return undefined;
  const share = (percent * total) / 100;
  // Adding 0 makes a plain zero of a negative one: -1 % of 10, rounded up.
  return (roundUp ? Math.ceil(share) : Math.floor(share)) + 0;
}

/** The same where the caller cannot go on without; throws what Kubernetes says. */
export function getScaledValueFromIntOrPercent(value: IntOrString | undefined, total: number, roundUp: boolean): number {
  const scaled = scaledValue(value, total, roundUp);
  if (scaled === undefined) throw new Error(intOrPercentProblem(value));
  return scaled;
}

const INT64_MAX = 2n ** 63n - 1n;

/** What Kubernetes says of a text that is no percentage, or of nothing at all; undefined when nothing is wrong with it. */
export function intOrPercentProblem(value: IntOrString | undefined): string | undefined {
  if (value === undefined) return 'nil value for IntOrString';
  if (typeof value === 'number') return undefined;
  if (!value.endsWith('%')) return 'invalid value for IntOrString: invalid type: string is not a percentage';
  const number = value.slice(0, -1);
  const problem = integerProblem(number);
  if (problem === undefined) return undefined;
  const quoted = [value, number].map((text) => JSON.stringify(text));
  return `invalid value for IntOrString: invalid value ${quoted[0] ?? ''}: strconv.Atoi: parsing ${quoted[1] ?? ''}: ${problem}`;
}

function integerProblem(text: string): string | undefined {
  if (!/^[+-]?\d+$/.test(text)) return 'invalid syntax';
  const value = BigInt(text.replace(/^\+/, ''));
  return value > INT64_MAX || value < -INT64_MAX - 1n ? 'value out of range' : undefined;
}
