import type { LimitRange, Pod, PodSpec, ResourceQuota } from '../../model/apiTypes';
import type { Resources } from '../../model/podResources';
import { admitPod } from '../cluster/quota/podAdmission';
import { isPodQuotaResource, podConstraintProblem, podUsage, quotaMatchesPod } from '../cluster/quota/podEvaluator';

/** What the limits and quotas of a namespace make of a pod, before any other pod is counted. */
export interface AdmittedPod {
  /** With the defaults of the API server and the LimitRanges. */
  readonly spec: PodSpec;
  /** Why every such pod is refused, however empty the namespace is; by which quota, if it is one. */
  readonly refusal: { readonly message: string; readonly quota: string | undefined } | undefined;
  /** What it counts for, by the names that quotas use. */
  readonly usage: Resources;
  /** The quotas that count it. */
  readonly quotas: readonly ResourceQuota[];
}

const NAMELESS: Pod['metadata'] = { name: '', generateName: 'pod-' };

/** The answers that the simulation's API server gives, for those who do not simulate. */
export function admittedPod(spec: PodSpec, limitRanges: readonly LimitRange[], all: readonly ResourceQuota[]): AdmittedPod {
  const { pod, error } = admitPod({ metadata: NAMELESS, spec }, { limitRanges, quotas: [] }, 0);
  const namesOf = (quota: ResourceQuota): string[] => Object.keys(quota.spec?.hard ?? {});
  const quotas = all.filter((quota) => quotaMatchesPod(quota, pod, namesOf(quota)));
  const demands = quotas.flatMap((quota) => {
    const message = podConstraintProblem(pod, namesOf(quota).filter(isPodQuotaResource));
    return message === undefined ? [] : [{ message, quota: quota.metadata.name }];
  });
  const refusal =
    error === undefined
      ? demands[0]
      : { message: error.message.replace(/^(?:pods|Pod) "[^"]*" is (?:forbidden|invalid): /, ''), quota: undefined };
  return { spec: pod.spec, refusal, usage: podUsage(pod, 0), quotas };
}
