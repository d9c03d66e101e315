import { budgetText, desiredHealthy, type BudgetBounds } from '../model/budget';
import type { Rule } from './rule';
import { budgetsOf } from './selecting';
import { counted, quote } from '../model/words';

export const budgetBlocksDrain: Rule = {
  id: 'pdb-blocks-drain',
  group: 'surprises',
  severity: 'information',
  title: 'a disruption budget allows no eviction',
  reads: ['spec.replicas', 'spec.template.metadata'],
  check: ({ workload, envelope, facts, autoscaler }) => {
    if (envelope?.kind !== 'Deployment' || envelope.desired === 0) return [];
    for (const budget of budgetsOf(facts, workload)) {
      const desired = desiredHealthy(budget, envelope.desired);
      if (desired === undefined || desired < envelope.desired) continue;
      const enough = enoughReplicas(budget, envelope.desired);
      return [
        {
          path: workload.replicas.path,
          message: `PodDisruptionBudget ${quote(budget.name)} blocks every drain: ${budgetText(budget)} wants ${desired} of ${counted(envelope.desired, 'replica')} healthy.${envelope.desired < 3 ? '' : ` maxUnavailable 1 lets one go at a time and keeps ${envelope.desired - 1}, a majority.`}`,
          short: `budget ${quote(budget.name)} blocks drains`,
          fixes:
            enough === undefined || autoscaler !== undefined
              ? []
              : [
                  {
                    title: `Run ${enough} replicas`,
                    edits: [{ op: 'set', path: workload.replicas.path, value: String(enough) }],
                  },
                ],
        },
      ];
    }
    return [];
  },
};

/** The next number of replicas of which the budget spares one; with 100 % there is none. */
function enoughReplicas(budget: BudgetBounds, replicas: number): number | undefined {
  const candidates = Array.from({ length: replicas + 10 }, (_, index) => replicas + 1 + index);
  return candidates.find((count) => (desiredHealthy(budget, count) ?? count) < count);
}
