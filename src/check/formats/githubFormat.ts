import type { Severity } from '../../rules/rule';
import { linkOf } from '../finding';
import { totalsOf, type Report } from '../report';

const COMMANDS: Readonly<Record<Severity, string>> = {
  error: 'error',
  warning: 'warning',
  information: 'notice',
  hint: 'notice',
};

/** Annotations: https://docs.github.com/actions/using-workflows/workflow-commands-for-github-actions */
export function githubFormat(report: Report): string {
  const lines = report.findings.map(({ severity, file, line, column, endLine, endColumn, rule, message }) => {
    // Columns hold within one line only.
    const end = endLine === line ? `,endLine=${endLine},col=${column},endColumn=${endColumn}` : `,endLine=${endLine}`;
    const place = `file=${property(file)},line=${line}${end},title=${property(rule)}`;
    return `::${COMMANDS[severity]} ${place}::${data(`${message} ${linkOf(rule)}`)}`;
  });
  return [...lines, ...report.omissions, totalsOf(report), ''].join('\n');
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
