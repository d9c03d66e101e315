import type { Scenario, Workload } from './scenario';
import { workloadKey } from './workloadKind';

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
  const keys = new Set([...otherWorkloadsOf(scenario), ...appliedIn(scenario)].map(workloadKey));
  keys.delete(workloadKey(scenario.workload.after));
  return [...keys];
}

/** The kinds of workload that there can be at any time. */
export function workloadKindsIn(scenario: Scenario): ReadonlySet<string | undefined> {
  return new Set([scenario.workload.after, ...otherWorkloadsOf(scenario), ...appliedIn(scenario)].map(({ kind }) => kind));
}

/** The files that describe other workloads, by their keys. */
export function sourcesOf({ others = [] }: Scenario): ReadonlyMap<string, string> {
  return new Map(
    others.flatMap(({ before, after = before, source }) =>
      after === undefined || source === undefined ? [] : [[workloadKey(after), source]],
    ),
  );
}
