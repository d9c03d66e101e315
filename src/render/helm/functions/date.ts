/** Upstream: Masterminds/sprig date.go: points of time. The local zone is UTC, and the present is handed in. */
import { GoError, INTERFACE, Int, STRING, type Value, type Native } from '../../goTemplate/value';
import { aliases, fn, type NamedFuncs } from './define';
import { durationText, parseDuration } from './duration';
import { formatTime } from './timeFormat';
import { parseTime } from './timeParse';
import { addNanoseconds, isTime, nanosecondsBetween, TIME, timeValue, ZERO_TIME } from './timeValue';
import { findZone, UTC, type Time } from './zones';

const DATE_ONLY = '2006-01-02';
const SECOND = 1_000_000_000n;

export function dateFunctions(now: Time): NamedFuncs {
  const timeOf = (value: Value): Time => {
    if (isTime(value)) return value.data;
    if (!(value instanceof Int) || !['int', 'int64', 'int32'].includes(value.type.name)) return now;
    return { seconds: Number(value.value), nanoseconds: 0, zone: UTC };
  };
  const inZone = (layout: string, value: Value, zone: string): string =>
    formatTime({ ...timeOf(value), zone: findZone(zone) ?? UTC }, layout);
  const ago = (value: Value): string => {
    const passed = nanosecondsBetween(now, timeOf(value));
    const half = passed < 0n ? -SECOND / 2n : SECOND / 2n;
    return durationText(((passed + half) / SECOND) * SECOND);
  };
  return [
    ['now', fn([], TIME, () => timeValue(now))],
    ['ago', fn([INTERFACE], STRING, ago)],
    ['date', fn([STRING, INTERFACE], STRING, (layout: string, value: Value) => inZone(layout, value, 'Local'))],
    ...aliases(['dateInZone', 'date_in_zone'], fn([STRING, INTERFACE, STRING], STRING, inZone)),
    ['htmlDate', fn([INTERFACE], STRING, (value: Value) => inZone(DATE_ONLY, value, 'Local'))],
    ['htmlDateInZone', fn([INTERFACE, STRING], STRING, (value: Value, zone: string) => inZone(DATE_ONLY, value, zone))],
    ['durationRound', fn([INTERFACE], STRING, (value: Value) => durationRound(value, now))],
    ...TIME_FUNCTIONS,
  ];
}

const TIME_FUNCTIONS: NamedFuncs = [
  ...aliases(['dateModify', 'date_modify'], fn([STRING, TIME], TIME, dateModify)),
  ...aliases(['mustDateModify', 'must_date_modify'], fn([STRING, TIME], TIME, mustDateModify)),
  ['toDate', fn([STRING, STRING], TIME, toDate)],
  ['mustToDate', fn([STRING, STRING], TIME, (layout: string, text: string) => timeValue(parseTime(layout, text)))],
  ['unixEpoch', fn([TIME], STRING, (time: Native<Time>) => String(time.data.seconds))],
  ['duration', fn([INTERFACE], STRING, duration)],
];

function mustDateModify(change: string, time: Native<Time>): Value {
  return timeValue(addNanoseconds(time.data, parseDuration(change)));
}

function orElse<T>(attempt: () => T, instead: T): T {
  try {
    return attempt();
  } catch (error) {
    if (error instanceof GoError) return instead;
    throw error;
  }
}

function dateModify(change: string, time: Native<Time>): Value {
  return orElse<Value>(() => mustDateModify(change, time), time);
}

function toDate(layout: string, text: string): Value {
  return timeValue(orElse(() => parseTime(layout, text), ZERO_TIME));
}

/** Seconds, as an int64 or as a text. */
function duration(value: Value): string {
  let seconds = 0n;
  if (value instanceof Int && value.type.name === 'int64') seconds = value.value;
  else if (typeof value === 'string' && /^[+-]?[0-9]{1,19}$/.test(value)) seconds = BigInt(value.replace('+', ''));
  return durationText(BigInt.asIntN(64, seconds * SECOND));
}

const ROUGH_UNITS: readonly (readonly [string, bigint])[] = [
  ['y', 365n * 86_400n],
  ['mo', 30n * 86_400n],
  ['d', 86_400n],
  ['h', 3_600n],
  ['m', 60n],
  ['s', 1n],
];

/** QUIRK: exactly one of a unit still counts in the smaller one. */
function durationRound(value: Value, now: Time): string {
  let nanoseconds = 0n;
  if (typeof value === 'string') nanoseconds = orElse(() => parseDuration(value), 0n);
  else if (value instanceof Int && value.type.name === 'int64') nanoseconds = value.value;
  else if (isTime(value)) nanoseconds = nanosecondsBetween(now, value.data);
  const size = nanoseconds < 0n ? -nanoseconds : nanoseconds;
  for (const [unit, seconds] of ROUGH_UNITS) if (size > seconds * SECOND) return `${size / (seconds * SECOND)}${unit}`;
  return '0s';
}
