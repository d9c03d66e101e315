import { factsInNamespace, factText, type AutoscalerFact, type ClusterFacts } from './facts';
import type { Subject } from './subject';
import { hasVariantBeside } from './variants';

export function autoscalersOf(facts: ClusterFacts, workload: Subject): readonly AutoscalerFact[] {
  if (workload.name === '') return [];
  return factsInNamespace(
    facts,
    'autoscaler',
    workload,
    ({ targetKind, targetName, uri }) =>
      targetKind === workload.kind && targetName === workload.name && !hasVariantBeside(facts, uri, workload),
  );
}

/** `HorizontalPodAutoscaler “web” (2–9)`. */
export function autoscalerText(autoscaler: AutoscalerFact): string {
  return `${factText(autoscaler)} (${autoscaler.minReplicas}–${autoscaler.maxReplicas ?? '?'})`;
}
