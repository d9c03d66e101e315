/** Ours: what many runs came to, in words. */
import { counted, formatDuration, grouped, percentText, rangeText } from '../../../model/words';
import type { Cause, LeverName } from '../batch/causes';
import type { Bar, Chance, ManyRuns } from '../batch/statistics';

const WIDTH = 40;

/** All of it, for a terminal. */
export function manyRunsText(runs: ManyRuns, causes: readonly Cause[] = []): string {
  const chances = chanceRows(runs);
  const widest = Math.max(...chances.map(({ label }) => label.length));
  return [
    durationSentence(runs),
    '',
    ...histogramLines(runs.histogram),
    ...chances.map(({ label, value }) => `${`${label}:`.padEnd(widest + 2)}${value}`),
    ...(causes.length === 0 ? [] : ['', `What matters most: ${causesSentence(causes)}`]),
    '',
  ].join('\n');
}

/** `1,000 runs: complete after about 4 min; nine times out of ten within 5 min, …` */
export function durationSentence({ duration, runs, notComplete }: ManyRuns): string {
  const all = counted(runs, 'run');
  if (duration === undefined) return `${all}: none was completed`;
  const [middle, most, nearlyAll] = [duration.p50, duration.p90, duration.p99].map(formatDuration);
  // What is never complete is not complete nine times out of ten.
  if (notComplete.count > 0) {
    const share = percentText(duration.count / runs);
    return `${all}: ${share} complete, half of those within ${middle}, nine out of ten of them within ${most}`;
  }
  const about = `${all}: complete after about ${middle}`;
  if (middle === nearlyAll) return `${about}, nearly always`;
  return `${about}; nine times out of ten within ${most}, 99 times out of 100 within ${nearlyAll}`;
}

export function barLabel({ from, to }: Bar): string {
  return `${formatDuration(from)} – ${formatDuration(to)}`;
}

function histogramLines(bars: readonly Bar[]): string[] {
  const most = bars.reduce((highest, { count }) => Math.max(highest, count), 0);
  const labels = bars.map(barLabel);
  const widest = labels.reduce((width, label) => Math.max(width, label.length), 0);
  const lines = bars.map(({ count, seed }, index) => {
    const bar = '█'.repeat(Math.max(1, Math.round((WIDTH * count) / most)));
    return `  ${(labels[index] ?? '').padStart(widest)}  ${bar} ${count}  (such as seed ${seed})`;
  });
  return lines.length === 0 ? [] : [...lines, ''];
}

/** What else the runs say, one row each. */
export function chanceRows(runs: ManyRuns): readonly { readonly label: string; readonly value: string }[] {
  const { notComplete, missesDeadline, fallsBelowFloor, minAvailable, maxPods, failedRequests, failedSeeds } = runs;
  const seeds = failedSeeds.length === 0 ? '' : `, such as seed ${failedSeeds.slice(0, 3).join(', ')}`;
  return [
    { label: 'Not completed', value: `${chanceText(notComplete)}${seeds}` },
    { label: 'Progress deadline missed', value: chanceText(missesDeadline) },
    { label: 'Fewer available than wanted', value: chanceText(fallsBelowFloor) },
    { label: 'Fewest available pods', value: rangeText(minAvailable.least, minAvailable.most) },
    { label: 'Most pods', value: rangeText(maxPods.least, maxPods.most) },
    ...(failedRequests === undefined ? [] : [{ label: 'Failed requests', value: requestsText(failedRequests) }]),
  ];
}

function requestsText({ p10, p50, p90 }: NonNullable<ManyRuns['failedRequests']>): string {
  const [few, typical, many] = [p10, p50, p90].map((requests) => grouped(Math.round(requests)));
  return few === many ? `about ${typical}` : `about ${typical}; ${few} to ${many} in eight of ten runs`;
}

const LEVER_WORDS: Readonly<Record<LeverName, string>> = {
  imagePull: 'image pull',
  start: 'start-up',
  warmUp: 'warm-up (readiness)',
  shutDown: 'shut-down',
  pullErrors: 'pull errors',
  crashes: 'crashes at the start',
  flaky: 'pods that never get ready',
  slowNodes: 'slow nodes',
};

/** `Warm-up (readiness)`, `3 min 10 s to 5 min`. */
export function causeWords({ name, low, high }: Cause): { readonly name: string; readonly range: string } {
  const words = LEVER_WORDS[name];
  const end = (seconds: number | undefined): string => (seconds === undefined ? 'never complete' : formatDuration(seconds));
  return { name: `${words.charAt(0).toUpperCase()}${words.slice(1)}`, range: `${end(low)} to ${end(high)}` };
}

/** `warm-up (readiness) makes 70 % of the spread (3 min 10 s to 5 min), start-up 20 %` */
export function causesSentence(causes: readonly Cause[]): string {
  const [first, ...others] = causes;
  if (first === undefined) return 'nothing that is left to chance moves the duration';
  const rest = others.slice(0, 2).map(({ name, share }) => `, ${LEVER_WORDS[name]} ${percentText(share)}`);
  return `${LEVER_WORDS[first.name]} makes ${percentText(first.share)} of the spread (${causeWords(first).range})${rest.join('')}`;
}

/** `2 of 1000 runs (0.2 %; the true share lies between 0.1 % and 0.7 %)` */
function chanceText({ count, of, share, low, high }: Chance): string {
  if (count === 0) return `in none of ${counted(of, 'run')} (the true share is below ${percentText(high)})`;
  return `${count} of ${counted(of, 'run')} (${percentText(share)}; the true share lies between ${percentText(low)} and ${percentText(high)})`;
}
