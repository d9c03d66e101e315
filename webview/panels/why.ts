import { formatMoment } from '../../src/model/words';
import type { State } from '../model/state';
import { pastWords } from '../model/words';
import { h, setText } from '../ui/dom';
import type { Store, View } from '../ui/store';
import { createDecisions } from './why/decisions';
import { createEvents } from './why/events';
import { createLife } from './why/life';
import type { WhyActions, WhyPart } from './why/parts';
import { createRequestsPart } from './why/failing';
import { createConditions, createHold, createWatch } from './why/state';

export interface WhyView extends View {
  readonly element: HTMLElement;
}

/** While playing the panel follows no faster than this: nobody reads faster. */
const UPDATE_MS = 100;

/** Why things are as they are at this moment: decisions, what holds the rollout back, events, conditions, kubectl's view. */
export function createWhy(store: Store): WhyView {
  const actions: WhyActions = {
    seek: (t) => {
      store.dispatch({ type: 'seeked', time: t });
    },
    tune: (tuning) => {
      store.dispatch({ type: 'tuned', tuning });
    },
    selectPod: (pod) => {
      store.dispatch({ type: 'podSelected', pod });
    },
  };
  const title = h('h2', {});
  const requests = createRequestsPart(actions);
  const life = createLife(actions);
  const decisions = createDecisions(actions);
  const hold = createHold(actions);
  const events = createEvents(actions, () => {
    store.refresh();
  });
  const conditions = createConditions();
  const watch = createWatch();
  const heading = (text: string): HTMLElement => h('h2', {}, text);
  const element = h(
    'div',
    { class: 'panel why' },
    ...[
      life.element,
      title,
      decisions.element,
      heading('What holds it back'),
      hold.element,
      requests.element,
      events.heading,
      events.element,
    ],
    ...[heading('Conditions'), conditions.element, heading('As kubectl shows it'), watch.element],
  );
  return { element, update: follow(title, [life, decisions, hold, requests, events, conditions, watch]) };
}

/** Draws the parts whose keys have changed. */
function follow(title: HTMLElement, parts: readonly WhyPart[]): View['update'] {
  const keys = new Map<WhyPart, string>();
  let drawn: State['shown'];
  let drawnAt = 0;
  return (state, { now }) => {
    const { shown, playback, panel } = state;
    if (shown === undefined || panel !== 'why') return false;
    if (playback.playing && drawn === shown && now - drawnAt < UPDATE_MS) return true;
    if (drawn !== shown) keys.clear();
    drawn = shown;
    drawnAt = now;
    const t = playback.time;
    setText(title, `Why, ${t < 0 ? pastWords(shown.scenario) : `at ${formatMoment(t, true)}`}`);
    for (const part of parts) {
      const key = part.key(shown.timeline, t, state);
      if (keys.get(part) === key) continue;
      keys.set(part, key);
      part.draw(shown.timeline, t, state);
    }
    return false;
  };
}
