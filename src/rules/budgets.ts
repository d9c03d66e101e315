import { scaledValue } from '../model/intOrPercent';
import type { BudgetFact } from './facts';

/**
 * How many pods a disruption budget wants healthy out of `total`. The disruption controller rounds both kinds of percentages up:
 * minAvailable 50 % of 7 is 4; maxUnavailable 30 % of 7 is 3, so 4 again.
 */
export function desiredHealthy(budget: BudgetFact, total: number): number | undefined {
  if (budget.maxUnavailable !== undefined) {
    const missing = scaledValue(budget.maxUnavailable, total, true);
    return missing === undefined ? undefined : Math.max(0, total - missing);
  }
  return budget.minAvailable === undefined ? undefined : scaledValue(budget.minAvailable, total, true);
}

/** `minAvailable 3` or `maxUnavailable 1`, as written. */
export function budgetText(budget: BudgetFact): string {
  return budget.maxUnavailable === undefined
    ? `minAvailable ${String(budget.minAvailable)}`
    : `maxUnavailable ${String(budget.maxUnavailable)}`;
}
