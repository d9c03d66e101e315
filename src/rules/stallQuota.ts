import type { Resources } from '../model/podResources';
import { formatQuantity } from '../model/quantity';
import { quotasOf, type QuotaFact } from './facts';
import { countedNodes, runningBeside, neighborsText, usageBy, type Neighbor } from './neighbors';
import { usageOf } from './podSizes';
import { nanosOf } from './pods';
import { ENVELOPE_READS, type Rule, type RuleContext } from './rule';
import { oneMissing } from './stallAntiAffinity';
import { counted, plural, quote } from '../model/words';

export const stallQuota: Rule = {
  id: 'stall-quota',
  group: 'stalls',
  severity: 'warning',
  title: 'the quota admits no surge pod',
  explanation: `A ResourceQuota is checked when a pod is created. If it holds the replicas but not the extra pods of a rollout, and no pod may be missing
(\`maxUnavailable\` 0), no new pod is ever created: the ReplicaSet reports FailedCreate and tries again with growing pauses, up to 16 minutes. Terminating
pods count as well. Other Deployments and DaemonSets of the namespace that the workspace\ndescribes count, too.

Raise the quota, or go without one pod during the rollout (\`maxSurge: 0\`, \`maxUnavailable: 1\`).`,
  reads: [...ENVELOPE_READS, 'spec.template.spec'],
  check: (context) => {
    const { envelope, workload, facts } = context;
    if (envelope?.kind !== 'Deployment' || envelope.desired === 0 || envelope.strategy !== 'RollingUpdate') return [];
    if (envelope.surge === 0 || envelope.unavailable > 0) return [];
    const each = usageOf(facts, workload);
    const quotas = quotasOf(facts, workload).filter(({ scoped }) => !scoped);
    const [held, surged] = [envelope.desired, envelope.desired + 1].map(BigInt) as [bigint, bigint];
    const beside = surelyBeside(context, quotas, each, held);
    for (const quota of quotas) {
      for (const [resource, hard] of Object.entries(quota.hard)) {
        const limit = nanosOf(hard);
        const { nanos: one } = each.get(resource) ?? { nanos: 0n };
        if (limit === undefined || one === 0n) continue;
        const others = beside.filter((neighbor) => usageBy(facts, [neighbor], resource) > 0n);
        const taken = usageBy(facts, others, resource);
        if (one * surged + taken <= limit) continue;
        const who = taken === 0n ? '' : ` and ${neighborsText(others)} ${plural(others.length, 'uses', 'use')} ${amount(taken)}`;
        return [
          {
            path: workload.maxSurge.path,
            message: `The rollout stalls: quota ${quote(quota.name)} allows ${quote(resource)} ${hard}, but ${counted(envelope.desired, 'replica')} + 1 extra pod need ${amount(one * surged)}${who}, and none may be missing.`,
            short: `quota ${quote(quota.name)} blocks the extra pod`,
            fixes: [oneMissing(context)],
          },
        ];
      }
    }
    return [];
  },
};

/** Who surely runs beside the workload: nobody where the quotas do not hold them all even without a rollout. */
function surelyBeside(
  { workload, facts, nodes }: RuleContext,
  quotas: readonly QuotaFact[],
  each: Resources,
  held: bigint,
): readonly Neighbor[] {
  if (quotas.length === 0) return [];
  const { near } = runningBeside(facts, workload, countedNodes(facts, nodes));
  const sharing = near.filter(({ sharesNamespace }) => sharesNamespace);
  const fits = quotas.every(({ hard }) =>
    Object.entries(hard).every(([resource, limit]) => {
      const used = (each.get(resource)?.nanos ?? 0n) * held + usageBy(facts, sharing, resource);
      return used <= (nanosOf(limit) ?? used);
    }),
  );
  return fits ? sharing : [];
}

function amount(nanos: bigint): string {
  return formatQuantity({ nanos, format: 'DecimalSI' });
}
