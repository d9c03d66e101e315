import type { Scenario } from './scenario';

/** The same with nothing where its objects say null, as the API server reads them. What says no null is not copied. */
export function withoutNulls(scenario: Scenario): Scenario {
  const { cluster, workload, others, state, actions } = scenario;
  return {
    ...scenario,
    cluster: stripped(cluster),
    workload: stripped(workload),
    ...(others === undefined ? {} : { others: stripped(others) }),
    ...(state === undefined ? {} : { state: stripped(state) }),
    // In patches and failures a null says something.
    actions: actions.map((planned) =>
      planned.action === 'applyObject' || planned.action === 'addNode' ? stripped(planned) : planned,
    ),
  };
}

function stripped<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map(stripped) as unknown[];
    return items.every((item, index) => item === value[index]) ? value : (items as T);
  }
  const entries = Object.entries(value as Readonly<Record<string, unknown>>);
  const kept = entries.filter(([, entry]) => entry !== null).map(([key, entry]) => [key, stripped(entry)] as const);
  const isSame = kept.length === entries.length && kept.every(([, entry], index) => entry === entries[index]?.[1]);
  return isSame ? value : (Object.fromEntries(kept) as T);
}
