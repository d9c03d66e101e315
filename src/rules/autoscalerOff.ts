import { autoscalersOf, autoscalerText, isOffAtZero, rivalAutoscalers, rivalsText, toBound } from './autoscalers';
import type { Finding, Rule, RuleContext } from './rule';

/** What is set up to scale and does not. */
export const autoscalerOff: Rule = {
  id: 'autoscaler-off',
  group: 'surprises',
  severity: 'warning',
  title: 'the autoscaler is switched off',
  reads: ['spec.replicas', 'metadata.name', 'metadata.namespace'],
  check: (context) => (context.workload.kind === 'Deployment' ? [...byZero(context), ...byEachOther(context)] : []),
};

function byZero({ workload, facts, before }: RuleContext): Finding[] {
  const { replicas } = workload;
  const autoscaler =
    replicas.written && replicas.known && replicas.value === 0 && autoscalersOf(facts, workload).find(isOffAtZero);
  if (autoscaler === false || autoscaler === undefined) return [];
  const ran = before?.certain === true && before.replicas.value > 0;
  return [
    {
      path: replicas.path,
      // Whoever has had none for long may want it so.
      ...(ran ? {} : { severity: 'information' }),
      message: `0 replicas switch ${autoscalerText(autoscaler)} off: nothing runs, whatever its minimum says, until somebody sets more.`,
      short: '0 replicas switch the autoscaler off',
      fixes: [toBound(replicas.path, autoscaler, 0)],
    },
  ];
}

/** Since Kubernetes 1.27; only their bounds still hold. */
function byEachOther({ workload, facts }: RuleContext): Finding[] {
  const rivals = rivalAutoscalers(facts, workload);
  if (rivals.length === 0) return [];
  return [
    {
      path: workload.replicas.written ? workload.replicas.path : ['metadata', 'name'],
      message: `${rivalsText(rivals)} have this Deployment as their target: since Kubernetes 1.27 neither follows its metrics (AmbiguousSelector), only their minimum and maximum hold. One can have several metrics.`,
      short: 'two autoscalers switch each other off',
    },
  ];
}
