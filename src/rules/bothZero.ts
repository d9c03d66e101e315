import { refusalOf } from './rolloutEnvelope';
import type { Rule } from './rule';

export const bothZero: Rule = {
  id: 'both-zero',
  group: 'rejected',
  severity: 'error',
  title: 'maxSurge and maxUnavailable are both 0',
  reads: ['strategy'],
  covers: ({ kind, path, detail }) =>
    kind === 'invalid' && path.at(-1) === 'maxUnavailable' && /(?:cannot|may not) be 0 when/.test(detail),
  check: ({ workload }) => {
    const { maxSurge, maxUnavailable } = workload;
    if (refusalOf(workload) !== 'bothZero') return [];
    return [
      {
        path: (maxUnavailable.written ? maxUnavailable : maxSurge).path,
        message: 'The API server rejects this: maxSurge and maxUnavailable are both 0, so no pod could ever be replaced.',
        short: 'surge and unavailable are both 0',
        fixes: [
          { title: 'Set maxUnavailable to 1', edits: [{ op: 'set', path: maxUnavailable.path, value: '1' }] },
          { title: 'Set maxSurge to 1', edits: [{ op: 'set', path: maxSurge.path, value: '1' }] },
        ],
      },
    ];
  },
};
