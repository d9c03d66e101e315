import { allOf, counted, formatDuration, formatMoment, grouped, plainMarkdown, plural, visible } from '../../../model/words';
import type { Scenario } from '../scenario/scenario';
import type { BudgetStatus, QuotaUse } from '../timeline/policies';
import type { Note, Timeline } from '../timeline/timeline';
import { lossOf } from '../timeline/timelineLoss';
import { atFirst, isCreation, verdict, type Verdict } from '../verdict/verdict';
import { assumptionsText } from './assumedText';
import type { AppliedFrom } from '../../../model/appliedFrom';
import { kubectlCommands, type KubectlCommand } from './kubectlCommands';

/** All that somebody wants to know who is about to apply it: for a page, for a terminal, for a chat. */
export interface Card {
  readonly tone: Verdict['tone'];
  readonly answer: string;
  readonly headline: string;
  readonly details: readonly string[];
  readonly rows: readonly CardRow[];
  readonly commands: readonly KubectlCommand[];
}

export interface CardRow {
  readonly id: 'changes' | 'worst' | 'requests' | 'others' | 'undo' | 'assumed';
  readonly label: string;
  readonly text: string;
}

export interface CardInput {
  readonly timeline: Timeline;
  readonly scenario: Scenario;
  /** What of the workload is changed, in words. */
  readonly changes: string;
  /** How many requests fail; absent: nobody asks. */
  readonly requests?: string | undefined;
  /** The share of them. */
  readonly lost?: number | undefined;
  /** What taking it back comes to; undefined: it is not known yet. */
  readonly undo: string | undefined;
  /** What is applied, with paths as they are found from where a terminal is. */
  readonly from?: AppliedFrom | undefined;
}

const ANSWERS: Readonly<Record<Verdict['tone'], string>> = { good: 'Go', warning: 'Take care', bad: 'No-go' };
/** Of what was applied long ago nobody asks any more whether to apply it. */
const UNDER_WAY: typeof ANSWERS = { ...ANSWERS, good: 'On track', bad: 'Off track' };

/** Who loses one request in a hundred would not have said "Go", however many pods are available. */
const MOST_LOST = 0.01;

/** The answer in a word or two, wherever it is told; `lost`: the share of the requests that fail. */
export function answerOf(timeline: Timeline, lost = 0): Pick<Card, 'tone' | 'answer'> {
  const { tone: ownTone } = verdict(timeline);
  const tone = ownTone === 'good' && lost >= MOST_LOST ? 'warning' : ownTone;
  return { tone, answer: (timeline.workload.wasUnderWay === true ? UNDER_WAY : ANSWERS)[tone] };
}

export function cardOf({ timeline, scenario, changes, requests, lost, undo, from }: CardInput): Card {
  const { headline, details } = verdict(timeline);
  return {
    ...answerOf(timeline, lost),
    headline,
    details,
    rows: [
      { id: 'changes', label: 'Changes', text: changes },
      { id: 'worst', label: 'At worst', text: worstText(timeline) },
      ...(requests === undefined ? [] : [{ id: 'requests', label: 'Requests', text: requests } as const]),
      { id: 'others', label: 'Others', text: othersText(timeline) },
      { id: 'undo', label: 'Undo', text: undo ?? 'being worked out…' },
      { id: 'assumed', label: 'Assumes', text: assumptionsText(scenario) },
    ],
    commands: kubectlCommands(scenario, from),
  };
}

