import type { Scenario, Workload } from '../../src/engine/simulation/scenario/scenario';
import { isDeployment } from './tunedWorkload';
import type { State } from './state';

/** What decides how pods are replaced, not by which and how many. */
const DEPLOYMENT_FIELDS = ['strategy', 'minReadySeconds', 'progressDeadlineSeconds'] as const;
const DAEMON_SET_FIELDS = ['updateStrategy', 'minReadySeconds'] as const;

/** The same rollout with the strategy of what runs; undefined: nothing runs, or the edit leaves the strategy as it is. */
export function withStrategyBefore(scenario: Scenario): Scenario | undefined {
  const { before, after } = scenario.workload;
  if (before === undefined || isDeployment(before) !== isDeployment(after)) return undefined;
  const fields = isDeployment(after) ? DEPLOYMENT_FIELDS : DAEMON_SET_FIELDS;
  const [old, now] = [before, after].map((workload) => valuesOf(workload, fields));
  if (JSON.stringify(old) === JSON.stringify(now)) return undefined;
  const kept = Object.entries(after.spec).filter(([name]) => !(fields as readonly string[]).includes(name));
  const written = Object.entries(old ?? {}).filter(([, value]) => value !== undefined);
  const spec = Object.fromEntries([...kept, ...written]);
  return { ...scenario, workload: { before, after: { ...after, spec } as unknown as Workload } };
}

function valuesOf({ spec }: Workload, fields: readonly string[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(fields.map((field) => [field, (spec as unknown as Readonly<Record<string, unknown>>)[field]]));
}

const COMPARISONS = new WeakMap<Scenario, { readonly scenario: Scenario | undefined }>();

/** The rollout on show with the strategy of what runs, where that is another. */
export function comparisonOf({ shown }: State): Scenario | undefined {
  if (shown === undefined) return undefined;
  const known = COMPARISONS.get(shown.scenario) ?? { scenario: withStrategyBefore(shown.scenario) };
  COMPARISONS.set(shown.scenario, known);
  return known.scenario;
}
