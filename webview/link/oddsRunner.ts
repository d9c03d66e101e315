import { CauseCollector, leverSeeds, leversOf } from '../../src/engine/simulation/batch/causes';
import { RunCollector } from '../../src/engine/simulation/batch/statistics';
import type { RunFigures } from '../../src/engine/simulation/batch/repeatedRun';
import type { Scenario } from '../../src/engine/simulation/scenario/scenario';
import type { Event } from '../model/events';
import { FIRST_RUNS, isSameButForSeed } from '../model/odds';
import type { RunOrder, RunPool } from './runPool';

/** Plays a rollout many times, then once more for each assumption at its ends, and tells the page what comes of it. */
export class OddsRunner {
  readonly #pool: RunPool;
  readonly #dispatch: (event: Event) => void;
  /** Runs that were played before anybody asked. */
  #ahead: { readonly scenario: Scenario; readonly figures: RunFigures[] } | undefined;

  constructor(pool: RunPool, dispatch: (event: Event) => void) {
    this.#pool = pool;
    this.#dispatch = dispatch;
  }

  /** Somebody is about to ask: workers start, and play what makes the first picture; code gets fast by running. */
  prepare(scenario: Scenario): void {
    if (this.#pool.isBusy || (this.#ahead !== undefined && isSame(this.#ahead.scenario, scenario))) return;
    const figures: RunFigures[] = [];
    this.#ahead = { scenario, figures };
    const onFigures: RunOrder['onFigures'] = (more) => {
      figures.push(...more);
    };
    this.#pool.play([{ scenario, seeds: seedsFrom(scenario, FIRST_RUNS), onFigures }], () => undefined);
  }

  /** From the scenario's seed on, in place of what is being played. */
  play(scenario: Scenario, runs: number): void {
    this.#dispatch({ type: 'oddsStarted', scenario, runs });
    const collector = new RunCollector();
    const ahead = this.#ahead !== undefined && isSame(this.#ahead.scenario, scenario) ? this.#ahead.figures : [];
    for (const run of ahead.slice(0, runs)) collector.add(run);
    let hasPicture = false;
    const tell = (): void => {
      hasPicture = true;
      this.#dispatch({ type: 'oddsKnown', summary: collector.summary(), band: collector.band() });
    };
    const seeds = seedsFrom(scenario, runs).filter((seed) => !collector.has(seed));
    const onFigures: RunOrder['onFigures'] = (figures) => {
      for (const run of figures) collector.add(run);
      this.#dispatch({ type: 'oddsProgressed', played: collector.count });
      if (!hasPicture && collector.count >= FIRST_RUNS) tell();
    };
    onFigures([]);
    this.#pool.play([{ scenario, seeds, onFigures }], (problem) => {
      if (problem !== undefined) {
        this.#dispatch({ type: 'oddsEnded', problem });
        return;
      }
      tell();
      this.#explain(scenario);
    });
  }

  /** Which assumption matters most. */
  #explain(scenario: Scenario): void {
    const levers = leversOf(scenario);
    const collector = new CauseCollector(levers);
    const seeds = leverSeeds(scenario.seed);
    const orders = levers.flatMap((lever, index) =>
      (['low', 'high'] as const).map((side) => ({
        scenario: lever[side],
        seeds,
        onFigures: (figures: readonly RunFigures[]): void => {
          for (const run of figures) collector.add(index, side, run);
        },
      })),
    );
    this.#pool.play(orders, (problem) => {
      if (problem === undefined) this.#dispatch({ type: 'oddsExplained', causes: collector.causes() });
      this.#dispatch({ type: 'oddsEnded', problem: undefined });
    });
  }

  cancel(): void {
    this.#pool.cancel();
    this.#dispatch({ type: 'oddsEnded', problem: undefined });
  }
}

function seedsFrom({ seed }: Scenario, runs: number): readonly number[] {
  return Array.from({ length: runs }, (_, index) => seed + index);
}

function isSame(a: Scenario, b: Scenario): boolean {
  return a.seed === b.seed && isSameButForSeed(a, b);
}
