import { ENVELOPE_READS, type Rule } from './rule';
import { downNodes } from './eligibleNodes';
import { counted } from '../model/words';

export const allUnavailable: Rule = {
  id: 'all-unavailable',
  group: 'takes down',
  claims: 'outage',
  severity: 'warning',
  needsUsers: true,
  title: 'all pods may be missing at once',
  reads: ENVELOPE_READS,
  check: ({ envelope, workload, nodes }) => {
    if (envelope?.strategy !== 'RollingUpdate' || envelope.unavailable < envelope.desired || envelope.desired < 2) return [];
    const { percent } = envelope.bounds.maxUnavailable;
    // On how many nodes a DaemonSet runs is an assumption: only “all of them” is certain.
    if (envelope.kind === 'DaemonSet' && (percent ?? 0) < 100) return [];
    const what = envelope.kind === 'DaemonSet' ? 'on all nodes' : `of ${counted(envelope.desired, 'replica')}`;
    return [
      {
        path: workload.maxUnavailable.path,
        message: `The rollout may take down all pods ${what} at once: maxUnavailable is ${String(envelope.bounds.maxUnavailable.value)}.`,
        short: 'all pods may be missing at once',
        // Pods of nodes that do not answer are missing already, and use up a part of what may be.
        isConditional: downNodes(workload, nodes.manifests).length > 0,
        fixes: [{ title: 'Set maxUnavailable to 1', edits: [{ op: 'set', path: workload.maxUnavailable.path, value: '1' }] }],
      },
    ];
  },
};
