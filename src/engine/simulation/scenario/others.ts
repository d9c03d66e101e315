import { namespaceOf } from '../../../model/meta';
import type { OtherWorkload, Scenario, StandingPods, Workload } from './scenario';
import { keyOf, workloadKey } from './workloadKind';

/** The key of one of the workloads beside the one that the timeline is about. */
export function keyOfOther({ before, after = before, standing }: OtherWorkload): string {
  if (standing !== undefined) return keyOfStanding(standing);
  return after === undefined ? '' : workloadKey(after);
}

export function keyOfStanding({ kind, pod }: StandingPods): string {
  return keyOf(kind, namespaceOf(pod), pod.metadata.name);
}

/** Pods that only run, as if a Deployment had them: what they ask of nodes, claims and classes is the same. */
export function standingAlike({ others = [] }: Pick<Scenario, 'others'>): readonly Workload[] {
  return others.flatMap(({ standing }) => {
    if (standing === undefined) return [];
    const { count: replicas, pod } = standing;
    const template = { metadata: pod.metadata, spec: pod.spec };
    return [{ kind: 'Deployment', metadata: pod.metadata, spec: { replicas, selector: {}, template } }];
  });
}

/** The workloads beside the one that the timeline is about, as they will be. */
export function otherWorkloadsOf({ others = [] }: Scenario): readonly Workload[] {
  return others.flatMap(({ before, after = before }) => after ?? []);
}

/** Workloads that come while the simulation runs. */
function appliedIn({ actions }: Scenario): readonly Workload[] {
  return actions.flatMap((planned) => {
    const object = planned.action === 'applyObject' ? planned.object : undefined;
    return object?.kind === 'Deployment' || object?.kind === 'DaemonSet' ? [object as Workload] : [];
  });
}

/** The keys of all workloads but the one that the timeline is about, whenever they come. */
export function otherKeysOf(scenario: Scenario): readonly string[] {
  const standing = (scenario.others ?? []).flatMap((other) => (other.standing === undefined ? [] : [keyOfOther(other)]));
  const keys = new Set([...[...otherWorkloadsOf(scenario), ...appliedIn(scenario)].map(workloadKey), ...standing]);
  keys.delete(workloadKey(scenario.workload.after));
  return [...keys];
}

/** The kinds of workload that there can be at any time. */
export function workloadKindsIn(scenario: Scenario): ReadonlySet<string | undefined> {
  return new Set([scenario.workload.after, ...otherWorkloadsOf(scenario), ...appliedIn(scenario)].map(({ kind }) => kind));
}

/** The other workloads by their keys, with the files that describe them; empty: none is named. */
export function sourcesOf({ others = [] }: Scenario): ReadonlyMap<string, string> {
  return new Map(others.map((other) => [keyOfOther(other), other.source ?? '']));
}
