import type { PodState } from '../../src/engine/simulation/timeline/timeline';
import { faded, mix } from '../model/color';
import type { Theme } from '../ui/theme';

/**
 * How a pod looks in each state. The form tells the state, the color tells the revision: round and dotted without a node,
 * dashed with a clock while starting, an empty box while running, a light box with a tick when ready, a full box with a tick
 * when available, a diamond with a mark when failing, a small gray box with a cross when terminating.
 */
export function drawPod(context: CanvasRenderingContext2D, state: PodState, color: string, theme: Theme, size: number): void {
  context.save();
  context.lineWidth = size >= 20 ? 2 : size >= 12 ? 1.5 : 1;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  SHAPES[state](context, { color, theme, size });
  context.restore();
}

interface Look {
  readonly color: string;
  readonly theme: Theme;
  readonly size: number;
}
type Draw = (context: CanvasRenderingContext2D, look: Look) => void;

/** From this size on there is room for a glyph; below, the form alone speaks. */
const GLYPH_FROM = 12;

const SHAPES: Readonly<Record<PodState, Draw>> = {
  Unscheduled: (context, { color, size }) => {
    context.strokeStyle = color;
    context.setLineDash([1, size >= 20 ? 4 : 2.5]);
    context.beginPath();
    context.arc(size / 2, size / 2, size / 2 - 1.5, 0, Math.PI * 2);
    context.stroke();
    if (size >= GLYPH_FROM) glyph(context, color, size, QUESTION);
  },
  Creating: (context, { color, size }) => {
    context.strokeStyle = color;
    context.setLineDash(size >= 20 ? [3, 4] : [1.5, 2]);
    box(context, 1, 1, size - 2);
    context.stroke();
    if (size >= GLYPH_FROM) glyph(context, color, size, CLOCK);
  },
  Running: (context, { color, theme, size }) => {
    context.strokeStyle = color;
    context.fillStyle = mix(color, theme.background, 0.14);
    box(context, 1, 1, size - 2);
    context.fill();
    context.stroke();
    if (size >= GLYPH_FROM) glyph(context, color, size, CLOCK);
  },
  Ready: (context, { color, theme, size }) => {
    context.strokeStyle = color;
    context.fillStyle = mix(color, theme.background, 0.38);
    box(context, 1, 1, size - 2);
    context.fill();
    context.stroke();
    if (size >= GLYPH_FROM) glyph(context, theme.foreground, size, CHECK);
  },
  Available: (context, { color, theme, size }) => {
    context.fillStyle = color;
    box(context, 0.5, 0.5, size - 1);
    context.fill();
    if (size >= GLYPH_FROM) glyph(context, theme.background, size, CHECK);
  },
  CrashLoop: (context, look) => {
    failing(context, look, false);
  },
  Failed: (context, look) => {
    failing(context, look, true);
  },
  Succeeded: (context, { theme, size }) => {
    context.strokeStyle = theme.muted;
    box(context, size * 0.15, size * 0.15, size * 0.7);
    context.stroke();
    if (size >= GLYPH_FROM) glyph(context, theme.muted, size, DOT);
  },
  Terminating: (context, { color, theme, size }) => {
    const edge = size >= GLYPH_FROM ? size * 0.7 : Math.max(2, size * 0.6);
    const inset = (size - edge) / 2;
    context.fillStyle = mix(color, theme.background, 0.32);
    box(context, inset, inset, edge);
    context.fill();
    if (theme.highContrast) {
      context.strokeStyle = color;
      context.stroke();
    }
    if (size >= GLYPH_FROM) glyph(context, theme.foreground, size, CROSS);
  },
  Gone: () => undefined,
};

function failing(context: CanvasRenderingContext2D, { color, theme, size }: Look, ended: boolean): void {
  const middle = size / 2;
  context.beginPath();
  context.moveTo(middle, 0.5);
  context.lineTo(size - 0.5, middle);
  context.lineTo(middle, size - 0.5);
  context.lineTo(0.5, middle);
  context.closePath();
  context.fillStyle = ended ? theme.error : faded(theme.error, 0.25);
  context.strokeStyle = theme.error;
  context.fill();
  context.stroke();
  // A corner of the revision's color says whose pod fails.
  context.fillStyle = color;
  context.fillRect(0, size - Math.max(2, size * 0.18), Math.max(2, size * 0.18), Math.max(2, size * 0.18));
  if (size >= GLYPH_FROM) glyph(context, ended ? theme.background : theme.foreground, size, ended ? CROSS : MARK);
}

function box(context: CanvasRenderingContext2D, x: number, y: number, edge: number): void {
  context.beginPath();
  if (edge < 7) context.rect(x, y, edge, edge);
  else context.roundRect(x, y, edge, edge, Math.min(5, edge * 0.16));
}

/** Strokes on a square of 1 × 1. */
type Stroke = readonly (readonly [x: number, y: number])[];
const CHECK: readonly Stroke[] = [
  [
    [0.32, 0.52],
    [0.45, 0.65],
    [0.69, 0.36],
  ],
];
const CROSS: readonly Stroke[] = [
  [
    [0.37, 0.37],
    [0.63, 0.63],
  ],
  [
    [0.63, 0.37],
    [0.37, 0.63],
  ],
];
const CLOCK: readonly Stroke[] = [
  [
    [0.48, 0.33],
    [0.48, 0.54],
    [0.62, 0.62],
  ],
];
const MARK: readonly Stroke[] = [
  [
    [0.5, 0.28],
    [0.5, 0.54],
  ],
  [
    [0.5, 0.69],
    [0.5, 0.7],
  ],
];
const QUESTION: readonly Stroke[] = [
  [
    [0.34, 0.5],
    [0.34, 0.51],
  ],
  [
    [0.5, 0.5],
    [0.5, 0.51],
  ],
  [
    [0.66, 0.5],
    [0.66, 0.51],
  ],
];
const DOT: readonly Stroke[] = [
  [
    [0.45, 0.5],
    [0.55, 0.5],
  ],
];

function glyph(context: CanvasRenderingContext2D, color: string, size: number, strokes: readonly Stroke[]): void {
  context.setLineDash([]);
  context.strokeStyle = color;
  context.lineWidth = Math.max(1.25, size / 15);
  context.beginPath();
  for (const stroke of strokes) {
    stroke.forEach(([x, y], index) => {
      if (index === 0) context.moveTo(x * size, y * size);
      else context.lineTo(x * size, y * size);
    });
  }
  context.stroke();
}
