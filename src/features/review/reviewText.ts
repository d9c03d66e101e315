import { inOneLine, visible } from '../../model/words';
import { availabilityLine } from './availabilityPicture';
import type { Review, ReviewedWorkload } from './reviewChange';
import { findingsText, reviewHeadline, takesText } from './reviewMarkdown';

/** A review for a terminal. */
export function reviewText(review: Review): string {
  const { workloads, configs, together, omissions } = review;
  return [
    reviewHeadline(review),
    '',
    ...workloads.flatMap(linesOf),
    ...(together === undefined ? [] : [`Applied together: ${together}.`]),
    ...configs,
    ...omissions.map((note) => `Left out: ${note}`),
  ]
    .map((line) => `${visible(line)}\n`)
    .join('');
}

function linesOf({ kind, name, file, line, title, bounds, run, findings }: ReviewedWorkload): string[] {
  const about = findingsText(findings);
  return [
    `${kind} ${name}  ${file}${line === 0 ? '' : `:${line}`}`,
    `  ${title}`,
    ...(bounds === undefined ? [] : [`  ${bounds}`]),
    ...(typeof run === 'string' ? [`  ${run}`] : []),
    ...(typeof run === 'object' ? [`  ${takesText(run)}: ${run.headline}`, `  ${availabilityLine(run)}`] : []),
    ...(about === '' ? [] : [`  findings: ${about}`]),
    ...findings.fresh.map(({ severity, finding }) => `  + ${severity}: ${inOneLine(finding.message)}`),
    ...findings.fixed.map(({ finding }) => `  - fixed: ${inOneLine(finding.short)}`),
    '',
  ];
}
