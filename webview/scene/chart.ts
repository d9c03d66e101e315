import uPlot from 'uplot';
import { axisTicks, toDisplay, toTime } from '../model/axis';
import { chartData, violations } from '../model/chartData';
import { faded, mix } from '../model/color';
import { formatMoment, grouped } from '../../src/model/words';
import type { Scene } from '../model/scene';
import type { State } from '../model/state';
import { h } from '../ui/dom';
import type { View } from '../ui/store';
import type { Theme, ThemeSource } from '../ui/theme';
import type { Gutters } from './story';

export interface ChartView extends View {
  readonly element: HTMLElement;
  themeChanged(): void;
}

/**
 * The counts over time as steps, by uPlot. Like the story it does not depend on the play head. It is rebuilt for a new
 * timeline or theme, which is rare, and only resized otherwise.
 */
export function createChart(themes: ThemeSource, gutters: () => Gutters): ChartView {
  const element = h('div', { class: 'chart-view', 'aria-hidden': 'true' });
  let plot: uPlot | undefined;
  let made: { scene: Scene; pinned: State['pinned']; theme: Theme; left: number } | undefined;

  const size = (): { width: number; height: number } => ({
    width: Math.max(50, element.clientWidth),
    height: Math.max(60, element.clientHeight),
  });

  const make = (state: State, scene: Scene): void => {
    plot?.destroy();
    const { left } = gutters();
    made = { scene, pinned: state.pinned, theme: themes.current, left };
    const data = chartData(scene.timeline, scene.axis, state.pinned?.timeline);
    plot = new uPlot(
      { ...chartOptions(scene, themes.current, gutters(), state.pinned !== undefined), ...size() },
      data as uPlot.AlignedData,
      element,
    );
  };

  return {
    element,
    update: (state) => {
      const { shown } = state;
      if (shown === undefined || element.clientHeight === 0) return false;
      const isStale =
        made?.scene !== shown.scene ||
        made.pinned !== state.pinned ||
        made.theme !== themes.current ||
        made.left !== gutters().left;
      if (plot === undefined || isStale) make(state, shown.scene);
      else if (plot.width !== size().width || plot.height !== size().height) plot.setSize(size());
      return false;
    },
    themeChanged: () => {
      made = undefined;
    },
  };
}

function chartOptions(
  scene: Scene,
  theme: Theme,
  { left, right }: Gutters,
  hasPinned: boolean,
): Omit<uPlot.Options, 'width' | 'height'> {
  const steps = uPlot.paths.stepped?.({ align: 1 });
  const line = (label: string, stroke: string, width: number, more: Partial<uPlot.Series> = {}): uPlot.Series => ({
    label,
    stroke,
    width,
    points: { show: false },
    ...(steps === undefined ? {} : { paths: steps }),
    ...more,
  });
  const old = theme.earlier[0] ?? theme.muted;
  const series: uPlot.Series[] = [
    {},
    line('new', theme.current, 1.25, { fill: faded(theme.current, theme.highContrast ? 0.12 : 0.2) }),
    line('old', old, 1.25),
    line('total', theme.muted, 1.25),
    line('available', theme.foreground, 2.25),
    line('ceiling', theme.warning, 1, { dash: [6, 4] }),
    line('floor', theme.error, 1, { dash: [6, 4] }),
    ...(hasPinned
      ? [
          line('pinned available', mix(theme.foreground, theme.background, 0.6), 1.25, { dash: [2, 3] }),
          line('pinned total', mix(theme.muted, theme.background, 0.6), 1, { dash: [2, 3] }),
        ]
      : []),
  ];
  return {
    padding: [10, right, 0, 0],
    cursor: { show: false },
    legend: { show: false },
    scales: {
      x: { time: false, range: () => [0, scene.axis.length] },
      y: { range: (_, __, max) => [0, Math.max(1, max * 1.06)] },
    },
    series,
    axes: [timeAxis(scene, theme), countAxis(theme, left)],
    hooks: {
      drawAxes: [
        (plot) => {
          drawBackdrop(plot, scene, theme);
        },
      ],
      draw: [
        (plot) => {
          drawBoundLabels(plot, scene, theme);
        },
      ],
    },
  };
}

