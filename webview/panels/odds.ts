import type { Bar, ManyRuns } from '../../src/engine/simulation/batch/statistics';
import { barLabel, chanceRows, durationSentence } from '../../src/engine/simulation/words/manyText';
import { counted, formatDuration, grouped } from '../../src/model/words';
import { isSameButForSeed, type Odds } from '../model/odds';
import type { State } from '../model/state';
import { button, progressRing } from '../ui/controls';
import { h, setHidden, setMessage, setText } from '../ui/dom';
import type { Store, View } from '../ui/store';
import { createCauses } from './causes';

export interface OddsView extends View {
  readonly element: HTMLElement;
}

export interface OddsActions {
  /** Somebody may be about to ask. */
  readonly prepare: () => void;
  readonly play: () => void;
  readonly cancel: () => void;
}

/** How sure is the answer? The rollout played a thousand times: how long it takes, and how often something goes wrong. */
export function createOdds(store: Store, { play, cancel }: OddsActions): OddsView {
  const progress = h('span', {});
  const busy = h(
    'div',
    { class: 'actions', hidden: true },
    progressRing('Playing the rollout many times'),
    progress,
    button({ label: 'Stop', id: 'stop-odds', onClick: cancel }),
  );
  const again = h('div', { class: 'actions', hidden: true }, button({ label: 'Play them all', id: 'play-odds', onClick: play }));
  const problem = h('p', { class: 'error-text', role: 'alert', hidden: true });
  const picture = createHistogram(store);
  const causes = createCauses();
  const intro =
    'The same rollout again and again, each time with other start times, places and accidents. The pale band in the chart: where the available pods are in eight of ten runs.';
  const element = h(
    'div',
    { class: 'panel odds' },
    h('h2', {}, 'How sure is that?'),
    h('p', { class: 'aside' }, intro),
    busy,
    again,
    problem,
    picture.element,
    causes.element,
  );
  let drawn: { readonly odds: Odds | undefined; readonly shown: State['shown'] } | undefined;
  return {
    element,
    update: ({ odds, shown, panel }) => {
      if (panel !== 'odds' || (drawn?.odds === odds && drawn?.shown === shown)) return false;
      drawn = { odds, shown };
      const isAbout = odds !== undefined && shown !== undefined && isSameButForSeed(odds.scenario, shown.scenario);
      setHidden(busy, odds?.running !== true);
      setHidden(again, odds === undefined || odds.running || (isAbout && odds.played >= odds.runs));
      setMessage(problem, odds?.problem && `It cannot be played: ${odds.problem}`);
      if (odds === undefined) return false;
      setText(
        progress,
        odds.played < odds.runs ? `${grouped(odds.played)} of ${counted(odds.runs, 'run')}` : 'what matters most',
      );
      picture.show(odds.summary, isAbout ? shown.timeline.facts.duration : undefined);
      causes.show(odds.causes);
      return false;
    },
  };
}

interface Histogram {
  readonly element: HTMLElement;
  /** `now`: how long the run takes that is on show. */
  show(summary: ManyRuns | undefined, now: number | undefined): void;
}

function createHistogram(store: Store): Histogram {
  const sentence = h('p', { class: 'odds-sentence', 'aria-live': 'polite' });
  const plot = h('div', { class: 'odds-plot', role: 'group', 'aria-label': 'Runs by duration; choose one to play it' });
  const ends = h('div', { class: 'odds-ends', 'aria-hidden': 'true' });
  const chances = h('table', { class: 'odds-table' });
  const rows = h('table', { class: 'odds-table' });
  const table = h('details', {}, h('summary', {}, 'As a table'), rows);
  const element = h('div', { hidden: true }, sentence, plot, ends, chances, table);
  const play = (seed: number): void => {
    store.dispatch({ type: 'tuned', tuning: { seed } });
  };
  return {
    element,
    show: (summary, now) => {
      setHidden(element, summary === undefined);
      if (summary === undefined) return;
      setText(sentence, `${durationSentence(summary)}.`);
      setHidden(plot, summary.histogram.length === 0);
      drawBars(plot, ends, summary, now, play);
      drawChances(chances, summary, play);
      drawRows(rows, summary.histogram, play);
    },
  };
}

