import { actionWords } from '../scenario/actionWords';
import type { DaemonSet, Deployment } from '../../../model/apiTypes';
import { humanDuration } from '../../kubectl/duration';
import { daemonSetRolloutStatus, deploymentRolloutStatus, type RolloutStatus } from '../../kubectl/rolloutStatus';
import { formatTable } from '../../kubectl/tables';
import { DAEMON_SET_COLUMNS, REPLICA_SET_COLUMNS } from '../../kubectl/workloadTables';
import type { LikelyRange } from '../batch/likelyRange';
import { formulaText, sentenceOf } from './describeDecision';
import type { Note, RevisionInfo, StatusColumn, Timeline, TimelineEvent } from '../timeline/timeline';
import { rowOf } from '../timeline/timelineQueries';
import { answerOf, cardLines, type Card } from './card';
import { likelyText } from './likelyText';
import { policyLines } from './policyText';
import { verdict } from '../verdict/verdict';
import { counted, formatDuration, formatMoment, inOneLine, plainMarkdown, visible } from '../../../model/words';

/** What `kubectl get rs -w` (or `ds -w`) would have printed while the rollout went on. */
export function watchTable(timeline: Timeline): string {
  return timeline.workload.kind === 'DaemonSet'
    ? formatTable(DAEMON_SET_COLUMNS, daemonSetRows(timeline))
    : formatTable(REPLICA_SET_COLUMNS, replicaSetRows(timeline));
}

function age(seconds: number): string {
  return humanDuration(Math.max(0, seconds) * 1000);
}

function replicaSetRows({ revisions, revisionCounts }: Timeline): string[][] {
  const rows = revisionCounts.flatMap((series, index) => {
    const revision = revisions[index] as RevisionInfo;
    return Array.from(series.times, (t, row) => {
      const { desired, current, ready } = rowOf(series, row);
      const cells = [revision.name, String(desired), String(current), String(ready), age(t - revision.createdAt)];
      return { t, version: series.versions[row] as number, cells };
    });
  });
  rows.sort((a, b) => a.t - b.t || a.version - b.version);
  return rows.map(({ cells }) => cells);
}

function daemonSetRows({ status, workload, revisions }: Timeline): string[][] {
  const createdAt = Math.min(0, ...revisions.map((revision) => revision.createdAt));
  return Array.from(status.times, (t, row) => {
    const { desired, replicas, ready, updated, available } = rowOf(status, row);
    return [
      workload.name,
      ...[desired, replicas, ready, updated, available].map(String),
      workload.nodeSelector,
      age(t - createdAt),
    ];
  });
}

/** The lines that `kubectl rollout status` would have printed, each with its moment. */
export function rolloutStatusLines(timeline: Timeline): readonly { readonly t: number; readonly text: string }[] {
  const lines: { t: number; text: string }[] = [];
  for (const { t, row, isExceeded } of statusLooks(timeline)) {
    const look = rolloutStatusOf(timeline, rowOf(timeline.status, row), isExceeded);
    const text = look.error === '' ? look.text.trimEnd() : `error: ${look.error}`;
    if (lines.at(-1)?.text !== text) lines.push({ t, text });
    // The command ends with the first success after the change, or with an error.
    if (look.error !== '' || look.done) break;
  }
  return lines;
}

interface StatusLook {
  readonly t: number;
  readonly row: number;
  readonly isExceeded: boolean;
}

/** The moments at which the status changes, with its row; a missed deadline changes only a condition. */
function statusLooks(timeline: Timeline): readonly StatusLook[] {
  const { times } = timeline.status;
  const { deadlineExceededAt = Infinity } = timeline.outcome;
  const looks: StatusLook[] = [];
  for (let row = firstUnobserved(timeline); row < times.length; row++) {
    const t = times[row] as number;
    looks.push({ t, row, isExceeded: t >= deadlineExceededAt });
    const next = times[row + 1] ?? timeline.end;
    if (t < deadlineExceededAt && deadlineExceededAt <= next) looks.push({ t: deadlineExceededAt, row, isExceeded: true });
  }
  return looks;
}

/** The row in which the change has been made and the controller has not seen it yet: the command is typed after the change. */
function firstUnobserved({ status }: Timeline): number {
  const column = status.columns.indexOf('generationObserved');
  for (let row = 0; row < status.times.length; row++) if (status.values[row * status.columns.length + column] === 0) return row;
  return 0;
}

