import type { Rule } from './rule';

export const noHistory: Rule = {
  id: 'no-history',
  group: 'surprises',
  severity: 'information',
  title: 'no revision is kept',
  reads: ['spec.revisionHistoryLimit'],
  check: ({ workload }) => {
    const { revisionHistoryLimit } = workload;
    if (!revisionHistoryLimit.written || revisionHistoryLimit.value !== 0) return [];
    return [
      {
        path: revisionHistoryLimit.path,
        message:
          'There is no way back: with revisionHistoryLimit 0 no old revision is kept, so kubectl rollout undo cannot work.',
        short: 'no revision to undo to',
        fixes: [{ title: 'Remove it (10 are kept)', edits: [{ op: 'remove', path: revisionHistoryLimit.path }] }],
      },
    ];
  },
};
