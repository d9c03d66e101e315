import { GOALS, type Candidate, type Goal, type SearchQuestion } from '../../src/engine/simulation/batch/strategySearch';
import { choiceText, outcomeParts, strategyWords } from '../../src/engine/simulation/words/strategyText';
import { counted, grouped } from '../../src/model/words';
import { isSameSearch, type Search } from '../model/search';
import type { State } from '../model/state';
import { button, progressRing, select, textField, type ValueControl } from '../ui/controls';
import { h, setAttribute, setHidden, setMessage, setText } from '../ui/dom';
import type { Store, View } from '../ui/store';

export interface SearchView extends View {
  readonly element: HTMLElement;
}

export interface SearchActions {
  readonly find: (question: SearchQuestion) => void;
  readonly cancel: () => void;
  readonly applyToYaml: () => void;
}

const GOAL_LABELS: Readonly<Record<Goal, string>> = {
  shortest: 'shortest',
  leastExtra: 'fewest extra pods',
  fewestFailures: 'fewest failures and failed requests',
};

const LIMITS = {
  minAvailable: 'available at least',
  maxPods: 'pods at most',
  withinSeconds: 'seconds at most',
} as const;
type LimitField = keyof typeof LIMITS;

/** Which strategy reaches a goal within limits? */
export function createSearch(store: Store, actions: SearchActions): SearchView {
  const form = createForm(actions.find);
  const progress = h('span', {});
  const busy = h(
    'div',
    { class: 'actions', hidden: true },
    progressRing('Searching'),
    progress,
    button({ label: 'Stop', id: 'stop-search', onClick: actions.cancel }),
  );
  const problem = h('p', { class: 'error-text', role: 'alert', hidden: true });
  const found = createFound(store, actions.applyToYaml);
  const element = h('section', { class: 'search' }, h('h2', {}, 'Find a strategy'), form, busy, problem, found.element);
  let drawn: Pick<State, 'search' | 'wanted' | 'session'> | undefined;
  return {
    element,
    update: (state) => {
      const { search, wanted, session, panel } = state;
      if (panel !== 'map' || (drawn?.search === search && drawn?.wanted === wanted && drawn?.session === session)) return false;
      drawn = { search, wanted, session };
      setHidden(busy, search?.running !== true);
      setText(progress, `${grouped(search?.played ?? 0)} of ${counted(search?.all ?? 0, 'run')}`);
      setMessage(problem, search?.problem && `There is no answer: ${search.problem}`);
      found.show(search, state);
      return false;
    },
  };
}

function createForm(find: SearchActions['find']): HTMLElement {
  const goal = select<Goal>({
    label: 'Goal of the search',
    options: GOALS.map((value) => ({ value, label: GOAL_LABELS[value] })),
    value: 'shortest',
    onChange: () => undefined,
  });
  const fields = new Map(
    (Object.entries(LIMITS) as [LimitField, string][]).map(([name, label]) => [
      name,
      textField({ label, value: '', placeholder: 'any', onChange: () => undefined }),
    ]),
  );
  const complaint = h('p', { class: 'error-text', role: 'alert', hidden: true });
  const row = (label: string, control: HTMLElement): HTMLElement =>
    h('div', { class: 'field wide' }, h('span', { class: 'field-label' }, label), control);
  const ask = (): void => {
    const wrong = [...fields].find(([, { value }]) => !/^\d{0,9}$/.test(plain(value)));
    for (const [name, field] of fields) setAttribute(field, 'aria-invalid', wrong?.[0] === name ? 'true' : undefined);
    setMessage(complaint, wrong && `“${wrong[1].value.trim()}” is not used: a whole number is expected here, or nothing.`);
    if (wrong === undefined) find({ goal: goal.value as Goal, ...limitsOf(fields) });
  };
  return h(
    'div',
    {},
    h('p', { class: 'aside' }, 'Promising pairs are played 60 times; each limit holds in 95 % of the runs.'),
    row('goal', goal),
    ...[...fields].map(([name, field]) => row(LIMITS[name], field)),
    complaint,
    h('div', { class: 'actions' }, button({ label: 'Find', id: 'find-strategy', onClick: ask })),
  );
}

const plain = (text: string): string => text.trim().replaceAll(',', '');

function limitsOf(fields: ReadonlyMap<LimitField, ValueControl>): Partial<Record<LimitField, number>> {
  const stated = [...fields].filter(([, { value }]) => plain(value) !== '');
  return Object.fromEntries(stated.map(([name, { value }]) => [name, Number(plain(value))]));
}

interface Found {
  readonly element: HTMLElement;
  show(search: Search | undefined, state: State): void;
}

/** The choice in words, and all that are worth considering as a table; the map shows where they are. */
function createFound(store: Store, applyToYaml: () => void): Found {
  const choice = h('p', { class: 'search-choice', 'aria-live': 'polite' });
  const rows = h('table', { class: 'odds-table' });
  let chosen: Candidate | undefined;
  const use = (candidate: Candidate | undefined): void => {
    if (candidate !== undefined) store.dispatch({ type: 'tuned', tuning: candidate.strategy });
  };
  const play = button({
    label: 'Use it',
    id: 'use-strategy',
    onClick: () => {
      use(chosen);
    },
  });
  const write = button({
    label: 'Write it to YAML',
    id: 'write-strategy',
    onClick: () => {
      use(chosen);
      applyToYaml();
    },
  });
  const buttons = h('div', { class: 'actions' }, play, write);
  const element = h('div', { hidden: true }, choice, buttons, h('div', { class: 'map-scroll', tabindex: '0' }, rows));
  return {
    element,
    show: (search, { wanted, session }) => {
      const answer = search?.answer;
      setHidden(element, answer === undefined);
      if (search === undefined || answer === undefined) return;
      chosen = answer.chosen;
      const isOld = wanted !== undefined && !isSameSearch(search, wanted);
      setText(choice, `${isOld ? 'Before the last change: ' : ''}${choiceText(answer, search.question)}`);
      setHidden(buttons, chosen === undefined);
      setHidden(write, session?.canApply !== true);
      setHidden(rows.parentElement as HTMLElement, answer.frontier.length === 0);
      drawRows(rows, answer.frontier, use);
    },
  };
}

const COLUMNS = ['strategy', 'p50', 'p95', 'available', 'pods', 'fail'];

function drawRows(table: HTMLTableElement, frontier: readonly Candidate[], use: (candidate: Candidate) => void): void {
  const rows = frontier.map((candidate) => {
    const words = strategyWords(candidate.strategy);
    const onclick = (): void => {
      use(candidate);
    };
    const link = h(
      'button',
      { class: 'link', title: `Use ${words}`, 'aria-label': `${shortWords(candidate)}: use ${words}`, onclick },
      shortWords(candidate),
    );
    return h('tr', {}, h('th', { scope: 'row' }, link), ...outcomeParts(candidate).map((part) => h('td', {}, part)));
  });
  const head = h('tr', {}, ...COLUMNS.map((name) => h('th', { scope: 'col' }, name)));
  const caption = 'Strategies of which none is better in every respect: maxSurge / maxUnavailable';
  table.replaceChildren(h('caption', {}, caption), h('thead', {}, head), h('tbody', {}, ...rows));
}

function shortWords({ strategy: { maxSurge, maxUnavailable, minReadySeconds } }: Candidate): string {
  return `${maxSurge} / ${maxUnavailable}${minReadySeconds === 0 ? '' : `, ready ${minReadySeconds} s`}`;
}
