import { counted, formatDuration, formatMoment, grouped } from '../../src/model/words';
import type { IntOrString } from '../../src/model/intOrPercent';
import { strategyOf } from '../model/edits';
import type { State, StrategyMap } from '../model/state';
import { durationLevel, hasResult, isComplete, paretoFront, type MapCell } from '../model/strategyMap';
import { button, progressRing } from '../ui/controls';
import { h, setHidden, setText } from '../ui/dom';
import type { Store, View } from '../ui/store';

export interface MapView extends View {
  readonly element: HTMLElement;
}

/** All pairs of maxSurge and maxUnavailable at once: how long each takes, and which are worth considering. */
export function createMap(store: Store, cancel: () => void): MapView {
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
  const element = h(
    'div',
    { class: 'panel map' },
    h('h2', {}, 'Strategy map'),
    h(
      'p',
      { class: 'aside' },
      'Every cell is a whole rollout with these two values. The bluer, the longer it takes. A marked corner: no other pair beats it in time, fewest available and peak together. Click to use a pair.',
    ),
    h('p', { class: 'map-axes' }, 'Rows: ', h('b', {}, 'maxSurge'), ' · columns: ', h('b', {}, 'maxUnavailable')),
    busy,
    h('div', { class: 'map-scroll', tabindex: '0', role: 'region', 'aria-label': 'Strategy map' }, table),
    info,
  );
  let drawn: Pick<State, 'map' | 'wanted'> | undefined;
  return {
    element,
    update: (state) => {
      const { map, wanted } = state;
      if (state.panel !== 'map' || (map === drawn?.map && wanted === drawn?.wanted)) return false;
      drawn = { map, wanted };
      setHidden(busy, map?.running !== true);
      if (map === undefined) return false;
      const done = map.cells.filter((cell) => cell !== undefined).length;
      setText(progress, `${done} of ${map.cells.length} rollouts`);
      drawMap(table, info, map, store);
      return false;
    },
  };
}

function drawMap(table: HTMLTableElement, info: HTMLElement, map: StrategyMap, store: Store): void {
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset['cell'] : undefined;
  const front = map.running ? [] : paretoFront(map.cells);
  const now = strategyOf((store.state.wanted ?? map.scenario).workload.after);
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
        return h('td', {}, mapCell({ map, index, surge, unavailable, isNow, isFront: front[index] === true, info, store }));
      }),
    ),
  );
  table.replaceChildren(
    h('caption', { class: 'sr-only' }, 'Duration by maxSurge (rows) and maxUnavailable (columns)'),
    h('thead', {}, head),
    h('tbody', {}, ...rows),
  );
  if (focused !== undefined) table.querySelector<HTMLElement>(`[data-cell="${focused}"]`)?.focus();
}

interface CellPaint {
  readonly map: StrategyMap;
  readonly index: number;
  readonly surge: IntOrString;
  readonly unavailable: IntOrString;
  readonly isNow: boolean;
  readonly isFront: boolean;
  readonly info: HTMLElement;
  readonly store: Store;
}

function mapCell({ map, index, surge, unavailable, isNow, isFront, info, store }: CellPaint): HTMLElement {
  const cell = map.cells[index];
  const text = `maxSurge ${surge}, maxUnavailable ${unavailable}: ${cellWords(cell)}${isFront ? ' No other pair beats it.' : ''}${isNow ? ' In use.' : ''}`;
  const tell = (): void => {
    setText(info, text);
  };
  const element = h(
    'button',
    {
      class: ['map-cell', isNow && 'is-now', isFront && 'is-front', cell !== undefined && `is-${cell.kind}`]
        .filter(Boolean)
        .join(' '),
      'aria-label': `${cellText(cell)} ${text}`.trim(),
      title: text,
      'data-cell': index,
      onmouseenter: tell,
      onfocus: tell,
      onclick: () => {
        if (cell?.kind !== 'notAllowed')
          store.dispatch({ type: 'tuned', tuning: { maxSurge: surge, maxUnavailable: unavailable } });
      },
    },
    cellText(cell),
  );
  if (isComplete(cell)) element.style.setProperty('--level', String(Math.round(durationLevel(cell, map.cells) * 100)));
  return element;
}

function cellText(cell: MapCell | undefined): string {
  if (cell === undefined) return '';
  if (isComplete(cell)) return formatMoment(cell.duration);
  return cell.kind === 'notAllowed' ? '–' : '✕';
}

function cellWords(cell: MapCell | undefined): string {
  if (cell === undefined) return 'not computed yet.';
  if (!hasResult(cell)) return `${cell.reason}.`;
  const outcome = isComplete(cell) ? `completes in ${formatDuration(cell.duration)}` : 'does not complete';
  return `${outcome}, never below ${grouped(cell.minAvailable)} available, peak ${counted(cell.maxPods, 'pod')}.`;
}
