/**
 * What the API server does to a pod that is created and the scheduler relies on: defaults of resources and host ports, default
 * tolerations, and label keys merged into selectors.
 */
import type { LabelSelector, LabelSelectorRequirement } from '../../../model/labelSelector';
import type { StringMap } from '../../../model/meta';
import type {
  Affinity,
  Container,
  ContainerPort,
  Pod,
  PodAffinity,
  PodAffinityTerm,
  PodSpec,
  Toleration,
  TopologySpreadConstraint,
} from '../../../model/pod';
import { setDefaultPodResources } from '../podResources';

const NOT_READY = 'node.kubernetes.io/not-ready';
const UNREACHABLE = 'node.kubernetes.io/unreachable';
const DEFAULT_TOLERATION_SECONDS = 300;

interface PreparedSpec {
  /** The values of the label keys that went into selectors. */
  readonly labels: string;
  readonly spec: PodSpec;
}

const prepared = new WeakMap<PodSpec, PreparedSpec[]>();
/** Label values differ by revision; more than a few of one specification are not remembered. */
const MAX_REMEMBERED = 8;

/** A pod as it is after admission. Pods of one specification (a template's) get one prepared specification in common. */
export function preparePod(pod: Pod): Pod {
  const { spec, metadata } = pod;
  let known = prepared.get(spec);
  if (known === undefined) prepared.set(spec, (known = []));
  const labels = mergedLabels(spec, metadata.labels);
  for (const entry of known) if (entry.labels === labels) return { ...pod, spec: entry.spec };
  const result = preparedSpec(pod);
  if (known.length < MAX_REMEMBERED) known.push({ labels, spec: result });
  return { ...pod, spec: result };
}

function preparedSpec(pod: Pod): PodSpec {
  const { labels } = pod.metadata;
  let { spec } = setDefaultPodResources(pod);
  if (spec.hostNetwork === true) spec = withHostNetworkPorts(spec);
  spec = { ...spec, tolerations: withDefaultTolerations(spec.tolerations ?? []) };
  if (spec.affinity !== undefined) spec = { ...spec, affinity: mergeAffinity(spec.affinity, labels) };
  if (spec.topologySpreadConstraints === undefined) return spec;
  return { ...spec, topologySpreadConstraints: spec.topologySpreadConstraints.map((own) => mergeSpread(own, labels)) };
}

/** On the host's network every port of a container is one of the host. */
function withHostNetworkPorts(spec: PodSpec): PodSpec {
  const containers = spec.containers.map(withHostPorts);
  return spec.initContainers === undefined
    ? { ...spec, containers }
    : { ...spec, containers, initContainers: spec.initContainers.map(withHostPorts) };
}

function withHostPorts(container: Container): Container {
  if (container.ports === undefined) return container;
  const ports = container.ports.map((port): ContainerPort => {
    return port.hostPort === undefined || port.hostPort === 0 ? { ...port, hostPort: port.containerPort } : port;
  });
  return { ...container, ports };
}

/** The admission plugin DefaultTolerationSeconds: a pod bears a node's silence for five minutes unless it says otherwise. */
export function withDefaultTolerations(tolerations: readonly Toleration[]): readonly Toleration[] {
  const missing = [NOT_READY, UNREACHABLE].filter((taint) => !tolerations.some((own) => isAboutNoExecute(own, taint)));
  if (missing.length === 0) return tolerations;
  const added = missing.map((key): Toleration => ({
    key,
    operator: 'Exists',
    effect: 'NoExecute',
    tolerationSeconds: DEFAULT_TOLERATION_SECONDS,
  }));
  return [...tolerations, ...added];
}

function isAboutNoExecute({ key = '', effect = '' }: Toleration, taint: string): boolean {
  return (key === taint || key === '') && (effect === 'NoExecute' || effect === '');
}

// ---- matchLabelKeys and mismatchLabelKeys

/** Names what merging depends on: the values of all label keys in question. */
function mergedLabels(spec: PodSpec, labels: StringMap | undefined): string {
  const keys = labelKeys(spec);
  return keys.length === 0 ? '' : JSON.stringify(keys.map((key) => labels?.[key] ?? null));
}

function labelKeys({ affinity, topologySpreadConstraints = [] }: PodSpec): readonly string[] {
  const terms = [affinity?.podAffinity, affinity?.podAntiAffinity].flatMap((own) => [
    ...(own?.requiredDuringSchedulingIgnoredDuringExecution ?? []),
    ...(own?.preferredDuringSchedulingIgnoredDuringExecution ?? []).map(({ podAffinityTerm }) => podAffinityTerm),
  ]);
  return [
    ...terms.flatMap(({ matchLabelKeys = [], mismatchLabelKeys = [] }) => [...matchLabelKeys, ...mismatchLabelKeys]),
    ...topologySpreadConstraints.flatMap(({ matchLabelKeys = [] }) => matchLabelKeys),
  ];
}

function mergeAffinity(affinity: Affinity, labels: StringMap | undefined): Affinity {
  const { podAffinity, podAntiAffinity } = affinity;
  if (podAffinity === undefined && podAntiAffinity === undefined) return affinity;
  return { ...affinity, podAffinity: mergeTerms(podAffinity, labels), podAntiAffinity: mergeTerms(podAntiAffinity, labels) };
}

function mergeTerms(affinity: PodAffinity | undefined, labels: StringMap | undefined): PodAffinity | undefined {
  if (affinity === undefined) return undefined;
  return {
    requiredDuringSchedulingIgnoredDuringExecution: affinity.requiredDuringSchedulingIgnoredDuringExecution?.map((term) =>
      mergeTerm(term, labels),
    ),
    preferredDuringSchedulingIgnoredDuringExecution: affinity.preferredDuringSchedulingIgnoredDuringExecution?.map(
      (weighted) => ({
        ...weighted,
        podAffinityTerm: mergeTerm(weighted.podAffinityTerm, labels),
      }),
    ),
  };
}

function mergeTerm(term: PodAffinityTerm, labels: StringMap | undefined): PodAffinityTerm {
  const added = [...requirements(term.matchLabelKeys, 'In', labels), ...requirements(term.mismatchLabelKeys, 'NotIn', labels)];
  return { ...term, labelSelector: extended(term.labelSelector, added) };
}

function mergeSpread(constraint: TopologySpreadConstraint, labels: StringMap | undefined): TopologySpreadConstraint {
  return {
    ...constraint,
    labelSelector: extended(constraint.labelSelector, requirements(constraint.matchLabelKeys, 'In', labels)),
  };
}

/** Keys that the pod does not have are ignored. */
function requirements(
  keys: readonly string[] | undefined,
  operator: 'In' | 'NotIn',
  labels: StringMap | undefined,
): LabelSelectorRequirement[] {
  return (keys ?? []).flatMap((key) => {
    const value = labels?.[key];
    return value === undefined ? [] : [{ key, operator, values: [value] }];
  });
}

/** A missing selector stays missing: it selects nothing, whatever the keys. */
function extended(selector: LabelSelector | undefined, added: readonly LabelSelectorRequirement[]): LabelSelector | undefined {
  if (selector === undefined || added.length === 0) return selector;
  return { ...selector, matchExpressions: [...(selector.matchExpressions ?? []), ...added] };
}
