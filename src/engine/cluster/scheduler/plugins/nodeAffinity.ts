/** Upstream: pkg/scheduler/framework/plugins/nodeaffinity/node_affinity.go (v1.36.4). */
import type { PodSpec } from '../../../../model/apiTypes';
import { nodeSelectorTermMatcher, requiredNodeAffinityMatcher } from '../../../../model/scheduling';
import { defaultNormalizeScore, filterWith, refused, SKIP, type FilterPlugin, type LocalScorePlugin } from '../framework';
import { pinnedNodeNames } from '../pinnedNodes';
import { unresolvable } from '../frameworkStatus';

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
    const matches = requiredNodeAffinityMatcher(spec);
    return filterWith({ filter: ({ node }) => (node !== undefined && matches(node) ? undefined : NOT_SELECTED) });
  },
};

function hasRequiredNodeAffinity({ nodeSelector, affinity }: PodSpec): boolean {
  return nodeSelector !== undefined || affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution !== undefined;
}

/** The weights of the preferred terms that select the node. */
export const nodeAffinityScore: LocalScorePlugin = {
  name: NAME,
  weight: 2,
  preScore(info) {
    const preferred = info.pod.spec.affinity?.nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
    if (preferred.length === 0) return undefined;
    const terms = preferred.map(({ weight, preference }) => ({ weight, matches: nodeSelectorTermMatcher(preference) }));
    return {
      score({ node }) {
        let sum = 0;
        for (const { weight, matches } of terms) if (node !== undefined && matches?.(node) === true) sum += weight;
        return sum;
      },
      normalize(scores, nodes) {
        defaultNormalizeScore(scores, nodes.length, false);
      },
    };
  },
};
