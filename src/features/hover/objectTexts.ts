import type { Workload } from '../../manifest/workload';
import { desiredHealthy, budgetText } from '../../model/budget';
import { counted, countedRange, formatDuration, listed, rangeText } from '../../model/words';
import { priorityText } from './priorityText';
import { computeEnvelope, type RolloutEnvelope } from '../../rules/rolloutEnvelope';
import type { AutoscalerFact, BudgetFact, Fact, ServiceFact } from '../../rules/facts';
import { probeSeconds, serving } from '../../rules/pods';
import type { Assessment } from '../assessment';
import { escaped } from './markdown';
import { describeLimits, describeQuota } from './quotaTexts';
import type { TouchedWorkload } from './touchedWorkload';

/** What an object means for the workloads that it bears on, paragraph by paragraph. */
export function describeObject(fact: Fact, touched: readonly TouchedWorkload[]): string[] {
  switch (fact.fact) {
    case 'service':
      return describeService(fact, touched);
    case 'budget':
      return describeBudget(fact, touched);
    case 'autoscaler':
      return describeAutoscaler(fact, touched);
    case 'quota':
      return describeQuota(fact, touched);
    case 'limits':
      return describeLimits(touched);
    case 'priorityClass':
      return priorityText(fact, touched);
    default:
      return [];
  }
}

const nameOf = ({ workload: { kind, name } }: TouchedWorkload): string => `${kind} ${escaped(name)}`;

function describeService({ selector, object }: ServiceFact, touched: readonly TouchedWorkload[]): string[] {
  if (Object.keys(selector).length === 0)
    return ['It has no selector: where its requests go is said by EndpointSlices, or by an external name.'];
  if (touched.length === 0) return [`${NOBODY} has the labels that it selects. Requests to it reach nobody.`];
  const ignoresReadiness = (object['spec'] as { readonly publishNotReadyAddresses?: unknown }).publishNotReadyAddresses === true;
  return [
    touched.map((one) => `- ${nameOf(one)}: ${servedText(one, ignoresReadiness)}`).join('\n'),
    ignoresReadiness
      ? 'publishNotReadyAddresses: requests go to pods that are not ready as well, so no probe keeps any from them.'
      : 'A pod gets requests from the moment it is ready, and loses them when it is told to stop; without a pause in preStop some still arrive after that.',
  ];
}

const NOBODY = 'No Deployment and no DaemonSet that it could be meant for';

/** `4 pods, 3 of them at least available during a rollout; ready 5 s after their start at the earliest`. */
function servedText({ workload: { pod }, assessment }: TouchedWorkload, ignoresReadiness: boolean): string {
  const { envelope, envelopeAtMost: most } = assessment;
  const parts = envelope === undefined ? [] : [`${rangeOf(envelope, most)}${availableText(envelope)}`];
  const isProbed = serving(pod).some(({ readiness }) => readiness !== undefined);
  const after = probeSeconds(pod);
  if (!isProbed) parts.push('no readiness probe, so each gets requests as soon as its containers run');
  else if (!ignoresReadiness)
    parts.push(
      `each is ready when its probe says so${after > 0 ? `, ${formatDuration(after)} after its start at the earliest` : ''}`,
    );
  return `${parts.join('; ')}.`;
}

function rangeOf({ desired }: RolloutEnvelope, most: RolloutEnvelope | undefined): string {
  return countedRange(desired, most?.desired ?? desired, 'pod');
}

function availableText({ desired, floor, strategy, refused }: RolloutEnvelope): string {
  if (refused || strategy === 'OnDelete' || desired === 0) return '';
  if (floor === 0) return ', **for a while none of them** available during a rollout';
  return floor === desired
    ? ', all of them available throughout a rollout'
    : `, at least **${floor}** available during a rollout`;
}

