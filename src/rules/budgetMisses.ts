import { nearMisses } from './nearMiss';
import type { Rule } from './rule';
import { quote } from '../model/words';

export const budgetMisses: Rule = {
  id: 'pdb-misses',
  group: 'surprises',
  severity: 'warning',
  title: 'a disruption budget selects nothing, and misses this workload by a label',
  explanation: `A PodDisruptionBudget that selects no pods protects none: a drain takes all of them at once, as if it were not there. Spoken of where a budget beside the workload selects no workload that is known and is meant for this
one: it has its name, or the label that differs is almost the same or stands under another key.`,
  reads: ['spec.template.metadata', 'metadata.name'],
  check: ({ workload, facts }) =>
    nearMisses(facts, 'budget', workload).map(({ name, difference }) => ({
      path: [...workload.pod.path, 'metadata', 'labels'],
      message: `PodDisruptionBudget ${quote(name)} protects no pods, these neither: ${difference}.`,
      short: `budget ${quote(name)} selects nothing`,
    })),
};
