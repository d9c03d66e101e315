import type { Timeline } from '../engine/simulation/timeline/timeline';
import { verdict } from '../engine/simulation/verdict/verdict';
import { answerOf } from '../engine/simulation/words/card';
import { formulaText, mannerOf, sentenceOf } from '../engine/simulation/words/describeDecision';
import { podTable } from '../engine/simulation/words/kubectlOutput';
import { formatTime } from '../model/time';
import { shellWord } from '../engine/simulation/words/shellWord';
import type { Node, Pod } from '../model/apiTypes';
import { isPodReady } from '../model/podConditions';
import { counted, formatDuration, inOneLine, listed, visible, withoutMiddle } from '../model/words';
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
export function diagnosisLines(
  underWay: RolloutUnderWay,
  waiting: Timeline,
  tried: readonly TriedWhatIf[],
  nodes: readonly Node[],
): readonly string[] {
  const { workload, now } = underWay;
  const { kind = '', metadata } = workload;
  return [
    `${kind} ${metadata.namespace ?? 'default'}/${metadata.name} at ${formatTime(now)}: ${progressWords(underWay)}`,
    ...revisionLines(underWay),
    '',
    ...causeLines(waiting),
    ...logLines(underWay),
    ...decisionLinesOf(waiting),
    ...nodeLines(waiting),
    ...podLines(underWay),
    ...drainLines(underWay, waiting, nodes),
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
  const { answer } = answerOf(timeline);
  const isNow = headline.startsWith('Stuck:') || outcome.kind === 'nothingToDo';
  const first = `${answer}. ${isNow ? '' : 'If nobody does anything: '}${headline}`;
  if (outcome.blockers.length === 0) return [first];
  return [
    first,
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
    return `  ${few(nodes)}: ${words}`;
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
  const words = shown.flatMap((pod): [string, string][] => {
    const said = [endOf(pod), lastWords.get(pod.metadata.name)].filter((text) => text !== undefined);
    return said.length === 0 ? [] : [[pod.metadata.name, withoutMiddle(inOneLine(said.join('; ')))]];
  });
  const rest = troubled.length - shown.length;
  return [
    '',
    'Pods that are not ready, or on their way out',
    ...table.map((line) => `  ${line}`),
    ...(rest > 0 ? [`  … and ${rest} more`] : []),
    ...(words.length === 0 ? [] : ['', 'What was last said of them', ...grouped(words)]),
  ];
}

/** What is said of several in the same words is said once; names of pods in them differ. */
function grouped(words: readonly (readonly [name: string, text: string])[]): string[] {
  const namesOf = new Map<string, { readonly names: string[]; readonly text: string }>();
  for (const [name, text] of words) {
    const key = text.replaceAll(name, '').replace(UID, '');
    const known = namesOf.get(key);
    if (known === undefined) namesOf.set(key, { names: [name], text });
    else known.names.push(name);
  }
  return [...namesOf.values()].map(({ names, text }) => `  ${few(names)}: ${text}`);
}

const UID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

function few(names: readonly string[]): string {
  const more = names.length > MOST_WORDS ? ` and ${names.length - MOST_WORDS} more` : '';
  return `${names.slice(0, MOST_WORDS).join(', ')}${more}`;
}

/** How the container ended that was restarted, or is about to be: `web ended with 137 (OOMKilled: over its memory limit …)`. */
function endOf({ status, spec }: Pod): string | undefined {
  const all = [...(status?.initContainerStatuses ?? []), ...(status?.containerStatuses ?? [])];
  const ended = all.find(({ state, lastState, ready }) => ready !== true && (state?.terminated ?? lastState?.terminated));
  const { exitCode, reason } = ended?.state?.terminated ?? ended?.lastState?.terminated ?? {};
  if (ended === undefined || exitCode === undefined || exitCode === 0) return undefined;
  const limit = [...(spec.initContainers ?? []), ...spec.containers].find(({ name }) => name === ended.name)?.resources?.limits;
  const memory = limit?.['memory'];
  const over = memory === undefined ? ': its node had no memory left' : `: over its memory limit of ${memory}`;
  const why = reason === undefined || reason === 'Error' ? '' : ` (${reason}${reason === 'OOMKilled' ? over : ''})`;
  return `${ended.name} ended with exit code ${exitCode}${why}`;
}

/** Where its logs are, of the first that crashes. */
function logLines({ pods, workload: { metadata } }: RolloutUnderWay): string[] {
  const crashed = pods.find((pod) => endOf(pod) !== undefined);
  if (crashed === undefined) return [];
  const where = metadata.namespace === undefined ? '' : ` -n ${shellWord(metadata.namespace)}`;
  return [`  $ kubectl logs ${shellWord(crashed.metadata.name)}${where} --all-containers --previous`];
}

/** Whoever drains a node waits for the budgets of its pods, though nothing rolls out. */
function drainLines({ pods }: RolloutUnderWay, { budgets = [] }: Timeline, nodes: readonly Node[]): string[] {
  const cordoned = new Set(nodes.flatMap(({ metadata, spec }) => (spec?.unschedulable === true ? [metadata.name] : [])));
  const kept = pods.filter((pod) => isPodReady(pod) && cordoned.has(pod.spec.nodeName ?? ''));
  const full = budgets.filter(({ series: { columns, values } }) => values[columns.indexOf('allowed')] === 0);
  if (kept.length === 0 || full.length === 0) return [];
  const names = listed([...new Set(kept.map(({ spec }) => spec.nodeName ?? ''))]);
  return [
    '',
    `A drain of ${names} waits: the budget ${listed(full.map(({ name }) => name))} allows no eviction of ${counted(kept.length, 'pod')} there`,
    '  helps: more replicas, a lower minAvailable, or kubectl rollout restart once the node is cordoned',
  ];
}

function whatIfLines(waiting: Timeline, tried: readonly TriedWhatIf[]): string[] {
  const rows = [{ label: 'wait', timeline: waiting, commands: [] as readonly string[] }, ...tried];
  const width = Math.max(...rows.map(({ label }) => label.length));
  return [
    '',
    'What if …',
    ...rows.flatMap(({ label, timeline, commands }) => [
      `  ${label.padEnd(width)}  ${whatComes(timeline, waiting)}`,
      ...commands.map((command) => `  ${' '.repeat(width)}  $ ${command}`),
    ]),
  ];
}

/** `completes in 2 min, never below 4 of 5 available`, or why not. */
function whatComes(timeline: Timeline, waiting: Timeline): string {
  const { outcome, facts, markers } = timeline;
  const refused = markers.find(({ problem }) => problem !== undefined)?.problem;
  if (refused !== undefined) return `no effect: ${refused}`;
  if (outcome.kind === 'nothingToDo') return 'nothing is left to do';
  const then = outcome.aftermath === undefined ? '' : `, then ${outcome.aftermath}`;
  const least = `at least ${facts.minAvailable} of ${facts.desired} available`;
  if (outcome.kind === 'complete') return `completes in ${formatDuration(outcome.at)}, ${least}${then}`;
  if (outcome.kind === 'horizon') return `still goes on after ${formatDuration(outcome.at)}, ${least}`;
  const isPaused = outcome.blockers.some(({ rule }) => rule === 'paused');
  // Why it is stuck stands at the top.
  const why = outcome.sentence === waiting.outcome.sentence ? '' : `: ${outcome.sentence}`;
  return isPaused ? `stays as it is until it is resumed, ${least}` : `stays stuck, ${least}${why}`;
}
