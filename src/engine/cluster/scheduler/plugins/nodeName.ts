/** Upstream: pkg/scheduler/framework/plugins/nodename/node_name.go (v1.36.4). */
import { filterWith, SKIP, type FilterPlugin } from '../framework';
import { unresolvable } from '../frameworkStatus';

const NAME = 'NodeName';
const OTHER_NODE = unresolvable(NAME, "node(s) didn't match the requested node name");

/** Refuses all nodes but the one the pod names. */
export const nodeName: FilterPlugin = {
  name: NAME,
  preFilter(info) {
    const wanted = info.pod.spec.nodeName ?? '';
    if (wanted === '') return SKIP;
    return filterWith({ filter: (node) => (node.name === wanted ? undefined : OTHER_NODE) });
  },
};
