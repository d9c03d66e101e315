import type { Band } from '../../src/engine/simulation/batch/statistics';
import { chartData, violations, type ChartColumns } from '../model/chartData';
import { faded, mix } from '../model/color';
import { bandOf } from '../model/odds';
import { plotY, topOf } from '../model/plotScale';
import type { Scene } from '../model/scene';
import { grouped } from '../../src/model/words';
import type { Theme, ThemeSource } from '../ui/theme';
import {
  drawAxes,
  drawBand,
  drawBreakLabels,
  drawBreaks,
  drawInside,
  drawMoments,
  drawSteps,
  TIME_AXIS_HEIGHT,
  type Plot,
  type StepLine,
} from './plot';
import { createPlotView, type PlotView } from './plotView';
import { drawRange } from './range';
import type { Gutters } from './story';

/** The counts over time as steps, and beside them those of a pinned run. */
export function createChart(themes: ThemeSource, gutters: () => Gutters): PlotView {
  return createPlotView(themes, gutters, {
    name: 'chart-view',
    margins: [10, TIME_AXIS_HEIGHT],
    inputs: ({ shown, pinned, odds }) => shown && [shown.scene, pinned, bandOf(odds, shown.scenario)],
    prepare: ({ pinned, odds, shown }, scene) => {
      const [times = new Float64Array(), ...columns] = chartData(scene.timeline, scene.axis, pinned?.timeline);
      const band = shown && bandOf(odds, shown.scenario);
      return {
        most: topOf(columns),
        draw: (plot) => {
          drawChart(plot, scene, [times, ...columns], band);
        },
      };
    },
  });
}

function drawChart(
  plot: Plot,
  scene: Scene,
  [times = new Float64Array(), ...columns]: ChartColumns,
  band: Band | undefined,
): void {
  const { theme } = plot;
  drawAxes(plot, grouped);
  drawMoments(plot);
  drawBreaks(plot);
  for (const { from, to, kind } of violations(scene.timeline, scene.axis.end))
    drawBand(plot, from, to, faded(kind === 'belowFloor' ? theme.error : theme.warning, 0.22));
  drawInside(plot, () => {
    if (band !== undefined) drawRange(plot, band, faded(theme.foreground, theme.highContrast ? 0.3 : 0.16));
    looksOf(theme).forEach((look, index) => {
      const values = columns[index];
      if (values !== undefined) drawSteps(plot, times, values, look);
    });
  });
  drawBoundLabels(plot, scene);
  drawBreakLabels(plot);
}

/** In the order of the columns: new, old, total, available, ceiling, floor; available and total of the pinned run. */
function looksOf(theme: Theme): readonly StepLine[] {
  const { current, earlier, muted, foreground, background, warning, error, highContrast } = theme;
  return [
    { color: current, width: 1.25, fill: faded(current, highContrast ? 0.12 : 0.2) },
    { color: earlier[0] ?? muted, width: 1.25 },
    { color: muted, width: 1.25 },
    { color: foreground, width: 2.25 },
    { color: warning, width: 1, dash: [6, 4] },
    { color: error, width: 1, dash: [6, 4] },
    { color: mix(foreground, background, 0.6), width: 1.25, dash: [2, 3] },
    { color: mix(muted, background, 0.6), width: 1, dash: [2, 3] },
  ];
}

function drawBoundLabels({ context, scale, theme }: Plot, { timeline }: Scene): void {
  const { floor, ceiling, desired } = timeline.envelope;
  context.font = `11px ${theme.fontFamily}`;
  context.textAlign = 'right';
  const right = scale.left + scale.width - 4;
  const label = (text: string, value: number, color: string, above: boolean): void => {
    const y = plotY(scale, value);
    const { width } = context.measureText(text);
    context.textBaseline = above ? 'bottom' : 'top';
    context.fillStyle = theme.background;
    context.globalAlpha = 0.75;
    context.fillRect(right - width - 3, above ? y - 14 : y + 2, width + 6, 13);
    context.globalAlpha = 1;
    context.fillStyle = color;
    context.fillText(text, right, above ? y - 2 : y + 3);
  };
  label(`ceiling ${grouped(ceiling)}`, ceiling, theme.warning, false);
  label(`floor ${grouped(floor)}`, floor, theme.error, floor < desired && floor < 2);
}
