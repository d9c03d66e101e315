import { likelyText } from '../../engine/simulation/words/likelyText';
import { hasCertainTimes, type Workload } from '../../manifest/workload';
import { counted, formatDuration, plainMarkdown } from '../../model/words';
import type { Assumptions, MeasurableTime } from '../../model/assumptions';
import type { RolloutEnvelope } from '../../rules/rolloutEnvelope';
import type { Assessment } from '../assessment';
import { sourceOfTime } from '../measuredText';
import type { Estimate } from '../estimates';
import type { EstimatedRun } from '../review/reviewRun';

/** What is known of how long a rollout takes: `pending` until it is simulated, `by formula` where it cannot be. */
export type KnownDuration = Estimate | 'pending' | 'by formula';

/** How long the rollout takes, and by which waves. The figure is the simulation's, the formula explains it. */
export function describeDuration(assessment: Assessment, envelope: RolloutEnvelope, known: KnownDuration): string {
  const { workload } = assessment;
  const { duration: time, desired } = envelope;
  if (desired === 0 || time.waves === 0) return '';
  if (!hasCertainTimes(workload)) return 'How long it takes depends on a template.';
  const { assumptions } = assessment.surroundings.settings;
  const each = wavesText(workload, envelope, assumptions);
  if (known === 'pending') return `How long it takes is being simulated; it goes in ${each}.`;
  // The formula takes it that the nodes of daemon pods have the image.
  const uncounted = workload.kind === 'DaemonSet' ? 'Without image pulls and slow starts about' : 'About';
  const byFormula = `${uncounted} **${formatDuration(time.seconds)}** if every pod starts at once: ${each}.`;
  if (known === 'by formula') return byFormula;
  if (known.why !== undefined) return `${plainMarkdown(known.why)} ${byFormula}`;
  const simulated = `**${plainMarkdown(known.headline)}**${rangeOf(known)} (simulated)`;
  return goesInWaves(assessment, known) ? `${simulated}: ${each}.` : `${simulated}.`;
}

/** Between which times it is likely to end, where the pods' own were measured. */
function rangeOf({ likely }: EstimatedRun): string {
  return likely === undefined ? '' : `, ${likelyText(likely)}`;
}

function tenths(seconds: number): number {
  return Math.round(seconds * 10) / 10;
}

/** Where the formula is of use: all pods are replaced, and it comes to an end. */
function goesInWaves({ change }: Assessment, { seconds }: EstimatedRun): boolean {
  if (seconds === undefined) return false;
  return change === undefined || change.kind === 'same' || change.kind === 'rollout' || change.kind === 'rolloutAndScale';
}

/** How much longer than by the formula it takes, as far as that was simulated. */
export function durationFactor(assessment: Assessment, { duration }: RolloutEnvelope, known: KnownDuration): number {
  if (typeof known === 'string' || known.why !== undefined || known.seconds === undefined || !goesInWaves(assessment, known))
    return 1;
  return duration.seconds > 0 ? known.seconds / duration.seconds : 1;
}

function wavesText(
  { kind }: Workload,
  { duration: time, graceSeconds, surge }: RolloutEnvelope,
  assumptions: Assumptions,
): string {
  const start = kind === 'DaemonSet' ? 'to start' : 'to pull the image and start';
  const source = (name: MeasurableTime): string => sourceOfTime(assumptions, name);
  const startSource = source('podStartSeconds');
  const parts = [`${tenths(time.startSeconds)} s ${start} (${startSource})`];
  if (time.probeSeconds > 0) parts.push(`${time.probeSeconds} s of probe delays`);
  if (time.warmUpSeconds > 0)
    parts.push(`${tenths(time.warmUpSeconds)} s until a probe succeeds (${source('podWarmUpSeconds')})`);
  if (time.minReadySeconds > 0) parts.push(`${time.minReadySeconds} s minReadySeconds`);
  if (time.stopSeconds > 0)
    parts.push(`${tenths(time.stopSeconds)} s to stop (${source('podStopSeconds')}; at most ${graceSeconds} s)`);
  const takes = `a pod takes about ${formatDuration(time.secondsPerWave)}`;
  const slowest = kind === 'DaemonSet' && surge === 0 ? '' : ', the slowest pod of each deciding';
  const sum = parts.length === 1 ? `${takes} ${start} (${startSource})` : `${takes}: ${parts.join(' + ')}`;
  return `${counted(time.waves, 'wave')}${time.waves === 1 ? '' : slowest}; ${sum}`;
}
