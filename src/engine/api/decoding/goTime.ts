/** Ours: what Go’s time package says of a text. */
/** Checks a time as Go's `time.Parse` does with its RFC 3339 layout, and says what it says. */

const LAYOUT = '2006-01-02T15:04:05Z07:00';
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

interface Step {
  readonly element: string;
  readonly pattern: RegExp;
  readonly range?: readonly [name: string, low: number, high: number];
}

const STEPS: readonly Step[] = [
  { element: '2006', pattern: /^\d{4}/ },
  { element: '-', pattern: /^-/ },
  { element: '01', pattern: /^\d\d/, range: ['month', 1, 12] },
  { element: '-', pattern: /^-/ },
  { element: '02', pattern: /^\d\d/, range: ['day', 1, 31] },
  { element: 'T', pattern: /^T/ },
  { element: '15', pattern: /^\d\d?/, range: ['hour', 0, 23] },
  { element: ':', pattern: /^:/ },
  { element: '04', pattern: /^\d\d/, range: ['minute', 0, 59] },
  { element: ':', pattern: /^:/ },
  { element: '05', pattern: /^\d\d(?:[.,]\d+)?/, range: ['second', 0, 59] },
  { element: 'Z07:00', pattern: /^(?:Z|[+-]\d\d:\d\d)/ },
];

/** The error text for a text that is no RFC 3339 time; undefined for one that is. */
export function timeProblem(text: string): string | undefined {
  const prefix = `parsing time ${JSON.stringify(text)}`;
  let rest = text;
  const values: number[] = [];
  for (const { element, pattern, range } of STEPS) {
    const match = pattern.exec(rest)?.[0];
    if (match === undefined) {
      return `${prefix} as "${LAYOUT}": cannot parse ${JSON.stringify(rest)} as ${JSON.stringify(element)}`;
    }
    const value = Math.trunc(Number(match.replace(',', '.')));
    if (range !== undefined && (value < range[1] || value > range[2])) return `${prefix}: ${range[0]} out of range`;
    values.push(value);
    rest = rest.slice(match.length);
  }
  if (rest !== '') return `${prefix}: extra text: ${JSON.stringify(rest)}`;
  const [year = 0, , month = 1, , day = 1] = values;
  return day > daysIn(year, month) ? `${prefix}: day out of range` : undefined;
}

function daysIn(year: number, month: number): number {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && leap ? 29 : (DAYS[month - 1] ?? 0);
}
