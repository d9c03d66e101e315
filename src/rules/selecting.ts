import type { LabelSelector } from '../model/apiTypes';
import { matchesSelector } from '../model/labelSelector';
import type { Workload } from '../manifest/workload';
import {
  factsInNamespace,
  isInNamespace,
  type BudgetFact,
  type ClusterFacts,
  type Fact,
  type NearFact,
  type ServiceFact,
  type WorkloadFact,
} from './facts';
import { addTo, allOf, besideOf, everywhere, inCommon, ownOf, seenOf } from './folderFacts';
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
  const [label] = Object.entries(selector?.matchLabels ?? {});
  const taken = label === undefined ? takenBy(facts, selector, label) : takenFromFolder(facts, selector, label);
  return [...taken.filter((other) => !isSame(other)), ...unknownBeside(facts)];
}

type Label = readonly [key: string, value: string];

function takenBy(facts: ClusterFacts, selector: LabelSelector | undefined, label: Label | undefined): readonly WorkloadFact[] {
  const { bySort } = facts;
  const candidates =
    label === undefined
      ? (bySort.get('workload') ?? [])
      : seenOf(bySort, 'workload', labelsIn(facts).byLabel.get(label.join('=')) ?? []);
  return candidates
    .map(({ fact }) => fact as WorkloadFact)
    .filter(({ labels }) => labels !== undefined && matchesSelector(selector, labels));
}

const TAKEN = new WeakMap<object, Map<string, readonly WorkloadFact[]>>();
const MOST_TAKEN = 500;

/** Hundreds of Services may have one selector, and each workload that it takes asks for the others. */
function takenFromFolder(facts: ClusterFacts, selector: LabelSelector | undefined, label: Label): readonly WorkloadFact[] {
  const common = inCommon(facts.bySort);
  const all = TAKEN.get(common) ?? new Map<string, readonly WorkloadFact[]>();
  TAKEN.set(common, all);
  const key = JSON.stringify(selector);
  const known = all.get(key) ?? takenBy(facts, selector, label);
  if (all.size >= MOST_TAKEN) all.clear();
  all.set(key, known);
  return known;
}

/** The other workloads of the same file, in the same namespace. */
export function neighborsOf(facts: ClusterFacts, workload: Workload): readonly WorkloadFact[] {
  return neighborsAmong(ownOf(facts.bySort, 'workload'), workload);
}

function neighborsAmong(own: readonly NearFact[], workload: Workload): readonly WorkloadFact[] {
  return own
    .filter((other) => isInNamespace(other, workload))
    .map(({ fact }) => fact as WorkloadFact)
    .filter(({ kind, name }) => name !== '' && (kind !== workload.kind || name !== workload.name));
}

const OWN_LABELS = new WeakMap<object, ReadonlyMap<string, readonly NearFact[]>>();

/** Those of them whose pods the workload's selector takes: in a file with thousands only those are looked at that may be. */
export function neighborsTaken(facts: ClusterFacts, workload: Workload): readonly WorkloadFact[] {
  const { selector } = workload;
  const own = ownOf(facts.bySort, 'workload');
  const [label] = Object.entries(selector?.matchLabels ?? {});
  const candidates = label === undefined ? own : (byLabel(own).get(label.join('=')) ?? []);
  return neighborsAmong(candidates, workload).filter((near) => matchesSelector(selector, near.labels));
}

function byLabel(own: readonly NearFact[]): ReadonlyMap<string, readonly NearFact[]> {
  const known = OWN_LABELS.get(own);
  if (known !== undefined) return known;
  const found = new Map<string, NearFact[]>();
  for (const near of own)
    for (const label of Object.entries((near.fact as WorkloadFact).labels ?? {})) addTo(found, label.join('='), near);
  OWN_LABELS.set(own, found);
  return found;
}

/** The files that hold any. */
export function homesOfWorkloads(facts: ClusterFacts): ReadonlyMap<string, readonly WorkloadFact[]> {
  return labelsIn(facts).homes;
}

