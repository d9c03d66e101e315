import { valuesAt } from '../../src/engine/simulation/timelineQueries';
import { fromPixel, toDisplay, toPixel, toTime } from '../model/axis';
import { clock, grouped } from '../model/format';
import type { State } from '../model/state';
import { announcement } from '../model/words';
import { createChart } from '../scene/chart';
import { createStory, type Gutters } from '../scene/story';
import { createTrack } from '../scene/track';
import { h, setAttribute, setText } from '../ui/dom';
import type { Store, View } from '../ui/store';
import type { ThemeSource } from '../ui/theme';

export interface TimeArea extends View {
  readonly element: HTMLElement;
  /** The pod and the moment under a point of the window, for the hover text. */
  podAt(clientX: number, clientY: number): { readonly pod: number; readonly t: number } | undefined;
  themeChanged(): void;
}

const SLIDER_STEPS = 1000;
const LINES = [
  ['available', 'available'],
  ['total', 'total'],
  ['new', 'newPods'],
  ['old', 'oldPods'],
  ['ceiling', 'ceiling'],
  ['floor', 'floor'],
] as const;

/** Story, markers, chart and scrubber over one time axis, with one play head through all of them. */
export function createTimeArea(store: Store, themes: ThemeSource): TimeArea {
  const gutters = (): Gutters => ({ left: element.clientWidth < 560 ? 64 : 100, right: 16 });
  const story = createStory(themes, gutters);
  const track = createTrack(themes, gutters);
  const chart = createChart(themes, gutters);
  const head = h('div', { class: 'play-head', 'aria-hidden': 'true' });
  const values = LINES.map(([name, column]) => ({ column, value: h('b', {}), name }));
  const legend = h(
    'ul',
    { class: 'legend', 'aria-label': 'Counts at this moment' },
    ...values.map(({ name, value }) =>
      h('li', { 'data-line': name }, h('span', { class: 'swatch', 'aria-hidden': 'true' }), `${name} `, value),
    ),
  );
  const slider = h('input', { type: 'range', min: 0, max: SLIDER_STEPS, step: 1, class: 'scrubber', 'aria-label': 'Time' });
  const element = h(
    'section',
    { class: 'time-area', 'aria-label': 'The rollout over time' },
    h('div', { class: 'heading' }, h('h2', {}, 'Story — every pod one line')),
    story.element,
    h('div', { class: 'heading' }, h('h2', {}, 'Available and total'), legend),
    track.element,
    chart.element,
    h('div', { class: 'scrub-row' }, slider),
    head,
  );
  const seekTo = (clientX: number): void => {
    const { shown } = store.state;
    if (shown === undefined) return;
    const { left, right } = gutters();
    const x = clientX - element.getBoundingClientRect().left - left;
    store.dispatch({ type: 'seeked', time: fromPixel(shown.scene.axis, x, element.clientWidth - left - right) });
  };
  slider.addEventListener('input', () => {
    const { shown } = store.state;
    if (shown === undefined) return;
    const { axis } = shown.scene;
    store.dispatch({ type: 'seeked', time: toTime(axis, (Number(slider.value) / SLIDER_STEPS) * axis.length) });
  });
  listenToPointer(element, [story.element, track.element, chart.element], seekTo, (clientY) => {
    const pod = story.podAt(clientY);
    if (pod !== undefined) store.dispatch({ type: 'podSelected', pod });
  });

  const showTime = (state: State): void => {
    const { shown, playback } = state;
    if (shown === undefined) return;
    const { axis } = shown.scene;
    const { left, right } = gutters();
    const x = left + toPixel(axis, playback.time, element.clientWidth - left - right);
    head.style.transform = `translateX(${x.toFixed(1)}px)`;
    element.style.setProperty('--gutter-left', `${left}px`);
    slider.value = String(Math.round((toDisplay(axis, playback.time) / axis.length) * SLIDER_STEPS));
    element.style.setProperty('--share', String(toDisplay(axis, playback.time) / axis.length));
    const totals = valuesAt(shown.timeline.totals, playback.time);
    for (const { column, value } of values) setText(value, totals === undefined ? '–' : grouped(totals[column]));
    if (!playback.playing)
      setAttribute(slider, 'aria-valuetext', `${clock(playback.time)}. ${announcement(shown.timeline, playback.time)}`);
  };

  return {
    element,
    update: (state, frame) => {
      story.update(state, frame);
      track.update(state, frame);
      chart.update(state, frame);
      showTime(state);
      return false;
    },
    podAt: (clientX, clientY) => {
      const { shown } = store.state;
      const pod = story.podAt(clientY);
      if (shown === undefined || pod === undefined) return undefined;
      const { left, right } = gutters();
      const x = clientX - element.getBoundingClientRect().left - left;
      return { pod, t: fromPixel(shown.scene.axis, x, element.clientWidth - left - right) };
    },
    themeChanged: () => {
      story.themeChanged();
      track.themeChanged();
      chart.themeChanged();
    },
  };
}

/** Pressing and dragging anywhere over the time axis scrubs; a press that does not move also picks the pod under it. */
function listenToPointer(
  element: HTMLElement,
  surfaces: readonly HTMLElement[],
  seekTo: (clientX: number) => void,
  pick: (clientY: number) => void,
): void {
  let pressedAt: number | undefined;
  for (const [index, surface] of surfaces.entries()) {
    surface.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      pressedAt = event.clientX;
      surface.setPointerCapture(event.pointerId);
      seekTo(event.clientX);
    });
    surface.addEventListener('pointermove', ({ clientX }) => {
      if (pressedAt !== undefined) seekTo(clientX);
    });
    surface.addEventListener('pointerup', ({ clientX, clientY }) => {
      if (index === 0 && pressedAt !== undefined && Math.abs(clientX - pressedAt) < 4) pick(clientY);
      pressedAt = undefined;
    });
    surface.addEventListener('pointercancel', () => {
      pressedAt = undefined;
    });
  }
  void element;
}
