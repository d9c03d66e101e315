/** One line of a recorded file, before anyone knows which suite it belongs to. */
export type ConformanceRecord = Readonly<Record<string, unknown>>;

/** Where a replay and its recording part: a readable path, what was recorded, what came out. */
export interface Difference {
  readonly path: string;
  readonly expected: unknown;
  readonly actual: unknown;
}

/**
 * A family of recorded cases. A suite is found by the shape of the record, never by the file's name, so that any file
 * of the documented formats can be replayed.
 */
export interface ConformanceSuite {
  readonly name: string;
  accepts(record: ConformanceRecord): boolean;
  /** How to name the case in a report. */
  label(record: ConformanceRecord): string;
  /** All differences; an exception counts as one. What a record names beside it lies in `folder`. */
  replay(record: ConformanceRecord, folder: string): readonly Difference[];
  /** For recordings of a live system, which are samples: how many of them must come out, and in what. */
  readonly shares?: readonly Share[];
  /** What kind of case it is, for the table of a suite of samples. */
  group?(record: ConformanceRecord): string;
}

/** Of the samples of a suite at least this share has no difference whose path begins so. */
export interface Share {
  readonly name: string;
  readonly path: string;
  /** Undefined: published, but not held. */
  readonly atLeast?: number;
}
