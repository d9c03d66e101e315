import { isEmptySelector, matchesSelector } from '../model/labelSelector';
import { autoscalersOf } from './facts';
import type { Rule } from './rule';
import { neighborsOf, servicesOf } from './selecting';
import { quote } from '../model/words';

export const selectorsOverlap: Rule = {
  id: 'selectors-overlap',
  group: 'surprises',
  severity: 'information',
  title: 'two workloads select the same pods',
  reads: ['spec.selector', 'spec.template.metadata', 'metadata.name', 'metadata.namespace'],
  check: ({ workload, facts }) => {
    const { selector, pod } = workload;
    if (isEmptySelector(selector) || facts.testData) return [];
    const other = neighborsOf(facts, workload).find(
      (near) =>
        matchesSelector(selector, near.labels) && matchesSelector(near.selector, pod.labels) && !isEmptySelector(near.selector),
    );
    if (other === undefined) return [];
    const [autoscaler] = autoscalersOf(facts, workload);
    const service = servicesOf(facts, workload).find((one) => matchesSelector({ matchLabels: one.selector }, other.labels));
    const effect =
      autoscaler !== undefined
        ? `autoscaler ${quote(autoscaler.name)} counts the pods of both`
        : service === undefined
          ? undefined
          : `Service ${quote(service.name)} sends requests to the pods of both`;
    return [
      {
        path: ['spec', 'selector'],
        severity: effect === undefined ? 'hint' : 'information',
        message: `${other.kind} ${quote(other.name)} selects these pods, too, and this ${workload.kind} selects its: ${effect ?? 'a Service, budget or autoscaler that goes by these labels takes the pods of both'}.`,
        short: `${other.kind} ${quote(other.name)} selects the same pods`,
      },
    ];
  },
};
