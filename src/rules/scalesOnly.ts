import { jsonAt } from '../manifest/json';
import { hasSameTemplate } from './pods';
import type { Rule } from './rule';
import { counted } from '../model/words';

export const scalesOnly: Rule = {
  id: 'scales-only',
  group: 'surprises',
  severity: 'hint',
  title: 'more replicas are no rollout: no deadline watches them',
  reads: ['spec'],
  check: ({ workload, before: base }) => {
    const { kind, replicas, progressDeadlineSeconds } = workload;
    if (kind !== 'Deployment' || base === undefined || !replicas.written) return [];
    const before = jsonAt(base.resource.json, replicas.path) ?? 1;
    if (typeof before !== 'number' || before >= replicas.value) return [];
    if (!hasSameTemplate(base, workload)) return [];
    const more = replicas.value - before;
    return [
      {
        path: replicas.path,
        message: `Only the replicas change, which is no rollout: if the ${counted(more, 'new pod')} cannot start, the progress deadline of ${progressDeadlineSeconds.value} s is never reported and kubectl rollout status waits for ever (give it a --timeout).`,
        short: 'no deadline watches more replicas',
      },
    ];
  },
};
