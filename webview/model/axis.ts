/**
 * The one time axis that story, chart and scrubber share. Long quiet stretches may be shortened, so that a rollout that
 * stalls after 12 s and is reported failed after 10 min still shows its 12 s: `display` seconds are what is drawn and
 * played, `time` is the scenario's clock.
 */
export interface TimeAxis {
  readonly start: number;
  readonly end: number;
  /** Length in display seconds. */
  readonly length: number;
  /** Knots of the piecewise linear map, both ascending. */
  readonly times: readonly number[];
  readonly displays: readonly number[];
  readonly breaks: readonly AxisBreak[];
}

/** A quiet stretch that is drawn shorter than it lasts. */
export interface AxisBreak {
  readonly from: number;
  readonly to: number;
  readonly displayFrom: number;
  readonly displayTo: number;
}

/** Only a stretch without any happening for longer than this is ever shortened: 2 % of all, but 10 to 20 s. */
const quietSeconds = (start: number, end: number): number => Math.min(20, Math.max(10, (end - start) * 0.02));
/** Shortening is worth its oddness only when the busy part would otherwise get less than this share. */
const BUSY_SHARE = 0.4;

export function linearAxis(start: number, end: number): TimeAxis {
  const safeEnd = end > start ? end : start + 1;
  return { start, end: safeEnd, length: safeEnd - start, times: [start, safeEnd], displays: [0, safeEnd - start], breaks: [] };
}

/**
 * An axis that shortens quiet stretches. Example: happenings until 12 s, then nothing until 600 s: the busy 12 s get 60 % of
 * the width, the 588 s the remaining 40 %, which is 8 display seconds.
 */
export function quietAxis(start: number, end: number, happenings: ArrayLike<number>): TimeAxis {
  const quiet = quietStretches(start, end, happenings);
  const quietTotal = quiet.reduce((sum, [from, to]) => sum + to - from, 0);
  const busy = end - start - quietTotal;
  if (quiet.length === 0 || busy <= 0 || busy / (end - start) >= BUSY_SHARE) return linearAxis(start, end);
  const scale = (busy * (1 / 0.6 - 1)) / quietTotal;
  return withBreaks(start, end, quiet, scale);
}

function quietStretches(start: number, end: number, happenings: ArrayLike<number>): [from: number, to: number][] {
  const quiet: [number, number][] = [];
  // A little of the stretch stays at full scale on both sides, so that nothing sits on the edge of a break.
  const margin = 1;
  const least = quietSeconds(start, end);
  let last = start;
  for (let index = 0; index <= happenings.length; index++) {
    const next = index < happenings.length ? (happenings[index] as number) : end;
    if (next < start || next > end) continue;
    if (next - last > least) quiet.push([last + margin, next - margin]);
    last = Math.max(last, next);
  }
  return quiet;
}

function withBreaks(start: number, end: number, quiet: readonly [number, number][], scale: number): TimeAxis {
  const times = [start];
  const displays = [0];
  const breaks: AxisBreak[] = [];
  let display = 0;
  let last = start;
  for (const [from, to] of quiet) {
    const displayFrom = display + from - last;
    const displayTo = displayFrom + (to - from) * scale;
    times.push(from, to);
    displays.push(displayFrom, displayTo);
    breaks.push({ from, to, displayFrom, displayTo });
    display = displayTo;
    last = to;
  }
  times.push(end);
  displays.push(display + end - last);
  return { start, end, length: display + end - last, times, displays, breaks };
}

function interpolate(from: readonly number[], to: readonly number[], value: number): number {
  const last = from.length - 1;
  if (value <= (from[0] as number)) return to[0] as number;
  if (value >= (from[last] as number)) return to[last] as number;
  let low = 1;
  let high = last;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((from[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  const fromLow = from[low - 1] as number;
  const span = (from[low] as number) - fromLow;
  const share = span === 0 ? 0 : (value - fromLow) / span;
  return (to[low - 1] as number) + share * ((to[low] as number) - (to[low - 1] as number));
}

export const toDisplay = (axis: TimeAxis, time: number): number => interpolate(axis.times, axis.displays, time);
export const toTime = (axis: TimeAxis, display: number): number => interpolate(axis.displays, axis.times, display);

/** Where a moment is on an axis of this width in pixels. */
export const toPixel = (axis: TimeAxis, time: number, width: number): number => (toDisplay(axis, time) / axis.length) * width;
export const fromPixel = (axis: TimeAxis, pixel: number, width: number): number => toTime(axis, (pixel / width) * axis.length);

const NICE = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 21_600, 86_400] as const;

/** Moments worth a label: round ones, at least `spacing` pixels apart, none inside a shortened stretch. */
export function axisTicks(axis: TimeAxis, width: number, spacing = 64): number[] {
  const pixelsPerSecond = width / axis.length;
  const step = NICE.find((candidate) => candidate * pixelsPerSecond >= spacing) ?? 86_400;
  const ticks: number[] = [];
  let lastPixel = -Infinity;
  const first = Math.ceil(axis.start / step - 1e-9);
  const steps = Math.min(Math.floor(axis.end / step + 1e-9) - first, 5000);
  for (let index = 0; index <= steps; index++) {
    const time = (first + index) * step;
    const pixel = toPixel(axis, time, width);
    if (axis.breaks.some(({ from, to }) => time > from && time < to)) continue;
    if (pixel - lastPixel < spacing) continue;
    ticks.push(Math.abs(time) < 1e-9 ? 0 : time);
    lastPixel = pixel;
  }
  return ticks;
}
