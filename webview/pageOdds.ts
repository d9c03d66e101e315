import { OddsRunner } from './link/oddsRunner';
import { RunPool } from './link/runPool';
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
  follow(state: State, previous: State): void;
}

export function createPageOdds(storeOf: () => Store): PageOdds {
  let runner: OddsRunner | undefined;
  /** From the seed on that the scenario came with, whichever run of them is on show. */
  const wanted = ({ shown, base }: State): Scenario | undefined => shown && base && { ...shown.scenario, seed: base.seed };
  const play = (state: State): void => {
    const scenario = wanted(state);
    if (scenario !== undefined) runner?.play(scenario, runsFor(state.shown?.timeline.envelope.desired ?? 0));
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
    prepare: () => {
      const { state } = storeOf();
      const scenario = wanted(state);
      const isSmall = (state.shown?.timeline.envelope.desired ?? Infinity) <= PLAYED_AHEAD;
      if (scenario !== undefined && isSmall && state.odds === undefined) runner?.prepare(scenario);
    },
    play: () => {
      play(storeOf().state);
    },
    cancel: () => runner?.cancel(),
  };
}
