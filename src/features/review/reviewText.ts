import { formatDuration, inOneLine, visible } from '../../model/words';
import { availabilityLine } from './availabilityPicture';
import { inVariant } from './changedFile';
import type { Review, ReviewedWorkload } from './reviewChange';
import type { ReviewRun } from './reviewRun';
import { findingsText, isSerious, reviewHeadline, signOf, takesText } from './reviewMarkdown';

/** A review for a terminal. */
export function reviewText(review: Review): string {
  const { workloads, configs, together, omissions } = review;
  return [
    reviewHeadline(review),
    '',
    ...workloads.flatMap(linesOf),
    ...together.map((sentence) => `Applied together: ${sentence}.`),
    ...configs,
    ...omissions.map((note) => `Left out: ${note}`),
  ]
    .map((line) => `${visible(line)}\n`)
    .join('');
}

function linesOf({ kind, name, variant, place, title, fields, refusals, bounds, run, findings }: ReviewedWorkload): string[] {
  const about = findingsText(findings);
  return [
    `${kind} ${name}${inVariant({ variant })}  ${place}`,
    `  ${title}`,
    ...(fields.length < 2 ? [] : fields.map((field) => `    ${field}`)),
    ...refusals.map((refusal) => `  ⛔ ${inOneLine(refusal)}`),
    ...(bounds === undefined ? [] : [`  ${bounds}`]),
    ...(typeof run === 'string' ? [`  ${run}`] : []),
    ...(typeof run === 'object' ? [`  ${outcomeText(run)}`, `  ${availabilityLine(run)}`] : []),
    ...(about === '' ? [] : [`  findings: ${about}`]),
    ...findings.fresh.filter(isSerious).map(({ severity, finding }) => `  + ${severity}: ${inOneLine(finding.message)}`),
    ...findings.fixed.filter(isSerious).map(({ finding }) => `  - fixed: ${inOneLine(finding.short)}`),
    '',
  ];
}

/** Most headlines say themselves how long it takes. */
function outcomeText(run: ReviewRun): string {
  const { seconds, headline } = run;
  const isSaid = seconds !== undefined && headline.includes(formatDuration(seconds));
  return isSaid ? `${signOf(run)}${headline}` : `${takesText(run)}: ${headline}`;
}
