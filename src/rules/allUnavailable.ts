import { ENVELOPE_READS, type Rule, type RuleContext } from './rule';
import { downNodes } from './eligibleNodes';
import { isForMetrics } from './noReadiness';
import { hostPorts } from './pods';
import { servicesOf } from './selecting';
import { counted } from '../model/words';

export const allUnavailable: Rule = {
  id: 'all-unavailable',
  group: 'takes down',
  claims: 'outage',
  severity: 'warning',
  needsUsers: true,
  title: 'all pods may be missing at once',
  reads: ENVELOPE_READS,
  check: (context) => {
    const { envelope, workload, nodes } = context;
    if (envelope?.strategy !== 'RollingUpdate' || envelope.unavailable < envelope.desired || envelope.desired < 2) return [];
    const { percent } = envelope.bounds.maxUnavailable;
    // On how many nodes a DaemonSet runs is an assumption: only “all of them” is certain.
    if (envelope.kind === 'DaemonSet' && (percent ?? 0) < 100) return [];
    const what = envelope.kind === 'DaemonSet' ? 'on all nodes' : `of ${counted(envelope.desired, 'replica')}`;
    return [
      {
        path: workload.maxUnavailable.path,
        ...(envelope.kind === 'DaemonSet' && !isNeeded(context) ? { severity: 'information' as const } : {}),
        message: `The rollout may take down all pods ${what} at once: maxUnavailable is ${String(envelope.bounds.maxUnavailable.value)}.`,
        short: 'all pods may be missing at once',
        // Pods of nodes that do not answer are missing already, and use up a part of what may be.
        isConditional: downNodes(workload, nodes.manifests).length > 0,
        fixes: [{ title: 'Set maxUnavailable to 1', edits: [{ op: 'set', path: workload.maxUnavailable.path, value: '1' }] }],
      },
    ];
  },
};

/** Agents that collect something go on a moment later; what serves the node or is called does not. */
function isNeeded({ workload, facts }: RuleContext): boolean {
  const { pod } = workload;
  if (pod.hostNetwork || hostPorts(pod).length > 0) return true;
  return servicesOf(facts, workload).some((service) => !isForMetrics(service, workload));
}
