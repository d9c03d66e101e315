import { nearMisses } from './nearMiss';
import type { Rule } from './rule';
import { quote } from '../model/words';

export const budgetMisses: Rule = {
  id: 'pdb-misses',
  group: 'surprises',
  severity: 'warning',
  title: 'a disruption budget selects nothing, and misses this workload by a label',
  reads: ['spec.template.metadata', 'metadata.name'],
  check: ({ workload, facts }) =>
    nearMisses(facts, 'budget', workload).map(({ name, difference }) => ({
      path: [...workload.pod.path, 'metadata', 'labels'],
      message: `PodDisruptionBudget ${quote(name)} protects no pods, these neither: ${difference}.`,
      short: `budget ${quote(name)} selects nothing`,
    })),
};
