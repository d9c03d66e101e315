/** Upstream: staging/src/k8s.io/kube-scheduler/framework/types.go, AffinityTerm (v1.36.4). */
import { namespaceOf } from '../../../model/meta';
import type { Affinity, LabelSelector, Pod, PodAffinityTerm, StringMap, WeightedPodAffinityTerm } from '../../../model/apiTypes';
import { isEmptySelector, matchesSelector } from '../../../model/labelSelector';

/** A pod (anti-)affinity term with its defaults filled in. */
export interface AffinityTerm {
  readonly topologyKey: string;
  readonly selector: LabelSelector | undefined;
  readonly namespaces: ReadonlySet<string>;
  readonly namespaceSelector: LabelSelector | undefined;
  /** Equal for terms that select the same pods: namespaces and selectors, without the topology key. */
  readonly podsText: string;
}

export interface WeightedAffinityTerm {
  readonly term: AffinityTerm;
  readonly weight: number;
}

/** A pod's four lists of terms. */
export interface PodAffinityTerms {
  readonly requiredAffinity: readonly AffinityTerm[];
  readonly requiredAntiAffinity: readonly AffinityTerm[];
  readonly preferredAffinity: readonly WeightedAffinityTerm[];
  readonly preferredAntiAffinity: readonly WeightedAffinityTerm[];
}

const NO_AFFINITY_TERMS: PodAffinityTerms = {
  requiredAffinity: [],
  requiredAntiAffinity: [],
  preferredAffinity: [],
  preferredAntiAffinity: [],
};

const selectorTexts = new WeakMap<LabelSelector, string>();
const parsedAffinities = new WeakMap<Affinity, Map<string, PodAffinityTerms>>();

/** A text that is equal for selectors of equal content. */
export function selectorText(selector: LabelSelector | undefined): string {
  if (selector === undefined) return '-';
  let text = selectorTexts.get(selector);
  if (text === undefined) {
    const labels = Object.entries(selector.matchLabels ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
    text = JSON.stringify([labels, selector.matchExpressions ?? []]);
    selectorTexts.set(selector, text);
  }
  return text;
}

function podsText(
  namespaces: ReadonlySet<string>,
  namespaceSelector: LabelSelector | undefined,
  selector: LabelSelector | undefined,
) {
  return `${[...namespaces].sort().join(',')}|${selectorText(namespaceSelector)}|${selectorText(selector)}`;
}

function newAffinityTerm(term: PodAffinityTerm, podNamespace: string): AffinityTerm {
  const { topologyKey, labelSelector: selector, namespaceSelector } = term;
  const listed = term.namespaces ?? [];
  // Without any word about namespaces a term is about the pod's own.
  const namespaces = new Set(listed.length === 0 && namespaceSelector === undefined ? [podNamespace] : listed);
  return { topologyKey, selector, namespaces, namespaceSelector, podsText: podsText(namespaces, namespaceSelector, selector) };
}

/** The terms of a pod's affinity, for a pod of this namespace; parsed once for each affinity object. */
export function podAffinityTerms(affinity: Affinity | undefined, namespace: string): PodAffinityTerms {
  if (affinity === undefined || (affinity.podAffinity === undefined && affinity.podAntiAffinity === undefined))
    return NO_AFFINITY_TERMS;
  let byNamespace = parsedAffinities.get(affinity);
  if (byNamespace === undefined) parsedAffinities.set(affinity, (byNamespace = new Map<string, PodAffinityTerms>()));
  let terms = byNamespace.get(namespace);
  if (terms === undefined) byNamespace.set(namespace, (terms = parseAffinity(affinity, namespace)));
  return terms;
}

function parseAffinity({ podAffinity, podAntiAffinity }: Affinity, namespace: string): PodAffinityTerms {
  const required = (terms: readonly PodAffinityTerm[] | undefined): AffinityTerm[] =>
    (terms ?? []).map((term) => newAffinityTerm(term, namespace));
  const preferred = (terms: readonly WeightedPodAffinityTerm[] | undefined): WeightedAffinityTerm[] =>
    (terms ?? []).map(({ podAffinityTerm, weight }) => ({ term: newAffinityTerm(podAffinityTerm, namespace), weight }));
  return {
    requiredAffinity: required(podAffinity?.requiredDuringSchedulingIgnoredDuringExecution),
    requiredAntiAffinity: required(podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution),
    preferredAffinity: preferred(podAffinity?.preferredDuringSchedulingIgnoredDuringExecution),
    preferredAntiAffinity: preferred(podAntiAffinity?.preferredDuringSchedulingIgnoredDuringExecution),
  };
}

/** Whether the term selects the pod; `namespaceLabels` are those of the pod's namespace. */
export function matchesAffinityTerm(term: AffinityTerm, pod: Pod, namespaceLabels: StringMap | undefined): boolean {
  const inNamespace = term.namespaces.has(namespaceOf(pod)) || matchesSelector(term.namespaceSelector, namespaceLabels);
  return inNamespace && matchesSelector(term.selector, pod.metadata.labels);
}

/** The same term with its namespace selector replaced by the names it selects at the moment; a selector of everything stays. */
export function withNamespaces(
  term: AffinityTerm,
  selectNamespaces: (selector: LabelSelector) => readonly string[],
): AffinityTerm {
  const { namespaceSelector, selector } = term;
  if (namespaceSelector === undefined || isEmptySelector(namespaceSelector)) return term;
  const namespaces = new Set([...term.namespaces, ...selectNamespaces(namespaceSelector)]);
  return { ...term, namespaces, namespaceSelector: undefined, podsText: podsText(namespaces, undefined, selector) };
}
