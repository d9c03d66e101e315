/** Upstream: plugin/pkg/admission/priority/admission.go (v1.36.4). */
import type { Pod, PriorityClass } from '../../model/apiTypes';
import { resolvePriority } from '../../model/priority';

/** The pod with the priority of its class, or why it is refused. */
export type PriorityAdmission = { readonly pod: Pod; readonly problem?: undefined } | { readonly problem: string };

/**
 * DEVIATION: a priority of 0 that no class gives is not written into the pod. And where a pod says both the name of a class
 * that nobody has described and its priority, as pods of a running cluster do, it is taken at its word.
 */
export function admitPriority(pod: Pod, classes: readonly PriorityClass[]): PriorityAdmission {
  const { priorityClassName, priority, preemptionPolicy } = pod.spec;
  const resolved = resolvePriority(priorityClassName, classes);
  if (resolved === undefined) {
    if (priority !== undefined) return { pod };
    return { problem: `no PriorityClass with name ${priorityClassName} was found` };
  }
  if (resolved.className === '') return { pod };
  if (priority !== undefined && priority !== resolved.value)
    return { problem: differs('integer value of priority', priority, resolved.value) };
  if (preemptionPolicy !== undefined && preemptionPolicy !== resolved.preemptionPolicy)
    return { problem: differs('string value of PreemptionPolicy', preemptionPolicy, resolved.preemptionPolicy) };
  const { className, value } = resolved;
  const spec = { ...pod.spec, priorityClassName: className, priority: value, preemptionPolicy: resolved.preemptionPolicy };
  return { pod: { ...pod, spec } };
}

function differs(what: string, written: number | string, computed: number | string): string {
  return `the ${what} (${written}) must not be provided in pod spec; priority admission controller computed ${computed} from the given PriorityClass name`;
}
