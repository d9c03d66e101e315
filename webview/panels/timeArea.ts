import { valuesAt } from '../../src/engine/simulation/timeline/timelineQueries';
import { fromPixel, toDisplay, toPixel, toTime, type TimeAxis } from '../model/axis';
import { grouped } from '../../src/model/words';
import type { LaneName, LanePlan } from '../model/lanes';
import { marksBetween } from '../model/marks';
import { announcement } from '../model/words';
import { createChart } from '../scene/chart';
import { createRequests } from '../scene/requests';
import { createStory, type Gutters } from '../scene/story';
import { createTrack } from '../scene/track';
import { createRequestLegend } from './requestLegend';
import { h, setAttribute, setHidden, setText } from '../ui/dom';
import type { Store, View } from '../ui/store';
import type { ThemeSource } from '../ui/theme';

export interface TimeArea extends View {
  readonly element: HTMLElement;
  /** Shows those of its lanes that there is room for. */
  setLanes(open: LanePlan['open']): void;
  /** The pod and the moment under a point of the window, for the hover text. */
  podAt(clientX: number, clientY: number): { readonly pod: number; readonly t: number } | undefined;
  /** What the markers near a point of the window stand for. */
  marksAt(clientX: number, clientY: number): readonly string[];
  themeChanged(): void;
}

const SLIDER_STEPS = 1000;
const COUNTS_WIDTH = 44;
/** How far from a marker the pointer may be. */
const NEAR_PIXELS = 6;
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
  const gutters = (): Gutters => guttersOf(element);
  const story = createStory(themes, gutters);
  const track = createTrack(themes, gutters);
  const chart = createChart(themes, gutters);
  const requests = createRequests(themes, gutters);
  const pictures = [story, track, chart, requests];
  const head = h('div', { class: 'play-head', 'aria-hidden': 'true' });
  const [legend, requestLegend] = [createLegend(), createRequestLegend(store)];
  const scrubber = createScrubber(store);
  const lanes: readonly Lane[] = [
    { name: 'story', heading: heading('Story — every pod one line'), picture: story.element },
    // What happened and how things stand is told with any picture.
    { heading: heading('Available and total', legend.element), picture: track.element },
    { name: 'chart', picture: chart.element },
    { name: 'requests', heading: heading('Requests that fail', requestLegend.element), picture: requests.element },
  ];
  const element = createFrame(lanes, h('div', { class: 'scrub-row' }, scrubber.element), head);
  const timeAt = (clientX: number): number => {
    const { shown } = store.state;
    const { left, right } = gutters();
    const x = clientX - element.getBoundingClientRect().left - left;
    return shown === undefined ? 0 : fromPixel(shown.scene.axis, x, element.clientWidth - left - right);
  };
  listenToPointer(
    pictures.map((picture) => picture.element),
    (clientX) => {
      store.dispatch({ type: 'seeked', time: timeAt(clientX) });
    },
    (clientY) => {
      const pod = story.podAt(clientY);
      if (pod !== undefined) store.dispatch({ type: 'podSelected', pod });
    },
  );
  return {
    element,
    update: (state, frame) => {
      for (const part of [...pictures, legend, requestLegend, scrubber]) part.update(state, frame);
      if (state.shown !== undefined) movePlayHead(element, head, gutters(), state.shown.scene.axis, state.playback.time);
      return false;
    },
    setLanes: (open) => {
      showLanes(element, lanes, open);
    },
    podAt: (clientX, clientY) => {
      const pod = isOver(story.element, clientY) ? story.podAt(clientY) : undefined;
      return pod === undefined ? undefined : { pod, t: timeAt(clientX) };
    },
    marksAt: (clientX, clientY) => {
      const { shown } = store.state;
      if (shown === undefined || !isOver(track.element, clientY)) return [];
      return marksBetween(shown.timeline, timeAt(clientX - NEAR_PIXELS), timeAt(clientX + NEAR_PIXELS));
    },
    themeChanged: () => {
      for (const picture of pictures) picture.themeChanged();
    },
  };
}

