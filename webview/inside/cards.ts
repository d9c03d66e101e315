import type { StepView, SyncView } from '../model/inside/syncView';
import { ms, nameOf, type StationItem, type StationView } from '../model/inside/stationViews';
import { grouped } from '../../src/model/words';
import { h, setAttribute, setText } from '../ui/dom';

export interface CardActions {
  readonly chooseSection: (anchor: string) => void;
  readonly chooseStep: (index: number) => void;
}

/** Redraws only what has changed since it was drawn last. */
interface Card {
  readonly element: HTMLElement;
  readonly title: HTMLElement;
  readonly summary: HTMLElement;
  readonly body: HTMLElement;
  drawn: string;
}

function createCard(id: string, title: string, onTitle: () => void): Card {
  const button = h('button', { class: 'station-title', onclick: onTitle, 'data-station': id }, title);
  const summary = h('p', { class: 'aside station-summary' });
  const body = h('ul', { class: 'station-items' });
  const element = h('section', { class: 'station', 'data-card': id }, h('h3', {}, button), summary, body);
  return { element, title: button, summary, body, drawn: '' };
}

/** The cards of the stations; another machine with other stations gets others. */
export class Cards {
  readonly element = h('div', { class: 'stations' });
  readonly #actions: CardActions;
  readonly #cards = new Map<string, Card>();
  #sync: { card: Card; shown: SyncView | undefined } | undefined;

  constructor(actions: CardActions) {
    this.#actions = actions;
  }

  /** `now`: the row that has happened last; `active`: the stations where it has. */
  draw(views: readonly StationView[], sync: SyncView | undefined, now: number, active: ReadonlySet<string>): void {
    const wanted = views.flatMap((view) => (view.id === 'queue' ? [view.id, 'sync'] : [view.id]));
    if (wanted.join() !== [...this.#cards.keys()].join()) this.#build(views);
    for (const view of views) {
      const card = this.#cards.get(view.id);
      if (card !== undefined) drawStation(card, view, now);
    }
    if (this.#sync !== undefined) drawSync(this.#sync.card, sync, this.#actions);
    for (const [id, { element }] of this.#cards) element.classList.toggle('is-active', active.has(id));
  }

  #build(views: readonly StationView[]): void {
    this.#cards.clear();
    this.#sync = undefined;
    for (const { id, title, section } of views) {
      const choose = (): void => {
        this.#actions.chooseSection(section);
      };
      this.#cards.set(id, createCard(id, title, choose));
      if (id === 'queue') {
        const card = createSyncCard(this.#actions);
        this.#sync = { card, shown: undefined };
        this.#cards.set('sync', card);
      }
    }
    this.element.classList.toggle('is-around', this.#sync === undefined);
    this.element.replaceChildren(...[...this.#cards.values()].map(({ element }) => element));
  }
}

function createSyncCard({ chooseSection }: CardActions): Card {
  const card = createCard('sync', 'Sync', () => {
    chooseSection('worker');
  });
  const body = h('ol', { class: 'tree', 'aria-label': 'Steps of the sync' });
  card.body.replaceWith(body);
  return { ...card, body };
}

function drawStation(card: Card, { summary, items, more }: StationView, now: number): void {
  const drawn = JSON.stringify([summary, items, more, items.some(({ row }) => row === now)]);
  if (drawn === card.drawn) return;
  card.drawn = drawn;
  setText(card.summary, summary);
  const rest = more > 0 ? [h('li', { class: 'aside' }, `and ${grouped(more)} more`)] : [];
  card.body.replaceChildren(...items.map((item) => itemElement(item, now)), ...rest);
}

function itemElement({ text, aside, tone, row }: StationItem, now: number): HTMLElement {
  const classes = [tone === undefined ? '' : `is-${tone}`, row !== undefined && row === now ? 'is-now' : ''];
  return h(
    'li',
    { class: classes.join(' ').trim() || undefined, title: aside === undefined ? text : `${text}: ${aside}` },
    h('span', { class: 'item-text mono' }, text),
    aside !== undefined && ' ',
    aside !== undefined && h('span', { class: 'item-aside' }, aside),
  );
}

function drawSync(card: Card, sync: SyncView | undefined, { chooseStep }: CardActions): void {
  const summary = summaryOf(sync);
  setText(card.summary, summary);
  setAttribute(card.summary, 'title', sync?.span.key);
  card.element.classList.toggle('has-error', sync?.span.error !== undefined && sync.current === undefined);
  const drawn = JSON.stringify(sync?.steps.map(({ name, state, why, phase }) => [name, state, why, phase]));
  if (drawn === card.drawn) return;
  card.drawn = drawn;
  card.body.replaceChildren(...(sync?.steps ?? []).map((step, index) => stepElement(step, index, chooseStep)));
  card.body.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
}

function summaryOf(sync: SyncView | undefined): string {
  if (sync === undefined) return 'none yet';
  const { span, ago, steps, current } = sync;
  if (current !== undefined) return `${nameOf(span.key)}, step ${current + 1} of ${steps.length}`;
  if (ago === 0 && steps.every(({ phase }) => phase === 'coming')) return `${nameOf(span.key)} begins`;
  const error = span.error === undefined ? '' : `: failed, ${span.error}`;
  return `${nameOf(span.key)}, ${ms(ago * 1000)} ago${error}`;
}

const STATE_WORDS: Readonly<Record<StepView['state'], string>> = { taken: '', skipped: 'skipped', unknown: 'not known' };

function stepElement(
  { name, depth, state, why, phase, decided }: StepView,
  index: number,
  choose: (index: number) => void,
): HTMLElement {
  const go = (): void => {
    choose(index);
  };
  const said = [STATE_WORDS[state], phase === 'coming' && state === 'taken' ? 'to come' : '', why ?? ''].filter(
    (word) => word !== '',
  );
  // The verdict of what was done, or the reason why it was not; all of it stands in the words beside it.
  const aside = state === 'taken' ? decided.at(-1)?.verdict : why;
  const button = h(
    'button',
    { class: 'tree-step', onclick: go, 'aria-current': phase === 'current' && 'step', title: [name, ...said].join(': ') },
    h('span', { class: 'tree-mark', 'aria-hidden': 'true' }),
    h('code', {}, name),
    h('span', { class: 'sr-only' }, said.length === 0 ? '' : `, ${said.join(', ')}`),
    aside !== undefined && h('span', { class: 'tree-aside', 'aria-hidden': 'true' }, aside),
  );
  return h('li', { class: `is-${state} is-${phase}`, 'data-depth': depth }, button);
}
