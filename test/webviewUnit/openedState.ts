import { simulate } from '../../src/engine/simulation/simulate';
import { trafficViewOf } from '../../src/engine/traffic/trafficView';
import type { Scenario } from '../../src/engine/simulation/scenario/scenario';
import type { Session } from '../../src/shared/protocol';
import type { Event } from '../../webview/model/events';
import { reduce } from '../../webview/model/reducer';
import { INITIAL_STATE, type State } from '../../webview/model/state';
import { testScenario } from '../webview/support/scenarios';

export const SESSION: Session = {
  title: 'web',
  kind: 'Deployment',
  name: 'web',
  namespace: 'default',
  origin: 'manifest',
  uri: 'file:///web.yaml',
  canApply: true,
};

/** The state after events; a run is answered at once by the engine, as the worker would. */
export function after(events: readonly Event[], from: State = INITIAL_STATE): State {
  return events.reduce((state, event) => answered(reduce(state, event), state), from);
}

function answered(state: State, previous: State): State {
  if (state.wanted === undefined || state.wanted === previous.wanted) return state;
  const timeline = simulate(state.wanted);
  const traffic = trafficViewOf(timeline, state.wanted);
  return reduce(state, {
    type: 'runDone',
    scenario: state.wanted,
    timeline,
    ...(traffic === undefined ? {} : { traffic }),
    changes: 'restarts 10 pods',
  });
}

export function opened(scenario: Scenario = testScenario(), session: Partial<Session> = {}): State {
  return after([{ type: 'opened', session: { ...SESSION, ...session }, scenario, notes: [], autoplay: false }]);
}
