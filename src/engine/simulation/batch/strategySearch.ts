/** Ours: which strategy reaches a goal within limits. Candidates are simulated, a few times each, the promising ones often. */
import { refuse } from '../../kernel/schema';
import type { Scenario } from '../scenario/scenario';
import type { RunFigures } from './repeatedRun';
import { chanceOf, distributionOf, quantile, type Chance, type Distribution } from './statistics';
import { candidates, desiredPods, scenarioWithStrategy, type Strategy } from './strategy';

export const GOALS = ['shortest', 'leastExtra', 'fewestFailures'] as const;
export type Goal = (typeof GOALS)[number];

export interface SearchQuestion {
  readonly goal: Goal;
  /** At no moment fewer pods are available. */
  readonly minAvailable?: number | undefined;
  /** At no moment there are more pods that are not terminating. */
  readonly maxPods?: number | undefined;
  /** Complete within so many seconds. */
  readonly withinSeconds?: number | undefined;
  /** In how many of the runs each limit must hold: 0.95 unless said otherwise. */
  readonly share?: number | undefined;
  /** How often a promising strategy is played: 60 unless said otherwise. */
  readonly runs?: number | undefined;
}

export type Limit = 'minAvailable' | 'maxPods' | 'withinSeconds' | 'complete';

/** A strategy and what its runs came to. */
export interface Candidate {
  readonly strategy: Strategy;
  readonly runs: number;
  /** Of the runs that were completed. */
  readonly duration: Distribution | undefined;
  /** Seconds that are enough in the asked share of all runs; Infinity where too few were completed. */
  readonly within: number;
  /** The fewest available pods in that share. */
  readonly minAvailable: number;
  /** The most pods in that share. */
  readonly maxPods: number;
  /** Not completed, late, or fewer available than promised. */
  readonly failures: Chance;
  /** Requests that fail, in that share; 0 where nobody asks. */
  readonly lost: number;
  /** The limits that it breaks. */
  readonly breaks: readonly Limit[];
}

export interface SearchAnswer {
  /** Undefined where nothing keeps the limits. */
  readonly chosen: Candidate | undefined;
  /** Those of which none is better in every respect, fastest first; the chosen one is among them. */
  readonly frontier: readonly Candidate[];
  /** All that were tried, in the order of the candidates. */
  readonly tried: readonly Candidate[];
  /** Where nothing keeps the limits: the one that breaks fewest of them. */
  readonly nearest: Candidate | undefined;
}

/** Runs to be played next, by whoever plays them. */
export interface SearchOrder {
  readonly candidate: number;
  readonly scenario: Scenario;
  readonly seeds: readonly number[];
}

const DEFAULT_SHARE = 0.95;
const DEFAULT_RUNS = 60;
const FIRST_LOOK = 6;
/** So many go into the second round, and those that nothing beats. */
const PROMISING = 12;

/** A search in two rounds, about a checked scenario. Which worker plays what, and in which order, changes nothing. */
export class StrategySearch {
  readonly #scenario: Scenario;
  readonly #question: SearchQuestion;
  readonly #strategies: readonly Strategy[];
  readonly #runs: readonly Map<number, RunFigures>[];
  #round = 0;

  constructor(scenario: Scenario, question: SearchQuestion) {
    this.#scenario = scenario;
    this.#question = question;
    if (desiredPods(scenario) === 0) refuse('scenario.workload', 'wants no pods: there is nothing to roll out');
    this.#strategies = candidates(this.#scenario, question.goal === 'fewestFailures');
    this.#runs = this.#strategies.map(() => new Map<number, RunFigures>());
  }

