import { OddsRunner } from './link/oddsRunner';
import { RunPool } from './link/runPool';
import { isSameButForSeed, runsFor } from './model/odds';
import type { State } from './model/state';
import type { OddsActions } from './panels/odds';
import type { Store } from './ui/store';

/** Many runs of what is on show, played when somebody looks. */
export interface PageOdds extends OddsActions {
  /** The engine is loaded. */
  connect(createWorker: () => Worker): void;
  follow(state: State, previous: State): void;
}

export function createPageOdds(storeOf: () => Store): PageOdds {
  let runner: OddsRunner | undefined;
  /** From the seed on that the scenario came with, whichever run of them is on show. */
  const play = ({ shown, base }: State): void => {
    if (shown === undefined || base === undefined) return;
    runner?.play({ ...shown.scenario, seed: base.seed }, runsFor(shown.timeline.envelope.desired));
  };
  return {
    connect: (createWorker) => {
      runner = new OddsRunner(new RunPool(createWorker, navigator.hardwareConcurrency), (event) => {
        storeOf().dispatch(event);
      });
    },
    follow: (state, previous) => {
      const { panel, shown, odds } = state;
      if (panel !== 'odds' || shown === undefined) return;
      if (panel === previous.panel && shown === previous.shown) return;
      if (odds === undefined || !isSameButForSeed(odds.scenario, shown.scenario)) play(state);
    },
    play: () => {
      play(storeOf().state);
    },
    cancel: () => runner?.cancel(),
  };
}
