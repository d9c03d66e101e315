import type { Event } from './events';
import type { Odds } from './odds';
import type { State } from './state';

/** What is heard of many runs. What comes late, of runs that were ended, is not sent. */
export function oddsEvent(state: State, event: Event): State | undefined {
  if (event.type === 'oddsStarted') {
    const { scenario, runs } = event;
    const none = { summary: undefined, band: undefined, causes: undefined, problem: undefined };
    return { ...state, odds: { scenario, runs, played: 0, running: true, ...none } };
  }
  const { odds } = state;
  const change = odds === undefined ? undefined : changeOf(event);
  return odds === undefined || change === undefined ? undefined : { ...state, odds: { ...odds, ...change } };
}

function changeOf(event: Event): Partial<Odds> | undefined {
  switch (event.type) {
    case 'oddsProgressed':
      return { played: event.played };
    case 'oddsKnown':
      return { summary: event.summary, band: event.band };
    case 'oddsExplained':
      return { causes: event.causes };
    case 'oddsEnded':
      return { running: false, problem: event.problem };
    default:
      return undefined;
  }
}
