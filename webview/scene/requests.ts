import type { LossCause } from '../../src/engine/traffic/losses';
import type { TrafficView } from '../../src/engine/traffic/trafficView';
import { percentText } from '../../src/model/words';
import { toDisplay } from '../model/axis';
import { mix } from '../model/color';
import { plotX, topOf } from '../model/plotScale';
import { shareSteps, type ShareSteps } from '../model/requests';
import type { Theme, ThemeSource } from '../ui/theme';
import { drawAxes, drawBreaks, drawInside, drawSteps, type Plot } from './plot';
import { createPlotView, type PlotView } from './plotView';
import type { Gutters } from './story';

/** A hundredth of the requests is the least that fills the plot: a few that are lost must not look like an outage. */
const LEAST_TOP = 0.01;

/** The share of the requests that fails, cause upon cause. */
export function createRequests(themes: ThemeSource, gutters: () => Gutters): PlotView {
  return createPlotView(themes, gutters, {
    name: 'requests-view',
    margins: [8, 8],
    inputs: ({ shown }) => shown?.traffic && [shown.scene, shown.traffic],
    prepare: ({ shown }) => {
      const view = shown?.traffic;
      const steps = view === undefined ? { times: new Float64Array(), stacks: [] } : shareSteps(view);
      return {
        most: topOf(
          steps.stacks.map(({ shares }) => shares),
          LEAST_TOP,
        ),
        draw: (plot) => {
          drawRequests(plot, steps, view);
        },
      };
    },
  });
}

function drawRequests(plot: Plot, { times, stacks }: ShareSteps, view: TrafficView | undefined): void {
  const { axis, theme } = plot;
  drawAxes(plot, percentText, LEAST_TOP / 10);
  drawBreaks(plot);
  if (view === undefined || stacks.length === 0) {
    drawNone(plot);
    return;
  }
  const displays = times.map((t) => toDisplay(axis, t));
  drawInside(plot, () => {
    // The highest first: each lower one covers what is not its own.
    for (const { cause, shares } of [...stacks].reverse()) {
      const color = causeColor(theme, cause);
      drawSteps(plot, displays, shares, {
        color,
        width: 1.25,
        fill: mix(color, theme.background, theme.highContrast ? 0.6 : 0.45),
      });
    }
  });
}

function drawNone({ context, scale, theme }: Plot): void {
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillStyle = theme.muted;
  context.fillText('none fails', plotX(scale, scale.length / 2), scale.top + scale.height / 2);
}

/** As the legend has them (style/requests.css). */
function causeColor({ error, warning, earlier, muted, foreground }: Theme, cause: LossCause): string {
  const [blue = muted, purple = foreground] = earlier;
  return { noEndpoint: error, stopped: warning, notYet: purple, cut: blue, overload: muted }[cause];
}
