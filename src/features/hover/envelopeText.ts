import { nodesFor } from '../../rules/eligibleNodes';
import { AUTOSCALER_SECONDS, boundName } from '../../rules/autoscalers';
import { factText, type AutoscalerFact, type ClusterFacts, type Fact } from '../../rules/facts';
import { isNoFile, shortName } from '../../rules/sources';
import type { Assessment } from '../assessment';
import { hasCertainTimes, isCertainAt, type Workload } from '../../manifest/workload';
import { counted, formatDuration, rangeText } from '../../model/words';
import { computeEnvelope, formula, type Bound, type RolloutEnvelope } from '../../rules/rolloutEnvelope';
import { describeDuration, durationFactor, type KnownDuration } from './durationText';
import type { Topic } from './fields';
import { escaped, fileLink, table } from './markdown';

/** Node counts of the small table. */
const TABLE_NODES = [1, 3, 10, 50, 100, 500] as const;

/** Topics that the numbers of the whole rollout belong to. */
const WITHOUT_NUMBERS: ReadonlySet<Topic['about']> = new Set(['paused', 'revisionHistoryLimit', 'probe', 'pod']);

/** Between which numbers the rollout moves, what nobody wrote, how long it takes. */
export function describeEnvelope(topic: Topic, assessment: Assessment, duration: KnownDuration): string {
  const { workload, envelope, autoscaler } = assessment;
  if (WITHOUT_NUMBERS.has(topic.about)) return '';
  if (envelope === undefined) return unknownText(workload);
  if (envelope.strategy === 'OnDelete')
    return `${counted(envelope.desired, 'pod')}, one on each node; none is replaced by itself.`;
  if (envelope.refused) return 'With these bounds there is no rollout, so there are no numbers.';
  const parts = [
    boundsText(assessment, envelope, topic),
    bothZeroText(envelope),
    describeDuration(assessment, envelope, duration),
    defaultsText(workload, envelope, autoscaler !== undefined),
  ];
  if (envelope.kind === 'DaemonSet') parts.push(nodesText(assessment));
  if (autoscaler !== undefined) {
    const { written, value } = workload.replicas;
    const back = isTakenBack(assessment) ? '; what it then takes back keeps to no bound' : '';
    const first = written
      ? ` Applying it sets ${value} first, until the autoscaler looks next: within ${AUTOSCALER_SECONDS} s${back}.`
      : '';
    parts.push(`${autoscalerLine(autoscaler, envelope.desired, assessment)}${first}`);
  }
  return parts.filter((part) => part !== '').join('\n\n');
}

function unknownText({ certain, fragment }: Workload): string {
  if (fragment) return 'This is a part of a manifest: the numbers of the rollout depend on what it is merged with.';
  return certain
    ? 'The numbers of the rollout cannot be computed: a value they need is not valid.'
    : 'The numbers of the rollout depend on a template.';
}

/** The same numbers for other node counts; it comes last, since a hover that is too high is cut there. */
export function describeNodeCounts(topic: Topic, assessment: Assessment, duration: KnownDuration): string {
  const { envelope } = assessment;
  if (WITHOUT_NUMBERS.has(topic.about) || envelope === undefined || envelope.refused) return '';
  return envelope.kind === 'DaemonSet' && envelope.strategy !== 'OnDelete'
    ? nodeTable(assessment, durationFactor(assessment, envelope, duration))
    : '';
}

/** Pods above an autoscaler's maximum go again, whichever they are. */
function isTakenBack({ autoscaler, workload: { replicas } }: Assessment): boolean {
  return autoscaler !== undefined && replicas.written && boundName(autoscaler, replicas.value) === 'maximum';
}

