/** Upstream: pkg/scheduler/framework/plugins/nodeaffinity/node_affinity.go, PreFilter (v1.36.4). */
import type { NodeSelectorTerm, PodSpec } from '../../../model/apiTypes';
import { OBJECT_NAME_FIELD, requiredNodeTerms } from '../../../model/scheduling';

/**
 * The only nodes that can match, where every term pins node names by `metadata.name In [...]` (as DaemonSet pods do); undefined
 * where some term does not. Within a term the lists intersect, the terms unite.
 */
export function pinnedNodeNames(spec: PodSpec): ReadonlySet<string> | undefined {
  const terms = requiredNodeTerms(spec);
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
    if (key !== OBJECT_NAME_FIELD || operator !== 'In') continue;
    names = names === undefined ? values : names.filter((name) => values.includes(name));
  }
  return names;
}
