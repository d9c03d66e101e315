import { quote } from '../model/words';
import { quotasOf } from './namespaceLimits';
import { wantedText } from './places';
import { ENVELOPE_READS, REQUEST_READS, type Rule } from './rule';
import { quotaLack } from './stallQuota';

/** With fewer the rollout is over before the pauses grow. */
const ENOUGH_TO_WAIT = 3;

export const slowQuota: Rule = {
  id: 'slow-quota',
  group: 'surprises',
  severity: 'warning',
  title: 'the quota has no room for an extra pod, and every refusal costs time',
  reads: [...ENVELOPE_READS, ...REQUEST_READS],
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
