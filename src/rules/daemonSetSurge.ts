import { refusalOf } from './rolloutEnvelope';
import type { Rule } from './rule';

export const daemonSetSurge: Rule = {
  id: 'daemonset-surge',
  group: 'rejected',
  severity: 'error',
  title: 'a DaemonSet with both maxSurge and maxUnavailable',
  reads: ['strategy'],
  covers: ({ kind, path, detail }) =>
    kind === 'invalid' && /max(?:Surge|Unavailable)/.test(String(path.at(-1))) && /may not be set when/.test(detail),
  check: ({ workload }) => {
    const { maxSurge, maxUnavailable } = workload;
    if (refusalOf(workload) !== 'bothSet') return [];
    const why = maxUnavailable.written
      ? 'a DaemonSet can have maxSurge or maxUnavailable, not both'
      : 'with only maxSurge written, maxUnavailable defaults to 1, and a DaemonSet cannot have both';
    return [
      {
        path: maxSurge.path,
        message: `The API server rejects this: ${why}.`,
        short: 'DaemonSet surges and goes without at once',
        fixes: [
          { title: 'Set maxUnavailable to 0', preferred: true, edits: [{ op: 'set', path: maxUnavailable.path, value: '0' }] },
          { title: 'Set maxSurge to 0', edits: [{ op: 'set', path: maxSurge.path, value: '0' }] },
        ],
      },
    ];
  },
};