  /** What is to be played before `add` has been told of it all; empty when the answer stands. */
  nextOrders(): readonly SearchOrder[] {
    const { runs = DEFAULT_RUNS } = this.#question;
    this.#round++;
    if (this.#round === 1) return this.#strategies.map((_, index) => this.#order(index, 0, Math.min(FIRST_LOOK, runs)));
    if (this.#round > 2 || runs <= FIRST_LOOK) return [];
    return this.#promising().map((index) => this.#order(index, FIRST_LOOK, runs));
  }

  #order(candidate: number, from: number, to: number): SearchOrder {
    const strategy = this.#strategies[candidate] as Strategy;
    const first = this.#scenario.seed;
    const seeds = Array.from({ length: to - from }, (_, index) => first + from + index);
    return { candidate, scenario: scenarioWithStrategy(this.#scenario, strategy), seeds };
  }

  add(candidate: number, figures: RunFigures): void {
    this.#runs[candidate]?.set(figures.seed, figures);
  }

  #judged(): readonly Candidate[] {
    return this.#strategies.map((strategy, index) => {
      const runs = [...(this.#runs[index] ?? [])].sort(([a], [b]) => a - b).map(([, figures]) => figures);
      return judged(strategy, runs, this.#question);
    });
  }

  /** By index: those that may be chosen after a closer look. */
  #promising(): readonly number[] {
    const tried = this.#judged();
    const order = [...tried.keys()].sort((a, b) => this.#compare(tried[a] as Candidate, tried[b] as Candidate));
    const frontier = new Set(frontierOf(tried.filter(({ breaks }) => breaks.length === 0)));
    return order.filter((index, rank) => rank < PROMISING || frontier.has(tried[index] as Candidate));
  }

  /** What keeps more limits goes first; then the goal decides, then what else is good. */
  #compare(a: Candidate, b: Candidate): number {
    const limits = a.breaks.length - b.breaks.length;
    if (limits !== 0) return limits;
    for (const of of MEASURES[this.#question.goal]) {
      const difference = compareNumbers(of(a), of(b));
      if (difference !== 0) return difference;
    }
    return 0;
  }

  answer(): SearchAnswer {
    const { runs = DEFAULT_RUNS } = this.#question;
    const tried = this.#judged();
    // Those that were looked at once only are no answer.
    const known = tried.filter((candidate) => candidate.runs >= Math.min(runs, FIRST_LOOK));
    const most = known.reduce((highest, candidate) => Math.max(highest, candidate.runs), 0);
    const best = known.filter((candidate) => candidate.runs === most).sort((a, b) => this.#compare(a, b));
    const keeping = best.filter(({ breaks }) => breaks.length === 0);
    const [chosen] = keeping;
    return { chosen, frontier: frontierOf(keeping), tried, nearest: chosen === undefined ? best[0] : undefined };
  }
}

function compareNumbers(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

type Measure = (candidate: Candidate) => number;
const typical: Measure = ({ duration }) => duration?.p50 ?? Infinity;
const extra: Measure = ({ maxPods }) => maxPods;
const missing: Measure = ({ minAvailable }) => -minAvailable;
const failing: Measure = ({ failures }) => failures.share;
/** As far as it is worth telling apart. */
const losing: Measure = ({ lost }) => Math.round(lost);

/** Smaller is better. */
const MEASURES: Readonly<Record<Goal, readonly Measure[]>> = {
  shortest: [typical, failing, extra, missing],
  leastExtra: [extra, failing, typical, missing],
  fewestFailures: [failing, losing, missing, typical, extra],
};

function judged(strategy: Strategy, runs: readonly RunFigures[], question: SearchQuestion): Candidate {
  const share = question.share ?? DEFAULT_SHARE;
  const sorted = (of: (run: RunFigures) => number): number[] => runs.map(of).sort(compareNumbers);
  const durations = sorted(({ facts }) => facts.duration ?? Infinity);
  const completed = durations.filter(Number.isFinite);
  const numbers = {
    within: quantile(durations, share),
    // The other way round: as few as there are in all but so many runs.
    minAvailable: -quantile(
      sorted(({ facts }) => -facts.minAvailable),
      share,
    ),
    maxPods: quantile(
      sorted(({ facts }) => facts.maxPods),
      share,
    ),
  };
  return {
    strategy,
    runs: runs.length,
    duration: completed.length === 0 ? undefined : distributionOf(completed),
    ...numbers,
    failures: chanceOf(runs.filter(hasFailed).length, runs.length),
    lost:
      runs.length === 0
        ? 0
        : quantile(
            sorted(({ failedRequests = 0 }) => failedRequests),
            share,
          ),
    breaks: brokenLimits(numbers, question),
  };
}

function hasFailed({ facts, outcome }: RunFigures): boolean {
  return facts.duration === undefined || outcome.deadlineExceededAt !== undefined || facts.secondsBelowFloor > 0;
}

function brokenLimits(
  { within, minAvailable, maxPods }: Pick<Candidate, 'within' | 'minAvailable' | 'maxPods'>,
  question: SearchQuestion,
): readonly Limit[] {
  const broken: Limit[] = [];
  if (!Number.isFinite(within)) broken.push('complete');
  if (within > (question.withinSeconds ?? Infinity)) broken.push('withinSeconds');
  if (minAvailable < (question.minAvailable ?? 0)) broken.push('minAvailable');
  if (maxPods > (question.maxPods ?? Infinity)) broken.push('maxPods');
  return broken;
}

const RESPECTS: readonly Measure[] = [typical, extra, missing, failing, losing];

/** Those of which none of the others is at least as good in every respect and better in one; of equals the first. */
function frontierOf(all: readonly Candidate[]): readonly Candidate[] {
  const isBeaten = (one: Candidate, index: number): boolean =>
    all.some(
      (other, place) =>
        RESPECTS.every((of) => of(other) <= of(one)) && (place < index || RESPECTS.some((of) => of(other) < of(one))),
    );
  return all.filter((candidate, index) => !isBeaten(candidate, index)).sort((a, b) => compareNumbers(typical(a), typical(b)));
}
