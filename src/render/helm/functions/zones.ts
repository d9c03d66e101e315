/** Upstream: golang/go src/time/zoneinfo.go: what time it is where, as the platform knows it. */
import { daysFromCivil } from '../../../model/time';

/** A place's time: by a name that the platform knows, or so many seconds east of Greenwich. */
export interface Zone {
  readonly name: string;
  readonly offset?: number;
}

export interface Time {
  readonly seconds: number;
  readonly nanoseconds: number;
  readonly zone: Zone;
}

export const UTC: Zone = { name: 'UTC', offset: 0 };

const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec';

const formats = new Map<string, Intl.DateTimeFormat | undefined>();

/** The zone of that name; undefined where there is none. */
export function findZone(name: string): Zone | undefined {
  if (name === '' || name === 'UTC' || name === 'Local') return UTC;
  return platformFormat(name) === undefined ? undefined : { name };
}

function platformFormat(name: string): Intl.DateTimeFormat | undefined {
  if (!formats.has(name)) formats.set(name, makeFormat(name));
  return formats.get(name);
}

function makeFormat(timeZone: string): Intl.DateTimeFormat | undefined {
  if (!/^[A-Z][\w/+-]*$/.test(timeZone)) return undefined;
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
      era: 'short',
      timeZoneName: 'short',
    });
  } catch {
    return undefined;
  }
}

/** The platform knows no times farther away than this; there the clocks stay as they are. */
const FARTHEST = 8.64e12;

/** Seconds east of Greenwich at that time, and what the zone is called then ('' if it has no name). */
export function offsetAt({ seconds, zone }: Time): { readonly offset: number; readonly name: string } {
  if (zone.offset !== undefined) return { offset: zone.offset, name: zone.name };
  const known = Math.max(-FARTHEST, Math.min(FARTHEST, seconds));
  const parts = new Map(
    platformFormat(zone.name)
      ?.formatToParts(known * 1000)
      .map(({ type, value }) => [type, value]),
  );
  const number = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.get(type) ?? 0);
  const year = parts.get('era') === 'BC' ? 1 - number('year') : number('year');
  const month = MONTHS.indexOf(parts.get('month') ?? '') / 3 + 1;
  const local =
    daysFromCivil(year, month, number('day')) * 86_400 + number('hour') * 3600 + number('minute') * 60 + number('second');
  const name = parts.get('timeZoneName') ?? '';
  // Where the platform has no short name, Go prints the offset.
  return { offset: local - known, name: /^GMT[+-]/.test(name) ? '' : name };
}
