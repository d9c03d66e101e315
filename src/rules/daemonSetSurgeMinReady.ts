import type { Rule } from './rule';

export const daemonSetSurgeMinReady: Rule = {
  id: 'daemonset-surge-min-ready',
  group: 'stalls',
  claims: 'stall',
  severity: 'information',
  title: 'a surging DaemonSet that may miss its wake-up',
  reads: ['strategy', 'spec.minReadySeconds'],
  check: ({ workload, envelope }) => {
    if (envelope?.kind !== 'DaemonSet' || envelope.refused || envelope.surge === 0 || envelope.desired < 2) return [];
    const { minReadySeconds } = workload;
    if (minReadySeconds.value <= 0) return [];
    return [
      {
        path: minReadySeconds.path,
        isConditional: true,
        message: `The rollout may stand still for hours: with maxSurge and minReadySeconds ${minReadySeconds.value} the DaemonSet controller can miss that a new pod has become available, and leaves the old one beside it until something else happens.`,
        short: 'may miss that pods are available',
      },
    ];
  },
};