function rolloutStatusOf({ workload }: Timeline, row: Readonly<Record<StatusColumn, number>>, exceeded: boolean): RolloutStatus {
  const { name, namespace } = workload;
  const metadata = { name, namespace, generation: 1 };
  const template = { spec: { containers: [] } };
  if (workload.kind === 'DaemonSet') {
    const daemonSet: DaemonSet = {
      metadata,
      spec: { template, updateStrategy: { type: workload.strategy } },
      status: {
        observedGeneration: row.generationObserved,
        desiredNumberScheduled: row.desired,
        updatedNumberScheduled: row.updated,
        numberAvailable: row.available,
      },
    };
    return daemonSetRolloutStatus(daemonSet);
  }
  const conditions = exceeded ? [{ type: 'Progressing', status: 'False' as const, reason: 'ProgressDeadlineExceeded' }] : [];
  const deployment: Deployment = {
    metadata,
    spec: { template, replicas: row.desired },
    status: {
      observedGeneration: row.generationObserved,
      replicas: row.replicas,
      updatedReplicas: row.updated,
      availableReplicas: row.available,
      conditions,
    },
  };
  return deploymentRolloutStatus(deployment);
}

/** The answer as a page: verdict, what there is to decide on, figures, what happened, what stands in the way. */
export function markdownSummary(
  timeline: Timeline,
  card?: Pick<Card, 'answer' | 'rows' | 'commands'>,
  likely?: LikelyRange,
): string {
  const { workload, envelope, facts, outcome, notes = [] } = timeline;
  const { headline, details } = verdict(timeline);
  const { answer } = card ?? answerOf(timeline);
  return [
    `# ${plainMarkdown(`${workload.kind} ${workload.name}: ${headline}`)}`,
    '',
    `**${answer}**`,
    '',
    ...(likely === undefined ? [] : [`- ${likelyText(likely)}`]),
    ...details.map((detail) => `- ${plainMarkdown(detail)}`),
    '',
    ...(card === undefined ? [] : [...cardLines(card), '']),
    '| | |',
    '| --- | --- |',
    `| strategy | ${plainMarkdown(workload.strategy)} |`,
    `| desired | ${counted(envelope.desired, workload.kind === 'DaemonSet' ? 'node' : 'pod')} |`,
    `| surge / unavailable | ${envelope.surge} / ${envelope.unavailable} |`,
    `| floor / ceiling | ${envelope.floor} / ${envelope.ceiling} |`,
    `| fewest available | ${facts.minAvailable} (at ${formatMoment(facts.minAvailableAt)}) |`,
    `| most pods | ${facts.maxPods} (at ${formatMoment(facts.maxPodsAt)}), ${facts.maxPodsWithTerminating} with those on their way out |`,
    `| below the floor | ${formatDuration(facts.secondsBelowFloor)} |`,
    `| nothing available | ${formatDuration(facts.secondsWithoutAny)} |`,
    `| pods created | ${facts.podsCreated} |`,
    ...(notes.length === 0 ? [] : ['', '## Worth knowing', '', ...notes.map(noteLine)]),
    ...policyLines(timeline),
    ...(outcome.blockers.length === 0 ? [] : ['', '## What stands in the way', '', ...outcome.blockers.flatMap(blockerLines)]),
    '',
    '## What happened',
    '',
    ...storyLines(timeline),
    '',
  ].join('\n');
}