/** A field that has just explained itself is not repeated. */
function boundsText(assessment: Assessment, envelope: RolloutEnvelope, topic: Topic): string {
  const { workload, envelopeAtMost: most } = assessment;
  const { floor, desired: total, bounds } = envelope;
  const { ceiling, desired } = most ?? envelope;
  const lines = [
    `${isTakenBack(assessment) ? 'By the rollout alone never' : 'Never'} fewer than **${floor}** of ${rangeText(total, desired)} available, never more than **${counted(ceiling, 'pod')}**${terminatingText(workload, most ?? envelope)}.`,
  ];
  if (envelope.strategy !== 'RollingUpdate') return lines.join('\n');
  const line = (name: 'maxSurge' | 'maxUnavailable', label: string): string => {
    const atMost = most === undefined ? '' : `; with ${counted(desired, 'replica')} ${boundText(most.bounds[name], desired)}`;
    return `- ${label} ${boundText(bounds[name], total)}${atMost}`;
  };
  if (topic.about !== 'maxSurge') lines.push(line('maxSurge', 'surge'));
  if (topic.about !== 'maxUnavailable') lines.push(line('maxUnavailable', 'unavailable'));
  return lines.join('\n');
}

/** `3: 25 % of 10 = 2.5 → 3, rounded up`; a count that holds as it stands needs no sum. */
function boundText(bound: Bound, total: number): string {
  const isPlain = bound.percent === undefined && bound.effective === bound.rounded;
  return isPlain ? String(bound.effective) : `${bound.effective}: ${formula(bound, total)}`;
}

function terminatingText(workload: Workload, { terminating, graceSeconds, kind, strategy }: RolloutEnvelope): string {
  const isCertain = isCertainAt(workload, [...workload.pod.path, 'spec', 'terminationGracePeriodSeconds']);
  const limit = isCertain ? `at most ${formatDuration(graceSeconds)}` : 'a time that depends on a template';
  if (terminating > 0) return `, plus up to ${terminating} still terminating, each for ${limit}`;
  if (kind === 'DaemonSet') return `; on a node the new pod starts when the old one is gone, after ${limit}`;
  return strategy === 'Recreate' ? `; the new pods start when all old ones are gone, after ${limit}` : '';
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

function nodesText({ workload, nodes: { count, known }, surroundings: { facts, settings } }: Assessment): string {
  if (!known) return `Computed for ${counted(count, 'node')}, which is an assumption.`;
  const [node] = settings.nodeCount === undefined ? nodesFor(facts, workload) : [];
  return `Computed for ${counted(count, 'node')}${node === undefined ? '' : linkTo(node, facts)}.`;
}

function autoscalerLine(autoscaler: AutoscalerFact, replicas: number, { workload, surroundings }: Assessment): string {
  const { facts } = surroundings;
  const { minReplicas, maxReplicas } = autoscaler;
  const bound = boundName(autoscaler, workload.replicas.value);
  const range = maxReplicas === undefined || bound === 'maximum' ? '' : ` (its maximum is ${maxReplicas})`;
  const minimum = bound === 'minimum' && minReplicas < replicas ? ', the fewest that run' : `, the ${bound}`;
  return `Computed for ${counted(replicas, 'replica')}${minimum} of ${escaped(factText(autoscaler))}${linkTo(autoscaler, facts)}${range}.`;
}

/** ` in web.yaml`, as a link to the line; nothing for what is in the same file. */
export function linkTo(fact: Fact, { home, placeOf, writtenIn }: ClusterFacts): string {
  const uri = writtenIn?.(fact) ?? fact.uri;
  if (uri === home) return '';
  const name = shortName(uri, home);
  return ` in ${isNoFile(uri) ? name : fileLink(name, uri, placeOf(fact)?.line)}`;
}

/** `factor`: how much longer than by the formula the simulated rollout took; the same is expected of the others. */
function nodeTable({ workload, surroundings }: Assessment, factor: number): string {
  const isTimed = hasCertainTimes(workload);
  const rows = TABLE_NODES.flatMap((nodes) => {
    const envelope = computeEnvelope(workload, nodes, surroundings.settings.assumptions);
    if (envelope === undefined) return [];
    const { surge, unavailable, floor, ceiling } = envelope;
    const numbers = [nodes, surge, unavailable, floor, ceiling].map(String);
    return [[...numbers, isTimed ? formatDuration(envelope.duration.seconds * factor) : '?']];
  });
  return table(['nodes', 'surge', 'unavailable', 'available ≥', 'pods ≤', 'about'], rows);
}
