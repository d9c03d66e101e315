import type { Event } from './events';
import type { State } from './state';

/** What is heard of a search for a strategy. */
export function searchEvent(state: State, event: Event): State | undefined {
  if (event.type === 'searchStarted') {
    const { scenario, question } = event;
    return {
      ...state,
      search: { scenario, question, played: 0, all: 0, running: true, answer: undefined, problem: undefined },
    };
  }
  const { search } = state;
  if (search === undefined) return undefined;
  if (event.type === 'searchProgressed') return { ...state, search: { ...search, played: event.played, all: event.all } };
  if (event.type !== 'searchEnded') return undefined;
  return { ...state, search: { ...search, running: false, answer: event.answer, problem: event.problem } };
}
