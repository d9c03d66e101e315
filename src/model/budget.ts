import { scaledValue, type IntOrString } from './intOrPercent';

/** The two ways in which a disruption budget says how many pods it wants. */
export interface BudgetBounds {
  readonly minAvailable?: IntOrString | undefined;
  readonly maxUnavailable?: IntOrString | undefined;
}

/**
 * How many pods a disruption budget wants healthy out of `expected`; undefined where that cannot be read. The disruption
 * controller rounds both kinds of percentages up: minAvailable 50 % of 7 is 4; maxUnavailable 30 % of 7 is 3, so 4 again.
 */
export function desiredHealthy({ minAvailable, maxUnavailable }: BudgetBounds, expected: number): number | undefined {
  if (maxUnavailable === undefined) return scaledValue(minAvailable, expected, true);
  const missing = scaledValue(maxUnavailable, expected, true);
  return missing === undefined ? undefined : Math.max(0, expected - missing);
}

/** `minAvailable 3` or `maxUnavailable 1`, as written. */
export function budgetText({ minAvailable, maxUnavailable }: BudgetBounds): string {
  return maxUnavailable === undefined ? `minAvailable ${String(minAvailable)}` : `maxUnavailable ${String(maxUnavailable)}`;
}
