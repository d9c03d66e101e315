import { autoscalersOf } from './facts';
import type { Rule } from './rule';
import { quote } from '../model/words';

export const autoscalerOwnsReplicas: Rule = {
  id: 'hpa-owns-replicas',
  group: 'surprises',
  severity: 'information',
  title: 'replicas are written although an autoscaler owns them',
  explanation: `A HorizontalPodAutoscaler sets the number of replicas. A number in the manifest puts it back at every \`kubectl apply\`: the workload shrinks or grows suddenly, until the autoscaler
corrects it, in the middle of the rollout. Leave \`replicas\` out. (When it is removed for the first time, \`kubectl apply\` sets it to 1 once; edit the last-applied annotation first.)`,
  reads: ['spec.replicas', 'metadata.name', 'metadata.namespace'],
  check: ({ workload, facts }) => {
    const [autoscaler] = autoscalersOf(facts, workload);
    if (workload.kind !== 'Deployment' || autoscaler === undefined || !workload.replicas.written || !workload.replicas.known)
      return [];
    const range = `${autoscaler.minReplicas}–${autoscaler.maxReplicas ?? '?'}`;
    return [
      {
        path: workload.replicas.path,
        message: `Every apply sets the replicas back to ${workload.replicas.value}: HorizontalPodAutoscaler ${quote(autoscaler.name)} owns them (${range}).`,
        short: 'replicas fixed under an autoscaler',
        fixes: [{ title: 'Remove replicas', preferred: true, edits: [{ op: 'remove', path: workload.replicas.path }] }],
      },
    ];
  },
};
