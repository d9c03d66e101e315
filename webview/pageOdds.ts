import type { SearchQuestion } from '../src/engine/simulation/batch/strategySearch';
import { OddsRunner } from './link/oddsRunner';
import { RunPool } from './link/runPool';
import { SearchRunner } from './link/searchRunner';
import type { Event } from './model/events';
import type { Scenario } from '../src/engine/simulation/scenario/scenario';
import { isSameButForSeed, runsFor } from './model/odds';
import type { State } from './model/state';
import type { OddsActions } from './panels/odds';
import type { Store } from './ui/store';

/** Of larger rollouts nothing is played that nobody has asked for. */
const PLAYED_AHEAD = 100;

/** Many runs of what is on show, played when somebody looks. */
export interface PageOdds extends OddsActions {
  /** The engine is loaded. */
  connect(createWorker: () => Worker): void;
  /** Searches for a strategy for what is on show. */
  readonly find: (question: SearchQuestion) => void;
  readonly cancelSearch: () => void;
  follow(state: State, previous: State): void;
}

export function createPageOdds(storeOf: () => Store): PageOdds {
  let runner: OddsRunner | undefined;
  let searcher: SearchRunner | undefined;
  /** One pool plays for both: who begins ends the other. */
  const cancelSearch = (): void => {
    if (storeOf().state.search?.running === true) searcher?.cancel();
  };
  const cancelOdds = (): void => {
    if (storeOf().state.odds?.running === true) runner?.cancel();
  };
  /** From the seed on that the scenario came with, whichever run of them is on show. */
  const wanted = ({ shown, base }: State): Scenario | undefined => shown && base && { ...shown.scenario, seed: base.seed };
  const play = (state: State): void => {
    const scenario = wanted(state);
    cancelSearch();
    if (scenario !== undefined) runner?.play(scenario, runsFor(state.shown?.timeline.envelope.desired ?? 0));
  };
  return {
    connect: (createWorker) => {
      const pool = new RunPool(createWorker, navigator.hardwareConcurrency);
      const dispatch = (event: Event): void => {
        storeOf().dispatch(event);
      };
      runner = new OddsRunner(pool, dispatch);
      searcher = new SearchRunner(pool, dispatch);
    },
    follow: (state, previous) => {
      const { panel, shown, odds } = state;
      if (panel !== 'odds' || shown === undefined) return;
      if (panel === previous.panel && shown === previous.shown) return;
      if (odds === undefined || !isSameButForSeed(odds.scenario, shown.scenario)) play(state);
    },
    prepare: () => {
      const { state } = storeOf();
      const scenario = wanted(state);
      const isSmall = (state.shown?.timeline.envelope.desired ?? Infinity) <= PLAYED_AHEAD;
      if (scenario !== undefined && isSmall && state.odds === undefined) runner?.prepare(scenario);
    },
    play: () => {
      play(storeOf().state);
    },
    cancel: cancelOdds,
    find: (question) => {
      const scenario = wanted(storeOf().state);
      cancelOdds();
      if (scenario !== undefined) searcher?.find(scenario, question);
    },
    cancelSearch,
  };
}