function blockerLines(blocker: Timeline['outcome']['blockers'][number]): string[] {
  return [
    `- ${plainMarkdown(blocker.sentence)}`,
    ...(blocker.message === undefined ? [] : [`  - \`${visible(inOneLine(blocker.message)).replaceAll('`', "'")}\``]),
    ...(blocker.remedy === undefined ? [] : [`  - what would help: ${plainMarkdown(blocker.remedy)}`]),
  ];
}

function noteLine({ t, sentence }: Note): string {
  return `- ${plainMarkdown(sentence)}${t === undefined ? '' : ` (first at ${formatMoment(t)})`}`;
}

const MOST_STORY_LINES = 60;

interface StoryLine {
  readonly t: number;
  readonly text: string;
  /** Lines of one kind, such as a warning repeated for each pod, are told once with their number. */
  readonly kind: string;
}

/** Repetitions go into the line that began them: `FailedCreate: … (×12 until 3:20)`. */
function folded(lines: readonly StoryLine[]): { readonly t: number; readonly text: string }[] {
  const groups = new Map<string, { readonly first: StoryLine; count: number; last: number }>();
  for (const line of lines) {
    const group = groups.get(line.kind);
    if (group === undefined) groups.set(line.kind, { first: line, count: 1, last: line.t });
    else {
      group.count++;
      group.last = line.t;
    }
  }
  return [...groups.values()].map(({ first, count, last }) => {
    const until = formatMoment(last) === formatMoment(first.t) ? '' : ` until ${formatMoment(last)}`;
    return { t: first.t, text: count === 1 ? first.text : `${first.text} (×${count}${until})` };
  });
}

/** Messages of one kind differ in what names the pod: its name, its uid, its random suffix. */
function warningKind({ reason, kind, message, name }: TimelineEvent): string {
  const neutral = message
    .replaceAll(name, '…')
    .replace(/"[^"]*"/, '"…"')
    .replace(/\([^()]*\)/, '(…)');
  return `${reason} ${kind} ${neutral}`;
}

/** As many steps of a DaemonSet are told one by one; of more those that are alike are told once. */
const MOST_STEPS = 12;

/** A DaemonSet has no scaling events: what it deleted and created at each moment. */
function daemonSetLines({ events }: Timeline): { readonly t: number; readonly text: string }[] {
  const counts = new Map<string, { readonly t: number; readonly verb: string; count: number }>();
  for (const { t, reason, kind } of events) {
    if (kind !== 'DaemonSet' || (reason !== 'SuccessfulCreate' && reason !== 'SuccessfulDelete')) continue;
    const verb = reason === 'SuccessfulCreate' ? 'created' : 'deleted';
    const entry = counts.get(`${t} ${verb}`) ?? { t, verb, count: 0 };
    counts.set(`${t} ${verb}`, entry);
    entry.count++;
  }
  const steps = [...counts.values()].map(({ t, verb, count }) => ({ t, text: `${counted(count, 'pod')} ${verb}` }));
  return steps.length > MOST_STEPS ? folded(steps.map((step) => ({ ...step, kind: step.text }))) : steps;
}

const TOLD: ReadonlySet<string> = new Set(['ScalingReplicaSet', 'TriggeredScaleUp', 'NotTriggerScaleUp']);

/** Scaling steps and marks in the order of time. */
function storyLines(timeline: Timeline): string[] {
  const scaling = timeline.workload.kind === 'DaemonSet' ? daemonSetLines(timeline) : [];
  const told = timeline.events.filter(({ reason, type }) => type === 'Warning' || TOLD.has(reason));
  const lines = [
    ...scaling,
    ...timeline.markers.map(({ t, source, problem }) => ({
      t,
      text: `**${plainMarkdown(actionWords(source))}**${problem === undefined ? '' : ` (no effect: ${plainMarkdown(problem)})`}`,
    })),
    ...folded(
      told.map((event, index) => ({
        t: event.t,
        text: plainMarkdown(`${event.reason}: ${event.message}`),
        kind: event.reason === 'ScalingReplicaSet' ? String(index) : warningKind(event),
      })),
    ),
  ];
  lines.sort((a, b) => a.t - b.t);
  const shown = lines.slice(0, MOST_STORY_LINES).map(({ t, text }) => `- ${formatMoment(t)} ${text}`);
  return lines.length > MOST_STORY_LINES ? [...shown, `- … and ${lines.length - MOST_STORY_LINES} more`] : shown;
}

/** The decisions of one moment as text, for terminals. */
export function decisionLines(timeline: Timeline, from: number, to: number): string[] {
  return timeline.decisions
    .filter(({ t }) => t >= from && t <= to)
    .flatMap(({ t, controller, steps, error }) => [
      ...steps.map((step) => {
        const formula = formulaText(step);
        return `${formatMoment(t)} ${controller} ${step.step}: ${formula === undefined ? '' : `${formula}; `}${sentenceOf(step)}`;
      }),
      ...(error === undefined ? [] : [`${formatMoment(t)} ${controller} ended with: ${error}`]),
    ]);
}
