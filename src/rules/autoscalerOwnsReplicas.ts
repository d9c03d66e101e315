import { jsonAt, type JsonObject } from '../manifest/json';
import { lastApplied } from '../model/liveObject';
import { AUTOSCALER_SECONDS, autoscalersOf, autoscalerText, boundName, heldBy, toBound } from './autoscalers';
import type { Finding, Rule, RuleContext } from './rule';

export const autoscalerOwnsReplicas: Rule = {
  id: 'hpa-owns-replicas',
  group: 'surprises',
  severity: 'information',
  title: 'replicas are written although an autoscaler owns them',
  reads: ['spec.replicas', 'metadata.name', 'metadata.namespace'],
  check: (context) => (context.workload.replicas.written ? putBack(context) : dropped(context)),
};

function putBack({ workload, facts, before, autoscaler = autoscalersOf(facts, workload)[0] }: RuleContext): Finding[] {
  const { kind, replicas } = workload;
  if (kind !== 'Deployment' || autoscaler === undefined || !replicas.known || replicas.value === 0) return [];
  const { minReplicas, maxReplicas } = autoscaler;
  // Nobody notices who of the two says so.
  if (minReplicas === maxReplicas && minReplicas === replicas.value) return [];
  const bound = boundName(autoscaler, replicas.value);
  const isBeyond = heldBy(autoscaler, replicas.value) !== replicas.value;
  const [more, beyond] = bound === 'maximum' ? ['more', 'above'] : ['fewer', 'below'];
  const corrected = isBeyond
    ? `, ${more} than its ${bound}: it corrects that when it looks next, within ${AUTOSCALER_SECONDS} s`
    : '';
  const remove = {
    title: 'Remove replicas (if they were applied before, they fall to 1 once)',
    edits: [{ op: 'remove' as const, path: replicas.path }],
  };
  return [
    {
      path: replicas.path,
      severity: isBeyond ? 'warning' : 'information',
      message: `Every apply sets the replicas back to ${replicas.value}: ${autoscalerText(autoscaler)} owns them${corrected}. Leave replicas out; the first apply without it still sets them to 1 once, if it was applied before.`,
      short: isBeyond ? `replicas ${beyond} the autoscaler's ${bound}` : 'replicas fixed under an autoscaler',
      fixes: [
        ...(isBeyond ? [toBound(replicas.path, autoscaler, replicas.value)] : []),
        ...(appliedReplicas(before, workload) > 1 ? [] : [remove]),
      ],
    },
  ];
}

function dropped({ autoscaler, workload, before, beforeName }: RuleContext): Finding[] {
  const applied = appliedReplicas(before, workload);
  if (autoscaler === undefined || applied < 2) return [];
  return [
    {
      path: workload.replicas.path,
      severity: 'warning',
      message: `The next apply sets the replicas to 1 once: ${beforeName} has ${applied}, and kubectl apply drops a field that is removed. ${autoscalerText(autoscaler)} raises them again. To avoid that, remove replicas with kubectl apply edit-last-applied first.`,
      short: 'removed replicas fall to 1 once',
    },
  ];
}

function appliedReplicas(before: RuleContext['before'], { resource }: RuleContext['workload']): number {
  if (before === undefined) return 0;
  const replicas = jsonAt(lastApplied(before.resource.json, resource.json) as JsonObject, ['spec', 'replicas']);
  return typeof replicas === 'number' ? replicas : 0;
}
