import type { Resources } from '../model/podResources';
import { formatQuantity } from '../model/quantity';
import { quotasOf, requestsOf } from './facts';
import { nanosOf } from './pods';
import { ENVELOPE_READS, type Rule } from './rule';
import { oneMissing } from './stallAntiAffinity';
import { counted, quote } from '../model/words';

const NANO = 1_000_000_000n;

/** What one pod counts for in a quota's terms; undefined for resources that pods do not use. */
function usage(resource: string, requests: Resources): bigint | undefined {
  if (resource === 'pods' || resource === 'count/pods') return NANO;
  return requests.get(resource.replace(/^requests\./, ''))?.nanos;
}

export const stallQuota: Rule = {
  id: 'stall-quota',
  group: 'stalls',
  severity: 'warning',
  title: 'the quota admits no surge pod',
  explanation: `A ResourceQuota is checked when a pod is created. If it holds the replicas but not the extra pods of a rollout, and no pod may be missing
(\`maxUnavailable\` 0), no new pod is ever created: the ReplicaSet reports FailedCreate and tries again with growing pauses, up to 16 minutes. Terminating
pods count as well. Only this workload is counted; what else runs in the namespace makes it worse.

Raise the quota, or go without one pod during the rollout (\`maxSurge: 0\`, \`maxUnavailable: 1\`).`,
  reads: [...ENVELOPE_READS, 'spec.template.spec'],
  check: (context) => {
    const { envelope, workload, facts } = context;
    if (envelope?.kind !== 'Deployment' || envelope.desired === 0 || envelope.strategy !== 'RollingUpdate') return [];
    if (envelope.surge === 0 || envelope.unavailable > 0) return [];
    const requests = requestsOf(facts, workload);
    for (const quota of quotasOf(facts, workload)) {
      if (quota.scoped) continue;
      for (const [resource, hard] of Object.entries(quota.hard)) {
        const limit = nanosOf(hard);
        const each = usage(resource, requests);
        if (limit === undefined || each === undefined || each === 0n) continue;
        const needed = each * BigInt(envelope.desired + 1);
        if (needed <= limit) continue;
        const amount = formatQuantity({ nanos: needed, format: 'DecimalSI' });
        return [
          {
            path: workload.maxSurge.path,
            message: `The rollout stalls: quota ${quote(quota.name)} allows ${quote(resource)} ${hard}, but ${counted(envelope.desired, 'replica')} + 1 extra pod need ${amount}, and none may be missing.`,
            short: `quota ${quote(quota.name)} blocks the extra pod`,
            fixes: [oneMissing(context)],
          },
        ];
      }
    }
    return [];
  },
};
