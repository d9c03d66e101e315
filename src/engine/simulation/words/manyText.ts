/** Ours: what many runs came to, in words for a terminal. */
import { counted, formatDuration, percentText, rangeText } from '../../../model/words';
import type { Bar, Chance, ManyRuns } from '../batch/statistics';

const WIDTH = 40;

export function manyRunsText(runs: ManyRuns): string {
  return [...durationLines(runs), '', ...histogramLines(runs.histogram), ...chanceLines(runs), ''].join('\n');
}

function durationLines({ duration, runs }: ManyRuns): string[] {
  if (duration === undefined) return [`${counted(runs, 'run')}: none was completed`];
  const [middle, most, nearlyAll] = [duration.p50, duration.p90, duration.p99].map(formatDuration);
  const about = `${counted(runs, 'run')}: complete after about ${middle}`;
  if (middle === nearlyAll) return [`${about}, nearly always`];
  return [`${about}; nine times out of ten within ${most}, 99 times out of 100 within ${nearlyAll}`];
}

function histogramLines(bars: readonly Bar[]): string[] {
  const most = bars.reduce((highest, { count }) => Math.max(highest, count), 0);
  const labels = bars.map(({ from, to }) => `${formatDuration(from)} – ${formatDuration(to)}`);
  const widest = labels.reduce((width, label) => Math.max(width, label.length), 0);
  const lines = bars.map(({ count, seed }, index) => {
    const bar = '█'.repeat(Math.max(1, Math.round((WIDTH * count) / most)));
    return `  ${(labels[index] ?? '').padStart(widest)}  ${bar} ${count}  (such as seed ${seed})`;
  });
  return lines.length === 0 ? [] : [...lines, ''];
}

function chanceLines({ notComplete, missesDeadline, fallsBelowFloor, minAvailable, maxPods, failedSeeds }: ManyRuns): string[] {
  const seeds = failedSeeds.length === 0 ? '' : `, such as seed ${failedSeeds.slice(0, 3).join(', ')}`;
  return [
    `Not completed:               ${chanceText(notComplete)}${seeds}`,
    `Progress deadline missed:    ${chanceText(missesDeadline)}`,
    `Fewer available than wanted: ${chanceText(fallsBelowFloor)}`,
    `Fewest available pods:       ${rangeText(minAvailable.least, minAvailable.most)}`,
    `Most pods:                   ${rangeText(maxPods.least, maxPods.most)}`,
  ];
}

/** `2 of 1000 runs (0.2 %; the true share lies between 0.1 % and 0.7 %)` */
function chanceText({ count, of, share, low, high }: Chance): string {
  if (count === 0) return `in none of ${counted(of, 'run')} (the true share is below ${percentText(high)})`;
  return `${count} of ${counted(of, 'run')} (${percentText(share)}; the true share lies between ${percentText(low)} and ${percentText(high)})`;
}
