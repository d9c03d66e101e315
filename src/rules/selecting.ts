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
import { inCommon } from './folderFacts';
import { ownOf } from './reach';
import type { Subject } from './subject';
import { SAME_FOLDER } from './nearness';
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
  // Another file may have it as well, as it was or as it will be, with the labels that are looked for.
  const isSame = (other: WorkloadFact): boolean => other.kind === kind && other.name === name && other.uri === facts.home;
  const { byLabel, unknown } = labelsIn(facts);
  const [label] = Object.entries(selector?.matchLabels ?? {});
  const candidates =
    label === undefined
      ? (facts.bySort.get('workload') ?? []).map(({ fact }) => fact as WorkloadFact)
      : (byLabel.get(label.join('=')) ?? []);
  const taken = candidates.filter((other) => !isSame(other) && matchesSelector(selector, other.labels ?? {}));
  return [...taken.filter(({ labels }) => labels !== undefined), ...unknown];
}

/** The other workloads of the same file, in the same namespace. */
export function neighborsOf(facts: ClusterFacts, workload: Workload): readonly WorkloadFact[] {
  return ownOf(facts.bySort.get('workload') ?? [])
    .filter((other) => isInNamespace(other, workload))
    .map(({ fact }) => fact as WorkloadFact)
    .filter(({ kind, name }) => name !== '' && (kind !== workload.kind || name !== workload.name));
}

export function hasWorkloads(facts: ClusterFacts, { uri }: Fact): boolean {
  return labelsIn(facts).homes.has(uri);
}

/** The workloads by what selectors ask for. */
interface Labels {
  readonly homes: ReadonlySet<string>;
  /** By `key=value`. */
  readonly byLabel: ReadonlyMap<string, readonly WorkloadFact[]>;
  /** Near by, and nobody knows their labels. */
  readonly unknown: readonly WorkloadFact[];
}

const LABELS = new WeakMap<ClusterFacts['bySort'], Labels>();

function labelsIn(facts: ClusterFacts): Labels {
  const common = inCommon(facts.bySort);
  const labels = LABELS.get(common) ?? readLabels(common);
  LABELS.set(common, labels);
  return labels;
}

function readLabels(bySort: ClusterFacts['bySort']): Labels {
  const homes = new Set<string>();
  const byLabel = new Map<string, WorkloadFact[]>();
  const unknown: WorkloadFact[] = [];
  for (const { fact, distance } of bySort.get('workload') ?? []) {
    const workload = fact as WorkloadFact;
    homes.add(workload.uri);
    if (workload.labels === undefined && distance <= SAME_FOLDER) unknown.push(workload);
    for (const [key, value] of Object.entries(workload.labels ?? {})) {
      const known = byLabel.get(`${key}=${value}`);
      if (known === undefined) byLabel.set(`${key}=${value}`, [workload]);
      else known.push(workload);
    }
  }
  return { homes, byLabel, unknown };
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
