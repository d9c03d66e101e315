import { strict as assert } from 'node:assert';
import { budgetText, desiredHealthy, type BudgetBounds } from '../../src/model/budget';

describe('a disruption budget', () => {
  const budgets: readonly (readonly [bounds: BudgetBounds, expected: number, healthy: number | undefined, text: string])[] = [
    [{ minAvailable: 3 }, 10, 3, 'minAvailable 3'],
    [{ minAvailable: '50%' }, 7, 4, 'minAvailable 50%'],
    [{ maxUnavailable: 1 }, 10, 9, 'maxUnavailable 1'],
    [{ maxUnavailable: '30%' }, 7, 4, 'maxUnavailable 30%'],
    [{ maxUnavailable: 12 }, 10, 0, 'maxUnavailable 12'],
    [{ maxUnavailable: 'some' }, 10, undefined, 'maxUnavailable some'],
  ];
  for (const [bounds, expected, healthy, text] of budgets) {
    it(`${text} of ${expected} wants ${String(healthy)} healthy`, () => {
      assert.equal(desiredHealthy(bounds, expected), healthy);
      assert.equal(budgetText(bounds), text);
    });
  }
});
