/** Upstream: golang/go src/time/{time,zoneinfo}.go: points of time as templates see them. */
import { makeInt, INT, INT64, Native, STRING, type GoType, type Method, type Value } from '../../goTemplate/value';
import { civilOf } from './civil';
import { formatTime } from './timeFormat';
import { offsetAt, UTC, type Time } from './zones';

/** 0001-01-01. */
export const ZERO_TIME: Time = { seconds: -62_135_596_800, nanoseconds: 0, zone: UTC };

const METHODS = new Map<string, Method>();

export const TIME: GoType = {
  name: 'time.Time',
  kind: 'struct',
  isNamed: true,
  methods: METHODS,
  print: (value) => formatTime(timeIn(value), '2006-01-02 15:04:05.999999999 -0700 MST'),
};

export function timeValue(time: Time): Native<Time> {
  return new Native(TIME, time);
}

export function isTime(value: Value): value is Native<Time> {
  return value instanceof Native && value.type === TIME;
}

function timeIn(value: Value): Time {
  return (value as Native<Time>).data;
}

export function timeJson(value: Value): string {
  return `"${formatTime(timeIn(value), '2006-01-02T15:04:05.999999999Z07:00')}"`;
}

function integer(name: string, body: (time: Time) => number, type = INT): void {
  METHODS.set(name, { params: [], result: type, call: (receiver) => makeInt(body(timeIn(receiver)), type) });
}

integer('Unix', (time) => time.seconds, INT64);
integer('UnixNano', (time) => time.seconds * 1e9 + time.nanoseconds, INT64);
integer('Year', (time) => localCivil(time).year);
integer('Month', (time) => localCivil(time).month);
integer('Day', (time) => localCivil(time).day);
integer('Hour', (time) => localCivil(time).hour);
integer('Minute', (time) => localCivil(time).minute);
integer('Second', (time) => localCivil(time).second);
integer('YearDay', (time) => localCivil(time).yearDay);
METHODS.set('String', { params: [], result: STRING, call: (receiver) => TIME.print?.(receiver) ?? '' });
METHODS.set('UTC', { params: [], result: TIME, call: (receiver) => timeValue({ ...timeIn(receiver), zone: UTC }) });
METHODS.set('Format', {
  params: [STRING],
  result: STRING,
  call: (receiver, [layout]) => formatTime(timeIn(receiver), layout as string),
});

function localCivil(time: Time): ReturnType<typeof civilOf> {
  return civilOf(time.seconds + offsetAt(time).offset);
}

export function addNanoseconds(time: Time, nanoseconds: bigint): Time {
  const total = BigInt(time.nanoseconds) + nanoseconds;
  const rest = ((total % 1_000_000_000n) + 1_000_000_000n) % 1_000_000_000n;
  return { ...time, seconds: time.seconds + Number((total - rest) / 1_000_000_000n), nanoseconds: Number(rest) };
}

export function nanosecondsBetween(later: Time, earlier: Time): bigint {
  return BigInt(later.seconds - earlier.seconds) * 1_000_000_000n + BigInt(later.nanoseconds - earlier.nanoseconds);
}
