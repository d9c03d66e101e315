import { DEPLOYMENT_DEFAULTS } from '../model/defaults';
import type { Rule } from './rule';

export const deadlineBelowMinReady: Rule = {
  id: 'deadline-below-min-ready',
  group: 'rejected',
  severity: 'error',
  title: 'progressDeadlineSeconds not greater than minReadySeconds',
  reads: ['spec.minReadySeconds', 'spec.progressDeadlineSeconds'],
  covers: ({ kind, path, detail }) =>
    kind === 'invalid' && path.at(-1) === 'progressDeadlineSeconds' && detail.includes('minReadySeconds'),
  check: ({ workload }) => {
    const { kind, minReadySeconds, progressDeadlineSeconds } = workload;
    if (kind !== 'Deployment' || minReadySeconds.value < 0 || progressDeadlineSeconds.value < 0) return [];
    if (progressDeadlineSeconds.value > minReadySeconds.value) return [];
    const origin = progressDeadlineSeconds.written ? '' : ' (the default)';
    const enough = minReadySeconds.value + DEPLOYMENT_DEFAULTS.progressDeadlineSeconds;
    return [
      {
        path: progressDeadlineSeconds.written ? progressDeadlineSeconds.path : minReadySeconds.path,
        message: `The API server rejects this: progressDeadlineSeconds ${progressDeadlineSeconds.value}${origin} must be greater than minReadySeconds ${minReadySeconds.value}.`,
        short: 'deadline not above minReadySeconds',
        fixes: [
          {
            title: `Set progressDeadlineSeconds to ${enough}`,
            edits: [{ op: 'set', path: progressDeadlineSeconds.path, value: String(enough) }],
          },
        ],
      },
    ];
  },
};
