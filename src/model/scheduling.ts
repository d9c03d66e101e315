import type {
  Node,
  NodeSelector,
  NodeSelectorRequirement,
  NodeSelectorTerm,
  PodSpec,
  StringMap,
  Taint,
  Toleration,
} from './apiTypes';
import { parseInt64 } from './integers';

/** Says whether a node is one of those that a selector, a term or a pod asks for. */
export type NodeMatcher = (node: Node) => boolean;

/** Node selectors by the field that names the node itself. */
export const OBJECT_NAME_FIELD = 'metadata.name';

const LABEL_NAME = /^[A-Za-z0-9]([A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?$/;
const DNS_SUBDOMAIN = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/;

/**
 * Whether a toleration covers a taint. `Gt` and `Lt` never do: comparing values is behind the feature gate
 * TaintTolerationComparisonOperators, which is off.
 */
export function toleratesTaint(toleration: Toleration, taint: Taint): boolean {
  const { effect = '', key = '', operator = '' } = toleration;
  if (effect !== '' && effect !== taint.effect) return false;
  if (key !== '' && key !== taint.key) return false;
  if (operator === 'Exists') return true;
  return (operator === '' || operator === 'Equal') && (toleration.value ?? '') === (taint.value ?? '');
}

/** Whether one of the tolerations covers a taint. */
export function tolerationsTolerateTaint(tolerations: readonly Toleration[] | undefined, taint: Taint): boolean {
  return tolerations?.some((toleration) => toleratesTaint(toleration, taint)) ?? false;
}

/** The effects that keep new pods away. */
export const DO_NOT_SCHEDULE_EFFECTS: readonly Taint['effect'][] = ['NoSchedule', 'NoExecute'];

/** The first of the taints with these effects that no toleration covers. */
export function findUntoleratedTaint(
  taints: readonly Taint[] | undefined,
  tolerations: readonly Toleration[] | undefined,
  effects: readonly Taint['effect'][],
): Taint | undefined {
  return taints?.find((taint) => effects.includes(taint.effect) && !tolerationsTolerateTaint(tolerations, taint));
}

/** The terms of the required node affinity, of which one must fit. */
export function requiredNodeTerms({ affinity }: Pick<PodSpec, 'affinity'>): readonly NodeSelectorTerm[] {
  return affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
}

/** Whether a node has what `spec.nodeSelector` and the required node affinity, both, ask for. */
export function requiredNodeAffinityMatcher(spec: Pick<PodSpec, 'nodeSelector' | 'affinity'>): NodeMatcher {
  const { nodeSelector } = spec;
  const required = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  const affinity = required === undefined ? undefined : nodeSelectorMatcher(required);
  return (node) => hasLabels(nodeSelector, node.metadata.labels) && (affinity === undefined || affinity(node));
}

function hasLabels(wanted: StringMap | undefined, labels: StringMap | undefined): boolean {
  for (const key in wanted) if (labels?.[key] !== wanted[key]) return false;
  return true;
}

/** Selectors are read once: the same few are asked about node after node. */
const nodeSelectorMatchers = new WeakMap<NodeSelector, NodeMatcher>();

/** One of the terms must match. No terms match nothing, and so does a term that cannot be read. */
export function nodeSelectorMatcher(selector: NodeSelector): NodeMatcher {
  let matcher = nodeSelectorMatchers.get(selector);
  if (matcher === undefined) nodeSelectorMatchers.set(selector, (matcher = readNodeSelector(selector)));
  return matcher;
}

function readNodeSelector(selector: NodeSelector): NodeMatcher {
  // A null list comes from JSON.
  const terms = (selector.nodeSelectorTerms as readonly NodeSelectorTerm[] | null | undefined) ?? [];
  const matchers = terms.map(nodeSelectorTermMatcher).filter((matcher) => matcher !== undefined);
  return (node) => matchers.some((matches) => matches(node));
}

/** All expressions and fields of the term must match. Undefined for a term that is empty or cannot be read. */
export function nodeSelectorTermMatcher(term: NodeSelectorTerm): NodeMatcher | undefined {
  const { matchExpressions = [], matchFields = [] } = term;
  if (matchExpressions.length === 0 && matchFields.length === 0) return undefined;
  if (!matchExpressions.every(isLabelRequirement) || !matchFields.every(isFieldRequirement)) return undefined;
  return (node) => {
    const { labels, name } = node.metadata;
    return (
      matchExpressions.every((requirement) => matchesValue(requirement, labels?.[requirement.key])) &&
      // The only field there is: any other reads as empty.
      matchFields.every((requirement) => matchesValue(requirement, requirement.key === OBJECT_NAME_FIELD ? name : ''))
    );
  };
}

function isFieldRequirement({ operator, values }: NodeSelectorRequirement): boolean {
  return (operator === 'In' || operator === 'NotIn') && values?.length === 1;
}

function isLabelRequirement({ key, operator, values = [] }: Partial<NodeSelectorRequirement>): boolean {
  return isQualifiedName(key ?? '') && hasRightValues(operator, values) && values.every(isLabelValue);
}

function hasRightValues(operator: NodeSelectorRequirement['operator'] | undefined, values: readonly string[]): boolean {
  switch (operator) {
    case 'In':
    case 'NotIn':
      return values.length > 0;
    case 'Exists':
    case 'DoesNotExist':
      return values.length === 0;
    case 'Gt':
    case 'Lt':
      return values.length === 1 && parseInt64(values[0]) !== undefined;
    default:
      return false;
  }
}

function isQualifiedName(key: string): boolean {
  const slash = key.lastIndexOf('/');
  if (slash !== key.indexOf('/')) return false;
  const prefix = key.slice(0, Math.max(slash, 0));
  if (slash >= 0 && (prefix.length > 253 || !DNS_SUBDOMAIN.test(prefix))) return false;
  return LABEL_NAME.test(key.slice(slash + 1));
}

function isLabelValue(value: string): boolean {
  return value === '' || LABEL_NAME.test(value);
}

/** Whether the value that a node's label has, if any, is one that is asked for. */
export function matchesValue(requirement: NodeSelectorRequirement, value: string | undefined): boolean {
  const { operator, values = [] } = requirement;
  switch (operator) {
    case 'In':
      return value !== undefined && values.includes(value);
    case 'NotIn':
      return value === undefined || !values.includes(value);
    case 'Exists':
      return value !== undefined;
    case 'DoesNotExist':
      return value === undefined;
    case 'Gt':
    case 'Lt':
      return compares(operator, parseInt64(value), parseInt64(values[0]));
  }
}

function compares(operator: 'Gt' | 'Lt', value: bigint | undefined, bound: bigint | undefined): boolean {
  if (value === undefined || bound === undefined) return false;
  return operator === 'Gt' ? value > bound : value < bound;
}
