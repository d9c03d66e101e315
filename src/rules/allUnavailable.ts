import { downNodes } from './eligibleNodes';
import { groupsMeant, groupsText } from './growth';
import { isForMetrics } from './noReadiness';
import { runningBeside } from './neighbors';
import { hostPorts } from './pods';
import { computeEnvelope } from './rolloutEnvelope';
import { ENVELOPE_READS, type Finding, type Rule, type RuleContext } from './rule';
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
    if (envelope?.desired === 0) return onFirstNode(context);
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

/** No node is meant for the daemon pods, but one that comes for others may be. */
function onFirstNode(context: RuleContext): Finding[] {
  const { workload, facts, assumptions } = context;
  const groups = groupsMeant(context, true);
  if (groups.length === 0 || runningBeside(facts, workload).near.length === 0) return [];
  const first = computeEnvelope(workload, 1, assumptions);
  if (first?.strategy !== 'RollingUpdate' || first.refused || first.floor > 0) return [];
  return [
    {
      path: workload.maxUnavailable.path,
      severity: 'information',
      isConditional: true,
      message: `The rollout may take down all pods at once: no node is meant for them but those of ${groupsText({ groups })} that others may need, and on the first of these the old pod goes before the new one comes.`,
      short: 'all pods may be missing at once',
    },
  ];
}

/** Agents that collect something go on a moment later; what serves the node or is called does not. */
function isNeeded({ workload, facts }: RuleContext): boolean {
  const { pod } = workload;
  if (pod.hostNetwork || hostPorts(pod).length > 0) return true;
  return servicesOf(facts, workload).some((service) => !isForMetrics(service, workload));
}
