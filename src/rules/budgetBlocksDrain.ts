import { budgetsOf } from './facts';
import { budgetText, desiredHealthy } from '../model/budget';
import type { Rule } from './rule';
import { counted, quote } from '../model/words';

export const budgetBlocksDrain: Rule = {
  id: 'pdb-blocks-drain',
  group: 'surprises',
  severity: 'information',
  title: 'a disruption budget allows no eviction',
  explanation: `The budget wants all replicas healthy, so no pod may ever be evicted: \`kubectl drain\` and node upgrades wait for ever. The surge of the Deployment does not help, an eviction
does not start a pod elsewhere first.

Allow one disruption (\`maxUnavailable: 1\` in the budget) or run one replica more.`,
  reads: ['spec.replicas', 'spec.template.metadata'],
  check: ({ workload, envelope, facts }) => {
    if (envelope?.kind !== 'Deployment' || envelope.desired === 0) return [];
    for (const budget of budgetsOf(facts, workload)) {
      const desired = desiredHealthy(budget, envelope.desired);
      if (desired === undefined || desired < envelope.desired) continue;
      return [
        {
          path: workload.replicas.path,
          message: `PodDisruptionBudget ${quote(budget.name)} blocks every drain: ${budgetText(budget)} wants ${desired} of ${counted(envelope.desired, 'replica')} healthy.`,
          short: `budget ${quote(budget.name)} blocks drains`,
          fixes: [
            {
              title: `Run ${desired + 1} replicas`,
              edits: [{ op: 'set', path: workload.replicas.path, value: String(desired + 1) }],
            },
          ],
        },
      ];
    }
    return [];
  },
};
