import { limitsOf, quotasOf } from './facts';
import { admittedPodOf } from './podSizes';
import { quote } from '../model/words';
import { REQUEST_READS, type Rule } from './rule';

export const podsRefused: Rule = {
  id: 'pods-refused',
  group: 'stalls',
  claims: 'stall',
  severity: 'warning',
  title: 'the namespace admits none of the pods',
  reads: REQUEST_READS,
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
