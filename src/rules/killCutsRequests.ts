import { formatDuration, quote } from '../model/words';
import { askedWhileRolling } from './asked';
import { ENVELOPE_READS, ofContainers, type Rule } from './rule';

/** Whatever the hook has used up, the kubelet leaves a process that long between SIGTERM and SIGKILL. */
const LEAST_SECONDS = 2;

export const killCutsRequests: Rule = {
  id: 'kill-cuts-requests',
  group: 'takes down',
  claims: 'nothing',
  severity: 'warning',
  needsUsers: true,
  title: 'pods are killed before they have answered',
  reads: [
    ...ENVELOPE_READS,
    'spec.template.metadata',
    'spec.template.spec.terminationGracePeriodSeconds',
    ...ofContainers('name', 'lifecycle', 'ports', 'command', 'args'),
  ],
  check: (context) => {
    const asked = askedWhileRolling(context);
    const { pod } = context.workload;
    if (asked === undefined || asked.load.onTerm === 'exits') return [];
    const sleep = asked.container.preStop?.sleepSeconds ?? 0;
    const left = Math.max(LEAST_SECONDS, pod.graceSeconds - sleep);
    const { requestSeconds } = asked.load;
    if (left >= requestSeconds || pod.graceSeconds === 0) return [];
    const path = [...pod.path, 'spec', 'terminationGracePeriodSeconds'];
    const enough = String(Math.ceil(sleep + requestSeconds) + LEAST_SECONDS);
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
