import { nearMisses } from './nearMiss';
import type { Rule } from './rule';
import { quote } from '../model/words';

export const serviceMisses: Rule = {
  id: 'service-misses',
  group: 'takes down',
  claims: 'nothing',
  severity: 'warning',
  title: 'a Service selects nothing, and misses this workload by a label',
  explanation: `A Service finds its pods by their labels alone. One label that differs, and it has no endpoints: nothing complains, requests get no answer. Spoken of where a Service beside the workload selects no workload that is known and
is meant for this one: it has its name, or the label that differs is almost the same or stands under another key.`,
  reads: ['spec.template.metadata', 'metadata.name'],
  check: ({ workload, facts }) =>
    nearMisses(facts, 'service', workload).map(({ name, difference }) => ({
      path: [...workload.pod.path, 'metadata', 'labels'],
      message: `Service ${quote(name)} selects no pods, these neither: ${difference}.`,
      short: `Service ${quote(name)} selects nothing`,
    })),
};