/** The workloads by what selectors ask for. */
interface Labels {
  readonly all: readonly WorkloadFact[];
  /** By file. */
  readonly homes: ReadonlyMap<string, readonly WorkloadFact[]>;
  /** By `key=value`. */
  readonly byLabel: ReadonlyMap<string, readonly WorkloadFact[]>;
}

/** Whether a file of the workspace, however far away, describes pods that a selector takes, in one of these namespaces if any. */
export function isDescribedAnywhere(
  { bySort, outside = bySort }: ClusterFacts,
  selector: LabelSelector | undefined,
  namespaces: readonly string[],
): boolean {
  const { all, byLabel } = labelsIn({ bySort: outside });
  const [label] = Object.entries(selector?.matchLabels ?? {});
  const candidates = label === undefined ? all : (byLabel.get(label.join('=')) ?? []);
  const isMeant = ({ namespace }: WorkloadFact): boolean =>
    namespace === undefined || namespaces.length === 0 || namespaces.includes(namespace);
  return candidates
    .slice(0, MOST_TAKEN)
    .some((each) => each.labels !== undefined && isMeant(each) && matchesSelector(selector, each.labels));
}

const LABELS = new WeakMap<object, Labels>();

function labelsIn({ bySort }: Pick<ClusterFacts, 'bySort'>): Labels {
  const owner = everywhere(bySort);
  const labels = LABELS.get(owner) ?? readLabels(allOf(bySort, 'workload'));
  LABELS.set(owner, labels);
  return labels;
}

function readLabels(all: readonly Fact[]): Labels {
  const homes = new Map<string, WorkloadFact[]>();
  const byLabel = new Map<string, WorkloadFact[]>();
  for (const fact of all) {
    const workload = fact as WorkloadFact;
    addTo(homes, workload.uri, workload);
    for (const label of Object.entries(workload.labels ?? {})) addTo(byLabel, label.join('='), workload);
  }
  return { all: all as readonly WorkloadFact[], homes, byLabel };
}

const UNKNOWN = new WeakMap<ClusterFacts['bySort'], readonly WorkloadFact[]>();

/** Near by, and nobody knows their labels. */
function unknownBeside({ bySort }: ClusterFacts): readonly WorkloadFact[] {
  const common = inCommon(bySort);
  const beside = (): readonly WorkloadFact[] => besideOf(common, 'workload').map(({ fact }) => fact as WorkloadFact);
  const unknown = UNKNOWN.get(common) ?? beside().filter(({ labels }) => labels === undefined);
  UNKNOWN.set(common, unknown);
  return unknown;
}

/** Of those that select the same pods: nobody has more, and each would have to be held against each workload. */
const MOST = 50;

export function servicesOf(facts: ClusterFacts, workload: Subject): readonly ServiceFact[] {
  const isMeant = (service: ServiceFact): boolean => {
    const { selector } = service;
    return Object.keys(selector).length > 0 && isSelecting(facts, service, { matchLabels: selector }, workload);
  };
  return factsInNamespace(facts, 'service', workload, isMeant, { labels: workload.pod.labels, most: MOST });
}

export function budgetsOf(facts: ClusterFacts, workload: Subject): readonly BudgetFact[] {
  const isMeant = (budget: BudgetFact): boolean => isSelecting(facts, budget, budget.selector, workload);
  return factsInNamespace(facts, 'budget', workload, isMeant, { labels: workload.pod.labels, most: MOST });
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
  return seenOf(bySort, 'workload', labelsIn(facts).homes.get(uri) ?? []).some(({ fact, distance }) => {
    const other = fact as WorkloadFact;
    const isVariant = name !== '' && other.name === name && other.kind === kind;
    return (isVariant || distance > SAME_FOLDER) && other.labels !== undefined && matchesSelector(selector, other.labels);
  });
}
