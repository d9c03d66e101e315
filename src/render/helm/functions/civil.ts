/** Upstream: golang/go src/time: the proleptic Gregorian calendar, by arithmetic alone. */
import { civilFromDays, daysFromCivil } from '../../../model/time';

export interface Civil {
  readonly year: number;
  /** From 1. */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  /** From 0, Sunday. */
  readonly weekday: number;
  /** From 1. */
  readonly yearDay: number;
}

const DAY = 86_400;

/** The date and time that so many seconds since 1970 are. */
export function civilOf(seconds: number): Civil {
  const days = Math.floor(seconds / DAY);
  const rest = seconds - days * DAY;
  const [year, month, day] = civilFromDays(days);
  return {
    year,
    month,
    day,
    hour: Math.floor(rest / 3600),
    minute: Math.floor(rest / 60) % 60,
    second: rest % 60,
    weekday: (((days + 4) % 7) + 7) % 7,
    yearDay: days - daysFromCivil(year, 1, 1) + 1,
  };
}

export function daysIn(year: number, month: number): number {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  if (month === 2) return isLeap ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}
