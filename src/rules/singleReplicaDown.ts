import { ENVELOPE_READS, type Rule } from './rule';

export const singleReplicaDown: Rule = {
  id: 'single-replica-down',
  group: 'takes down',
  severity: 'warning',
  title: 'the only replica may be missing during the rollout',
  explanation: `With one replica and \`maxUnavailable\` 1 or more the old pod is removed at once, without waiting for the new one: every rollout is an outage. \`maxUnavailable: 0\`
with \`maxSurge: 1\` starts the new pod first. (The defaults do that: 25 % of 1 rounds down to 0 unavailable and up to 1 extra.)`,
  reads: ENVELOPE_READS,
  check: ({ envelope, workload }) => {
    if (envelope?.kind !== 'Deployment' || envelope.strategy !== 'RollingUpdate') return [];
    if (envelope.desired !== 1 || envelope.unavailable === 0) return [];
    return [
      {
        path: envelope.bounds.maxUnavailable.written ? workload.maxUnavailable.path : workload.replicas.path,
        message: `The rollout takes the only replica down: maxUnavailable comes to ${envelope.unavailable}${envelope.bothZero ? ' (both bounds came to 0, Kubernetes uses 1)' : ''}.`,
        short: 'the only replica goes down',
        fixes: [
          {
            title: 'Start the new pod first (maxSurge 1, maxUnavailable 0)',
            preferred: true,
            edits: [
              { op: 'set', path: workload.maxSurge.path, value: '1' },
              { op: 'set', path: workload.maxUnavailable.path, value: '0' },
            ],
          },
        ],
      },
    ];
  },
};
