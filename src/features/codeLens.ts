import { firstRange } from '../manifest/source';
import type { Severity } from '../rules/rule';
import { counted } from '../model/words';
import { envelopeOf, findingsOf, placedWorkloads, type Analysis, type PlacedWorkload } from './analysis';
import { COMMANDS, type CommandLink } from './commands';
import { summaryOf } from './summary';

export interface CodeLensData {
  readonly start: number;
  readonly end: number;
  readonly title: string;
  readonly action: CommandLink;
}

/** Three lenses on one line for each workload, always the same number, so that lines do not jump while typing. */
export function computeCodeLenses(analysis: Analysis): CodeLensData[] {
  if (!analysis.surroundings.settings.codeLens) return [];
  return placedWorkloads(analysis).flatMap((placed) => lensesFor(placed, analysis));
}

function lensesFor(placed: PlacedWorkload, analysis: Analysis): CodeLensData[] {
  const range = firstRange(placed.workload.resource.source);
  const start = placed.placed.start + range.start;
  const end = placed.placed.start + range.end;
  const args = [analysis.uri, start];
  const numbers = summaryOf(placed.workload, envelopeOf(placed.workload, analysis.surroundings));
  return [
    { start, end, title: '▷ Simulate rollout', action: { command: COMMANDS.simulate, arguments: args } },
    { start, end, title: numbers, action: { command: COMMANDS.simulate, arguments: args } },
    { start, end, title: warningTitle(placed, analysis), action: { command: COMMANDS.showWarnings, arguments: args } },
  ];
}

const RANK: Readonly<Record<Severity, number>> = { error: 0, warning: 1, information: 2, hint: 3 };

/** Errors and warnings count; the worst one is named. */
function warningTitle(placed: PlacedWorkload, analysis: Analysis): string {
  if (placed.placed.document.problems.length > 0) return '⚠ the document is not valid YAML';
  const serious = findingsOf(placed, analysis).filter(({ severity }) => severity === 'error' || severity === 'warning');
  const [worst] = serious.toSorted((a, b) => RANK[a.severity] - RANK[b.severity]);
  if (worst === undefined)
    return placed.workload.certain ? '✓ no rollout warnings' : '✓ no rollout warnings (templated values left out)';
  const errors = serious.filter(({ severity }) => severity === 'error').length;
  const warnings = serious.length - errors;
  const parts = [errors > 0 ? counted(errors, 'error') : '', warnings > 0 ? counted(warnings, 'warning') : ''].filter(
    (part) => part !== '',
  );
  return `⚠ ${parts.join(', ')}: ${worst.finding.short}`;
}
