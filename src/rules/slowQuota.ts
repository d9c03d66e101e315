import { quote } from '../model/words';
import { quotasOf } from './facts';
import { wantedText } from './places';
import { ENVELOPE_READS, type Rule } from './rule';
import { quotaLack } from './stallQuota';

/** With fewer the rollout is over before the pauses grow. */
const ENOUGH_TO_WAIT = 3;

export const slowQuota: Rule = {
  id: 'slow-quota',
  group: 'surprises',
  severity: 'warning',
  title: 'the quota has no room for an extra pod, and every refusal costs time',
  explanation: `Where \`maxUnavailable\` lets the rollout go on, a ResourceQuota without room for an extra pod does not stop it, but slows it down from seconds to hours:
the ReplicaSet wants the extra pod as well, is refused, and tries again after pauses that double up to 16 minutes. That an old pod has gone in the meantime wakes
nobody. The progress deadline is shorter than such a pause, so \`kubectl rollout status\` reports a failure on the way.

\`maxSurge: 0\` asks for no more than there is room for; then the same rollout takes seconds.`,
  reads: [...ENVELOPE_READS, 'spec.template.spec'],
  check: (context) => {
    const { envelope, workload, facts } = context;
    if (envelope?.kind !== 'Deployment' || envelope.strategy !== 'RollingUpdate' || envelope.refused) return [];
    const { desired, surge, unavailable } = envelope;
    if (desired < ENOUGH_TO_WAIT || surge === 0 || unavailable === 0 || quotasOf(facts, workload).length === 0) return [];
    const lacking = quotaLack(context, desired + 1);
    if (lacking?.isForExtra !== true || lacking.isUnsure) return [];
    const { quota, resource, hard, amount, who } = lacking;
    return [
      {
        path: workload.maxSurge.path,
        message: `The rollout gets very slow: quota ${quote(quota)} allows ${quote(resource)} ${hard}, but ${wantedText(context, lacking)} need ${amount}${who}; what is refused is tried again after pauses of up to 16 minutes.`,
        short: `quota ${quote(quota)} slows the rollout`,
        fixes: [{ title: 'Start no extra pod (maxSurge 0)', edits: [{ op: 'set', path: workload.maxSurge.path, value: '0' }] }],
      },
    ];
  },
};
