import type { SearchQuestion } from '../src/engine/simulation/batch/strategySearch';
import { OddsRunner } from './link/oddsRunner';
import { RunPool } from './link/runPool';
import { SearchRunner } from './link/searchRunner';
import type { Scenario } from '../src/engine/simulation/scenario/scenario';
import { isSameButForSeed, runsAhead, runsFor } from './model/odds';
import type { State } from './model/state';
import type { OddsActions } from './panels/odds';
import type { Store } from './ui/store';

/** Longer than the pauses in a drag: what is on show stays. */
const IDLE_MS = 500;

/** Many runs of what is on show, played when somebody looks. */
export interface PageOdds extends OddsActions {
  /** The engine is loaded. */
  connect(createWorker: () => Worker): void;
  /** Searches for a strategy for what is on show. */
  readonly find: (question: SearchQuestion) => void;
  readonly cancelSearch: () => void;
  follow(state: State, previous: State): void;
}

/** From the seed on that the scenario came with, whichever run of them is on show. */
function wanted({ shown, base }: State): Scenario | undefined {
  return shown && base && { ...shown.scenario, seed: base.seed };
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
  const play = (state: State): void => {
    const scenario = wanted(state);
    cancelSearch();
    if (scenario !== undefined) runner?.play(scenario, runsFor(state.shown?.timeline.envelope.desired ?? 0));
  };
  const prepare = (soon: boolean): void => {
    const { state } = storeOf();
    const scenario = wanted(state);
    const runs = runsAhead(state.shown?.timeline.envelope.desired ?? Infinity);
    if (scenario === undefined || runs === 0 || (state.odds && isSameButForSeed(state.odds.scenario, scenario))) return;
    runner?.prepare(scenario, runs, soon);
  };
  const waitForIdle = onceIdle(() => {
    prepare(false);
  });
  return {
    connect: (createWorker) => {
      const pool = new RunPool(createWorker, navigator.hardwareConcurrency);
      const { dispatch } = storeOf();
      runner = new OddsRunner(pool, dispatch);
      searcher = new SearchRunner(pool, dispatch);
    },
    follow: (state, previous) => {
      const { panel, shown, odds } = state;
      if (state.wanted !== previous.wanted || shown !== previous.shown) {
        runner?.leaveAhead();
        waitForIdle();
      }
      if (panel !== 'odds' || shown === undefined) return;
      if (panel === previous.panel && shown === previous.shown) return;
      if (odds === undefined || !isSameButForSeed(odds.scenario, shown.scenario)) play(state);
    },
    prepare: () => {
      prepare(true);
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

/** Each call puts it off. */
function onceIdle(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (!document.hidden) run();
    }, IDLE_MS);
  };
}
