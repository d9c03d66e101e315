import type { Rule } from './rule';

export const onDelete: Rule = {
  id: 'on-delete',
  group: 'surprises',
  claims: 'stall',
  severity: 'information',
  title: 'a DaemonSet that updates on deletion only',
  reads: ['strategy'],
  check: ({ workload }) => {
    if (workload.kind !== 'DaemonSet' || workload.strategyType.value !== 'OnDelete') return [];
    return [
      {
        path: workload.strategyType.path,
        message: 'Applying a change rolls nothing out: under OnDelete each pod is replaced only after somebody deletes it.',
        short: 'OnDelete: nothing rolls by itself',
        fixes: [
          {
            title: 'Set type to RollingUpdate',
            edits: [{ op: 'set', path: workload.strategyType.path, value: 'RollingUpdate' }],
          },
        ],
      },
    ];
  },
};
