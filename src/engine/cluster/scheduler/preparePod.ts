/**
 * Upstream: pkg/apis/core/v1/defaults.go, pkg/registry/core/pod/strategy.go,
 * plugin/pkg/admission/defaulttolerationseconds/admission.go (v1.36.4). What the API server does to a pod that is created
 * and the scheduler relies on: defaults of resources and host ports, label keys merged into selectors, default tolerations.
 */
import { draftOf, draftOfPodSpec } from '../../../model/copies';
import type {
  Affinity,
  Container,
  ContainerPort,
  LabelSelector,
  LabelSelectorRequirement,
  Pod,
  PodAffinity,
  PodAffinityTerm,
  PodSpec,
  StringMap,
  Toleration,
  TopologySpreadConstraint,
} from '../../../model/apiTypes';
import { NOT_READY_TAINT, UNREACHABLE_TAINT } from '../../../model/wellKnown';
import { setDefaultPodResources } from '../../../model/podResources';

const DEFAULT_TOLERATION_SECONDS = 300;

interface PreparedContainers {
  readonly from: Pick<PodSpec, 'initContainers' | 'resources' | 'hostNetwork'>;
  readonly parts: Pick<PodSpec, 'containers' | 'initContainers' | 'resources'>;
}

/** Label values differ by revision; more than a few variants of one list are not remembered. */
const MAX_REMEMBERED = 8;
const preparedSpecs = new WeakMap<PodSpec, PodSpec>();
const preparedContainers = new WeakMap<readonly Container[], PreparedContainers[]>();
const preparedTolerations = new WeakMap<readonly Toleration[], readonly Toleration[]>();
const preparedAffinities = new WeakMap<Affinity, Map<string, Affinity>>();
const preparedConstraints = new WeakMap<readonly TopologySpreadConstraint[], Map<string, readonly TopologySpreadConstraint[]>>();
const NO_TOLERATIONS: readonly Toleration[] = [];

/**
 * A pod as it is after admission. Pods with the same lists (those of a template, bound or not) get the same prepared lists, which
 * is what the scheduler recognizes its pods by. Preparing a prepared pod changes nothing.
 */
export function preparePod(pod: Pod): Pod {
  const next = draftOf(pod);
  next.spec = preparedSpec(pod);
  return next;
}

/** Of a pod without affinity and constraints it follows from the specification alone, which pods of a template share. */
function preparedSpec(pod: Pod): PodSpec {
  const { spec } = pod;
  if (spec.affinity !== undefined || spec.topologySpreadConstraints !== undefined) return prepareSpec(pod);
  let known = preparedSpecs.get(spec);
  if (known === undefined) preparedSpecs.set(spec, (known = prepareSpec(pod)));
  return known;
}

function prepareSpec(pod: Pod): PodSpec {
  const { spec } = pod;
  const { labels } = pod.metadata;
  const { containers, initContainers, resources } = prepareContainers(pod);
  const tolerations = prepareTolerations(spec.tolerations ?? NO_TOLERATIONS);
  const isPrepared =
    containers === spec.containers &&
    initContainers === spec.initContainers &&
    resources === spec.resources &&
    tolerations === spec.tolerations &&
    spec.topologySpreadConstraints === undefined &&
    (spec.affinity === undefined || prepareAffinity(spec.affinity, labels) === spec.affinity);
  if (isPrepared) return spec;
  const prepared = draftOfPodSpec(spec);
  prepared.containers = containers;
  prepared.initContainers = initContainers;
  prepared.resources = resources;
  prepared.tolerations = tolerations;
  if (spec.affinity !== undefined) prepared.affinity = prepareAffinity(spec.affinity, labels);
  if (spec.topologySpreadConstraints !== undefined) {
    prepared.topologySpreadConstraints = prepareConstraints(spec.topologySpreadConstraints, labels);
  }
  return prepared;
}

