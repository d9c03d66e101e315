/** Where things of a plot are: display seconds to the right, counts upward; all in CSS pixels. */
export interface PlotScale {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Display seconds over the whole width. */
  readonly length: number;
  /** The count at the top. */
  readonly most: number;
}

export const plotX = ({ left, width, length }: PlotScale, display: number): number => left + (display / length) * width;
export const plotY = ({ top, height, most }: PlotScale, value: number): number => top + height - (value / most) * height;

/** The top of a scale that shows all of these with some air above; values that are not known (NaN) do not count. */
export function topOf(columns: readonly Float64Array[], least = 1): number {
  let most = 0;
  for (const column of columns) for (const value of column) if (value > most) most = value;
  return Math.max(least, most * 1.06);
}

/** Steps between grid lines: in each power of ten 1, 2, 2.5 and 5; single pods go by 4 as well, and never by 2.5. */
const FACTORS = [1, 2, 2.5, 4, 5] as const;
/** The least distance of two grid lines. */
const SPACING = 28;

/**
 * The round values that get a grid line and a number. Example: up to 10.6 on 100 pixels there is room for three lines, so
 * they are 4 apart: 0, 4 and 8. Where fractions make sense they begin at `least`.
 */
export function valueTicks({ most, height }: Pick<PlotScale, 'most' | 'height'>, least = 1): number[] {
  const wanted = Math.max(least, (most * SPACING) / Math.max(height, SPACING));
  const power = 10 ** Math.floor(Math.log10(wanted) + 1e-9);
  const left = least === 1 && power === 1 ? 2.5 : 4;
  const factor = FACTORS.find((candidate) => candidate !== left && candidate * power >= wanted * (1 - 1e-9)) ?? 10;
  const step = factor * power;
  return Array.from({ length: Math.floor(most / step + 1e-9) + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}

/** Rounds to whole pixels of the screen, so that lines along the axes are crisp: those of odd width lie half a pixel lower. */
export function crisp(value: number, density: number, lineWidth: number): number {
  const shift = Math.round(lineWidth * density) % 2 === 1 ? 0.5 : 0;
  return (Math.round(value * density - shift) + shift) / density;
}

/**
 * The corners of a step line: x and y by turns. A value holds from its moment to the next one's, the last to itself only.
 * What is not known yet is left out, and what lies on a line between two corners as well.
 */
export function stepCorners(xs: ArrayLike<number>, ys: ArrayLike<number>): number[] {
  const corners: number[] = [];
  let last = NaN;
  for (let index = 0; index < xs.length; index++) {
    const x = xs[index] as number;
    const y = ys[index] as number;
    if (Number.isNaN(y)) continue;
    const isEnd = index === xs.length - 1;
    if (Number.isNaN(last)) corners.push(x, y);
    else if (y !== last) corners.push(x, last, x, y);
    else if (isEnd) corners.push(x, y);
    last = y;
  }
  return corners;
}
