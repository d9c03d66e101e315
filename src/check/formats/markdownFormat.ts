import { plainMarkdown } from '../../model/words';
import type { Severity } from '../../rules/rule';
import { linkOf } from '../finding';
import { byFile, totalsOf, type Report } from '../report';

const SIGNS: Readonly<Record<Severity, string>> = { error: '⛔', warning: '⚠', information: 'ℹ', hint: '·' };

/** For a comment or the summary of a job. */
export function markdownFormat(report: Report): string {
  const files = [...byFile(report.findings)].flatMap(([file, findings]) => [
    `## ${plainMarkdown(file)}`,
    '',
    ...findings.map(
      ({ severity, line, rule, message, object }) =>
        `- ${SIGNS[severity]} **line ${line}**${object === undefined ? '' : `, ${plainMarkdown(object)}`}: ${plainMarkdown(message)} ([${rule}](${linkOf(rule)}), ${severity})`,
    ),
    '',
  ]);
  const omissions = report.omissions.flatMap((omission) => [plainMarkdown(omission), '']);
  return ['# Rollout Lens', '', `**${plainMarkdown(totalsOf(report))}**`, '', ...omissions, ...files].join('\n');
}
