import type { LabelSelector } from '../model/apiTypes';
import { matchesSelector } from '../model/labelSelector';
import type { Workload } from '../manifest/workload';
import {
  factsInNamespace,
  isInNamespace,
  type BudgetFact,
  type ClusterFacts,
  type Fact,
  type ServiceFact,
  type WorkloadFact,
} from './facts';
import type { Subject } from './subject';
import { SAME_FILE, SAME_FOLDER } from './nearness';
import { hasVariantBeside } from './variants';

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

export function hasWorkloads({ bySort }: ClusterFacts, { uri }: Fact): boolean {
  return (bySort.get('workload') ?? []).some(({ fact }) => fact.uri === uri);
}

export function servicesOf(facts: ClusterFacts, workload: Subject): readonly ServiceFact[] {
  return factsInNamespace(facts, 'service', workload, (service) => {
    const { selector } = service;
    return Object.keys(selector).length > 0 && isSelecting(facts, service, { matchLabels: selector }, workload);
  });
}

export function budgetsOf(facts: ClusterFacts, workload: Subject): readonly BudgetFact[] {
  return factsInNamespace(facts, 'budget', workload, (budget) => isSelecting(facts, budget, budget.selector, workload));
}

function isSelecting(facts: ClusterFacts, fact: Fact, selector: LabelSelector | undefined, workload: Subject): boolean {
  return matchesSelector(selector, workload.pod.labels) && !isMeantForOthers(facts, fact, selector, workload);
}

/**
 * Whether an object of another file is meant for what stands beside it there: a variant of the workload, or, from further away,
 * whatever it selects.
 */
function isMeantForOthers(facts: ClusterFacts, { uri }: Fact, selector: LabelSelector | undefined, subject: Subject): boolean {
  const { bySort, home } = facts;
  const { kind, name } = subject;
  if (uri === home) return false;
  if (hasVariantBeside(facts, uri, subject)) return true;
  return (bySort.get('workload') ?? []).some(({ fact, distance }) => {
    if (fact.uri !== uri) return false;
    const other = fact as WorkloadFact;
    const isVariant = name !== '' && other.name === name && other.kind === kind;
    return (isVariant || distance > SAME_FOLDER) && other.labels !== undefined && matchesSelector(selector, other.labels);
  });
}
