import { budgetText, desiredHealthy, type BudgetBounds } from '../model/budget';
import type { BudgetFact } from './facts';
import type { Finding, Rule, RuleContext } from './rule';
import { budgetsOf } from './selecting';
import { counted, quote } from '../model/words';

export const budgetBlocksDrain: Rule = {
  id: 'pdb-blocks-drain',
  group: 'surprises',
  severity: 'information',
  title: 'a disruption budget allows no eviction',
  reads: ['spec.replicas', 'spec.template.metadata'],
  check: (context) => {
    const { workload, envelope, facts, autoscaler } = context;
    if (envelope?.kind !== 'Deployment' || envelope.desired === 0) return [];
    const budgets = budgetsOf(facts, workload);
    for (const budget of budgets) {
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
    return ofSeveral(budgets, context);
  },
};

/** Beside each other in one file both are applied; those of several files may be a choice. */
function ofSeveral([first, second]: readonly BudgetFact[], { workload }: RuleContext): Finding[] {
  if (first === undefined || second === undefined) return [];
  return [
    {
      path: [...workload.pod.path, 'metadata', 'labels'],
      severity: first.uri === second.uri ? 'warning' : 'information',
      message: `No drain gets rid of these pods: PodDisruptionBudget ${quote(first.name)} and PodDisruptionBudget ${quote(second.name)} both select them, and an eviction refuses pods of more than one budget.`,
      short: 'two budgets select the same pods',
    },
  ];
}

/** The next number of replicas of which the budget spares one; with 100 % there is none. */
function enoughReplicas(budget: BudgetBounds, replicas: number): number | undefined {
  const candidates = Array.from({ length: replicas + 10 }, (_, index) => replicas + 1 + index);
  return candidates.find((count) => (desiredHealthy(budget, count) ?? count) < count);
}
