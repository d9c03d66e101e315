import type { LabelSelector } from '../model/apiTypes';
import { matchesSelector } from '../model/labelSelector';
import type { Workload } from '../manifest/workload';
import { isInNamespace, type ClusterFacts, type Fact, type WorkloadFact } from './facts';
import { SAME_FILE, SAME_FOLDER } from './nearness';

/**
 * The other workloads whose pods a selector takes too, wherever they are, and those near by that it may take: templates and
 * fragments do not tell.
 */
export function othersTaken(
  facts: ClusterFacts,
  selector: LabelSelector | undefined,
  { kind, name }: Workload,
): readonly WorkloadFact[] {
  return (facts.bySort.get('workload') ?? []).flatMap(({ fact, distance }) => {
    const other = fact as WorkloadFact;
    // Another file may have it as well, as it was or as it will be, with the labels that are looked for.
    const isSame = other.kind === kind && other.name === name && other.uri === facts.home;
    if (other.labels === undefined) return isSame || distance <= SAME_FOLDER ? [other] : [];
    return !isSame && matchesSelector(selector, other.labels) ? [other] : [];
  });
}

/** The other workloads of the same file, in the same namespace. */
export function neighborsOf(facts: ClusterFacts, workload: Workload): readonly WorkloadFact[] {
  return (facts.bySort.get('workload') ?? [])
    .filter((other) => other.distance === SAME_FILE && isInNamespace(other, workload))
    .map(({ fact }) => fact as WorkloadFact)
    .filter(({ kind, name }) => name !== '' && (kind !== workload.kind || name !== workload.name));
}

/** Whether another file has a variant of the workload beside the object. */
export function hasTwin({ bySort, home }: ClusterFacts, { uri }: Fact, { kind, name }: Workload): boolean {
  if (uri === home) return false;
  return (bySort.get('workload') ?? []).some(
    ({ fact }) => fact.uri === uri && fact.name === name && (fact as WorkloadFact).kind === kind,
  );
}

export function hasWorkloads({ bySort }: ClusterFacts, { uri }: Fact): boolean {
  return (bySort.get('workload') ?? []).some(({ fact }) => fact.uri === uri);
}
