import type { Time } from '../../model/time';
import { counted } from '../../model/words';
import type { TakenAt } from '../../snapshot/snapshot';

const HOUR_MS = 3_600_000;

/** `snapshot prod-eu, 3 h old`: what is said wherever something of it counts. It changes by the hour, not by the second. */
export function snapshotTitle(name: string, takenAt: TakenAt | undefined, now: Time): string {
  return `snapshot ${name}, ${takenAt === undefined ? 'of an unknown time' : ageText(now - takenAt.time)}`;
}

export function ageText(ms: number): string {
  const hours = Math.floor(ms / HOUR_MS);
  if (hours < 1) return 'less than an hour old';
  return hours < 48 ? `${hours} h old` : `${counted(Math.floor(hours / 24), 'day')} old`;
}
