/**
 * A moment: milliseconds since 1970-01-01T00:00:00Z, fractions allowed. The engine calculates with numbers; the RFC 3339
 * text of the API exists only at the edges (`parseTime`, `formatTime`, `decodeTimes`, `encodeTimes`).
 */
export type Time = number;

/** Keys under which API objects hold a timestamp. */
const TIME_KEYS: ReadonlySet<string> = new Set([
  'creationTimestamp',
  'deletionTimestamp',
  'lastTransitionTime',
  'lastUpdateTime',
  'lastProbeTime',
  'lastHeartbeatTime',
  'startTime',
  'startedAt',
  'finishedAt',
  'eventTime',
  'firstTimestamp',
  'lastTimestamp',
  'timeAdded',
]);

const RFC3339 = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d?):(\d\d):(\d\d)([.,]\d+)?([Zz]|[+-]\d\d:\d\d)$/;
const DAYS_PER_ERA = 146_097;
const DAY_MS = 86_400_000;

/** Days from 1970-01-01 to a date of the proleptic Gregorian calendar. The year begins in March, so that the odd day is last. */
export function daysFromCivil(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * DAYS_PER_ERA + dayOfEra - 719_468;
}

export function civilFromDays(days: number): [year: number, month: number, day: number] {
  const z = days + 719_468;
  const era = Math.floor(z / DAYS_PER_ERA);
  const dayOfEra = z - era * DAYS_PER_ERA;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthIndex = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * monthIndex + 2) / 5) + 1;
  const month = monthIndex < 10 ? monthIndex + 3 : monthIndex - 9;
  return [yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day];
}

/** The moment that an RFC 3339 text names, or undefined if it is none. */
export function parseTime(text: string): Time | undefined {
  const match = RFC3339.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second, fraction, zone] = match;
  const days = daysFromCivil(Number(year), Number(month), Number(day));
  const seconds = Number(hour) * 3600 + Number(minute) * 60 + Number(second) - zoneOffsetSeconds(zone ?? 'Z');
  return days * DAY_MS + seconds * 1000 + Number(`0${(fraction ?? '').replace(',', '.')}`) * 1000;
}

function zoneOffsetSeconds(zone: string): number {
  if (zone === 'Z' || zone === 'z') return 0;
  const sign = zone.startsWith('-') ? -1 : 1;
  return sign * (Number(zone.slice(1, 3)) * 3600 + Number(zone.slice(4, 6)) * 60);
}

/** RFC 3339 in UTC with whole seconds, as the API server serializes times. */
export function formatTime(time: Time): string {
  const seconds = Math.floor(time / 1000);
  const days = Math.floor(seconds / 86_400);
  const [year, month, day] = civilFromDays(days);
  const ofDay = seconds - days * 86_400;
  const two = (value: number): string => String(value).padStart(2, '0');
  const clock = `${two(Math.floor(ofDay / 3600))}:${two(Math.floor(ofDay / 60) % 60)}:${two(ofDay % 60)}`;
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}T${clock}Z`;
}

/** Times as the API keeps them: cut to whole seconds. */
export function wholeSeconds(time: Time): Time {
  return Math.floor(time / 1000) * 1000;
}

/** Whether texts under a key of the API are moments. */
export function isTimeKey(key: string): boolean {
  return TIME_KEYS.has(key);
}

/** API JSON → model, of the type that the caller knows it to be: timestamps and resource versions become numbers. */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the one place where JSON gets its type
export function decodeTimes<T>(json: unknown): T {
  return mapObjects(json, (key, value) => {
    if (typeof value !== 'string') return value;
    if (isTimeKey(key)) return parseTime(value) ?? value;
    return key === 'resourceVersion' && /^\d+$/.test(value) ? Number(value) : value;
  }) as T;
}

/** Model → API JSON: the reverse of `decodeTimes`. */
export function encodeTimes(object: unknown): unknown {
  return mapObjects(object, (key, value) => {
    if (typeof value !== 'number') return value;
    if (isTimeKey(key)) return formatTime(value);
    return key === 'resourceVersion' ? String(value) : value;
  });
}

function mapObjects(value: unknown, convert: (key: string, value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => mapObjects(item, convert));
  if (typeof value !== 'object' || value === null) return value;
  const result: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    result[key] = typeof item === 'object' ? mapObjects(item, convert) : convert(key, item);
  }
  return result;
}
