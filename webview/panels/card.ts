import { cardMarkdown, cardOf, type Card, type CardRow } from '../../src/engine/simulation/words/card';
import { lostShare } from '../../src/engine/traffic/losses';
import { loadText, trafficSentence } from '../../src/engine/traffic/trafficText';
import type { State } from '../model/state';
import { button } from '../ui/controls';
import { h, setAttribute, setHidden, setText } from '../ui/dom';
import type { Store, View } from '../ui/store';

export interface CardView extends View {
  readonly element: HTMLElement;
  /** What unfolds it and what copies it: beside the verdict, in sight also when it is folded. */
  readonly buttons: HTMLElement;
}

export interface CardActions {
  readonly copy: (what: string, text: string) => void;
  readonly showAssumptions: () => void;
}

/** The card of a state, if there is anything to decide on. */
export function cardOfState({ shown, undo, session }: State): Card | undefined {
  if (shown === undefined) return undefined;
  const { timeline, scenario, changes, traffic } = shown;
  const isKnown = undo?.scenario === scenario;
  const requests = traffic && `${trafficSentence(traffic)} ${loadText(traffic.load)}`;
  const lost = traffic && lostShare(traffic);
  return cardOf({ timeline, scenario, changes, requests, lost, undo: isKnown ? undo.text : undefined, from: session?.from });
}

/** Puts the card into the clipboard. */
export function copyCard(state: State, copy: CardActions['copy']): void {
  const card = cardOfState(state);
  const workload = state.shown?.timeline.workload;
  if (card !== undefined && workload !== undefined)
    copy('The card is in the clipboard.', cardMarkdown(card, `${workload.kind} ${workload.name}`));
}

/** Room for it without taking any from the pictures. */
const ROOMY = '(min-width: 1100px) and (min-height: 720px)';

export function isCardOpen({ cardOpen }: State): boolean {
  return cardOpen ?? matchMedia(ROOMY).matches;
}

/** What there is to know before saying go: what changes, how bad it gets, who else feels it, the way back, the commands. */
export function createCard(store: Store, actions: CardActions): CardView {
  const rows = h('dl', { class: 'card-rows' });
  const commands = h('div', { class: 'card-commands', role: 'group', 'aria-label': 'Commands' });
  const element = h('section', { class: 'card', id: 'card', 'aria-label': 'Card' }, rows, commands);
  const copy = button({
    label: 'Copy',
    title: 'Copy the card with its commands',
    id: 'copy-card',
    onClick: () => {
      copyCard(store.state, actions.copy);
    },
  });
  const toggle = button({
    label: 'Card',
    id: 'toggle-card',
    onClick: () => {
      store.dispatch({ type: 'cardShown', open: !isCardOpen(store.state) });
    },
  });
  setAttribute(toggle, 'aria-controls', 'card');
  let drawn: Pick<State, 'shown' | 'undo' | 'session'> | undefined;
  return {
    element,
    buttons: h('div', { class: 'card-buttons' }, copy, toggle),
    update: (state) => {
      const isOpen = isCardOpen(state);
      setHidden(element, !isOpen);
      setText(toggle, isOpen ? 'Card ▴' : 'Card ▾');
      setAttribute(toggle, 'aria-expanded', String(isOpen));
      setAttribute(toggle, 'aria-label', isOpen ? 'Fold the card' : 'Show the card');
      if (!isOpen) return false;
      if (drawn?.shown === state.shown && drawn?.undo === state.undo && drawn?.session === state.session) return false;
      drawn = state;
      const card = cardOfState(state);
      if (card === undefined) return false;
      // What becomes of requests stands above it, folded or not.
      rows.replaceChildren(...card.rows.filter(({ id }) => id !== 'requests').map((row) => rowOf(row, actions)));
      setHidden(commands, state.session?.origin === 'trap');
      commands.replaceChildren(...card.commands.map((command) => commandOf(command, actions)));
      return false;
    },
  };
}

function rowOf({ id, label, text }: CardRow, { showAssumptions }: CardActions): HTMLElement {
  const content =
    id === 'assumed' ? h('button', { class: 'link', title: 'Change what is assumed', onclick: showAssumptions }, text) : text;
  return h('div', { 'data-row': id }, h('dt', {}, label), h('dd', {}, content));
}

export function commandOf({ label, command }: Card['commands'][number], { copy }: Pick<CardActions, 'copy'>): HTMLElement {
  const run = (): void => {
    copy(`Copied: ${command}`, command);
  };
  return h(
    'button',
    { class: 'command', title: `Copy: ${command}`, onclick: run },
    h('span', { class: 'aside' }, label),
    h('code', {}, command),
  );
}
