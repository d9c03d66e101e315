/** Upstream: pkg/scheduler/framework/plugins/nodeunschedulable/node_unschedulable.go (v1.36.4). */
import type { Taint } from '../../../../model/apiTypes';
import { tolerationsTolerateTaint } from '../../../../model/scheduling';
import { UNSCHEDULABLE_TAINT } from '../../../../model/wellKnown';
import { filterWith, type FilterPlugin } from '../framework';
import { unresolvable } from '../frameworkStatus';

const NAME = 'NodeUnschedulable';
const CORDON: Taint = { key: UNSCHEDULABLE_TAINT, effect: 'NoSchedule' };
const CORDONED = unresolvable(NAME, 'node(s) were unschedulable');

/** Refuses cordoned nodes, unless the pod tolerates the taint that a cordon brings. */
export const nodeUnschedulable: FilterPlugin = {
  name: NAME,
  preFilter(info) {
    const tolerated = tolerationsTolerateTaint(info.pod.spec.tolerations, CORDON);
    return filterWith({
      filter: ({ node }) => (node?.spec?.unschedulable === true && !tolerated ? CORDONED : undefined),
    });
  },
};
