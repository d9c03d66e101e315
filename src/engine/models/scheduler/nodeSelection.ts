/** Node selectors and node affinity: which nodes a pod's (or a volume's) terms select. */
import type { StringMap } from '../../../model/meta';
import type { Node } from '../../../model/node';
import type { NodeSelector, NodeSelectorRequirement, NodeSelectorTerm, PodSpec } from '../../../model/pod';

const INTEGER = /^[+-]?\d+$/;

/** One requirement against one value. NotIn and DoesNotExist hold where there is no value; Gt and Lt compare integers (`07` is 7). */
function matchesNodeRequirement(requirement: NodeSelectorRequirement, value: string | undefined): boolean {
  const values = requirement.values ?? [];
  switch (requirement.operator) {
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
      return comparesWith(requirement.operator, value, values[0]);
  }
}

function comparesWith(operator: 'Gt' | 'Lt', value: string | undefined, bound: string | undefined): boolean {
  if (value === undefined || bound === undefined || !INTEGER.test(value) || !INTEGER.test(bound)) return false;
  return operator === 'Gt' ? BigInt(value) > BigInt(bound) : BigInt(value) < BigInt(bound);
}

/** All requirements of a term must hold; a term without any selects nothing. */
export function matchesNodeSelectorTerm(term: NodeSelectorTerm, labels: StringMap | undefined, nodeName: string): boolean {
  const expressions = term.matchExpressions ?? [];
  const fields = term.matchFields ?? [];
  if (expressions.length === 0 && fields.length === 0) return false;
  for (const requirement of expressions) if (!matchesNodeRequirement(requirement, labels?.[requirement.key])) return false;
  for (const requirement of fields) {
    // The node's name is the only field there is.
    if (!matchesNodeRequirement(requirement, requirement.key === 'metadata.name' ? nodeName : '')) return false;
  }
  return true;
}

/** Any term suffices. */
export function matchesNodeSelector(selector: NodeSelector, labels: StringMap | undefined, nodeName: string): boolean {
  return selector.nodeSelectorTerms.some((term) => matchesNodeSelectorTerm(term, labels, nodeName));
}

/** Whether a pod's `nodeSelector` and required node affinity, both, select the node. */
export function matchesRequiredNodeAffinity(spec: PodSpec, node: Node): boolean {
  const { labels, name } = node.metadata;
  for (const key in spec.nodeSelector) if (labels?.[key] !== spec.nodeSelector[key]) return false;
  const required = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  return required === undefined || matchesNodeSelector(required, labels, name);
}

export function hasRequiredNodeAffinity(spec: PodSpec): boolean {
  return (
    spec.nodeSelector !== undefined || spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution !== undefined
  );
}

/**
 * The only nodes that can match, where every term pins node names by `metadata.name In [...]` (as DaemonSet pods do); undefined
 * where some term does not. Within a term the lists intersect, the terms unite.
 */
export function pinnedNodeNames(spec: PodSpec): ReadonlySet<string> | undefined {
  const terms = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
  if (terms.length === 0) return undefined;
  const pinned = new Set<string>();
  for (const term of terms) {
    const names = pinnedByTerm(term);
    if (names === undefined) return undefined;
    for (const name of names) pinned.add(name);
  }
  return pinned;
}

function pinnedByTerm(term: NodeSelectorTerm): readonly string[] | undefined {
  let names: readonly string[] | undefined;
  for (const { key, operator, values = [] } of term.matchFields ?? []) {
    if (key !== 'metadata.name' || operator !== 'In') continue;
    names = names === undefined ? values : names.filter((name) => values.includes(name));
  }
  return names;
}
