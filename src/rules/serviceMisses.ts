import { nearMisses } from './nearMiss';
import type { Rule } from './rule';
import { quote } from '../model/words';

export const serviceMisses: Rule = {
  id: 'service-misses',
  group: 'takes down',
  claims: 'nothing',
  severity: 'warning',
  title: 'a Service selects nothing, and misses this workload by a label',
  reads: ['spec.template.metadata', 'metadata.name'],
  check: ({ workload, facts }) =>
    nearMisses(facts, 'service', workload).map(({ name, difference }) => ({
      path: [...workload.pod.path, 'metadata', 'labels'],
      message: `Service ${quote(name)} selects no pods, these neither: ${difference}.`,
      short: `Service ${quote(name)} selects nothing`,
    })),
};
