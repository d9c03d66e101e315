import { ENVELOPE_READS, type Rule } from './rule';
import { formula, type Bound } from './rolloutEnvelope';

export const percentRoundsToAll: Rule = {
  id: 'percent-rounds-to-all',
  group: 'surprises',
  severity: 'information',
  title: 'a percentage that comes to all pods',
  reads: ENVELOPE_READS,
  check: ({ envelope, workload, nodes }) => {
    if (envelope?.strategy !== 'RollingUpdate' || envelope.desired < 1) return [];
    const { maxSurge, maxUnavailable } = envelope.bounds;
    const isDaemonSet = envelope.kind === 'DaemonSet';
    if (isDaemonSet && !nodes.known) return [];
    const all = (bound: Bound): boolean =>
      bound.written && bound.percent !== undefined && bound.percent < 100 && bound.rounded >= envelope.desired;
    const findings = [];
    if (isDaemonSet && all(maxUnavailable)) {
      const message = `All pods may be missing at once: maxUnavailable is ${formula(maxUnavailable, envelope.desired)}, which is every node.`;
      findings.push({ path: workload.maxUnavailable.path, message, short: 'maxUnavailable comes to every node' });
    }
    if (all(maxSurge) && envelope.desired > 1) {
      const message = `The rollout may double the pods: maxSurge is ${formula(maxSurge, envelope.desired)}.`;
      findings.push({ path: workload.maxSurge.path, message, short: 'maxSurge doubles the pods' });
    }
    return findings;
  },
};
