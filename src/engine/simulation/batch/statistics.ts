/** Ours: what many runs say together. A quantile of a few numbers is one of them, the smallest that enough do not exceed. */
import type { Steps } from '../timeline/ending';
import type { RunFigures } from './repeatedRun';

/** Runs that are as long as this one or shorter are as many as its rank says. */
export interface Distribution {
  readonly count: number;
  readonly mean: number;
  readonly least: number;
  readonly p10: number;
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  readonly most: number;
}

/** The smallest number that at least `share` of them do not exceed. */
export function quantile(sorted: ArrayLike<number>, share: number): number {
  const rank = Math.ceil(share * sorted.length);
  return sorted[Math.min(sorted.length - 1, Math.max(0, rank - 1))] ?? Number.NaN;
}

export function distributionOf(numbers: Iterable<number>): Distribution {
  const sorted = Float64Array.from(numbers).sort();
  const at = (share: number): number => quantile(sorted, share);
  let sum = 0;
  for (const number of sorted) sum += number;
  const mean = sum / sorted.length;
  return {
    count: sorted.length,
    mean,
    least: at(0),
    p10: at(0.1),
    p50: at(0.5),
    p90: at(0.9),
    p99: at(0.99),
    most: at(1),
  };
}

/** A share of so many runs, and between which shares the true one lies in 95 of 100 cases (Wilson). */
export interface Chance {
  readonly count: number;
  readonly of: number;
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

const Z_95 = 1.959964;

export function chanceOf(count: number, of: number): Chance {
  if (of === 0) return { count, of, share: 0, low: 0, high: 1 };
  const share = count / of;
  const weight = Z_95 ** 2 / of;
  const middle = share + weight / 2;
  const spread = Z_95 * Math.sqrt((share * (1 - share)) / of + weight / (4 * of));
  const low = count === 0 ? 0 : (middle - spread) / (1 + weight);
  const high = count === of ? 1 : (middle + spread) / (1 + weight);
  return { count, of, share, low, high };
}

/** A bar of a histogram: runs that took `from` seconds or more and less than `to`, and one of them to look at. */
export interface Bar {
  readonly from: number;
  readonly to: number;
  readonly count: number;
  /** Of the run of this bar that came first. */
  readonly seed: number;
}

const BARS = 24;
const ROUND_WIDTHS = [1, 2, 5, 10];

/** Bars of one round width. */
function histogramOf(runs: readonly Run[]): readonly Bar[] {
  const { least, most } = distributionOf(runs.map(({ duration }) => duration));
  // In words seconds are whole from ten on.
  const width = roundWidth(Math.max((most - least) / BARS, most < 10 ? 0.1 : 1));
  const bars = new Map<number, { count: number; readonly seed: number }>();
  for (const { duration, seed } of runs) {
    const index = Math.floor(duration / width);
    const bar = bars.get(index);
    if (bar === undefined) bars.set(index, { count: 1, seed });
    else bar.count++;
  }
  return [...bars]
    .sort(([a], [b]) => a - b)
    .map(([index, { count, seed }]) => ({ from: index * width, to: (index + 1) * width, count, seed }));
}

interface Run {
  readonly seed: number;
  readonly duration: number;
}

/** The next 0.1, 0.2, 0.5, 1, 2, 5, 10 … */
function roundWidth(exact: number): number {
  const power = 10 ** Math.floor(Math.log10(exact) + 1e-9);
  return (ROUND_WIDTHS.find((width) => width * power >= exact * (1 - 1e-9)) ?? 10) * power;
}

/** Between which numbers of available pods nine and one of ten runs lie, at each moment. */
export interface Band {
  readonly times: readonly number[];
  readonly p10: readonly number[];
  readonly p50: readonly number[];
  readonly p90: readonly number[];
}

export interface ManyRuns {
  readonly runs: number;
  /** Of the runs that were completed; undefined when none was. */
  readonly duration: Distribution | undefined;
  readonly histogram: readonly Bar[];
  readonly notComplete: Chance;
  readonly missesDeadline: Chance;
  readonly fallsBelowFloor: Chance;
  readonly minAvailable: Distribution;
  readonly maxPods: Distribution;
  /** Undefined: nobody asked what becomes of requests. */
  readonly failedRequests: Distribution | undefined;
  /** The first runs that were not completed, to look at. */
  readonly failedSeeds: readonly number[];
}

const SEEDS_KEPT = 10;

/** Collects what runs came to, in whatever order they end: the summary does not depend on it. */
export class RunCollector {
  readonly #runs = new Map<number, RunFigures>();

  add(figures: RunFigures): void {
    this.#runs.set(figures.seed, figures);
  }

  has(seed: number): boolean {
    return this.#runs.has(seed);
  }

  get count(): number {
    return this.#runs.size;
  }

  #inOrder(): readonly RunFigures[] {
    return [...this.#runs.values()].sort((a, b) => a.seed - b.seed);
  }

  summary(): ManyRuns {
    const runs = this.#inOrder();
    const completed = runs.flatMap(({ seed, facts: { duration } }) => (duration === undefined ? [] : [{ seed, duration }]));
    const share = (holds: (run: RunFigures) => boolean): Chance => chanceOf(runs.filter(holds).length, runs.length);
    const failed = runs.flatMap(({ failedRequests }) => failedRequests ?? []);
    const isOpen = ({ facts }: RunFigures): boolean => facts.duration === undefined;
    return {
      runs: runs.length,
      duration: completed.length === 0 ? undefined : distributionOf(completed.map(({ duration }) => duration)),
      histogram: completed.length === 0 ? [] : histogramOf(completed),
      notComplete: share(isOpen),
      missesDeadline: share(({ outcome }) => outcome.deadlineExceededAt !== undefined),
      fallsBelowFloor: share(({ facts }) => facts.secondsBelowFloor > 0),
      minAvailable: distributionOf(runs.map(({ facts }) => facts.minAvailable)),
      maxPods: distributionOf(runs.map(({ facts }) => facts.maxPods)),
      failedRequests: failed.length === 0 ? undefined : distributionOf(failed),
      failedSeeds: runs
        .filter(isOpen)
        .slice(0, SEEDS_KEPT)
        .map(({ seed }) => seed),
    };
  }

  /** Available pods at so many moments of the longest run; a run that is over stays as it ended. */
  band(moments = 120): Band {
    const runs = this.#inOrder();
    const end = runs.reduce((most, { facts, outcome }) => Math.max(most, facts.duration ?? outcome.at), 0);
    const times = Array.from({ length: moments }, (_, index) => (index * end) / Math.max(1, moments - 1));
    const rows = runs.map(({ available }) => valuesAt(available, times));
    const columns = times.map((_, index) => Float64Array.from(rows, (row) => row[index] ?? 0).sort());
    const of = (share: number): number[] => columns.map((column) => quantile(column, share));
    return { times, p10: of(0.1), p50: of(0.5), p90: of(0.9) };
  }
}

/** Times rise: one pass through the steps. */
function valuesAt({ times: changes, values }: Steps, times: readonly number[]): readonly number[] {
  let step = -1;
  return times.map((t) => {
    while (step + 1 < changes.length && (changes[step + 1] as number) <= t) step++;
    return step < 0 ? 0 : (values[step] as number);
  });
}
