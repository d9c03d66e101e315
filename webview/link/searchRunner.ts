import { StrategySearch, type SearchQuestion } from '../../src/engine/simulation/batch/strategySearch';
import { EngineError } from '../../src/engine/kernel/engineError';
import type { Scenario } from '../../src/engine/simulation/scenario/scenario';
import type { Event } from '../model/events';
import type { RunOrder, RunPool } from './runPool';

/** Plays what a search for a strategy asks for, round by round. */
export class SearchRunner {
  readonly #pool: RunPool;
  readonly #dispatch: (event: Event) => void;

  constructor(pool: RunPool, dispatch: (event: Event) => void) {
    this.#pool = pool;
    this.#dispatch = dispatch;
  }

  /** In place of what is being played. */
  find(scenario: Scenario, question: SearchQuestion): void {
    this.#dispatch({ type: 'searchStarted', scenario, question });
    try {
      this.#playRound(new StrategySearch(scenario, question), 0);
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      this.#end({ problem: error.message });
    }
  }

  #playRound(search: StrategySearch, before: number): void {
    const rounds = search.nextOrders();
    if (rounds.length === 0) {
      this.#end({ answer: search.answer() });
      return;
    }
    const all = rounds.reduce((sum, { seeds }) => sum + seeds.length, before);
    let played = before;
    const orders = rounds.map(({ candidate, scenario, seeds }): RunOrder => {
      const onFigures: RunOrder['onFigures'] = (figures) => {
        for (const run of figures) search.add(candidate, run);
        played += figures.length;
        this.#dispatch({ type: 'searchProgressed', played, all });
      };
      return { scenario, seeds, onFigures };
    });
    this.#pool.play(orders, (problem) => {
      if (problem === undefined) this.#playRound(search, all);
      else this.#end({ problem });
    });
  }

  #end({ answer, problem }: Pick<Partial<Extract<Event, { type: 'searchEnded' }>>, 'answer' | 'problem'>): void {
    this.#dispatch({ type: 'searchEnded', answer, problem });
  }

  cancel(): void {
    this.#pool.cancel();
    this.#end({});
  }
}