/** A picture over the axis of time, with what is written above it. Without a name it is always there. */
interface Lane {
  readonly name?: LaneName;
  readonly heading?: HTMLElement;
  readonly picture: HTMLElement;
}

const heading = (title: string, more?: HTMLElement): HTMLElement => h('div', { class: 'heading' }, h('h2', {}, title), more);

function createFrame(lanes: readonly Lane[], ...rest: readonly HTMLElement[]): HTMLElement {
  for (const { name, picture } of lanes) setAttribute(picture, 'data-lane', name);
  const pictures = lanes.flatMap(({ heading: title, picture }) => (title === undefined ? [picture] : [title, picture]));
  return h('section', { class: 'time-area has-story', 'aria-label': 'The rollout over time' }, ...pictures, ...rest);
}

function showLanes(element: HTMLElement, lanes: readonly Lane[], open: LanePlan['open']): void {
  for (const { name, heading: title, picture } of lanes) {
    const isHidden = name !== undefined && !open.has(name);
    setHidden(picture, isHidden);
    if (title !== undefined) setHidden(title, isHidden);
  }
  element.classList.toggle('has-story', open.has('story'));
}

/** Without the story only counts stand at the left. */
function guttersOf(element: HTMLElement): Gutters {
  const left = element.classList.contains('has-story') ? (element.clientWidth < 560 ? 74 : 100) : COUNTS_WIDTH;
  return { left, right: 16 };
}

function movePlayHead(element: HTMLElement, head: HTMLElement, { left, right }: Gutters, axis: TimeAxis, time: number): void {
  const x = left + toPixel(axis, time, element.clientWidth - left - right);
  head.style.transform = `translateX(${x.toFixed(1)}px)`;
  element.style.setProperty('--gutter-left', `${left}px`);
  element.style.setProperty('--share', String(toDisplay(axis, time) / axis.length));
}

interface Part extends View {
  readonly element: HTMLElement;
}

/** What the lines of the chart are, and their values at this moment. */
function createLegend(): Part {
  const values = LINES.map(([name, column]) => ({ column, value: h('b', {}), name }));
  const element = h(
    'ul',
    { class: 'legend', 'aria-label': 'Counts at this moment' },
    ...values.map(({ name, value }) =>
      h('li', { 'data-line': name }, h('span', { class: 'swatch', 'aria-hidden': 'true' }), `${name} `, value),
    ),
  );
  return {
    element,
    update: ({ shown, playback }) => {
      const totals = shown && valuesAt(shown.timeline.totals, playback.time);
      for (const { column, value } of values) setText(value, totals === undefined ? '–' : grouped(totals[column]));
      return false;
    },
  };
}

function createScrubber(store: Store): Part {
  const element = h('input', { type: 'range', min: 0, max: SLIDER_STEPS, step: 1, class: 'scrubber', 'aria-label': 'Time' });
  element.addEventListener('input', () => {
    const { shown } = store.state;
    if (shown === undefined) return;
    const { axis } = shown.scene;
    store.dispatch({ type: 'seeked', time: toTime(axis, (Number(element.value) / SLIDER_STEPS) * axis.length) });
  });
  return {
    element,
    update: ({ shown, playback }) => {
      if (shown === undefined) return false;
      const { axis } = shown.scene;
      element.value = String(Math.round((toDisplay(axis, playback.time) / axis.length) * SLIDER_STEPS));
      if (playback.playing) return false;
      setAttribute(element, 'aria-valuetext', announcement(shown.timeline, playback.time));
      return false;
    },
  };
}

function isOver(element: HTMLElement, clientY: number): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return clientY >= top && clientY < bottom;
}

/** Pressing and dragging anywhere over the time axis scrubs; a press that does not move also picks the pod under it. */
function listenToPointer(
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
}