function prepareContainers(pod: Pod): PreparedContainers['parts'] {
  const { containers, initContainers, resources, hostNetwork } = pod.spec;
  let known = preparedContainers.get(containers);
  if (known === undefined) preparedContainers.set(containers, (known = []));
  for (const { from, parts } of known) {
    if (from.initContainers === initContainers && from.resources === resources && from.hostNetwork === hostNetwork) return parts;
  }
  const spec = setDefaultPodResources(pod.spec);
  const parts = hostNetwork === true ? withHostNetworkPorts(spec) : spec;
  const prepared = { containers: parts.containers, initContainers: parts.initContainers, resources: parts.resources };
  if (known.length < MAX_REMEMBERED) known.push({ from: { initContainers, resources, hostNetwork }, parts: prepared });
  // What comes out is its own preparation.
  preparedContainers.set(prepared.containers, [{ from: { ...prepared, hostNetwork }, parts: prepared }]);
  return prepared;
}

function prepareTolerations(tolerations: readonly Toleration[]): readonly Toleration[] {
  let prepared = preparedTolerations.get(tolerations);
  if (prepared === undefined) preparedTolerations.set(tolerations, (prepared = withDefaultTolerations(tolerations)));
  return prepared;
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
  const missing = [NOT_READY_TAINT, UNREACHABLE_TAINT].filter(
    (taint) => !tolerations.some((own) => isAboutNoExecute(own, taint)),
  );
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

function prepareAffinity(affinity: Affinity, labels: StringMap | undefined): Affinity {
  const keys = affinityLabelKeys(affinity);
  if (keys.length === 0) return affinity;
  return remembered(preparedAffinities, affinity, labelValues(keys, labels), () => mergeAffinity(affinity, labels));
}

function prepareConstraints(
  constraints: readonly TopologySpreadConstraint[],
  labels: StringMap | undefined,
): readonly TopologySpreadConstraint[] {
  const keys = constraints.flatMap(({ matchLabelKeys = [] }) => matchLabelKeys);
  if (keys.length === 0) return constraints;
  return remembered(preparedConstraints, constraints, labelValues(keys, labels), () =>
    constraints.map((constraint) => mergeSpread(constraint, labels)),
  );
}

/** What merging depends on: the values of the label keys in question. */
function labelValues(keys: readonly string[], labels: StringMap | undefined): string {
  return JSON.stringify(keys.map((key) => labels?.[key] ?? null));
}

function remembered<T extends object>(cache: WeakMap<T, Map<string, T>>, from: T, key: string, prepare: () => T): T {
  let known = cache.get(from);
  if (known === undefined) cache.set(from, (known = new Map<string, T>()));
  let prepared = known.get(key);
  if (prepared === undefined) {
    prepared = prepare();
    if (known.size < MAX_REMEMBERED) known.set(key, prepared);
    cache.set(prepared, new Map([[key, prepared]]));
  }
  return prepared;
}

function affinityLabelKeys({ podAffinity, podAntiAffinity }: Affinity): readonly string[] {
  if (podAffinity === undefined && podAntiAffinity === undefined) return [];
  const terms = [podAffinity, podAntiAffinity].flatMap((own) => [
    ...(own?.requiredDuringSchedulingIgnoredDuringExecution ?? []),
    ...(own?.preferredDuringSchedulingIgnoredDuringExecution ?? []).map(({ podAffinityTerm }) => podAffinityTerm),
  ]);
  return terms.flatMap(({ matchLabelKeys = [], mismatchLabelKeys = [] }) => [...matchLabelKeys, ...mismatchLabelKeys]);
}

function mergeAffinity(affinity: Affinity, labels: StringMap | undefined): Affinity {
  const { podAffinity, podAntiAffinity } = affinity;
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

/** A missing selector stays missing: it selects nothing, whatever the keys. What it says already is not said twice. */
function extended(selector: LabelSelector | undefined, added: readonly LabelSelectorRequirement[]): LabelSelector | undefined {
  if (selector === undefined) return selector;
  const { matchExpressions = [] } = selector;
  const missing = added.filter((own) => !matchExpressions.some((other) => isSameRequirement(own, other)));
  return missing.length === 0 ? selector : { ...selector, matchExpressions: [...matchExpressions, ...missing] };
}

function isSameRequirement(a: LabelSelectorRequirement, b: LabelSelectorRequirement): boolean {
  return a.key === b.key && a.operator === b.operator && JSON.stringify(a.values) === JSON.stringify(b.values);
}
