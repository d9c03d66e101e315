import { DATA_PLANES } from '../../model/dataPlanes';
import { lostSeconds } from '../../model/load';
import { formatDuration } from '../../model/words';
import { askedBy } from '../../rules/asked';
import type { Assessment } from '../assessment';
import { escaped } from './markdown';

/** The end of one pod behind a Service, in numbers; empty where nobody sends it requests. */
export function stopStory({ workload, surroundings: { facts, settings } }: Assessment): string {
  const asked = askedBy(workload, facts, settings.traffic);
  if (asked === undefined) return '';
  const { service, container, load } = asked;
  const { name, learns } = DATA_PLANES[load.dataPlane];
  const grace = workload.pod.graceSeconds;
  const sleep = Math.min(container.preStop?.sleepSeconds ?? 0, grace);
  const hook = container.preStop === undefined ? [] : [`preStop is over: ${formatDuration(sleep)}`];
  const steps = [
    'deleted, no longer ready: 0 s',
    `${name} knows: ${learns[0]}–${formatDuration(learns[1])}`,
    ...hook,
    `SIGTERM: ${formatDuration(sleep)}`,
    `killed at the latest: ${formatDuration(Math.max(grace, sleep + 2))}`,
  ];
  const lost = lostSeconds(load, sleep);
  const outcome =
    lost === 0
      ? 'No request that is sent to it fails.'
      : `A rollout loses about as many requests as come in ${formatDuration(lost)}, ${ENDS[load.onTerm]}.`;
  return `\n\nThe end of a pod behind Service ${escaped(service.name)}: ${steps.join(' → ')}. ${outcome}`;
}

const ENDS = {
  exits: 'if the process ends at once on SIGTERM',
  drains: 'if the process takes nothing new after SIGTERM',
  serves: '',
} as const;

/** What readiness does for requests; empty where nobody sends any. */
export function readinessStory({ workload, surroundings: { facts, settings } }: Assessment): string {
  const asked = askedBy(workload, facts, settings.traffic);
  if (asked === undefined) return '';
  const { name, learns } = DATA_PLANES[asked.load.dataPlane];
  const known = `${learns[0]}–${formatDuration(learns[1])}`;
  return `\n\nService ${escaped(asked.service.name)} sends requests ${known} after the pod is ready (${name}), whatever minReadySeconds says. On its way out the pod is no longer ready for new requests at once, whether the probe succeeds or not.`;
}
