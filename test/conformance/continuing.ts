import type { ConformanceRecord, Difference } from './suite';

/** Where a recorded story is cut: at rest where nobody has anything to do, busy where somebody has. */
export interface CutMoment {
  /** Seconds since the start. */
  readonly at: number;
  /** The first moment from there on at which news is under way, a key in a line, or one that is retried. */
  readonly isBusy: boolean;
}

/** What came of a story that was cut and went on from its objects. */
export interface CutReplay {
  readonly differences: readonly Difference[];
  readonly isAtRest: boolean;
  /** Why it could not come out the same: what is in no object, and makes it the same once it is told. */
  readonly unknowable?: string;
}

type ReplayCut = (record: ConformanceRecord, moment: CutMoment) => CutReplay;

/** How many stories came out as recorded, of those that were cut at rest and in the middle of work. */
export class ContinuedShares {
  readonly atRest = { same: 0, all: 0 };
  readonly busy = { same: 0, all: 0 };
  /** For no reason that is known. */
  readonly differing: { readonly label: string; readonly moment: CutMoment; readonly differences: readonly Difference[] }[] = [];
  /** How many could not come out the same, by the reason. */
  readonly unknowable = new Map<string, number>();

  add(label: string, moment: CutMoment, { differences, isAtRest, unknowable }: CutReplay): void {
    const share = isAtRest ? this.atRest : this.busy;
    share.all++;
    if (differences.length === 0) share.same++;
    else if (unknowable === undefined) this.differing.push({ label, moment, differences });
    else this.unknowable.set(unknowable, (this.unknowable.get(unknowable) ?? 0) + 1);
  }
}

/** `count` moments spread over a story; with `offset` (from 0 to 1) others each time. */
export function cutMoments(seconds: number, count: number, isBusy: boolean, offset = 0.5): readonly CutMoment[] {
  // Just before the next window, when everything that this one brings is over.
  const ofWindow = isBusy ? 0.001 : 0.499999;
  return Array.from({ length: count }, (_, index) => ({
    at: Math.floor(((index + offset) / count) * seconds) + 0.5 + ofWindow,
    isBusy,
  }));
}

/** Cuts a story at all these moments. */
export function continueStory(
  shares: ContinuedShares,
  replay: ReplayCut,
  record: ConformanceRecord,
  moments: readonly CutMoment[],
): void {
  const label = `${String(record['id'] ?? record['case'])} (${String(record['class'])})`;
  for (const moment of moments) shares.add(label, moment, replay(record, moment));
}
