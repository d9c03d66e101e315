import { CauseCollector, leverSeeds, leversOf } from '../../src/engine/simulation/batch/causes';
import { RunCollector } from '../../src/engine/simulation/batch/statistics';
import type { RunFigures } from '../../src/engine/simulation/batch/repeatedRun';
import type { Scenario } from '../../src/engine/simulation/scenario/scenario';
import type { Event } from '../model/events';
import { FIRST_RUNS } from '../model/odds';
import type { RunOrder, RunPool } from './runPool';

/** Plays a rollout many times, then once more for each assumption at its ends, and tells the page what comes of it. */
export class OddsRunner {
  readonly #pool: RunPool;
  readonly #dispatch: (event: Event) => void;

  constructor(pool: RunPool, dispatch: (event: Event) => void) {
    this.#pool = pool;
    this.#dispatch = dispatch;
  }

  /** From the scenario's seed on, in place of what is being played. */
  play(scenario: Scenario, runs: number): void {
    this.#dispatch({ type: 'oddsStarted', scenario, runs });
    const collector = new RunCollector();
    let hasPicture = false;
    const tell = (): void => {
      hasPicture = true;
      this.#dispatch({ type: 'oddsKnown', summary: collector.summary(), band: collector.band() });
    };
    const seeds = Array.from({ length: runs }, (_, index) => scenario.seed + index);
    const onFigures: RunOrder['onFigures'] = (figures) => {
      for (const run of figures) collector.add(run);
      this.#dispatch({ type: 'oddsProgressed', played: collector.count });
      if (!hasPicture && collector.count >= FIRST_RUNS) tell();
    };
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