/** `2 of 10 pods fewer, for 15 s from 0:00`. */
function worstText(timeline: Timeline): string {
  if (isCreation(timeline)) return 'nothing ran before: nothing can be missed';
  const { of, fewest, from, secondsAtWorst, seconds, lasts } = lossOf(timeline);
  const isDaemonSet = timeline.workload.kind === 'DaemonSet';
  const whole = counted(of, isDaemonSet ? 'node' : 'pod');
  if (fewest >= of)
    return isDaemonSet
      ? `${allOf(of, 'node')} ${plural(of, 'is', 'are')} served all the time`
      : `${fromMore(timeline, of)}always ${grouped(of)} available, none fewer`;
  const fewer = `${grouped(of - fewest)} of ${whole} ${isDaemonSet ? 'not served' : 'fewer'}`;
  if (lasts && secondsAtWorst >= seconds) return `${fewer}, from ${formatMoment(from)} on`;
  const isMostly = secondsAtWorst >= seconds * MOSTLY && !lasts;
  if (isMostly) return `${fewer}, for ${formatDuration(seconds)} from ${formatMoment(from)}`;
  const inAll = `some missing for ${formatDuration(seconds)} in all${lasts ? ', and at the end still' : ''}`;
  return `${fewer}, for ${formatDuration(secondsAtWorst)} from ${formatMoment(from)}; ${inAll}`;
}

/** Of the time with fewer: more would be splitting hairs. */
const MOSTLY = 0.85;

/** What goes because fewer are wanted is no loss, and yet fewer pods. */
function fromMore(timeline: Timeline, wanted: number): string {
  const ran = atFirst(timeline, 'desired');
  return ran > wanted ? `${grouped(ran)} → ${grouped(wanted)} as asked for; ` : '';
}

const ABOUT_OTHERS: ReadonlySet<Note['kind']> = new Set(['preemption', 'others', 'budget']);

/** Whom else it touches: workloads that lose pods, budgets that hold up drains, quotas that are full. */
function othersText(timeline: Timeline): string {
  const { notes = [], others = [], budgets = [], quotas = [] } = timeline;
  const touched = notes.filter(({ kind }) => ABOUT_OTHERS.has(kind)).map(({ sentence }) => sentence);
  const isHarmless = !notes.some(({ kind }) => kind === 'others' || kind === 'preemption');
  const known =
    others.length === 0
      ? ['no other workload is known here']
      : [`${counted(others.length, 'other workload')} keep${others.length === 1 ? 's its' : ' their'} pods`];
  return [
    ...touched,
    ...budgets.flatMap((budget) => heldUp(budget, timeline)),
    ...quotas.flatMap(fullQuota),
    ...(isHarmless ? known : []),
  ].join('; ');
}

/** A node that is drained meanwhile waits for the budget. */
function heldUp({ name, series: { columns, times, values } }: BudgetStatus, { outcome, end }: Timeline): string[] {
  const allowed = columns.indexOf('allowed');
  const until = outcome.kind === 'complete' ? outcome.at : end;
  let seconds = 0;
  for (let row = 0; row < times.length; row++) {
    const from = Math.max(0, times[row] as number);
    const to = Math.min(until, times[row + 1] ?? until);
    if (to > from && values[row * columns.length + allowed] === 0) seconds += to - from;
  }
  return seconds === 0 ? [] : [`the budget ${name} allows no eviction for ${formatDuration(seconds)}: drains wait`];
}

/** What reached its limit, as the quota writes it. */
function fullQuota({ name, hard, rows }: QuotaUse): string[] {
  const full = Object.keys(hard).filter((resource) => rows.some(({ t, used }) => t >= 0 && used[resource] === hard[resource]));
  return full.length === 0
    ? []
    : [`the quota ${name} is full meanwhile (${full.map((resource) => `${resource} ${hard[resource] ?? ''}`).join(', ')})`];
}

/** The card for a chat or a pull request. */
export function cardMarkdown(card: Card, name: string): string {
  const { answer, headline, details } = card;
  const title = `**${answer}: ${plainMarkdown(name)}** — ${[headline, ...details].map(plainMarkdown).join(' · ')}`;
  return [title, '', ...cardLines(card), ''].join('\n');
}

/** What follows the verdict, in Markdown. */
export function cardLines({ rows, commands }: Pick<Card, 'rows' | 'commands'>): string[] {
  return [
    ...rows.map(({ label, text }) => `- ${label}: ${plainMarkdown(text)}`),
    '',
    '```sh',
    ...commands.map(({ label, command }) => `${visible(command)}  # ${label.toLowerCase()}`),
    '```',
  ];
}
