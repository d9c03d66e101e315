import { counted, listed, plural } from '../model/words';
import { downNodes } from './eligibleNodes';
import type { NodeFact } from './facts';
import { quotasOf } from './namespaceLimits';
import { groupsMeant } from './growth';
import { leftOf, runningBeside } from './neighbors';
import { requestsOf } from './podSizes';
import { PLACE_READS, type Rule, type RuleContext } from './rule';

export const daemonNodesDown: Rule = {
  id: 'stall-daemon-nodes',
  group: 'stalls',
  claims: 'stall',
  severity: 'warning',
  title: 'nodes that are down use up maxUnavailable',
  reads: ['strategy', ...PLACE_READS],
  check: (context) => {
    const { workload, envelope, nodes, facts } = context;
    if (envelope?.kind !== 'DaemonSet' || envelope.strategy !== 'RollingUpdate' || envelope.refused) return [];
    // Pods without a grace period are gone at once, wherever they are; with a surge a lost pod holds nothing up.
    if (envelope.surge > 0 || envelope.graceSeconds === 0) return [];
    const down = downNodes(workload, nodes.manifests);
    // Not cut to the number of pods: the controller compares with the bound itself.
    const allowed = envelope.bothZero ? 1 : envelope.bounds.maxUnavailable.rounded;
    if (down.length === 0 || down.length < allowed) return [];
    // Others may need a node for which a pod is meant as well.
    const isForNew = envelope.desired === 0;
    if (isForNew && groupsMeant(context, true).length === 0) return [];
    const names = listed(down.map((node) => node.name));
    const { claims, requiredAntiAffinity, requiredAffinity } = workload.pod;
    const isChoosy = requiredAntiAffinity.length + requiredAffinity.length > 0;
    // A pod that waits for a volume, a quota, room, a zone of its own or one with company is on no node.
    const mayWait = isChoosy || claims.length + quotasOf(facts, workload).length > 0;
    const isConditional = isForNew || mayWait || down.some((node) => mayBeFull(context, node));
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

/** It had no room for the pod, or none once other daemon pods had come. */
function mayBeFull({ workload, facts }: RuleContext, node: NodeFact): boolean {
  const daemons = runningBeside(facts, workload).near.filter(
    ({ subject }) => subject.kind === 'DaemonSet' && downNodes(subject, [node]).length > 0,
  );
  const beside = daemons.map((neighbor) => ({ ...neighbor, pods: 1 }));
  const isMeasured = Object.keys(node.allocatable).length > 0;
  return isMeasured && leftOf(facts, beside, [node], requestsOf(facts, workload), 0).some(({ each, free }) => free < each);
}
