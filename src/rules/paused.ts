import type { Rule } from './rule';

export const paused: Rule = {
  id: 'paused',
  group: 'stalls',
  claims: 'stall',
  severity: 'warning',
  title: 'the Deployment is paused',
  reads: ['spec.paused'],
  check: ({ workload }) => {
    if (workload.kind !== 'Deployment' || !workload.paused.known || !workload.paused.value) return [];
    return [
      {
        path: workload.paused.path,
        message: 'Nothing is rolled out: the Deployment is paused.',
        short: 'paused',
        fixes: [{ title: 'Remove paused', preferred: true, edits: [{ op: 'remove', path: workload.paused.path }] }],
      },
    ];
  },
};
