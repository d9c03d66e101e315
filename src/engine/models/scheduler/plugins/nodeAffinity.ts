import { defaultNormalizeScore, filterWith, refused, SKIP, type FilterPlugin, type LocalScorePlugin } from '../framework';
import { hasRequiredNodeAffinity, matchesNodeSelectorTerm, matchesRequiredNodeAffinity, pinnedNodeNames } from '../nodeSelection';
import { unresolvable } from '../status';

const NAME = 'NodeAffinity';
export const NODE_AFFINITY_REASON = "node(s) didn't match Pod's node affinity/selector";
const NOT_SELECTED = unresolvable(NAME, NODE_AFFINITY_REASON);
const CONFLICT = unresolvable(NAME, 'pod affinity terms conflict');

/** Refuses nodes that the pod's node selector or required node affinity does not select. */
export const nodeAffinity: FilterPlugin = {
  name: NAME,
  preFilter(info) {
    const { spec } = info.pod;
    if (!hasRequiredNodeAffinity(spec)) return SKIP;
    if (pinnedNodeNames(spec)?.size === 0) return refused(CONFLICT);
    return filterWith({
      filter: ({ node }) => (node !== undefined && matchesRequiredNodeAffinity(spec, node) ? undefined : NOT_SELECTED),
    });
  },
};

/** The weights of the preferred terms that select the node. */
export const nodeAffinityScore: LocalScorePlugin = {
  name: NAME,
  weight: 2,
  preScore(info) {
    const preferred = info.pod.spec.affinity?.nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
    if (preferred.length === 0) return undefined;
    return {
      score({ node, name }) {
        let sum = 0;
        for (const { weight, preference } of preferred) {
          if (weight !== 0 && matchesNodeSelectorTerm(preference, node?.metadata.labels, name)) sum += weight;
        }
        return sum;
      },
      normalize(scores, nodes) {
        defaultNormalizeScore(scores, nodes.length, false);
      },
    };
  },
};
