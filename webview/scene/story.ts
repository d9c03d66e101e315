import { POD_STATES, type PodState } from '../../src/engine/simulation/timeline/timeline';
import { toPixel } from '../model/axis';
import { mix } from '../model/color';
import { counted } from '../../src/model/words';
import type { Scene } from '../model/scene';
import type { State } from '../model/state';
import { layoutStory, podAtHeight, rowOfPod, storyHeight, type StoryLayout } from '../model/storyLayout';
import { numbersOf } from '../model/versions';
import { STATE_WORDS } from '../model/words';
import { h, setHidden } from '../ui/dom';
import type { View } from '../ui/store';
import type { Theme, ThemeSource } from '../ui/theme';
import { revisionColors } from './sprites';
import { fitImage, fitText } from './stagePainter';
import { createSurface } from './surface';

export interface StoryView extends View {
  readonly element: HTMLElement;
  podAt(clientY: number): number | undefined;
  themeChanged(): void;
}

export interface Gutters {
  readonly left: number;
  readonly right: number;
}

/**
 * Every pod one line over all of time. The picture does not depend on the play head, so it is drawn once per timeline, size
 * and theme; the play head moves over it as an element of its own.
 */
export function createStory(themes: ThemeSource, gutters: () => Gutters): StoryView {
  const canvas = h('canvas', { class: 'story-canvas', 'aria-hidden': 'true' });
  const mark = h('div', { class: 'story-mark', hidden: true });
  const element = h('div', { class: 'story-view' }, canvas, mark);
  const surface = createSurface(canvas);
  let drawn: { scene: Scene; theme: Theme; left: number } | undefined;
  let layout: StoryLayout | undefined;

  const markSelected = (state: State): void => {
    const row =
      drawn === undefined || layout === undefined || state.selectedPod === undefined
        ? undefined
        : rowOfPod(drawn.scene, layout, state.selectedPod);
    setHidden(mark, row === undefined);
    if (row === undefined || layout === undefined) return;
    mark.style.transform = `translateY(${row}px)`;
    mark.style.height = `${Math.max(layout.rowHeight, 3)}px`;
  };

  return {
    element,
    update: (state) => {
      if (state.shown === undefined) return false;
      const { scene } = state.shown;
      if (drawn?.scene !== scene) element.style.maxHeight = `${storyHeight(scene) + 2}px`;
      const { left, right } = gutters();
      const resized = surface.resize(element.clientWidth, element.clientHeight);
      if (resized || drawn?.scene !== scene || drawn.theme !== themes.current || drawn.left !== left) {
        layout = layoutStory(scene, surface.height);
        drawn = { scene, theme: themes.current, left };
        drawStory(
          { context: surface.context, scene, layout, theme: themes.current, left, width: surface.width - left - right },
          surface.height,
        );
      }
      markSelected(state);
      return false;
    },
    podAt: (clientY) =>
      drawn === undefined || layout === undefined
        ? undefined
        : podAtHeight(drawn.scene, layout, clientY - element.getBoundingClientRect().top),
    themeChanged: () => {
      drawn = undefined;
    },
  };
}

interface StoryPaint {
  readonly context: CanvasRenderingContext2D;
  readonly scene: Scene;
  readonly layout: StoryLayout;
  readonly theme: Theme;
  readonly left: number;
  /** Width of the time axis. */
  readonly width: number;
}

function drawStory(paint: StoryPaint, height: number): void {
  const { context, scene, layout, theme, left } = paint;
  context.clearRect(0, 0, left + paint.width + 100, height);
  const colors = revisionColors(scene.timeline.revisions, theme);
  drawBreaks(paint, height);
  for (const place of layout.groups) {
    const group = scene.story[place.group];
    if (group === undefined) continue;
    const color = colors[group.revision] ?? theme.muted;
    for (let row = 0; row < place.rows; row++) {
      const pod = group.pods[row * layout.podsPerRow];
      if (pod !== undefined) drawRow(paint, pod, place.y + row * layout.rowHeight, color);
    }
    drawGroupLabel(paint, place.y, place.rows * layout.rowHeight, group.revision, group.pods);
  }
}

/** A shortened stretch is a pale band, so that nobody reads its width as time. */
function drawBreaks({ context, scene, theme, left, width }: StoryPaint, height: number): void {
  context.fillStyle = mix(theme.foreground, theme.background, theme.highContrast ? 0.2 : 0.05);
  for (const { from, to } of scene.axis.breaks) {
    const x = left + toPixel(scene.axis, from, width);
    context.fillRect(x, 0, left + toPixel(scene.axis, to, width) - x, height);
  }
}

