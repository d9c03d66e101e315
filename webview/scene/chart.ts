import { chartData, violations } from '../model/chartData';
import { faded, mix } from '../model/color';
import { plotY, topOf } from '../model/plotScale';
import type { Scene } from '../model/scene';
import type { State } from '../model/state';
import { grouped } from '../../src/model/words';
import { h } from '../ui/dom';
import type { View } from '../ui/store';
import type { Theme, ThemeSource } from '../ui/theme';
import { drawAxes, drawBand, drawBreakLabels, drawBreaks, drawSteps, TIME_AXIS_HEIGHT, type Plot, type StepLine } from './plot';
import type { Gutters } from './story';
import { createSurface } from './surface';

export interface ChartView extends View {
  readonly element: HTMLElement;
  themeChanged(): void;
}

const TOP = 10;

/** The counts over time as steps. Like the story it does not depend on the play head: drawn once per timeline, size, theme. */
export function createChart(themes: ThemeSource, gutters: () => Gutters): ChartView {
  const canvas = h('canvas');
  const element = h('div', { class: 'chart-view', 'aria-hidden': 'true' }, canvas);
  const surface = createSurface(canvas);
  let drawn: { scene: Scene; pinned: State['pinned']; theme: Theme; left: number } | undefined;

  const draw = ({ pinned }: State, scene: Scene): void => {
    const { left, right } = gutters();
    const theme = themes.current;
    drawn = { scene, pinned, theme, left };
    const { context, density, width, height } = surface;
    const [times = new Float64Array(), ...columns] = chartData(scene.timeline, scene.axis, pinned?.timeline);
    const place = { left, top: TOP, width: width - left - right, height: height - TOP - TIME_AXIS_HEIGHT };
    const scale = { ...place, length: scene.axis.length, most: topOf(columns) };
    context.clearRect(0, 0, width, height);
    if (place.width > 0 && place.height > 0)
      drawChart({ context, density, scale, axis: scene.axis, theme }, scene, times, columns);
  };

  return {
    element,
    update: (state) => {
      const { shown } = state;
      if (shown === undefined || element.clientHeight === 0) return false;
      const resized = surface.resize(element.clientWidth, element.clientHeight);
      const isSame =
        drawn?.scene === shown.scene &&
        drawn.pinned === state.pinned &&
        drawn.theme === themes.current &&
        drawn.left === gutters().left;
      if (resized || !isSame) draw(state, shown.scene);
      return false;
    },
    themeChanged: () => {
      drawn = undefined;
    },
  };
}

function drawChart(plot: Plot, scene: Scene, times: Float64Array, columns: readonly Float64Array[]): void {
  const { theme, scale, context } = plot;
  drawAxes(plot, grouped);
  drawBreaks(plot);
  for (const { from, to, kind } of violations(scene.timeline, scene.axis.end))
    drawBand(plot, from, to, faded(kind === 'belowFloor' ? theme.error : theme.warning, 0.22));
  context.save();
  context.beginPath();
  context.rect(scale.left - 2, scale.top - 2, scale.width + 4, scale.height + 4);
  context.clip();
  looksOf(theme).forEach((look, index) => {
    const values = columns[index];
    if (values !== undefined) drawSteps(plot, times, values, look);
  });
  context.restore();
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
