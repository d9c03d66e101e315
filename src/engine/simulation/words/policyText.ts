import { counted, formatMoment, plainMarkdown } from '../../../model/words';
import { parseQuantity } from '../../../model/quantity';
import type { BudgetStatus, QuotaUse } from '../timeline/policies';
import type { Timeline } from '../timeline/timeline';
import { rowOf } from '../timeline/timelineQueries';

const nanosOf = (text: string): bigint => parseQuantity(text)?.nanos ?? 0n;

/** What budgets allowed and quotas held in the course of a rollout, a line each; empty where there are none. */
export function policyLines({ budgets = [], quotas = [] }: Timeline): string[] {
  const lines = [...budgets.flatMap(budgetLine), ...quotas.flatMap(quotaLines)];
  return lines.length === 0 ? [] : ['', '## Budgets and quotas', '', ...lines];
}

function budgetLine({ name, series }: BudgetStatus): string[] {
  const rows = Array.from(series.times, (t, row) => ({ t, ...rowOf(series, row) }));
  const lowest = rows.reduce<(typeof rows)[number] | undefined>(
    (least, row) => (least === undefined || row.healthy < least.healthy ? row : least),
    undefined,
  );
  const last = rows.at(-1);
  if (lowest === undefined || last === undefined) return [];
  const healthy = `wants ${counted(last.wanted, 'healthy pod')}, has ${lowest.healthy} at the least (at ${formatMoment(lowest.t)}) and ${last.healthy} at the end`;
  return [`- budget ${plainMarkdown(name)}: ${healthy}, which allows ${counted(last.allowed, 'disruption')}`];
}

function quotaLines({ name, hard, rows }: QuotaUse): string[] {
  return Object.entries(hard).flatMap(([resource, limit]) => {
    const amounts = rows.flatMap(({ t, used }) => (used[resource] === undefined ? [] : [{ t, amount: used[resource] }]));
    const first = amounts[0];
    const last = amounts.at(-1);
    if (first === undefined || last === undefined) return [];
    const highest = amounts.reduce((most, row) => (nanosOf(row.amount) > nanosOf(most.amount) ? row : most), first);
    return [
      `- quota ${plainMarkdown(name)}: ${plainMarkdown(resource)} ${first.amount} at first, ${highest.amount} at the most (at ${formatMoment(highest.t)}), ${last.amount} at the end, of ${limit}`,
    ];
  });
}
