import { axisTicks, toDisplay, type TimeAxis } from '../model/axis';
import { mix } from '../model/color';
import { crisp, plotX, plotY, stepCorners, valueTicks, type PlotScale } from '../model/plotScale';
import { formatMoment } from '../../src/model/words';
import type { Theme } from '../ui/theme';

/** A canvas, where things are on it, and how they look: what every plot over time is drawn with. */
export interface Plot {
  readonly context: CanvasRenderingContext2D;
  readonly density: number;
  readonly scale: PlotScale;
  readonly axis: TimeAxis;
  readonly theme: Theme;
}

/** Below the plot, for the moments. */
export const TIME_AXIS_HEIGHT = 26;

/** Quiet lines with their values at the left. */
export function drawAxes({ context, density, scale, theme }: Plot, words: (value: number) => string, least = 1): void {
  const { left, width } = scale;
  context.font = `11px ${theme.fontFamily}`;
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  for (const value of valueTicks(scale, least)) {
    const y = crisp(plotY(scale, value), density, 1);
    drawLine(context, theme.grid, [left, y, left + width, y]);
    context.fillStyle = theme.muted;
    context.fillText(words(value), left - 6, y);
  }
}

/** What time it is, below. */
export function drawMoments({ context, density, scale, axis, theme }: Plot): void {
  const { top, width, height } = scale;
  context.font = `11px ${theme.fontFamily}`;
  context.textAlign = 'center';
  context.textBaseline = 'top';
  for (const t of axisTicks(axis, width)) {
    const x = crisp(plotX(scale, toDisplay(axis, t)), density, 1);
    drawLine(context, theme.border, [x, top + height, x, top + height + 4]);
    context.fillStyle = theme.muted;
    context.fillText(formatMoment(t, Math.abs(t - Math.round(t)) > 0.01), x, top + height + 8);
  }
}

function drawLine(context: CanvasRenderingContext2D, color: string, [x1, y1, x2, y2]: [number, number, number, number]): void {
  context.strokeStyle = color;
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(x1, y1);
  context.lineTo(x2, y2);
  context.stroke();
}

/** A stretch of time from top to bottom. */
export function drawBand({ context, scale, axis }: Plot, from: number, to: number, color: string): void {
  const x = plotX(scale, toDisplay(axis, from));
  context.fillStyle = color;
  context.fillRect(x, scale.top, Math.max(1, plotX(scale, toDisplay(axis, to)) - x), scale.height);
}

/** A shortened stretch is a pale band, so that nobody reads its width as time. */
export function drawBreaks(plot: Plot): void {
  const { foreground, background, highContrast } = plot.theme;
  for (const { from, to } of plot.axis.breaks) drawBand(plot, from, to, mix(foreground, background, highContrast ? 0.2 : 0.05));
}

/** Nothing of it is seen beyond the plot. */
export function drawInside({ context, scale: { left, top, width, height } }: Plot, draw: () => void): void {
  context.save();
  context.beginPath();
  context.rect(left - 2, top - 2, width + 4, height + 4);
  context.clip();
  draw();
  context.restore();
}

/** How long the shortened stretches last, where there is room to say it. */
export function drawBreakLabels({ context, scale, axis, theme }: Plot): void {
  context.textAlign = 'center';
  context.textBaseline = 'top';
  context.fillStyle = theme.muted;
  for (const { from, to, displayFrom, displayTo } of axis.breaks) {
    const text = `⋯ ${formatMoment(to - from)} quiet ⋯`;
    const room = plotX(scale, displayTo) - plotX(scale, displayFrom);
    if (context.measureText(text).width < room)
      context.fillText(text, plotX(scale, (displayFrom + displayTo) / 2), scale.top + 4);
  }
}

export interface StepLine {
  readonly color: string;
  readonly width: number;
  readonly dash?: readonly number[];
  /** What is below the line. */
  readonly fill?: string;
}

/** A value that jumps: `times` in display seconds, ascending. */
export function drawSteps({ context, density, scale }: Plot, times: Float64Array, values: Float64Array, look: StepLine): void {
  const corners = stepCorners(
    times.map((t) => crisp(plotX(scale, t), density, look.width)),
    values.map((value) => crisp(plotY(scale, value), density, look.width)),
  );
  if (corners.length === 0) return;
  const path = new Path2D();
  for (let index = 0; index < corners.length; index += 2) path.lineTo(corners[index] as number, corners[index + 1] as number);
  if (look.fill !== undefined) {
    const below = new Path2D(path);
    below.lineTo(corners.at(-2) as number, scale.top + scale.height);
    below.lineTo(corners[0] as number, scale.top + scale.height);
    context.fillStyle = look.fill;
    context.fill(below);
  }
  context.strokeStyle = look.color;
  context.lineWidth = look.width;
  context.setLineDash([...(look.dash ?? [])]);
  context.stroke(path);
  context.setLineDash([]);
}
