import { formatDuration, quote } from '../model/words';
import { secondsToStop } from '../model/podDelays';
import { askedWhileRolling, STOP_READS } from './asked';
import { gracePath } from './pods';
import { ENVELOPE_READS, type Rule } from './rule';

/** Nobody stops in no time. */
const SPARE_SECONDS = 2;

export const killCutsRequests: Rule = {
  id: 'kill-cuts-requests',
  group: 'takes down',
  claims: 'nothing',
  severity: 'warning',
  needsUsers: true,
  title: 'pods are killed before they have answered',
  reads: [...ENVELOPE_READS, ...STOP_READS],
  check: (context) => {
    const asked = askedWhileRolling(context);
    const { pod } = context.workload;
    if (asked === undefined || asked.load.onTerm === 'exits') return [];
    const sleep = asked.container.preStop?.sleepSeconds ?? 0;
    const left = secondsToStop(pod.graceSeconds, sleep);
    const { requestSeconds } = asked.load;
    if (left >= requestSeconds || pod.graceSeconds === 0) return [];
    const path = gracePath(pod);
    const enough = String(Math.ceil(sleep + requestSeconds) + SPARE_SECONDS);
    const after = sleep === 0 ? '' : ` of which the preStop hook takes ${formatDuration(sleep)}`;
    return [
      {
        path: pod.graceWritten ? path : [...asked.container.path, 'name'],
        message: `Each pod that is replaced cuts off requests of Service ${quote(asked.service.name)}: they take ${formatDuration(requestSeconds)} (rolloutLens.traffic), and it is killed ${formatDuration(left)} after SIGTERM: the grace period is ${formatDuration(pod.graceSeconds)}${pod.graceWritten ? '' : ' (default)'}${after}.`,
        short: `requests of ${formatDuration(requestSeconds)} are cut`,
        fixes: [{ title: `Set terminationGracePeriodSeconds to ${enough}`, edits: [{ op: 'set', path, value: enough }] }],
      },
    ];
  },
};
