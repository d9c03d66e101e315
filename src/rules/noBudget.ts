import { budgetFix } from './budgetFix';
import { ENVELOPE_READS, type Rule } from './rule';
import { budgetsOf, servicesOf } from './selecting';
import { allOf, quote } from '../model/words';

export const noBudget: Rule = {
  id: 'no-budget',
  group: 'surprises',
  severity: 'hint',
  title: 'nothing limits drains',
  reads: [...ENVELOPE_READS, 'spec.template.metadata'],
  check: ({ workload, envelope, facts }) => {
    if (envelope?.kind !== 'Deployment' || envelope.desired < 2 || facts.limited) return [];
    const [service] = servicesOf(facts, workload);
    if (service === undefined || budgetsOf(facts, workload).length > 0) return [];
    const fix = budgetFix(workload, envelope);
    return [
      {
        path: workload.replicas.path,
        message: `Node drains may take ${allOf(envelope.desired, 'replica')} behind Service ${quote(service.name)} at once: no PodDisruptionBudget near by selects them, and maxUnavailable does not limit drains.`,
        short: 'no disruption budget',
        fixes: fix === undefined ? [] : [fix],
      },
    ];
  },
};
