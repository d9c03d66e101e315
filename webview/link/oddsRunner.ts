import { CauseCollector, leverSeeds, leversOf } from '../../src/engine/simulation/batch/causes';
import { RunCollector } from '../../src/engine/simulation/batch/statistics';
import type { RunFigures } from '../../src/engine/simulation/batch/repeatedRun';
import type { Scenario } from '../../src/engine/simulation/scenario/scenario';
import type { Event } from '../model/events';
import { FIRST_RUNS, isSameButForSeed } from '../model/odds';
import type { RunOrder, RunPool } from './runPool';

/** Runs that are played before anybody asks. */
interface Ahead {
  readonly order: RunOrder;
  readonly figures: RunFigures[];
  /** Who has asked meanwhile. */
  asked: { readonly onFigures: RunOrder['onFigures']; readonly onEnd: (problem: string | undefined) => void } | undefined;
}

/** Plays a rollout many times, then once more for each assumption at its ends, and tells the page what comes of it. */
export class OddsRunner {
  readonly #pool: RunPool;
  readonly #dispatch: (event: Event) => void;
  #ahead: Ahead | undefined;

  constructor(pool: RunPool, dispatch: (event: Event) => void) {
    this.#pool = pool;
    this.#dispatch = dispatch;
  }

  get #isAhead(): boolean {
    return this.#ahead !== undefined && this.#pool.isAt(this.#ahead.order);
  }

  /** Somebody may ask: workers start and play what will be asked for; code gets fast by running. `soon`: a hand is on its way. */
  prepare(scenario: Scenario, runs: number, soon: boolean): void {
    if (this.#pool.isBusy && !this.#isAhead) return;
    if (this.#aheadOf(scenario) === undefined) this.#playAhead(scenario, runs);
    if (soon) this.#pool.hurry();
  }

  #playAhead(scenario: Scenario, runs: number): void {
    const figures: RunFigures[] = [];
    const onFigures: RunOrder['onFigures'] = (more) => {
      figures.push(...more);
      ahead.asked?.onFigures(more);
    };
    const ahead: Ahead = { order: { scenario, seeds: seedsFrom(scenario, runs), onFigures }, figures, asked: undefined };
    this.#ahead = ahead;
    this.#pool.play([ahead.order], (problem) => ahead.asked?.onEnd(problem), true);
  }

  #aheadOf(scenario: Scenario): Ahead | undefined {
    return this.#ahead !== undefined && isSame(this.#ahead.order.scenario, scenario) ? this.#ahead : undefined;
  }

  /** What nobody has asked for is of no use any more. */
  leaveAhead(): void {
    if (this.#isAhead && this.#ahead?.asked === undefined) this.#pool.leave();
  }

  /** From the scenario's seed on, in place of what is being played. */
  play(scenario: Scenario, runs: number): void {
    this.#dispatch({ type: 'oddsStarted', scenario, runs });
    const seeds = seedsFrom(scenario, runs);
    const last = seeds.at(-1) ?? -Infinity;
    const collector = new RunCollector();
    let hasPicture = false;
    const tell = (): void => {
      hasPicture = true;
      this.#dispatch({ type: 'oddsKnown', summary: collector.summary(), band: collector.band() });
    };
    const onFigures: RunOrder['onFigures'] = (figures) => {
      for (const run of figures) if (run.seed <= last) collector.add(run);
      this.#dispatch({ type: 'oddsProgressed', played: collector.count });
      if (!hasPicture && collector.count >= FIRST_RUNS) tell();
    };
    const onEnd = (problem: string | undefined): void => {
      const left = seeds.filter((seed) => !collector.has(seed));
      if (problem !== undefined) this.#dispatch({ type: 'oddsEnded', problem });
      else if (left.length > 0) this.#pool.play([{ scenario, seeds: left, onFigures }], onEnd);
      else {
        tell();
        this.#explain(scenario);
      }
    };
    const ahead = this.#aheadOf(scenario);
    onFigures(ahead?.figures ?? []);
    if (ahead !== undefined && this.#pool.isAt(ahead.order)) {
      ahead.asked = { onFigures, onEnd };
      this.#pool.hurry();
    } else onEnd(undefined);
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
    if (this.#ahead !== undefined) this.#ahead.asked = undefined;
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
