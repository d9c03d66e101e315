import { servicesOf } from './facts';
import type { Rule } from './rule';
import { quote } from '../model/words';

export const recreateBehindService: Rule = {
  id: 'recreate-behind-service',
  group: 'takes down',
  severity: 'warning',
  title: 'Recreate behind a Service',
  explanation: `\`type: Recreate\` removes all old pods, waits until they are gone, and only then starts the new ones: a Service in front of them has no endpoints in between. Right where
two versions must not run together; otherwise a rolling update avoids the outage.`,
  reads: ['strategy', 'spec.template.metadata'],
  check: ({ workload, facts, envelope }) => {
    if (workload.kind !== 'Deployment' || workload.strategyType.value !== 'Recreate' || envelope?.desired === 0) return [];
    const [service] = servicesOf(facts, workload);
    if (service === undefined) return [];
    return [
      {
        path: workload.strategyType.path,
        message: `Every rollout is an outage of Service ${quote(service.name)}: Recreate removes all pods before it starts new ones.`,
        short: `Service ${quote(service.name)} has no pods in between`,
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
