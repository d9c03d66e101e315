import { jsonAt } from '../manifest/json';
import { DATA_PLANES, unawareSeconds } from '../model/dataPlanes';
import { lostSeconds, sufficientSleep } from '../model/load';
import { formatDuration, quote } from '../model/words';
import { askedWhileRolling, knowsText, sleepEdits, STOP_READS } from './asked';
import { ENVELOPE_READS, type Rule } from './rule';

export const preStopTooShort: Rule = {
  id: 'prestop-too-short',
  group: 'takes down',
  claims: 'nothing',
  severity: 'information',
  needsUsers: true,
  title: 'the preStop hook is over before everybody knows that the pod stops',
  reads: [...ENVELOPE_READS, ...STOP_READS],
  check: (context) => {
    const asked = askedWhileRolling(context);
    const written = asked?.container.preStop?.sleepSeconds;
    if (asked === undefined || written === undefined || written === 0) return [];
    const { service, container, load } = asked;
    const slept = Math.min(written, context.workload.pod.graceSeconds);
    const [lost, sleep] = [lostSeconds(load, slept), sufficientSleep(load)];
    if (unawareSeconds(DATA_PLANES[load.dataPlane], slept) === 0 || lost === 0 || sleep === undefined) return [];
    const { path = [] } = container.preStop ?? {};
    // A command may do more than sleep.
    const isPlain = jsonAt(context.workload.resource.json, [...path, 'sleep']) !== undefined;
    return [
      {
        path,
        message: `The preStop hook is too short for Service ${quote(service.name)}: it sleeps ${formatDuration(written)}, and ${knowsText(load)}. A rollout still loses about as many requests as come in ${formatDuration(lost)}.`,
        short: `preStop of ${formatDuration(written)} is too short`,
        ...(isPlain
          ? {
              fixes: [
                {
                  title: `Wait ${sleep} s before stopping: ${formatDuration(lost)} of requests lost → 0 s`,
                  edits: sleepEdits(context.workload, container, sleep),
                },
              ],
            }
          : {}),
      },
    ];
  },
};
