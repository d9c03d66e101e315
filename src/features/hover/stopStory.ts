import { DATA_PLANE_NAMES } from '../../model/dataPlaneNames';
import { DATA_PLANES } from '../../model/dataPlanes';
import { lostSeconds, type Load } from '../../model/load';
import { secondsToStop } from '../../model/podDelays';
import { formatDuration } from '../../model/words';
import { askedBy, ON_TERM_WORDS } from '../../rules/asked';
import type { Assessment } from '../assessment';
import { escaped } from './markdown';

/** The end of one pod behind a Service, in numbers; empty where nobody sends it requests. */
export function stopStory({ workload, surroundings: { facts, settings } }: Assessment): string {
  const asked = askedBy(workload, facts, settings.traffic);
  if (asked === undefined) return '';
  const { service, container, load } = asked;
  const { name } = DATA_PLANE_NAMES[load.dataPlane];
  const grace = workload.pod.graceSeconds;
  const sleep = Math.min(container.preStop?.sleepSeconds ?? 0, grace);
  const hook = container.preStop === undefined ? [] : [`preStop is over: ${formatDuration(sleep)}`];
  const steps = [
    'deleted, no longer ready: 0 s',
    `${name} knows: ${learnsText(load)}`,
    ...hook,
    `SIGTERM: ${formatDuration(sleep)}`,
    `killed at the latest: ${formatDuration(sleep + secondsToStop(grace, sleep))}`,
  ];
  const lost = lostSeconds(load, sleep);
  const outcome =
    lost === 0
      ? 'No request that is sent to it fails.'
      : `A rollout loses about as many requests as come in ${formatDuration(lost)}, if ${ON_TERM_WORDS[load.onTerm]}.`;
  return `\n\nThe end of a pod behind Service ${escaped(service.name)}: ${steps.join(' → ')}. ${outcome}`;
}

/** `0.1–1 s` */
function learnsText({ dataPlane }: Load): string {
  const [first, last] = DATA_PLANES[dataPlane].learns;
  return `${first}–${formatDuration(last)}`;
}

/** What readiness does for requests; empty where nobody sends any. */
export function readinessStory({ workload, surroundings: { facts, settings } }: Assessment): string {
  const asked = askedBy(workload, facts, settings.traffic);
  if (asked === undefined) return '';
  const { name } = DATA_PLANE_NAMES[asked.load.dataPlane];
  return `\n\nService ${escaped(asked.service.name)} sends requests ${learnsText(asked.load)} after the pod is ready (${name}), whatever minReadySeconds says. On its way out the pod is no longer ready for new requests at once, whether the probe succeeds or not.`;
}
