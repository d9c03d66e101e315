import { isRollout, verdict, type Verdict } from '../../src/engine/simulation/verdict/verdict';
import { counted, formatDuration } from '../../src/model/words';
import { answerOf, type Card } from '../../src/engine/simulation/words/card';
import { likelyText } from '../../src/engine/simulation/words/likelyText';
import { lostShare } from '../../src/engine/traffic/losses';
import type { Timeline } from '../../src/engine/simulation/timeline/timeline';
import type { Tuning, TuningField } from '../model/edits';
import { rangeOf } from '../model/range';
import type { Pinned, State } from '../model/state';
import { button } from '../ui/controls';
import { h, setAttribute, setHidden, setText } from '../ui/dom';
import type { Store, View } from '../ui/store';
import { createRequestLine } from './requestLine';
import { createCard, type CardActions } from './card';
import { chip, factsOf } from './chips';

export interface HeaderView extends View {
  readonly element: HTMLElement;
}

const GLYPHS: Readonly<Record<Verdict['tone'], string>> = { good: '✓', warning: '!', bad: '✕' };

export interface HeaderActions extends CardActions {
  readonly editField: (field: TuningField) => void;
  readonly reveal: () => void;
}

const DRAWN = ['shown', 'likely', 'pinned', 'edits'] as const;

/** The answer in words, the card behind it, the facts it rests on, and what is compared with it. */
export function createHeader(store: Store, actions: HeaderActions): HeaderView {
  const { editField, reveal, showAssumptions } = actions;
  const mark = h('span', { class: 'mark', 'aria-hidden': 'true' });
  const title = h('h1', {});
  const remedy = h('p', { class: 'remedy', hidden: true });
  const chips = h('div', { class: 'chips', role: 'list', 'aria-label': 'Facts of this rollout' });
  const compared = h('p', { class: 'compared', hidden: true });
  const notes = h('button', { class: 'link notes', title: 'All that this rests on', hidden: true, onclick: showAssumptions });
  const offers = createOffers((tuning) => {
    store.dispatch({ type: 'tuned', tuning });
  });
  const requests = createRequestLine(editField);
  const card = createCard(store, actions);
  const verdictLine = h('div', { class: 'verdict' }, mark, title, card.buttons);
  const element = h(
    'header',
    { class: 'header' },
    verdictLine,
    requests.element,
    remedy,
    offers,
    compared,
    card.element,
    chips,
    notes,
  );
  let drawn: Pick<State, 'shown' | 'likely' | 'pinned' | 'edits' | 'notes'> | undefined;
  return {
    element,
    update: (state, frame) => {
      card.update(state, frame);
      if (drawn !== undefined && DRAWN.every((name) => drawn?.[name] === state[name])) return false;
      drawn = state;
      if (state.shown === undefined) return false;
      const { timeline, traffic } = state.shown;
      const found = verdict(timeline);
      const range = rangeOf(state);
      const details = range === undefined ? found.details : [likelyText(range), ...found.details];
      showVerdict(element, mark, title, { ...found, details, ...answerOf(timeline, traffic && lostShare(traffic)) });
      requests.show(traffic);
      showRemedy(remedy, timeline);
      setHidden(offers, !isOffered(state, timeline));
      showComparison(compared, timeline, state.pinned);
      setHidden(notes, state.notes.length === 0);
      setText(notes, state.notes.join(' '));
      chips.replaceChildren(...factsOf(state, state.shown).map((fact) => chip(fact, editField, reveal)));
      return false;
    },
  };
}

/** An edit that replaces no pod leaves the question open what a rollout under it would be like. */
function createOffers(tune: (tuning: Tuning) => void): HTMLElement {
  const offer = (label: string, id: string, replaced: NonNullable<Tuning['replaced']>): HTMLElement =>
    button({
      label,
      id,
      onClick: () => {
        tune({ replaced });
      },
    });
  return h(
    'div',
    { class: 'offers actions', hidden: true },
    offer('Simulate a restart', 'simulate-restart', 'restart'),
    offer('Simulate a new image', 'simulate-new-image', 'newImage'),
  );
}

function isOffered({ edits, session }: State, timeline: Timeline): boolean {
  const isDone = timeline.outcome.kind === 'complete' || timeline.outcome.kind === 'nothingToDo';
  return session?.origin === 'manifest' && edits.tuning.replaced === undefined && isDone && !isRollout(timeline);
}

function showVerdict(
  element: HTMLElement,
  mark: HTMLElement,
  title: HTMLElement,
  { tone, answer, headline, details }: Verdict & Pick<Card, 'answer'>,
): void {
  setAttribute(element, 'data-tone', tone);
  setText(mark, `${GLYPHS[tone]} ${answer}`);
  title.replaceChildren(
    h('span', { class: 'sr-only' }, `${answer}: `),
    h('strong', {}, headline),
    ...details.flatMap((detail) => {
      const [main = '', aside] = detail.split(/ (?=\()/);
      return [
        h('span', { class: 'dot', 'aria-hidden': 'true' }, ' · '),
        main,
        aside !== undefined && h('span', { class: 'aside' }, ` ${aside}`),
      ].filter((part): part is HTMLElement | string => part !== false);
    }),
  );
}

function showRemedy(element: HTMLElement, { outcome }: Timeline): void {
  const remedies = outcome.blockers.flatMap(({ remedy }) => (remedy === undefined ? [] : [remedy]));
  setHidden(element, remedies.length === 0);
  setText(element, remedies.length === 0 ? '' : `What would help: ${[...new Set(remedies)].slice(0, 2).join('; or ')}`);
}

function showComparison(element: HTMLElement, now: Timeline, pinned: Pinned | undefined): void {
  setHidden(element, pinned === undefined);
  if (pinned === undefined) return;
  const { timeline } = pinned;
  const differences = [
    durationDifference(now, timeline),
    difference(now.facts.minAvailable - timeline.facts.minAvailable, 'available at the lowest'),
    difference(now.facts.maxPods - timeline.facts.maxPods, 'pod at the peak', 'pods at the peak'),
  ].filter((text) => text !== '');
  element.replaceChildren(
    h('span', { class: 'ghost-key', 'aria-hidden': 'true' }),
    `Pinned (${pinned.label}): ${verdict(timeline).headline}. `,
    h('b', {}, differences.length === 0 ? 'This run is the same.' : `This run: ${differences.join(', ')}.`),
  );
}

function difference(amount: number, one: string, many = one): string {
  const way = amount > 0 ? 'more' : 'fewer';
  return amount === 0 ? '' : counted(Math.abs(amount), `${way} ${one}`, `${way} ${many}`);
}

function durationDifference(now: Timeline, pinned: Timeline): string {
  const a = now.facts.duration;
  const b = pinned.facts.duration;
  if (a === undefined || b === undefined)
    return a === b ? '' : a === undefined ? 'does not complete' : `completes in ${formatDuration(a)}`;
  const seconds = a - b;
  return Math.abs(seconds) < 0.05 ? '' : `${formatDuration(Math.abs(seconds))} ${seconds > 0 ? 'longer' : 'shorter'}`;
}