/** A few bars do not fill the whole width. */
const LEAST_BARS = 9;

function drawBars(
  plot: HTMLElement,
  ends: HTMLElement,
  { histogram, duration, runs }: ManyRuns,
  now: number | undefined,
  play: (seed: number) => void,
): void {
  const [first, last] = [histogram[0], histogram.at(-1)];
  if (first === undefined || last === undefined || duration === undefined) {
    ends.replaceChildren();
    return;
  }
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset['bar'] : undefined;
  const width = first.to - first.from;
  const air = Math.max(0, (LEAST_BARS * width - (last.to - first.from)) / 2);
  const [from, length] = [first.from - air, last.to - first.from + 2 * air];
  const percent = (seconds: number): string => `${((seconds / length) * 100).toFixed(2)}%`;
  const most = Math.max(...histogram.map(({ count }) => count));
  const bars = histogram.map((bar) => {
    const isNow = now !== undefined && now >= bar.from && now < bar.to;
    const text = `${barLabel(bar)}: ${counted(bar.count, 'run')} of ${grouped(runs)}. ${isNow ? 'The one on show is here.' : 'Play one.'}`;
    const element = h('button', {
      class: isNow ? 'odds-bar is-now' : 'odds-bar',
      title: text,
      'aria-label': text,
      'data-bar': bar.from,
      onclick: () => {
        play(bar.seed);
      },
    });
    element.style.left = percent(bar.from - from);
    element.style.width = percent(width);
    element.style.setProperty('--height', `${((bar.count / most) * 100).toFixed(1)}%`);
    return element;
  });
  const marks = ([50, 90, 99] as const).map((share) => {
    const words = h('span', {}, `p${share} ${formatDuration(duration[`p${share}`])}`);
    const mark = h('div', { class: `odds-mark is-p${share}`, 'aria-hidden': 'true' }, words);
    mark.style.left = percent(duration[`p${share}`] - from);
    return mark;
  });
  plot.replaceChildren(...bars, ...marks);
  ends.replaceChildren(h('span', {}, formatDuration(first.from)), h('span', {}, formatDuration(last.to)));
  if (focused !== undefined) plot.querySelector<HTMLElement>(`[data-bar="${focused}"]`)?.focus();
}

/** So many runs that failed are offered. */
const FAILED_OFFERED = 3;

function drawChances(table: HTMLTableElement, summary: ManyRuns, play: (seed: number) => void): void {
  const rows = chanceRows({ ...summary, failedSeeds: [] }).map(({ label, value }) =>
    h('tr', {}, h('th', { scope: 'row' }, label), h('td', {}, value)),
  );
  const links = summary.failedSeeds.slice(0, FAILED_OFFERED).map((seed) => playLink(seed, play));
  if (links.length > 0) rows[0]?.lastElementChild?.append(', such as', ...links.flatMap((link) => [' ', link]));
  table.replaceChildren(h('caption', { class: 'sr-only' }, 'How often something goes wrong'), h('tbody', {}, ...rows));
}

function playLink(seed: number, play: (seed: number) => void): HTMLElement {
  const onclick = (): void => {
    play(seed);
  };
  return h(
    'button',
    { class: 'link', title: 'Play this run', 'aria-label': `Play the run with seed ${seed}`, onclick },
    `seed ${seed}`,
  );
}

function drawRows(table: HTMLTableElement, bars: readonly Bar[], play: (seed: number) => void): void {
  const head = h('tr', {}, ...['duration', 'runs', 'one of them'].map((name) => h('th', { scope: 'col' }, name)));
  const rows = bars.map((bar) =>
    h('tr', {}, h('th', { scope: 'row' }, barLabel(bar)), h('td', {}, grouped(bar.count)), h('td', {}, playLink(bar.seed, play))),
  );
  table.replaceChildren(h('caption', { class: 'sr-only' }, 'Runs by duration'), h('thead', {}, head), h('tbody', {}, ...rows));
}
