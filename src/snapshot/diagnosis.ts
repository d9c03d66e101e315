import type { Timeline } from '../engine/simulation/timeline/timeline';
import { verdict } from '../engine/simulation/verdict/verdict';
import { formulaText, mannerOf, sentenceOf } from '../engine/simulation/words/describeDecision';
import { podTable } from '../engine/simulation/words/kubectlOutput';
import { formatTime } from '../model/time';
import { counted, formatDuration, inOneLine, visible } from '../model/words';
import { progressWords } from './progressWords';
import { numberOfRevision } from '../engine/simulation/timeline/recording/workloadRows';
import type { RolloutUnderWay } from './rolloutUnderWay';

/** What comes of one thing that can be done. */
export interface TriedWhatIf {
  readonly label: string;
  readonly timeline: Timeline;
  readonly commands: readonly string[];
}

const MOST_PODS = 20;
const MOST_NODES = 12;
const MOST_WORDS = 6;

/** Why a rollout stands where it stands, and what would become of it: a page for a terminal. */
export function diagnosisLines(underWay: RolloutUnderWay, waiting: Timeline, tried: readonly TriedWhatIf[]): readonly string[] {
  const { workload, now } = underWay;
  const { kind = '', metadata } = workload;
  return [
    `${kind} ${metadata.namespace ?? 'default'}/${metadata.name} at ${formatTime(now)}: ${progressWords(underWay)}`,
    ...revisionLines(underWay),
    '',
    ...causeLines(waiting),
    ...decisionLinesOf(waiting),
    ...nodeLines(waiting),
    ...podLines(underWay),
    ...whatIfLines(waiting, tried),
  ].map((line) => visible(line).trimEnd());
}

function revisionLines({ revisions, pods }: RolloutUnderWay): string[] {
  return revisions.flatMap((revision, index) => {
    const own = pods.filter(
      ({ metadata }) => metadata.ownerReferences?.some(({ uid }) => uid === revision.metadata.uid) === true,
    );
    const hash = Object.entries(revision.metadata.labels ?? {}).find(([label]) => label.endsWith('-hash'))?.[1];
    const ofHash = pods.filter(({ metadata }) => Object.values(metadata.labels ?? {}).includes(hash ?? '-'));
    const count = own.length > 0 ? own.length : ofHash.length;
    if (index > 0 && count === 0) return [];
    return [
      `  revision ${numberOfRevision(revision)}  ${revision.metadata.name}  ${counted(count, 'pod')}${index === 0 ? ', the new one' : ''}`,
    ];
  });
}

function causeLines(timeline: Timeline): string[] {
  const { outcome } = timeline;
  const { headline } = verdict(timeline);
  if (outcome.blockers.length === 0) return [`If nobody does anything: ${headline}`];
  return [
    headline.startsWith('Stuck:') ? headline : `If nobody does anything: ${headline}`,
    ...outcome.blockers.flatMap(({ sentence, message, remedy }) => [
      ...(sentence === outcome.sentence ? [] : [`  cause: ${sentence}`]),
      ...(message === undefined ? [] : [`  said:  ${inOneLine(message)}`]),
      ...(remedy === undefined ? [] : [`  helps: ${remedy}`]),
    ]),
  ];
}

/** What the last look at the workload came to, where it is that something has to be waited for. */
function decisionLinesOf({ decisions, workload }: Timeline): string[] {
  const controller = workload.kind === 'DaemonSet' ? 'daemonset' : 'deployment';
  const last = decisions.findLast(
    ({ steps, controller: by }) => by === controller && steps.some((step) => mannerOf(step) !== 'looks'),
  );
  const waits = (last?.steps ?? []).filter((step) => mannerOf(step) === 'waits');
  if (waits.length === 0) return [];
  const lines = waits.map((step) => {
    const formula = formulaText(step);
    return `  ${step.step}: ${formula === undefined ? '' : `${formula}; `}${sentenceOf(step)}`;
  });
  return ['', 'What its controller waits for', ...lines];
}

/** The scheduler's words, nodes with the same ones together. */
function nodeLines({ outcome }: Timeline): string[] {
  const refusals = outcome.blockers.flatMap(({ nodes = [] }) => nodes);
  const byReason = new Map<string, string[]>();
  for (const { node, reasons } of refusals) {
    const words = reasons.join('; ');
    byReason.set(words, [...(byReason.get(words) ?? []), node]);
  }
  if (byReason.size === 0) return [];
  const lines = [...byReason].map(([words, nodes]) => {
    const more = nodes.length > MOST_WORDS ? ` and ${nodes.length - MOST_WORDS} more` : '';
    return `  ${nodes.slice(0, MOST_WORDS).join(', ')}${more}: ${words}`;
  });
  return ['', 'What the scheduler says of each node', ...lines.slice(0, MOST_NODES)];
}

function podLines({ pods, now, lastWords }: RolloutUnderWay): string[] {
  const troubled = pods.filter(({ metadata, status }) => {
    const isReady = status?.conditions?.some(({ type, status: is }) => type === 'Ready' && is === 'True') === true;
    return !isReady || metadata.deletionTimestamp !== undefined;
  });
  if (troubled.length === 0) return [];
  const shown = troubled.slice(0, MOST_PODS);
  const table = podTable(shown, now).trimEnd().split('\n');
  const words = shown.flatMap(({ metadata: { name } }) => {
    const said = lastWords.get(name);
    return said === undefined ? [] : [`  ${name}: ${inOneLine(said).slice(0, 300)}`];
  });
  const rest = troubled.length - shown.length;
  return [
    '',
    'Pods that are not ready, or on their way out',
    ...table.map((line) => `  ${line}`),
    ...(rest > 0 ? [`  … and ${rest} more`] : []),
    ...(words.length === 0 ? [] : ['', 'What was last said of them', ...words]),
  ];
}

function whatIfLines(waiting: Timeline, tried: readonly TriedWhatIf[]): string[] {
  const rows = [{ label: 'wait', timeline: waiting, commands: [] as readonly string[] }, ...tried];
  const width = Math.max(...rows.map(({ label }) => label.length));
  return [
    '',
    'What if …',
    ...rows.flatMap(({ label, timeline, commands }) => [
      `  ${label.padEnd(width)}  ${whatComes(timeline)}`,
      ...commands.map((command) => `  ${' '.repeat(width)}  $ ${command}`),
    ]),
  ];
}

/** `completes in 2 min, never below 4 of 5 available`, or why not. */
function whatComes(timeline: Timeline): string {
  const { outcome, facts, markers } = timeline;
  const refused = markers.find(({ problem }) => problem !== undefined)?.problem;
  if (refused !== undefined) return `no effect: ${refused}`;
  if (outcome.kind === 'nothingToDo') return 'nothing is left to do';
  const then = outcome.aftermath === undefined ? '' : `, then ${outcome.aftermath}`;
  const least = `at least ${facts.minAvailable} of ${facts.desired} available`;
  if (outcome.kind === 'complete') return `completes in ${formatDuration(outcome.at)}, ${least}${then}`;
  if (outcome.kind === 'horizon') return `still goes on after ${formatDuration(outcome.at)}, ${least}`;
  const isPaused = outcome.blockers.some(({ rule }) => rule === 'paused');
  return isPaused ? `stays as it is until it is resumed, ${least}` : `stays stuck, ${least}: ${outcome.sentence}`;
}