function drawGroupLabel(paint: StoryPaint, y: number, height: number, revision: number, pods: Int32Array): void {
  const { context, theme, scene, layout, left } = paint;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  const room = left - 12;
  if (layout.named) {
    context.fillStyle = theme.muted;
    context.font = `${Math.min(10, layout.rowHeight - 1)}px ${theme.monoFamily}`;
    pods.forEach((pod, row) => {
      const name = scene.timeline.pods.names[pod] ?? '';
      context.fillText(
        fitText(
          context,
          name
            .split('-')
            .slice(room < 70 ? -1 : -2)
            .join('-'),
          room,
        ),
        0,
        y + row * layout.rowHeight + layout.rowHeight / 2 - 0.5,
      );
    });
    return;
  }
  const info = scene.timeline.revisions[revision];
  context.font = `11px ${theme.fontFamily}`;
  const lines: [string, string, string][] = [
    [
      `${room < 70 ? 'rev.' : 'revision'} ${info === undefined ? '' : numbersOf(info)}`,
      `600 11px ${theme.fontFamily}`,
      theme.foreground,
    ],
    [fitImage(context, info?.image ?? '', room), `11px ${theme.fontFamily}`, theme.muted],
    [counted(pods.length, 'pod'), `11px ${theme.fontFamily}`, theme.muted],
    [layout.podsPerRow > 1 ? `1 row = ${layout.podsPerRow}` : '', `11px ${theme.fontFamily}`, theme.muted],
  ];
  lines.forEach(([text, font, color], index) => {
    if ((index + 1) * 14 > Math.max(height, 14)) return;
    context.font = font;
    context.fillStyle = color;
    context.fillText(fitText(context, text, room), 0, y + 7 + index * 14);
  });
}

function drawRow(paint: StoryPaint, pod: number, y: number, color: string): void {
  const { scene, width, left } = paint;
  const { pods } = scene.timeline;
  const to = pods.changeOffsets[pod + 1] as number;
  for (let index = pods.changeOffsets[pod] as number; index < to; index++) {
    const state = POD_STATES[pods.changeStates[index] as number] as PodState;
    if (state === 'Gone') continue;
    const from = left + toPixel(scene.axis, pods.changeTimes[index] as number, width);
    const until = index + 1 < to ? (pods.changeTimes[index + 1] as number) : scene.axis.end;
    const x = left + toPixel(scene.axis, until, width);
    if (x > from) drawSegment(paint, state, color, { x: from, y, width: Math.max(x - from, 0.75) });
  }
}

interface Segment {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** Dashed while starting, light when ready, solid while available, a hatched red while failing, thin while terminating. */
function drawSegment(paint: StoryPaint, state: PodState, color: string, segment: Segment): void {
  const { x, y, width } = segment;
  const { context, theme, layout } = paint;
  const gap = layout.rowHeight >= 8 ? 3 : layout.rowHeight >= 4 ? 1 : 0;
  const height = layout.rowHeight - gap;
  switch (state) {
    case 'Available':
      context.fillStyle = color;
      context.fillRect(x, y, width, height);
      break;
    case 'Ready':
      context.fillStyle = mix(color, theme.background, 0.5);
      context.fillRect(x, y, width, height);
      break;
    case 'Terminating': {
      const thin = Math.max(1, Math.min(3, Math.round(height * 0.35)));
      context.fillStyle = mix(color, theme.background, layout.rowHeight < 3 ? 0.3 : 0.5);
      context.fillRect(x, y + (height - thin) / 2, width, thin);
      break;
    }
    case 'CrashLoop':
    case 'Failed':
      context.fillStyle = theme.error;
      context.fillRect(x, y + height * 0.15, width, Math.max(1, height * 0.7));
      break;
    default:
      drawStarting(paint, state, color, segment, height);
  }
  if (width >= LABEL_WIDTH && height >= LABEL_HEIGHT && state !== 'Available' && state !== 'Terminating')
    drawStateName(paint, state, x, y, height);
}

const LABEL_WIDTH = 150;
const LABEL_HEIGHT = 9;

/** A state that lasts says its name: nobody should have to look up what waits for ten minutes. */
function drawStateName({ context, theme }: StoryPaint, state: PodState, x: number, y: number, height: number): void {
  context.font = `${Math.min(11, height + 1)}px ${theme.fontFamily}`;
  context.fillStyle = state === 'Failed' || state === 'CrashLoop' ? theme.background : theme.foreground;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.fillText(STATE_WORDS[state], x + 6, y + height / 2 + 0.5);
}

function drawStarting(
  { context, theme }: StoryPaint,
  state: PodState,
  color: string,
  { x, y, width }: Segment,
  height: number,
): void {
  if (height < 4) {
    context.fillStyle = mix(color, theme.background, 0.24);
    context.fillRect(x, y, width, height);
    return;
  }
  context.fillStyle = mix(color, theme.background, state === 'Running' ? 0.16 : 0.04);
  context.fillRect(x, y, width, height);
  context.strokeStyle = color;
  context.lineWidth = 1;
  context.setLineDash(state === 'Unscheduled' ? [1, 3] : [3, 2]);
  context.strokeRect(x + 0.5, y + 0.5, Math.max(0.5, width - 1), height - 1);
  context.setLineDash([]);
}
