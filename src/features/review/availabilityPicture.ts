import type { ReviewRun } from './reviewRun';

const BARS = '▁▂▃▄▅▆▇█';

/** Availability over time in one line of text: nothing available is a gap. */
export function availabilityLine({ available, desired }: ReviewRun): string {
  const most = Math.max(desired, ...available, 1);
  return available
    .filter((_, index) => index % 2 === 0 || available.length <= 20)
    .map((count) => (count === 0 ? '_' : (BARS[Math.min(BARS.length - 1, Math.ceil((count / most) * BARS.length) - 1)] ?? '')))
    .join('');
}

const WIDTH = 240;
const HEIGHT = 48;

/** The same as a small picture: a step line over the pods that should be there. It stands on light and dark pages. */
export function availabilitySvg({ available, desired, tone }: ReviewRun): string {
  const most = Math.max(desired, ...available, 1);
  const x = (index: number): number => Math.round((index / Math.max(available.length, 1)) * WIDTH);
  const y = (count: number): number => Math.round((1 - count / most) * (HEIGHT - 4)) + 2;
  // A step begins where the number changes, and ends where the next one begins.
  const steps = available.flatMap((count, index) => [
    ...(count === available[index - 1] ? [] : [`${x(index)},${y(count)}`]),
    ...(count === available[index + 1] ? [] : [`${x(index + 1)},${y(count)}`]),
  ]);
  const color = COLORS[tone];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="available pods over time, of ${desired}">`,
    `<line x1="0" y1="${y(desired)}" x2="${WIDTH}" y2="${y(desired)}" stroke="#888" stroke-dasharray="3 3"/>`,
    `<polygon points="0,${HEIGHT} ${steps.join(' ')} ${WIDTH},${HEIGHT}" fill="${color}" fill-opacity="0.25"/>`,
    `<polyline points="${steps.join(' ')}" fill="none" stroke="${color}" stroke-width="2"/>`,
    '</svg>',
  ].join('');
}

/** Seen on white and on black. */
const COLORS: Readonly<Record<ReviewRun['tone'], string>> = { good: '#2e9e44', warning: '#c98a00', bad: '#d1433b' };
