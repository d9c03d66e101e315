import { firstRange } from '../manifest/source';
import { plainMarkdown, visible } from '../model/words';
import type { Severity } from '../rules/rule';
import type { Analysis, PlacedWorkload } from './analysis';
import { bySeverity } from './assessment';
import { titleOfChange } from './changeInFile';
import { summaryOf, warningTitle } from './codeLens';
import { obstacleTo } from './simulationTarget';

/** A workload in a list of all of them: what it is, what its rollout comes to, what is worst about it. */
export interface ListedWorkload {
  readonly kind: string;
  readonly name: string;
  /** What an edit does to it, its numbers, its worst finding. */
  readonly description: string;
  /** Of the worst finding. */
  readonly severity: Severity | undefined;
  readonly tooltip: string;
  /** An offset in the file, inside the workload. */
  readonly start: number;
  readonly canSimulate: boolean;
}

export function listWorkloads(analysis: Analysis): ListedWorkload[] {
  return analysis.workloads.map((placed) => listed(placed, analysis));
}

function listed(placed: PlacedWorkload, analysis: Analysis): ListedWorkload {
  const { workload, assessment } = placed;
  const [worst] = assessment.findings.toSorted(bySeverity);
  const change = titleOfChange(placed, analysis);
  const findings = assessment.findings.toSorted(bySeverity);
  const obstacle = obstacleTo(placed);
  const warning = warningTitle(assessment);
  const numbers = summaryOf(assessment);
  // Side bars are narrow: what is wrong comes first.
  const parts = [
    ...(change === undefined ? [] : [`Δ ${change}`]),
    ...(warning.startsWith('⚠') ? [warning, numbers] : [numbers, warning]),
  ];
  return {
    kind: workload.kind,
    name: visible(workload.name === '' ? '(unnamed)' : workload.name),
    description: visible(parts.join(' · ')),
    severity: worst?.severity,
    tooltip: [
      `**${workload.kind} ${plainMarkdown(workload.name)}** in namespace ${plainMarkdown(workload.namespace)}`,
      plainMarkdown(summaryOf(assessment)),
      ...(obstacle === undefined ? [] : [plainMarkdown(obstacle.message)]),
      findings.map(({ severity, finding }) => `- ${severity}: ${plainMarkdown(finding.message)}`).join('\n'),
    ]
      .filter((part) => part !== '')
      .join('\n\n'),
    start: placed.placed.start + firstRange(workload.resource.source).start,
    canSimulate: obstacle === undefined,
  };
}
