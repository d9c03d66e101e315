import { counted, listed, plural } from '../model/words';
import { downNodes } from './eligibleNodes';
import { quotasOf } from './facts';
import { PLACE_READS, type Rule } from './rule';

export const daemonNodesDown: Rule = {
  id: 'stall-daemon-nodes',
  group: 'stalls',
  claims: 'stall',
  severity: 'warning',
  title: 'nodes that are down use up maxUnavailable',
  reads: ['strategy', ...PLACE_READS],
  check: ({ workload, envelope, nodes, facts }) => {
    if (envelope?.kind !== 'DaemonSet' || envelope.strategy !== 'RollingUpdate' || envelope.refused) return [];
    // Pods without a grace period are gone at once, wherever they are; with a surge a lost pod holds nothing up.
    if (envelope.surge > 0 || envelope.graceSeconds === 0) return [];
    const down = downNodes(workload, nodes.manifests);
    // Not cut to the number of pods: the controller compares with the bound itself.
    const allowed = envelope.bothZero ? 1 : envelope.bounds.maxUnavailable.rounded;
    if (envelope.desired === 0 || down.length === 0 || down.length < allowed) return [];
    const names = listed(down.map((node) => node.name));
    const { claims, requiredAntiAffinity } = workload.pod;
    // A pod that waits for a volume, a quota or a zone of its own is on no node.
    const isConditional = claims.length + requiredAntiAffinity.length + quotasOf(facts, workload).length > 0;
    return [
      {
        path: workload.maxUnavailable.path,
        ...(isConditional ? { isConditional, severity: 'information' as const } : {}),
        message: `The rollout ${isConditional ? 'may stall' : 'stalls'}: ${plural(down.length, 'node', 'nodes')} ${names} ${plural(down.length, 'does', 'do')} not answer, and ${counted(down.length, 'pod')} without an answer ${plural(down.length, 'uses', 'use')} up maxUnavailable ${allowed}.`,
        short: `${counted(down.length, 'node')} down ${plural(down.length, 'uses', 'use')} up maxUnavailable`,
      },
    ];
  },
};
