import { POD_STATES, type PodState } from '../../src/engine/simulation/timeline/timeline';
import { valuesAt } from '../../src/engine/simulation/timeline/timelineQueries';
import { counted, formatMoment, grouped } from '../../src/model/words';
import type { State } from '../model/state';
import { othersAt, pastWords, STATE_WORDS } from '../model/words';
import { drawPod } from '../scene/glyphs';
import type { StageView } from '../scene/stage';
import { createSurface } from '../scene/surface';
import { button } from '../ui/controls';
import { h, setHidden, setText } from '../ui/dom';
import type { Store, View } from '../ui/store';
import type { ThemeSource } from '../ui/theme';

export interface StageArea extends View {
  readonly element: HTMLElement;
  themeChanged(): void;
}

const ZOOM_SIZES = [8, 12, 18, 26, 38, 56] as const;

/** The stage with its heading, its numbers, its zoom and its key. */
export function createStageArea(store: Store, stage: StageView, themes: ThemeSource): StageArea {
  const time = h('span', { class: 'now-time' });
  const numbers = h('span', { class: 'numbers' });
  const scale = h('span', { class: 'aside' });
  const key = h('ul', { class: 'key', 'aria-label': 'What the shapes mean' });
  const element = h(
    'section',
    { class: 'stage-area', 'data-lane': 'pods', 'aria-label': 'Pods at this moment' },
    h('div', { class: 'heading' }, h('h2', {}, 'Now — ', time), numbers, scale, createZoomBar(store)),
    stage.element,
    key,
  );
  stage.element.addEventListener('wheel', (event) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    store.dispatch({ type: 'zoomed', zoom: nextZoom(store.state.zoom, event.deltaY < 0 ? 1 : -1) });
  });
  let keyOf: State['shown'];
  return {
    element,
    update: (state, frame) => {
      const { shown } = state;
      if (shown === undefined) return false;
      const t = state.playback.time;
      setText(time, t < 0 ? pastWords(shown.scenario) : formatMoment(t, shown.timeline.end < 120));
      setText(numbers, numbersAt(state));
      if (keyOf !== shown) drawKey(key, shown.timeline.pods.changeStates, themes);
      keyOf = shown;
      const moving = stage.update(state, frame);
      const perTile = stage.element.dataset['aggregated'];
      const unit = shown.scene.kind === 'nodes' ? Number(perTile) / 2 : Number(perTile);
      setText(scale, perTile === undefined ? '' : `1 tile = ${unit} ${shown.scene.kind === 'nodes' ? 'nodes' : 'pods'}`);
      setHidden(scale, perTile === undefined);
      return moving;
    },
    themeChanged: () => {
      keyOf = undefined;
      stage.themeChanged();
    },
  };
}

function createZoomBar(store: Store): HTMLElement {
  const zoomButton = (label: string, title: string, id: string, next: () => State['zoom']): HTMLElement =>
    button({
      label,
      title,
      appearance: 'icon',
      id,
      onClick: () => {
        store.dispatch({ type: 'zoomed', zoom: next() });
      },
    });
  return h(
    'span',
    { class: 'zoom', role: 'group', 'aria-label': 'Zoom of the pods' },
    zoomButton('−', 'Smaller pods', 'zoom-out', () => nextZoom(store.state.zoom, -1)),
    zoomButton('fit', 'Fit all pods', 'zoom-fit', () => 'fit'),
    zoomButton('+', 'Larger pods', 'zoom-in', () => nextZoom(store.state.zoom, 1)),
  );
}

function nextZoom(zoom: State['zoom'], direction: 1 | -1): State['zoom'] {
  if (zoom === 'fit') return direction > 0 ? 18 : 8;
  const next = direction > 0 ? ZOOM_SIZES.find((size) => size > zoom) : ZOOM_SIZES.findLast((size) => size < zoom);
  return next ?? zoom;
}

function numbersAt({ shown, playback }: State): string {
  const totals = shown && valuesAt(shown.timeline.totals, playback.time);
  if (shown === undefined || totals === undefined) return '';
  const parts = [`${grouped(totals.available)} of ${grouped(totals.desired)} available`, counted(totals.total, 'pod')];
  if (totals.terminating > 0) parts.push(`+ ${grouped(totals.terminating)} terminating`);
  for (const { name, available, desired } of othersAt(shown.timeline, playback.time).slice(0, MOST_OTHERS))
    parts.push(`${name} ${grouped(available)} of ${grouped(desired)}`);
  return parts.join(' · ');
}

/** The table beside the stage has all of them. */
const MOST_OTHERS = 3;
const KEY_SIZE = 18;

/** Only the states that occur: nobody should have to read about crash loops in a rollout without any. */
function drawKey(list: HTMLElement, states: Uint8Array, themes: ThemeSource): void {
  const used = new Set(states);
  const items = POD_STATES.filter((state, index) => used.has(index) && state !== 'Gone').map((state) => keyItem(state, themes));
  list.replaceChildren(...items);
}

function keyItem(state: PodState, { current }: ThemeSource): HTMLElement {
  const canvas = h('canvas', { 'aria-hidden': 'true' });
  const surface = createSurface(canvas);
  surface.resize(KEY_SIZE, KEY_SIZE);
  drawPod(surface.context, state, current.current, current, KEY_SIZE);
  return h('li', {}, canvas, STATE_WORDS[state]);
}
