/** Upstream: pkg/scheduler/framework/plugins/tainttoleration/taint_toleration.go (v1.36.4). */
import type { Toleration } from '../../../../model/apiTypes';
import { DO_NOT_SCHEDULE_EFFECTS, findUntoleratedTaint, tolerationsTolerateTaint } from '../../../../model/scheduling';
import { defaultNormalizeScore, filterWith, type FilterPlugin, type LocalScorePlugin } from '../framework';
import { unresolvable } from '../frameworkStatus';

const NAME = 'TaintToleration';
const UNTOLERATED = unresolvable(NAME, 'node(s) had untolerated taint(s)');

/** Refuses nodes with a NoSchedule or NoExecute taint that the pod does not tolerate. */
export const taintToleration: FilterPlugin = {
  name: NAME,
  preFilter(info) {
    const { tolerations } = info.pod.spec;
    return filterWith({
      filter: ({ node }) =>
        findUntoleratedTaint(node?.spec?.taints, tolerations, DO_NOT_SCHEDULE_EFFECTS) === undefined ? undefined : UNTOLERATED,
    });
  },
};

/** The fewer untolerated PreferNoSchedule taints, the better. */
export const taintTolerationScore: LocalScorePlugin = {
  name: NAME,
  weight: 3,
  preScore(info) {
    const tolerations = info.pod.spec.tolerations?.filter(coversPreferNoSchedule);
    return {
      score({ node }) {
        let untolerated = 0;
        for (const taint of node?.spec?.taints ?? []) {
          if (taint.effect === 'PreferNoSchedule' && !tolerationsTolerateTaint(tolerations, taint)) untolerated++;
        }
        return untolerated;
      },
      normalize(scores, nodes) {
        defaultNormalizeScore(scores, nodes.length, true);
      },
    };
  },
};

function coversPreferNoSchedule({ effect = '' }: Toleration): boolean {
  return effect === '' || effect === 'PreferNoSchedule';
}
