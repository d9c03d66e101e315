import { allowedStartSeconds, probeSeconds } from './pods';
import { ofContainers, type Rule } from './rule';
import { formatDuration } from '../model/words';

export const deadlineTooShort: Rule = {
  id: 'deadline-too-short',
  group: 'stalls',
  claims: 'nothing',
  severity: 'warning',
  title: 'the progress deadline passes before a pod can be ready',
  reads: ['spec.progressDeadlineSeconds', ...ofContainers('readinessProbe', 'startupProbe')],
  check: ({ workload }) => {
    const { kind, progressDeadlineSeconds, pod } = workload;
    const deadline = progressDeadlineSeconds.value;
    if (kind !== 'Deployment' || deadline <= 0) return [];
    const least = probeSeconds(pod);
    const allowed = allowedStartSeconds(pod);
    if (least < deadline && allowed.seconds <= deadline) return [];
    const always = least >= deadline;
    const needed = Math.max(least, allowed.seconds);
    const origin = progressDeadlineSeconds.written ? '' : ' (the default)';
    return [
      {
        path: progressDeadlineSeconds.written
          ? progressDeadlineSeconds.path
          : (allowed.probe?.path ?? progressDeadlineSeconds.path),
        severity: always ? 'warning' : 'information',
        message: always
          ? `Every rollout exceeds its deadline: the probes need at least ${formatDuration(least)}, progressDeadlineSeconds is ${deadline}${origin}.`
          : `A slow start exceeds the deadline: the startup probe allows ${formatDuration(allowed.seconds)}, progressDeadlineSeconds is ${deadline}${origin}.`,
        short: 'deadline shorter than the probes',
        fixes: [
          {
            title: `Set progressDeadlineSeconds to ${needed * 2}`,
            edits: [{ op: 'set', path: progressDeadlineSeconds.path, value: String(needed * 2) }],
          },
        ],
      },
    ];
  },
};
