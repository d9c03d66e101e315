import { budgetText, desiredHealthy } from '../model/budget';
import { ENVELOPE_READS, type Rule } from './rule';
import { budgetsOf } from './selecting';
import { counted, quote } from '../model/words';

export const budgetViolated: Rule = {
  id: 'pdb-violated',
  group: 'surprises',
  severity: 'information',
  title: 'the rollout goes below a disruption budget',
  reads: [...ENVELOPE_READS, 'spec.template.metadata'],
  check: ({ workload, envelope, facts }) => {
    if (envelope?.kind !== 'Deployment' || envelope.desired === 0) return [];
    for (const budget of budgetsOf(facts, workload)) {
      const desired = desiredHealthy(budget, envelope.desired);
      // A budget above the replicas is another rule's matter.
      if (desired === undefined || desired > envelope.desired || envelope.floor >= desired) continue;
      const path = envelope.strategy === 'Recreate' ? workload.strategyType.path : workload.maxUnavailable.path;
      return [
        {
          path,
          message: `The rollout goes below PodDisruptionBudget ${quote(budget.name)}: down to ${counted(envelope.floor, 'available pod')}, while ${budgetText(budget)} wants ${desired}. Budgets do not limit rollouts.`,
          short: `rollout goes below budget ${quote(budget.name)}`,
        },
      ];
    }
    return [];
  },
};
