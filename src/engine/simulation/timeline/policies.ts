import type { StringMap } from '../../../model/apiTypes';
import type { Series } from './series';

export const BUDGET_COLUMNS = ['healthy', 'wanted', 'allowed'] as const;
export type BudgetColumn = (typeof BUDGET_COLUMNS)[number];

/** What a disruption budget counts, wants, and allows to be evicted. */
export interface BudgetStatus {
  readonly name: string;
  readonly series: Series<BudgetColumn>;
}

/** What pods use of a quota: a row holds until the next. */
export interface QuotaUse {
  readonly name: string;
  readonly hard: StringMap;
  readonly rows: readonly { readonly t: number; readonly used: StringMap }[];
}
