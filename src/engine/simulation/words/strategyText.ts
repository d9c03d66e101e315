/** Ours: what a search for a strategy found, in words for a terminal. */
import { counted, formatDuration, grouped, listed, percentText } from '../../../model/words';
import type { Strategy } from '../batch/strategy';
import type { Candidate, Goal, Limit, SearchAnswer, SearchQuestion } from '../batch/strategySearch';

const GOAL_WORDS: Readonly<Record<Goal, string>> = {
  shortest: 'takes the shortest time',
  leastExtra: 'needs the fewest extra pods',
  fewestFailures: 'fails least often',
};

/** `maxSurge 25%, maxUnavailable 0` */
export function strategyWords({ maxSurge, maxUnavailable, minReadySeconds }: Strategy): string {
  const ready = minReadySeconds === 0 ? '' : `, minReadySeconds ${minReadySeconds}`;
  return `maxSurge ${maxSurge}, maxUnavailable ${maxUnavailable}${ready}`;
}

export function searchText(answer: SearchAnswer, question: SearchQuestion): string {
  const { chosen, frontier } = answer;
  if (chosen === undefined) return `${nothingText(answer, question).join('\n')}\n`;
  const others = frontier.filter((candidate) => candidate !== chosen);
  return [
    chosenWords(chosen, answer, question),
    `  ${outcomeWords(chosen)}`,
    ...(others.length === 0 ? [] : ['', 'Better in one respect, worse in another:']),
    ...others.map((candidate) => `  ${strategyWords(candidate.strategy)}: ${outcomeWords(candidate)}`),
    '',
  ].join('\n');
}

/** The same in one paragraph: what was chosen and why, or why there is nothing to choose. */
export function choiceText(answer: SearchAnswer, question: SearchQuestion): string {
  const { chosen } = answer;
  if (chosen === undefined) return nothingText(answer, question).join(' ');
  return `${chosenWords(chosen, answer, question)}. It takes ${outcomeWords(chosen)}.`;
}

function chosenWords({ strategy }: Candidate, { tried }: SearchAnswer, question: SearchQuestion): string {
  const limits = limitWords(question);
  const among = limits.length === 0 ? '' : ` of those that keep the limits (${listed(limits)})`;
  return `${strategyWords(strategy)}: ${GOAL_WORDS[question.goal]}${among}, ${counted(tried.length, 'strategy', 'strategies')} tried`;
}

/** For a table: the typical time, what is nearly always enough, fewest available, most pods, the share of runs that fail. */
export function outcomeParts({ duration, within, minAvailable, maxPods, failures }: Candidate): readonly string[] {
  const time = (seconds: number | undefined): string =>
    seconds === undefined || !Number.isFinite(seconds) ? 'never' : formatDuration(seconds);
  return [time(duration?.p50), time(within), grouped(minAvailable), grouped(maxPods), percentText(failures.share)];
}

function outcomeWords({ duration, within, minAvailable, maxPods, failures, runs }: Candidate): string {
  const typical = duration === undefined ? undefined : formatDuration(duration.p50);
  const time = typical === undefined ? 'never complete' : `about ${typical}`;
  const most = Number.isFinite(within) ? formatDuration(within) : typical;
  const sure = most === typical ? '' : `, nearly always within ${most ?? ''}`;
  const failed = failures.count === 0 ? '' : `; ${failures.count} of ${counted(runs, 'run')} fail`;
  return `${time}${sure}; ${minAvailable} available at least, ${counted(maxPods, 'pod')} at most${failed}`;
}

function limitWords({ minAvailable, maxPods, withinSeconds }: SearchQuestion): string[] {
  return [
    ...(minAvailable === undefined ? [] : [`at least ${minAvailable} available`]),
    ...(maxPods === undefined ? [] : [`at most ${counted(maxPods, 'pod')}`]),
    ...(withinSeconds === undefined ? [] : [`within ${formatDuration(withinSeconds)}`]),
  ];
}

function nothingText({ nearest, tried }: SearchAnswer, question: SearchQuestion): string[] {
  const limits = limitWords(question);
  const none = `None of ${counted(tried.length, 'strategy', 'strategies')} ${limits.length === 0 ? 'completes' : `keeps the limits (${listed(limits)})`}.`;
  if (nearest === undefined) return [none];
  const broken = listed(nearest.breaks.map((limit) => BROKEN_WORDS[limit]));
  return [none, `Nearest: ${strategyWords(nearest.strategy)}: ${outcomeWords(nearest)}; ${broken}.`];
}

const BROKEN_WORDS: Readonly<Record<Limit, string>> = {
  complete: 'it is not always completed',
  withinSeconds: 'it takes longer',
  minAvailable: 'too few are available',
  maxPods: 'there are too many pods',
};