function describeBudget(budget: BudgetFact, touched: readonly TouchedWorkload[]): string[] {
  if (touched.length === 0) return [`${NOBODY} has the labels that it selects. It protects nobody.`];
  const counting = touched.filter(({ workload }) => workload.kind === 'Deployment');
  const daemons = touched.length > counting.length ? [daemonText(budget)] : [];
  const envelopes = counting.flatMap(({ assessment: { envelope } }) => (envelope === undefined ? [] : [envelope]));
  if (envelopes.length === 0 || envelopes.length < counting.length)
    return [counting.length === 0 ? '' : 'How many pods it wants depends on replicas that are not known.', ...daemons];
  return [...budgetNumbers(budget, envelopes), ...daemons];
}

function daemonText({ minAvailable, maxUnavailable }: BudgetFact): string {
  const passes = 'Drains pass over the pods of DaemonSets.';
  if (maxUnavailable === undefined && typeof minAvailable === 'number') return passes;
  return `${passes} Kubernetes cannot say how many of them ${escaped(budgetText({ minAvailable, maxUnavailable }))} is, so the budget allows no eviction at all.`;
}

function budgetNumbers(budget: BudgetFact, envelopes: readonly RolloutEnvelope[]): string[] {
  const expected = envelopes.reduce((sum, { desired }) => sum + desired, 0);
  const wanted = desiredHealthy(budget, expected);
  if (wanted === undefined) return [`${escaped(budgetText(budget))} cannot be read.`];
  const allowed = Math.max(0, expected - wanted);
  // One rolls out at a time: the one that takes most away.
  const missing = Math.max(...envelopes.map(({ desired, floor, refused }) => (refused ? 0 : desired - floor)));
  const during = Math.max(0, allowed - missing);
  const drains = allowed === 0 ? ' Every drain of a node with one of them waits, and gives up.' : '';
  return [
    `${escaped(budgetText(budget))} of ${counted(expected, 'pod')} wants **${wanted}** healthy: **${counted(allowed, 'eviction')}** allowed now.${drains}`,
    `During a rollout down to ${expected - missing} are available: **${counted(during, 'eviction')}** allowed at the worst moment.${expected - missing < wanted ? ' The rollout itself goes below the budget: budgets limit evictions, not rollouts.' : ''}`,
  ];
}

function describeAutoscaler(autoscaler: AutoscalerFact, touched: readonly TouchedWorkload[]): string[] {
  const { targetKind, targetName, minReplicas, maxReplicas = minReplicas } = autoscaler;
  if (touched.length === 0)
    return [
      `Its target, ${escaped(`${targetKind} ${targetName}`)}, is in no file near by, or is not analyzed: the numbers of its rollout are not known.`,
    ];
  return touched.flatMap(({ workload, assessment }) => {
    const at = (replicas: number): string => boundsAt(replicas, workload, assessment);
    const { replicas } = workload;
    const written =
      replicas.written && replicas.known
        ? [
            `replicas: ${replicas.value} is written in the manifest: each apply sets it back to that, until the autoscaler has its say again.`,
          ]
        : [];
    const least = Math.max(1, minReplicas);
    const most = maxReplicas > least ? `\n- at its maximum: ${at(maxReplicas)}` : '';
    return [`What a rollout of it does:\n- at its minimum: ${at(least)}${most}`, ...written];
  });
}

/** `2 pods: surge 1, unavailable 0, never fewer than 2 available, never more than 3 pods`. */
function boundsAt(replicas: number, workload: Workload, { surroundings: { settings } }: Assessment): string {
  const envelope = computeEnvelope(workload, replicas, settings.assumptions);
  const pods = counted(replicas, 'pod');
  if (envelope === undefined) return `${pods}: not known`;
  if (envelope.refused) return `${pods}: the API server rejects the bounds`;
  const { surge, unavailable, floor, ceiling, strategy } = envelope;
  if (strategy === 'Recreate') return `${pods}, none of them available for a while`;
  return `${pods}: ${listed([`surge ${surge}`, `unavailable ${unavailable}`])}, so ${rangeText(floor, ceiling)} pods`;
}
