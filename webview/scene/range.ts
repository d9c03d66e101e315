import type { Band } from '../../src/engine/simulation/batch/statistics';
import { toDisplay } from '../model/axis';
import { plotX, plotY } from '../model/plotScale';
import type { Plot } from './plot';

/** Between which counts most runs lie, behind the lines of the one on show. */
export function drawRange({ context, scale, axis }: Plot, { times, p10, p90 }: Band, color: string): void {
  const points = times.flatMap((t, index) =>
    t > axis.end ? [] : [{ x: plotX(scale, toDisplay(axis, t)), low: p10[index] ?? 0, high: p90[index] ?? 0 }],
  );
  context.beginPath();
  for (const { x, high } of points) context.lineTo(x, plotY(scale, high));
  for (const { x, low } of points.reverse()) context.lineTo(x, plotY(scale, low));
  context.closePath();
  context.fillStyle = color;
  context.fill();
}
