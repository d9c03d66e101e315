import { autoscalerText } from '../../rules/facts';
import type { RuleContext } from '../../rules/rule';
import type { Assessment } from '../assessment';
import type { Workload } from '../../manifest/workload';
import { counted, formatDuration } from '../../model/words';
import { computeEnvelope, formula, type Assumptions, type Bound, type RolloutEnvelope } from '../../rules/rolloutEnvelope';
import type { Topic } from './fields';
import { escaped, table } from './markdown';

/** Node counts of the small table. */
const TABLE_NODES = [1, 3, 10, 50, 100, 500] as const;

/** Topics that the numbers of the whole rollout belong to. */
const WITHOUT_NUMBERS: ReadonlySet<Topic['about']> = new Set(['paused', 'revisionHistoryLimit', 'probe']);

/** Between which numbers the rollout moves, what nobody wrote, how long it takes. */
export function describeEnvelope(topic: Topic, { workload, envelope, nodes, autoscaler }: Assessment): string {
  if (WITHOUT_NUMBERS.has(topic.about)) return '';
  if (envelope === undefined) return unknownText(workload);
  if (envelope.strategy === 'OnDelete')
    return `${counted(envelope.desired, 'pod')}, one on each node; none is replaced by itself.`;
  if (envelope.refused) return 'With these bounds there is no rollout, so there are no numbers.';
  const parts = [
    boundsText(envelope, topic),
    bothZeroText(envelope),
    defaultsText(workload, envelope, autoscaler !== undefined),
    durationText(envelope),
  ];
  if (envelope.kind === 'DaemonSet') parts.push(nodesText(nodes));
  if (autoscaler !== undefined)
    parts.push(`Computed for ${counted(envelope.desired, 'replica')}, the minimum of ${escaped(autoscalerText(autoscaler))}.`);
  return parts.filter((part) => part !== '').join('\n\n');
}

function unknownText({ certain, fragment }: Workload): string {
  if (fragment) return 'This is a part of a manifest: the numbers of the rollout depend on what it is merged with.';
  return certain
    ? 'The numbers of the rollout cannot be computed: a value they need is not valid.'
    : 'The numbers of the rollout depend on a template.';
}

/** The same numbers for other node counts; it comes last, since a hover that is too high is cut there. */
export function describeNodeCounts(
  topic: Topic,
  workload: Workload,
  envelope: RolloutEnvelope | undefined,
  assumptions: Assumptions,
): string {
  if (WITHOUT_NUMBERS.has(topic.about) || envelope === undefined || envelope.refused) return '';
  return envelope.kind === 'DaemonSet' && envelope.strategy !== 'OnDelete' ? nodeTable(workload, assumptions) : '';
}

/** A field that has just explained itself is not repeated. */
function boundsText(envelope: RolloutEnvelope, topic: Topic): string {
  const { floor, ceiling, desired: total, bounds } = envelope;
  const lines = [
    `Never fewer than **${floor}** of ${total} available, never more than **${counted(ceiling, 'pod')}**${terminatingText(envelope)}.`,
  ];
  if (envelope.strategy === 'RollingUpdate') {
    if (topic.about !== 'maxSurge') lines.push(`- surge ${boundText(bounds.maxSurge, total)}`);
    if (topic.about !== 'maxUnavailable') lines.push(`- unavailable ${boundText(bounds.maxUnavailable, total)}`);
  }
  return lines.join('\n');
}

/** `3: 25 % of 10 = 2.5 → 3, rounded up`; a count that holds as it stands needs no sum. */
function boundText(bound: Bound, total: number): string {
  const isPlain = bound.percent === undefined && bound.effective === bound.rounded;
  return isPlain ? String(bound.effective) : `${bound.effective}: ${formula(bound, total)}`;
}

function terminatingText({ terminating, graceSeconds, kind, strategy }: RolloutEnvelope): string {
  if (terminating > 0) return `, plus up to ${terminating} still terminating, each for at most ${formatDuration(graceSeconds)}`;
  if (kind === 'DaemonSet')
    return `; on a node the new pod starts when the old one is gone, after at most ${formatDuration(graceSeconds)}`;
  return strategy === 'Recreate'
    ? `; the new pods start when all old ones are gone, after at most ${formatDuration(graceSeconds)}`
    : '';
}

function bothZeroText({ bothZero }: RolloutEnvelope): string {
  return bothZero ? 'Both bounds come to 0. Kubernetes then uses **1 unavailable**, or nothing could ever be replaced.' : '';
}

/** The fields of the rollout that nobody wrote. */
function defaultsText(workload: Workload, envelope: RolloutEnvelope, isScaled: boolean): string {
  const { replicas, strategyType, maxSurge, maxUnavailable, minReadySeconds, progressDeadlineSeconds } = workload;
  const rolling = envelope.strategy === 'RollingUpdate' ? [maxSurge, maxUnavailable] : [];
  const own = workload.kind === 'Deployment' ? [...(isScaled ? [] : [replicas]), progressDeadlineSeconds] : [];
  const fields = [...own, strategyType, ...rolling, minReadySeconds].filter((field) => !field.written && field.known);
  if (fields.length === 0) return '';
  return `Not written, so defaults: ${fields.map((field) => `${String(field.path.at(-1))} ${escaped(String(field.value))}`).join(', ')}.`;
}

function durationText({ duration: time, desired, graceSeconds }: RolloutEnvelope): string {
  if (desired === 0 || time.waves === 0) return '';
  const parts = [`${time.startSeconds} s to start (assumed)`];
  if (time.probeSeconds > 0) parts.push(`${time.probeSeconds} s of probe delays`);
  if (time.minReadySeconds > 0) parts.push(`${time.minReadySeconds} s minReadySeconds`);
  if (time.stopSeconds > 0) parts.push(`${time.stopSeconds} s to stop (assumed; at most ${graceSeconds} s)`);
  return `About **${formatDuration(time.seconds)}**: ${counted(time.waves, 'wave')} of ${formatDuration(time.secondsPerWave)}, if every pod starts at once: ${parts.join(' + ')}.`;
}

function nodesText(nodes: RuleContext['nodes']): string {
  return nodes.known
    ? `Computed for ${counted(nodes.count, 'node')}.`
    : `Computed for ${counted(nodes.count, 'node')}, which is an assumption.`;
}

function nodeTable(workload: Workload, assumptions: Assumptions): string {
  const rows = TABLE_NODES.flatMap((nodes) => {
    const envelope = computeEnvelope(workload, nodes, assumptions);
    if (envelope === undefined) return [];
    const { surge, unavailable, floor, ceiling } = envelope;
    const numbers = [nodes, surge, unavailable, floor, ceiling].map(String);
    return [[...numbers, formatDuration(envelope.duration.seconds)]];
  });
  return table(['nodes', 'surge', 'unavailable', 'available ≥', 'pods ≤', 'about'], rows);
}
