/** Upstream: staging/src/k8s.io/apimachinery/pkg/util/duration/duration.go (v1.36.4). */
import type { Time } from '../../model/time';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const HOURS_PER_YEAR = 24 * 365;

/**
 * A duration as kubectl writes it: ever coarser the longer it is, e.g. 119 s → `119s`, 125 s → `2m5s`, 3 h 1 min → `3h1m`,
 * 49 h → `2d1h`, 400 d → `400d`, 800 d → `2y70d`.
 */
export function humanDuration(milliseconds: number): string {
  const seconds = Math.trunc(milliseconds / SECOND);
  // Up to two seconds of the future are forgiven: clocks differ.
  if (seconds < -1) return '<invalid>';
  if (seconds < 0) return '0s';
  if (seconds < 120) return `${seconds}s`;
  const minutes = Math.trunc(milliseconds / MINUTE);
  if (minutes < 10) return twoUnits(minutes, 'm', seconds % 60, 's');
  if (minutes < 180) return `${minutes}m`;
  const hours = Math.trunc(milliseconds / HOUR);
  if (hours < 8) return twoUnits(hours, 'h', minutes % 60, 'm');
  if (hours < 48) return `${hours}h`;
  return daysAndYears(hours);
}

function daysAndYears(hours: number): string {
  const days = Math.trunc(hours / 24);
  if (hours < 24 * 8) return twoUnits(days, 'd', hours % 24, 'h');
  if (hours < HOURS_PER_YEAR * 2) return `${days}d`;
  const years = Math.trunc(hours / HOURS_PER_YEAR);
  return hours < HOURS_PER_YEAR * 8 ? twoUnits(years, 'y', days % 365, 'd') : `${years}y`;
}

function twoUnits(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large}${largeUnit}` : `${large}${largeUnit}${small}${smallUnit}`;
}

/** How long ago a moment was; `<unknown>` for none. The API server hands out whole seconds. */
export function timeSince(time: Time | undefined, now: Time): string {
  return time === undefined ? '<unknown>' : humanDuration(now - time);
}
