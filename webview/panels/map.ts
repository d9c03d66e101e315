import { counted, formatDuration, formatMoment, grouped } from '../../src/model/words';
import type { IntOrString } from '../../src/model/intOrPercent';
import { amount } from '../model/requests';
import { strategyOf } from '../model/edits';
import { isSameSearch, placesOf } from '../model/search';
import type { State, StrategyMap } from '../model/state';
import { hasResult, isComplete, levelOf, MEASURES, paretoFront, type MapCell, type Measure } from '../model/strategyMap';
import { button, progressRing, select } from '../ui/controls';
import { h, setHidden, setText } from '../ui/dom';
import type { Store, View } from '../ui/store';

export interface MapView extends View {
  readonly element: HTMLElement;
}

/** All pairs of maxSurge and maxUnavailable at once: how long each takes, and which are worth considering. */
export function createMap(store: Store, search: HTMLElement, cancel: () => void): MapView {
  const table = h('table', { class: 'map-table' });
  const info = h('p', { class: 'map-info', 'aria-live': 'polite' });
  const progress = h('span', {});
  const busy = h(
    'div',
    { class: 'actions', hidden: true },
    progressRing('Computing the map'),
    progress,
    button({ label: 'Stop', id: 'stop-map', onClick: cancel }),
  );
  let measure: Measure = 'duration';
  const chooser = select({
    label: 'What the cells show',
    options: MEASURES.map((value) => ({ value, label: MEASURE_WORDS[value] })),
    value: measure,
    onChange: (value) => {
      measure = value;
      if (store.state.map !== undefined) drawMap(table, info, store.state.map, { store, measure });
    },
  });
  const element = h(
    'div',
    { class: 'panel map' },
    search,
    h('h2', {}, 'Strategy map'),
    h(
      'p',
      { class: 'aside' },
      'Every cell is a whole rollout with these two values. The bluer, the worse. A marked corner: no other pair beats it in time, fewest available, peak and failed requests together. Click to use a pair.',
    ),
    h('div', { class: 'field wide' }, h('span', { class: 'field-label' }, 'shown'), chooser),
    h('p', { class: 'map-axes' }, 'Rows: ', h('b', {}, 'maxSurge'), ' · columns: ', h('b', {}, 'maxUnavailable')),
    busy,
    h('div', { class: 'map-scroll', tabindex: '0', role: 'region', 'aria-label': 'Strategy map' }, table),
    info,
  );
  let drawn: Pick<State, 'map' | 'wanted' | 'search'> | undefined;
  return {
    element,
    update: (state) => {
      const { map, wanted, search: found } = state;
      if (state.panel !== 'map' || (map === drawn?.map && wanted === drawn?.wanted && found === drawn?.search)) return false;
      drawn = { map, wanted, search: found };
      setHidden(busy, map?.running !== true);
      if (map === undefined) return false;
      const done = map.cells.filter((cell) => cell !== undefined).length;
      setText(progress, `${done} of ${map.cells.length} rollouts`);
      drawMap(table, info, map, { store, measure });
      return false;
    },
  };
}

const MEASURE_WORDS: Readonly<Record<Measure, string>> = {
  duration: 'how long it takes',
  available: 'fewest available',
  requests: 'failed requests',
};

interface MapLook {
  readonly store: Store;
  readonly measure: Measure;
}

function drawMap(table: HTMLTableElement, info: HTMLElement, map: StrategyMap, look: MapLook): void {
  const { store, measure } = look;
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset['cell'] : undefined;
  const { search, wanted } = store.state;
  const found = placesOf(search !== undefined && isSameSearch(search, wanted ?? map.scenario) ? search : undefined, map);
  // What was played often says more than the one run of each cell.
  const front = map.running || found.size > 0 ? [] : paretoFront(map.cells);
  const now = strategyOf((wanted ?? map.scenario).workload.after);
  const columns = map.axes.unavailables;
  const head = h('tr', {}, h('td', { class: 'corner' }), ...columns.map((value) => h('th', { scope: 'col' }, String(value))));
  const rows = map.axes.surges.map((surge, row) =>
    h(
      'tr',
      {},
      h('th', { scope: 'row' }, String(surge)),
      ...columns.map((unavailable, column) => {
        const index = row * columns.length + column;
        const isNow = now.maxSurge === surge && now.maxUnavailable === unavailable;
        return h(
          'td',
          {},
          mapCell({
            map,
            index,
            surge,
            unavailable,
            isNow,
            isFront: front[index] === true || found.has(index),
            isChosen: found.get(index) === 'chosen',
            info,
            ...look,
          }),
        );
      }),
    ),
  );
  table.replaceChildren(
    h('caption', { class: 'sr-only' }, `${MEASURE_WORDS[measure]}, by maxSurge (rows) and maxUnavailable (columns)`),
    h('thead', {}, head),
    h('tbody', {}, ...rows),
  );
  if (focused !== undefined) table.querySelector<HTMLElement>(`[data-cell="${focused}"]`)?.focus();
}

interface CellPaint extends MapLook {
  readonly map: StrategyMap;
  readonly index: number;
  readonly surge: IntOrString;
  readonly unavailable: IntOrString;
  readonly isNow: boolean;
  readonly isFront: boolean;
  /** By the search. */
  readonly isChosen: boolean;
  readonly info: HTMLElement;
}

function mapCell({ map, index, surge, unavailable, isNow, isFront, isChosen, info, store, measure }: CellPaint): HTMLElement {
  const cell = map.cells[index];
  const text = `maxSurge ${surge}, maxUnavailable ${unavailable}: ${cellWords(cell)}${isFront ? ' No other pair beats it.' : ''}${isChosen ? ' Found for the goal.' : ''}${isNow ? ' In use.' : ''}`;
  const tell = (): void => {
    setText(info, text);
  };
  const element = h(
    'button',
    {
      class: [
        'map-cell',
        isNow && 'is-now',
        isFront && 'is-front',
        isChosen && 'is-chosen',
        cell !== undefined && `is-${cell.kind}`,
      ]
        .filter(Boolean)
        .join(' '),
      'aria-label': `${cellText(cell, measure)} ${text}`.trim(),
      title: text,
      'data-cell': index,
      onmouseenter: tell,
      onfocus: tell,
      onclick: () => {
        if (cell?.kind !== 'notAllowed')
          store.dispatch({ type: 'tuned', tuning: { maxSurge: surge, maxUnavailable: unavailable } });
      },
    },
    cellText(cell, measure),
  );
  if (isComplete(cell)) element.style.setProperty('--level', String(Math.round(levelOf(cell, map.cells, measure) * 100)));
  return element;
}

function cellText(cell: MapCell | undefined, measure: Measure): string {
  if (cell === undefined) return '';
  if (isComplete(cell) && measure === 'requests') return cell.lost === undefined ? '?' : amount(cell.lost);
  if (isComplete(cell)) return measure === 'available' ? grouped(cell.minAvailable) : formatMoment(cell.duration);
  return cell.kind === 'notAllowed' ? '–' : '✕';
}

function cellWords(cell: MapCell | undefined): string {
  if (cell === undefined) return 'not computed yet.';
  if (!hasResult(cell)) return `${cell.reason}.`;
  const outcome = isComplete(cell) ? `completes in ${formatDuration(cell.duration)}` : 'does not complete';
  const lost =
    cell.lost === undefined ? '' : `, ${cell.lost === 0 ? 'no request fails' : `about ${amount(cell.lost)} requests fail`}`;
  return `${outcome}, never below ${grouped(cell.minAvailable)} available, peak ${counted(cell.maxPods, 'pod')}${lost}.`;
}
