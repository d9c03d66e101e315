import { limitsOf, quotasOf } from './facts';
import { admittedPodOf } from './podSizes';
import { quote } from '../model/words';
import type { Rule } from './rule';

export const podsRefused: Rule = {
  id: 'pods-refused',
  group: 'stalls',
  claims: 'stall',
  severity: 'warning',
  title: 'the namespace admits none of the pods',
  explanation: `A workload is accepted whatever its pods ask for; each pod is checked when it is created. A ResourceQuota on CPU or memory demands that every container states the request or limit that it
counts, and a LimitRange refuses what is above its maximum or below its minimum. Then no pod is ever created, and only the ReplicaSet's events tell why.

State the request or limit (or let a LimitRange give a default), or stay within the LimitRange.`,
  reads: ['spec.template.spec'],
  check: ({ workload, facts, envelope }) => {
    if (envelope?.desired === 0 || quotasOf(facts, workload).length + limitsOf(facts, workload).length === 0) return [];
    const { refusal } = admittedPodOf(facts, workload);
    if (refusal === undefined) return [];
    return [
      {
        path: workload.pod.containers[0]?.path ?? [...workload.pod.path, 'spec'],
        message: `No pod can be created: ${refusal.quota === undefined ? 'a LimitRange' : `quota ${quote(refusal.quota)}`} lets the API server refuse them all (${refusal.message}).`,
        short: 'the pods are refused',
      },
    ];
  },
};
