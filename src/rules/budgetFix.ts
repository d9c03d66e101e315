import type { Workload } from '../manifest/workload';
import { isEmptySelector } from '../model/labelSelector';
import type { Fix } from './rule';
import type { RolloutEnvelope } from './rolloutEnvelope';

/** A budget that lets as many pods go as the rollout does: fewer, and the rollout would go below it. */
export function budgetFix(
  { name, writtenNamespace, selector }: Workload,
  { desired, unavailable }: RolloutEnvelope,
): Fix | undefined {
  const most = Math.max(1, unavailable);
  if (name === '' || most >= desired || isEmptySelector(selector) || (selector?.matchExpressions ?? []).length > 0)
    return undefined;
  const labels = Object.entries(selector?.matchLabels ?? {});
  return {
    title: `Add a PodDisruptionBudget that lets ${most} of ${desired} go`,
    edits: [],
    append: [
      'apiVersion: policy/v1',
      'kind: PodDisruptionBudget',
      'metadata:',
      `  name: ${name}`,
      ...(writtenNamespace === undefined ? [] : [`  namespace: ${writtenNamespace}`]),
      'spec:',
      `  maxUnavailable: ${most}`,
      '  selector:',
      '    matchLabels:',
      ...labels.map(([key, value]) => `      ${key}: ${JSON.stringify(value)}`),
    ].join('\n'),
  };
}
