import { isFault } from '../../src/engine/simulation/scenario/actionWords';
import { toPixel } from '../model/axis';
import { isSignificant } from '../model/happenings';
import type { Scene } from '../model/scene';
import { h } from '../ui/dom';
import type { View } from '../ui/store';
import type { Theme, ThemeSource } from '../ui/theme';
import type { Gutters } from './story';
import { createSurface } from './surface';

export interface TrackView extends View {
  readonly element: HTMLElement;
  themeChanged(): void;
}

/** A narrow strip of markers: syncs as ticks, edits as triangles, faults as diamonds, conditions as flags. */
export function createTrack(themes: ThemeSource, gutters: () => Gutters): TrackView {
  const canvas = h('canvas', { 'aria-hidden': 'true' });
  const element = h('div', { class: 'track-view' }, canvas);
  const surface = createSurface(canvas);
  let drawn: { scene: Scene; theme: Theme; left: number } | undefined;
  return {
    element,
    update: ({ shown }) => {
      if (shown === undefined) return false;
      const { left, right } = gutters();
      const resized = surface.resize(element.clientWidth, element.clientHeight);
      if (!resized && drawn?.scene === shown.scene && drawn.theme === themes.current && drawn.left === left) return false;
      drawn = { scene: shown.scene, theme: themes.current, left };
      surface.context.clearRect(0, 0, surface.width, surface.height);
      drawTrack(surface.context, shown.scene, themes.current, left, surface.width - left - right);
      return false;
    },
    themeChanged: () => {
      drawn = undefined;
    },
  };
}

function drawTrack(
  context: CanvasRenderingContext2D,
  { axis, timeline }: Scene,
  theme: Theme,
  left: number,
  width: number,
): void {
  const x = (t: number): number => left + toPixel(axis, t, width);
  const ticks = new Map<number, boolean>();
  for (const decision of timeline.decisions) {
    const pixel = Math.round(x(decision.t));
    ticks.set(pixel, ticks.get(pixel) === true || isSignificant(decision));
  }
  for (const [pixel, isNotable] of ticks) {
    context.fillStyle = isNotable ? theme.accent : theme.border;
    context.fillRect(pixel, isNotable ? 4 : 7, 1.5, isNotable ? 10 : 4);
  }
  for (const condition of timeline.conditions) {
    const bad =
      (condition.type === 'Progressing' && condition.status === 'False') ||
      (condition.type === 'ReplicaFailure' && condition.status === 'True');
    if (bad && condition.t >= 0) flag(context, x(condition.t), theme.error);
    else if (condition.t > 0) dot(context, x(condition.t), theme.muted);
  }
  for (const marker of timeline.markers) {
    if (isFault(marker.source))
      shape(context, x(marker.t), theme.error, [
        [0, -6],
        [6, 0],
        [0, 6],
        [-6, 0],
      ]);
    else
      shape(context, x(marker.t), theme.warning, [
        [0, -6],
        [6, 5],
        [-6, 5],
      ]);
  }
}

const MIDDLE = 9;

function shape(
  context: CanvasRenderingContext2D,
  x: number,
  color: string,
  points: readonly (readonly [number, number])[],
): void {
  context.fillStyle = color;
  context.beginPath();
  points.forEach(([dx, dy], index) => {
    if (index === 0) context.moveTo(x + dx, MIDDLE + dy);
    else context.lineTo(x + dx, MIDDLE + dy);
  });
  context.closePath();
  context.fill();
}

function dot(context: CanvasRenderingContext2D, x: number, color: string): void {
  context.strokeStyle = color;
  context.lineWidth = 1.25;
  context.beginPath();
  context.arc(x, MIDDLE, 3, 0, Math.PI * 2);
  context.stroke();
}

function flag(context: CanvasRenderingContext2D, x: number, color: string): void {
  context.fillStyle = color;
  context.fillRect(x - 0.75, 1, 1.5, 17);
  context.fillRect(x, 1, 9, 7);
}
