import type { Workload } from '../manifest/workload';
import { isEmptySelector, matchesSelector } from '../model/labelSelector';
import { autoscalersOf } from './autoscalers';
import type { ClusterFacts } from './facts';
import type { Finding, Rule } from './rule';
import { neighborsOf, neighborsTaken, servicesOf } from './selecting';
import { quote } from '../model/words';

export const selectorsOverlap: Rule = {
  id: 'selectors-overlap',
  group: 'surprises',
  severity: 'information',
  title: 'two workloads select the same pods',
  reads: ['spec.selector', 'spec.template.metadata', 'metadata.name', 'metadata.namespace'],
  check: ({ workload, facts }) => {
    const { selector, pod } = workload;
    if (isEmptySelector(selector) || facts.isUnused) return [];
    const other = neighborsTaken(facts, workload).find(
      (near) => matchesSelector(near.selector, pod.labels) && !isEmptySelector(near.selector),
    );
    if (other === undefined) return ofOtherInstances(workload, facts);
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

/** Labels that tell one installation of an application from another. */
const INSTANCE_LABELS = ['app.kubernetes.io/instance', 'release', 'instance'];

/** Versions often share a Service on purpose, installations do not. */
function ofOtherInstances(workload: Workload, facts: ClusterFacts): readonly Finding[] {
  const own = workload.pod.labels;
  for (const service of servicesOf(facts, workload)) {
    for (const other of neighborsOf(facts, workload)) {
      const label = INSTANCE_LABELS.find((key) => (own[key] ?? '') !== '' && (other.labels?.[key] ?? own[key]) !== own[key]);
      if (label === undefined || !matchesSelector({ matchLabels: service.selector }, other.labels)) continue;
      const message = `Service ${quote(service.name)} sends requests to the pods of both this ${workload.kind} and ${other.kind} ${quote(other.name)}, which is another instance: it does not select by ${quote(label)}.`;
      return [
        {
          path: [...workload.pod.path, 'metadata', 'labels'],
          message,
          short: `Service ${quote(service.name)} takes two instances`,
        },
      ];
    }
  }
  return [];
}
