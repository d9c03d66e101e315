import type { Scenario } from '../engine/simulation/scenario/scenario';
import { changeByReplacing, type Change } from './change';
import { changesText } from './changesText';

/** What a scenario applies to what ran before. Undefined: nothing ran, or the API server takes none of it. */
export function appliedChange({ workload: { before, after } }: Scenario): Change | undefined {
  const kind = after.kind === 'DaemonSet' ? 'DaemonSet' : 'Deployment';
  return before && changeByReplacing(kind, { ...before }, { ...after });
}

export function changesOf(scenario: Scenario, pods: number): string {
  return changesText(scenario, pods, appliedChange(scenario));
}
