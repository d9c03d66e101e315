import { hasCertainTimes, type Workload } from '../../manifest/workload';
import { counted, formatDuration, plainMarkdown } from '../../model/words';
import type { RolloutEnvelope } from '../../rules/rolloutEnvelope';
import type { Assessment } from '../assessment';
import type { Estimate } from '../estimates';
import type { ReviewRun } from '../review/reviewRun';

/** What is known of how long a rollout takes: `pending` until it is simulated, `by formula` where it cannot be. */
export type KnownDuration = Estimate | 'pending' | 'by formula';

/** How long the rollout takes, and by which waves. The figure is the simulation's, the formula explains it. */
export function describeDuration(assessment: Assessment, envelope: RolloutEnvelope, known: KnownDuration): string {
  const { workload } = assessment;
  const { duration: time, desired } = envelope;
  if (desired === 0 || time.waves === 0) return '';
  if (!hasCertainTimes(workload)) return 'How long it takes depends on a template.';
  const each = wavesText(workload, envelope);
  if (known === 'pending') return `How long it takes is being simulated; it goes in ${each}.`;
  if (known === 'by formula') return `About **${formatDuration(time.seconds)}** if every pod starts at once: ${each}.`;
  if (known.why !== undefined)
    return `${plainMarkdown(known.why)} About **${formatDuration(time.seconds)}** if every pod starts at once: ${each}.`;
  const simulated = `**${plainMarkdown(known.headline)}** (simulated)`;
  return goesInWaves(assessment, known) ? `${simulated}: ${each}.` : `${simulated}.`;
}

/** Where the formula is of use: all pods are replaced, and it comes to an end. */
function goesInWaves({ change }: Assessment, { seconds }: ReviewRun): boolean {
  if (seconds === undefined) return false;
  return change === undefined || change.kind === 'same' || change.kind === 'rollout' || change.kind === 'rolloutAndScale';
}

/** How much longer than by the formula it takes, as far as that was simulated. */
export function durationFactor(assessment: Assessment, { duration }: RolloutEnvelope, known: KnownDuration): number {
  if (typeof known === 'string' || known.why !== undefined || known.seconds === undefined || !goesInWaves(assessment, known))
    return 1;
  return duration.seconds > 0 ? known.seconds / duration.seconds : 1;
}

function wavesText({ kind }: Workload, { duration: time, graceSeconds, surge }: RolloutEnvelope): string {
  const start = kind === 'DaemonSet' ? 'to start' : 'to pull the image and start';
  const parts = [`${time.startSeconds} s ${start} (assumed)`];
  if (time.probeSeconds > 0) parts.push(`${time.probeSeconds} s of probe delays`);
  if (time.warmUpSeconds > 0) parts.push(`${time.warmUpSeconds} s until a probe succeeds (assumed)`);
  if (time.minReadySeconds > 0) parts.push(`${time.minReadySeconds} s minReadySeconds`);
  if (time.stopSeconds > 0) parts.push(`${time.stopSeconds} s to stop (assumed; at most ${graceSeconds} s)`);
  const takes = `a pod takes about ${formatDuration(time.secondsPerWave)}`;
  const slowest = kind === 'DaemonSet' && surge === 0 ? '' : ', the slowest pod of each deciding';
  const sum = parts.length === 1 ? `${takes} ${start} (assumed)` : `${takes}: ${parts.join(' + ')}`;
  return `${counted(time.waves, 'wave')}${time.waves === 1 ? '' : slowest}; ${sum}`;
}
