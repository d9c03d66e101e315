import { isEmptySelector, matchesSelector } from '../model/labelSelector';
import { autoscalersOf, servicesOf } from './facts';
import type { Rule } from './rule';
import { neighborsOf } from './selecting';
import { quote } from '../model/words';

export const selectorsOverlap: Rule = {
  id: 'selectors-overlap',
  group: 'surprises',
  severity: 'information',
  title: 'two workloads select the same pods',
  explanation: `Two workloads of one namespace whose selectors match each other's pods leave the pods to their owners, but everything that goes by labels takes them together: the autoscaler of one averages over the pods of both,
Services send requests to both, \`kubectl logs deployment/…\` shows both, and pods that lose their owner are adopted by the wrong one.
Information where a Service or an autoscaler does that, otherwise a hint; only workloads of one file are compared, others may never run together.

Give each workload a label of its own, in the selector and in the template (the selector of an existing workload cannot be changed: it has to be created under a new name).`,
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
        message: `${other.kind} ${quote(other.name)} selects these pods, too, and this ${workload.kind} selects its: ${effect ?? 'what goes by labels takes the pods of both'}.`,
        short: `${other.kind} ${quote(other.name)} selects the same pods`,
      },
    ];
  },
};