function timeAxis(scene: Scene, theme: Theme): uPlot.Axis {
  return {
    stroke: theme.muted,
    font: `11px ${theme.fontFamily}`,
    size: 26,
    gap: 4,
    grid: { show: false },
    ticks: { stroke: theme.border, size: 4, width: 1 },
    splits: (plot) => axisTicks(scene.axis, plot.bbox.width / devicePixelRatio).map((t) => toDisplay(scene.axis, t)),
    values: (_, splits) => splits.map((display) => tickLabel(toTime(scene.axis, display))),
  };
}

const tickLabel = (t: number): string => formatMoment(t, Math.abs(t - Math.round(t)) > 0.01);

function countAxis(theme: Theme, left: number): uPlot.Axis {
  return {
    stroke: theme.muted,
    font: `11px ${theme.fontFamily}`,
    size: left,
    gap: 6,
    grid: { stroke: theme.grid, width: 1 },
    ticks: { show: false },
    incrs: [1, 2, 4, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000, 10_000, 50_000, 100_000, 1_000_000],
    space: 28,
  };
}

/** Shortened stretches and violations, behind the lines. */
function drawBackdrop(plot: uPlot, { axis, timeline }: Scene, theme: Theme): void {
  const { ctx, bbox } = plot;
  const band = (from: number, to: number, color: string): void => {
    const x = plot.valToPos(toDisplay(axis, from), 'x', true);
    ctx.fillStyle = color;
    ctx.fillRect(x, bbox.top, Math.max(1, plot.valToPos(toDisplay(axis, to), 'x', true) - x), bbox.height);
  };
  ctx.save();
  for (const { from, to } of axis.breaks)
    band(from, to, mix(theme.foreground, theme.background, theme.highContrast ? 0.2 : 0.05));
  for (const { from, to, kind } of violations(timeline, axis.end)) {
    band(from, to, faded(kind === 'belowFloor' ? theme.error : theme.warning, 0.22));
  }
  ctx.restore();
}

function drawBoundLabels(plot: uPlot, { axis, timeline }: Scene, theme: Theme): void {
  const { ctx, bbox } = plot;
  const { floor, ceiling, desired } = timeline.envelope;
  ctx.save();
  ctx.font = `${11 * devicePixelRatio}px ${theme.fontFamily}`;
  ctx.textAlign = 'right';
  const label = (text: string, value: number, color: string, above: boolean): void => {
    const y = plot.valToPos(value, 'y', true);
    ctx.textBaseline = above ? 'bottom' : 'top';
    const width = ctx.measureText(text).width;
    const right = bbox.left + bbox.width - 4 * devicePixelRatio;
    const height = 13 * devicePixelRatio;
    ctx.fillStyle = theme.background;
    ctx.globalAlpha = 0.75;
    ctx.fillRect(right - width - 3, above ? y - height - 1 : y + 2, width + 6, height);
    ctx.globalAlpha = 1;
    ctx.fillStyle = color;
    ctx.fillText(text, right, above ? y - 2 : y + 3);
  };
  label(`ceiling ${grouped(ceiling)}`, ceiling, theme.warning, false);
  label(`floor ${grouped(floor)}`, floor, theme.error, floor < desired && floor < 2);
  drawBreakLabels(plot, axis, theme);
  ctx.restore();
}

function drawBreakLabels(plot: uPlot, axis: Scene['axis'], theme: Theme): void {
  const { ctx, bbox } = plot;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'top';
  ctx.fillStyle = theme.muted;
  for (const { from, to, displayFrom, displayTo } of axis.breaks) {
    const x = plot.valToPos((displayFrom + displayTo) / 2, 'x', true);
    const text = `⋯ ${formatMoment(to - from)} quiet ⋯`;
    const room = plot.valToPos(displayTo, 'x', true) - plot.valToPos(displayFrom, 'x', true);
    if (ctx.measureText(text).width < room) ctx.fillText(text, x, bbox.top + 4 * devicePixelRatio);
  }
}
